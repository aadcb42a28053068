"""One choice on several lines, moves of two steps on one, and what chance is supposed to have left alone."""

from __future__ import annotations

from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.results import Run

CLAIM = """lastword 1 agot2 joust
players A "Anna" stark, B "Borys" lannister
position round 2, challenges, first A, active B
A plot "A Noble Cause"
A play robb = "Robb Stark" (kneeling), arya = "Arya Stark" (kneeling), ned = "Eddard Stark" (kneeling)
A hand nothing
B plot "The Winds of Winter"
B play hound = "The Hound"
B hand nothing

B challenge military with hound against A
"""


def _run(text: str) -> Run:
    return run(read(text))


def test_a_claim_of_two_may_be_written_on_two_lines() -> None:
    done = _run(f"{CLAIM}A claim arya\nA claim ned\nexpect arya in A.dead\nexpect ned in A.dead\n")
    assert done.clean
    assert [item.says for item in done.assumed] == ["lines 12 and 13 are read as one choice"]


def test_the_same_card_twice_is_not_one_choice() -> None:
    assert _run(f"{CLAIM}A claim arya\nA claim arya\n").violations


def test_a_second_defender_on_a_line_of_its_own_is_told_with_the_other_reading() -> None:
    text = CLAIM.replace("(kneeling)", "").replace("The Winds of Winter", "A Noble Cause")
    done = _run(f"{text}A defend with robb\nA defend with ned\n")
    assert not done.violations
    assert [item.says for item in done.assumed] == ["lines 12 and 13 are read as one choice"]
    assert [rival.lines for rival in done.rivals] == [(13,)]


def test_a_march_may_name_only_where_it_ends() -> None:
    text = """lastword 1 tegot
players A "Ada" stark, B "Ben" lannister
position round 3, march, active A
castle-black s1 = "Stark power", s2 = "Stark power"
winterfell "Stark power"
casterly-rock l1 = "Lannister power", l2 = "Lannister power"

A march s1, s2 to hornwood
expect s1 in hornwood
"""
    done = _run(text)
    assert done.clean
    assert "last-hearth" in done.assumed[0].says
    far = _run(text.replace("to hornwood\nexpect s1 in hornwood", "to casterly-rock"))
    assert [bad.line for bad in far.violations] == [8]


def test_chance_leaves_what_is_played_later() -> None:
    text = """lastword 1 agot2 joust
players A "Anna" stark, B "Borys" lannister
position round 3, challenges, first A, active A
A plot "A Noble Cause"
A play cat = "Catelyn Stark"
B plot "A Noble Cause"
B play hound = "The Hound"
B gold 5
B hand sword = "Put to the Sword", ice = "Ice"

A challenge intrigue with cat against B
B defend with nobody
B challenge military with hound against A
A defend with nobody
A claim nobody
B play sword on cat
"""
    done = _run(text)
    assert not [bad for bad in done.violations if bad.line == 16]
    assert any("random claim B: ice" in item.says for item in done.assumed)


def test_shuffled_cards_that_are_named_later_come_first() -> None:
    text = """lastword 1 okc
players N "Nina" nobility, G "Gosia" gathering
road "Caravan", "Ferry", "Toll Bridge", "Old Road Wardens"

N bid Champion
G bid Champion
"""
    assert not _run(text).violations

"""An illegal move is not excused by a round that nobody wrote: it is judged in the round it fits."""

from __future__ import annotations

import pytest

from replays.notation.parser import read
from replays.reading.reader import Run, run

TABLE = """lastword 1 agot2 joust
players A "Anna" stark, B "Borys" lannister
position round 1, challenges, first A, active B
B play hound = "The Hound" (kneeling), cersei = "Cersei Lannister" (kneeling)

"""


def blamed(done: Run) -> list[int]:
    """Return the lines of a transcript that are illegal."""
    return [violation.line for violation in done.violations]


@pytest.mark.parametrize("plots", ["", 'A plot "A Noble Cause"\nB plot "A Noble Cause"\n'])
def test_a_kneeling_attacker_is_illegal_although_it_would_stand_in_the_next_round(plots: str) -> None:
    text = TABLE.replace("\n\n", f"\n{plots}\n") + "B challenge military with hound against A\n"
    done = run(read(text))
    assert [violation.reasons[0].rule for violation in done.violations] == ["agot2/4.2#7"]
    assert not done.rivals


def test_a_defence_that_would_have_decided_itself_belongs_to_the_refused_challenge() -> None:
    done = run(read(TABLE + "B challenge military with hound against A\nA defend with nobody\n"))
    assert blamed(done) == [6]
    assert [(one.line, one.says) for one in done.confirmed] == [(7, "it belongs to line 6, which was refused")]


def test_two_illegal_challenges_are_not_two_of_the_next_round() -> None:
    done = run(read(TABLE + "B challenge military with hound\nB challenge power with cersei\n"))
    assert blamed(done) == [6, 7]


def test_what_is_expected_after_an_ignored_move_is_judged_where_it_was_noted() -> None:
    table = TABLE.replace("challenges, first A, active B", "marshaling, first A, active B")
    table = "".join(line for line in table.splitlines(keepends=True) if "play" not in line or "players" in line)
    stated = 'B gold 3\nB hand milk = "Milk of the Poppy"\n\n'
    done = run(read(f"{table.rstrip()}\n{stated}B marshal milk\nexpect illegal\nexpect B gold 3\n"))
    assert [one.held for one in done.expected] == [True, True]
    assert done.table.count("B", "gold") == 0, "the round went on by itself, and the gold went back"


def test_the_first_move_after_a_position_is_not_one_of_another_round() -> None:
    text = """lastword 1 l5r standard
players A "Aiko" lion, B "Botan" crane
position round 2, conflict, first A, active A
A fate 5
A province1 art = "The Art of War" (facedown), zerk = Matsu Berserker
A play brawler = "Lion's Pride Brawler"
B play whisp = Doji Whisperer
B province1 garden = "Manicured Garden" (facedown)

Aiko play zerk
"""
    assert blamed(run(read(text))) == [10]


def test_moves_of_earlier_phases_are_illegal_although_the_round_is_nearly_over() -> None:
    text = """lastword 1 agot2 joust
players A "Anna" stark, B "Borys" lannister
position round 3, dominance
A plot "A Noble Cause"
A gold 5
A play ned = Eddard Stark
A hand knight = Tumblestone Knight, 2 unknown
B plot "A Noble Cause"

Anna marshal knight
Anna challenge power with ned
"""
    assert blamed(run(read(text))) == [10, 11]


def test_no_more_copies_are_supposed_than_a_set_has() -> None:
    text = """lastword 1 okc
players N "Nadia" nobility, U "Ula" uprising
position round 2, summer plateau, order N U, markers plateau highlands lowlands
N losses h = Heir
N hand 3 unknown
N plateau lev = Levy (facedown)
U plateau lev2 = Levy (facedown)
U hand 2 unknown

Nadia play Heir
"""
    assert blamed(run(read(text))) == [10]

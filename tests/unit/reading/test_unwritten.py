"""What nobody wrote, and words that stand for nothing: neither may turn into something else."""

from __future__ import annotations

import pytest

from replays.errors import NotationError
from replays.notation.parser import read
from replays.reading.reader import run

HEAD = 'lastword 1 agot2 joust\nplayers A "Anna" stark, B "Borys" baratheon\n'


def test_a_position_with_a_role_for_nobody_says_so() -> None:
    with pytest.raises(NotationError, match="`C` is no player here"):
        run(read(f"{HEAD}position round 3, challenges, active C\n"))


def test_an_expectation_of_a_zone_that_is_none_lists_those_there_are() -> None:
    with pytest.raises(NotationError, match="there is no zone `removed`; there are agenda"):
        run(
            read(
                f'{HEAD}position round 3, challenges, active A\nA play ned = "Eddard Stark"\n\nexpect ned in removed\n'
            )
        )


def test_a_verb_alone_means_those_it_can_be_about() -> None:
    text = f'{HEAD}position round 3, challenges, active A\nA play ned = "Eddard Stark", robb = "Robb Stark"\n'
    found = run(
        read(f"{text}\nA challenge military with ned, robb\nA renown\nexpect ned power 1\nexpect robb power 1\n")
    )
    assert all(item.held for item in found.expected)


def test_a_move_is_not_looked_for_beyond_choices_of_another_round() -> None:
    text = f'{HEAD}position round 3, dominance, first A\nB play chamber = "Chamber of the Painted Table"\nA power 3\n'
    found = run(read(f"{text}\nB use chamber\n"))
    assert [violation.line for violation in found.violations] == [7]
    assert not found.assumed


def test_a_prohibition_is_told_with_its_card_and_nothing_else_is_blamed() -> None:
    text = f'{HEAD}position round 3, challenges, active A\nA play ned = "Eddard Stark"\nB plot "A Game of Thrones"\n\n'
    found = run(read(f"{text}A challenge military with ned against B\nA challenge intrigue with ned against A\n"))
    forbidden, oneself = found.violations
    assert [(check.needed, check.saw) for check in forbidden.broken] == [
        ("this is allowed unless a card forbids it", "A Game of Thrones forbids Anna to initiate a military challenge")
    ]
    assert {check.rule for check in oneself.broken} == {"agot2/4.2#5", "agot2/4.2#8"}


L5R = (
    'lastword 1 l5r standard\nplayers A "Aiko" lion, B "Botan" crane\n'
    "position round 2, dynasty, first A\nA fate 1\nB fate 1\n\n"
)


def test_a_pass_that_changes_the_table_is_told_where_nobody_wrote_it() -> None:
    found = run(read(f"{L5R}A bid 2\nB bid 1\n"))
    says = "Aiko's choice is not written (action window: the first to pass gains 1 fate); assumed: A pass"
    assert [(item.player, item.line, item.says) for item in found.assumed] == [("A", 7, says)]


def test_a_pass_that_was_written_or_changes_nothing_is_no_assumption() -> None:
    assert run(read(f"{L5R}A pass\nA bid 2\nB bid 1\n")).assumed == ()  # the second to pass gains nothing


LATE = """lastword 1 l5r standard
players A "Aiko" crab, B "Botan" crane
position round 2, conflict declare, first A, active A
A fate 4
A play kisada = "Hida Kisada", guardian = "Hida Guardian", zerk = "Vengeful Berserker"
A hand crab = "Way of the Crab"
B play hotaru = "Doji Hotaru" (honored), whisperer = "Doji Whisperer"
B hand voice = "Voice of Honor"
B province1 garden = "Manicured Garden"

A conflict military for air against garden with zerk
B defend with hotaru
B pass
A play crab paying guardian
B play voice
A use zerk
"""


def test_nothing_is_assumed_on_the_way_to_what_only_resembles_the_trigger() -> None:
    done = run(
        read(LATE)
    )  # the Guardian has left play already; those who leave in the fate phase are not what was meant
    assert [bad.line for bad in done.violations] == [16]
    assert "Voice of Honor" in done.violations[0].where
    assert not done.assumed


HBO = (
    'lastword 1 hbo duel\nplayers A "Anna" stark, B "Borys" lannister\n'
    "position round 3, marshalling, first A, active A\n"
    'A play ned = "Eddard Stark", "Training Wolf Rider"\nA gold 9\n'
    'A hand fetters = "Training Fetters", shield = "Training Vigil"\n'
)


def test_a_line_that_leaves_open_what_could_be_several_things_says_what_was_assumed() -> None:
    found = run(
        read(f"{HBO}\nA marshal fetters\nA marshal shield\n")
    )  # the Vigil goes on unique characters, and there is one
    says = "`A marshal fetters` leaves a choice open; assumed: A marshal fetters on ned"
    assert [(item.player, item.line, item.says) for item in found.assumed] == [("A", 8, says)]


def test_who_leaves_out_what_need_not_be_named_or_names_one_of_several_alike_leaves_nothing_open() -> None:
    okc = 'lastword 1 okc\nplayers A "Ada" nobility, B "Ben" clans\n'
    bids = f'{okc}position round 2, spring, order A B\nroad k = "Caravan", 3 unknown\nA board "Amnesty"\n'
    taken = run(read(f'{bids}A hand x = "Champion", 4 "Levy"\nB hand y = "Levy"\n\nA bid x\nB bid y\nA take k\n'))
    assert taken.assumed == ()  # a space is empty
    day = f'{okc}position round 2, summer plateau, order A B\nA plateau t = "Trickster" (facedown)\nA tactics nothing\n'
    assert run(read(f'{day}A hand 2 "Levy"\n\nA ambush with t\n')).assumed == ()
    two = day.replace("(facedown)", '(facedown), "Captain"')
    assert run(read(f"{two}A hand nothing\n\nA retreat t\n")).assumed == ()  # the card itself
    assert len(run(read(f'{day}A hand "Levy", "Spy"\n\nA ambush with t\n')).assumed) == 1


def test_a_choice_nobody_wrote_before_ones_turn_accuses_nobody() -> None:
    text = """lastword 1 agot2 joust
players A "Anna" stark, B "Borys" lannister
position round 2, challenges, first A, active A
A plot "A Noble Cause"
A play robb = "Robb Stark"
B plot "A Noble Cause"
B play tywin = "Tywin Lannister", cersei = "Cersei Lannister"

A challenge military with robb against B
B defend with nobody
B claim cersei
B challenge intrigue with tywin against A
"""
    done = run(read(text))
    assert not done.violations
    assert any("whose renown is used" in item.says for item in done.assumed)

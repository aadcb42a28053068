"""Lines that name what is not there: they are judged, applied or left out, and never stop the reading with an error."""

from __future__ import annotations

import pytest

from replays.notation.parser import read
from replays.reading.reader import Run, run

HEAD = """lastword 1 tegot
players A "Ada" stark, B "Ben" lannister
position round 3, {at}, first A, active A
A dice march, sail
A gold 1
A hand 4 unknown
B hand 4 unknown
winterfell s1 = "Stark power", s2 = "Stark power", "Hero of Stark"
barrowlands "Stark power"
casterly-rock "Lannister power", "Lannister power", "Hero of Lannister"
moat-cailin l1 = "Lannister power"
"""


def play(at: str, *lines: str) -> Run:
    """Run a position at a point of a turn and lines that go on from there."""
    return run(read("\n".join([HEAD.format(at=at).rstrip(), *lines, ""])))


@pytest.mark.parametrize(
    ("at", "line"),
    [
        ("turn", "A change sail to recruit with lannister"),
        ("turn", "A reroll with stark"),
        ("turn", "A place march on pyke"),
        ("march", 'A march "Action die" to moat-cailin'),
        ("sail", "A sail castle-of-winterfell to pyke"),
        ("recruit", "A recruit hero-lannister to riverrun"),
        ("recruit", "A recruit arryn"),
        ("plot", 'A plot "Action die"'),
        ("whisper", "A whisper s1"),
    ],
)
@pytest.mark.parametrize("applied", [True, False])
def test_a_move_with_what_is_not_there_is_illegal_and_changes_nothing(at: str, line: str, applied: bool) -> None:
    done = play(at, *(["on illegal apply"] if applied else []), line, "A recruit stark to winterfell")
    assert done.violations[0].line == (13 if applied else 12)
    assert not done.violations[0].applied


def test_an_ability_that_cannot_be_paid_takes_what_there_is() -> None:
    done = play("turn", "on illegal apply", "A change sail to recruit", "expect A gold 0")
    assert [item.held for item in done.expected] == [True]
    assert done.violations[0].applied


def test_a_hero_card_that_is_known_only_later_is_put_before_its_player() -> None:
    end = 'expect "Robb Stark" in A.played'
    done = play("march", "A march s1, s2 to moat-cailin", 'A fight with "Robb Stark"', "B pass", end)
    assert [item.held for item in done.expected] == [True]
    assert done.violations == ()

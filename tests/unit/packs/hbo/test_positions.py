"""Positions: impossible ones are refused with a reason, and a card counts for whoever controls it."""

from __future__ import annotations

import pytest

from replays.errors import NotationError
from replays.notation.parser import read
from replays.reading.reader import Run, run

HEAD = (
    'lastword 1 hbo duel\nplayers A "Anna" {0}, B "Borys" {1}\nposition round 2, challenges, first A, active A\n{2}\n'
)


def position(lines: str, houses: tuple[str, str] = ("stark", "lannister")) -> Run:
    """Run a transcript of a position with these lines up to its first decision."""
    return run(read(HEAD.format(*houses, lines), "here"))


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ('A play "Eddard Stark", "Eddard Stark"', "two copies of Eddard Stark in play; write one as (duplicate)"),
        ('A play "Training Keep" x2', "two copies of Training Keep in play"),
        ('A play "Littlefinger"\nB play "Varys", "Littlefinger" x2', "B cannot have two copies of Littlefinger"),
        ('A play "Littlefinger", "Littlefinger" (of B)', "A cannot have two copies of Littlefinger"),
        ('A play "Training Wolf Rider" (duplicate)', "only unique characters"),
        ('A play "Training Keep" (duplicate)', "only unique characters"),
        ('A plot "The Old Gods", "Hidden in Shadow"', "one revealed plot"),
        ('A hand "The Old Gods"', "The Old Gods is a plot"),
    ],
)
def test_an_impossible_table_is_refused_and_says_why(lines: str, says: str) -> None:
    with pytest.raises(NotationError) as refused:
        position(lines)
    assert says in str(refused.value)


def test_both_players_cannot_lead_one_house() -> None:
    with pytest.raises(NotationError, match="one player leads House Stark"):
        position('A play "Eddard Stark"', ("stark", "stark"))


@pytest.mark.parametrize(
    "lines",
    [
        'A play "Eddard Stark" (duplicate)',
        'A play "Eddard Stark" (duplicates 2)',
        'A play "Littlefinger"\nB play "Littlefinger"',
        'A play "Training Wolf Rider" x2',
        'A play "Eddard Stark"\nA dead "Eddard Stark"',
    ],
)
def test_a_possible_one_is_not(lines: str) -> None:
    assert position(lines).entries


def test_a_card_counts_for_its_controller_and_not_for_its_owner() -> None:
    done = position(
        'A plot "The Old Gods"\nA play captain = "Training Lion Captain" (of B, power 3)\n'
        'B play spy = "Training Lion Spy"\nB hand empty\n\n'
        "expect power_of(A) == 3\nexpect power_of(B) == 0\nexpect illegal: B challenge military with captain\n"
        "A challenge military with captain\nexpect spy in B.dead\nexpect captain power 4\n"
    )
    assert [item.held for item in done.expected] == [True] * 5

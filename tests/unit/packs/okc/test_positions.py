"""Impossible positions are refused with a reason, and nothing in them is judged."""

from __future__ import annotations

import pytest

from replays.errors import NotationError
from tests.unit.packs.okc.table import TWO, judge

_TWINS = 'lastword 1 okc\nplayers A "Ada" clans, B "Ben" clans\n'


@pytest.mark.parametrize(
    ("text", "head", "says"),
    [
        ("position round 2, spring\nA supporters 4\nA supporters-plateau 2", TWO, "A has 6 Supporters; there are 5"),
        ("position round 2, spring\nB limit 2", TWO, "the hand limit of B is 2; it is 3 to 8"),
        ("position round 2, spring\nB limit 9", TWO, "the hand limit of B is 9; it is 3 to 8"),
        ("position round 6, spring", TWO, "round 6 is after the last: this game has 5 rounds"),
        ("position round 2, spring, order A C", TWO, "`order A` is no order track"),
        ("position round 2, spring, order B B", TWO, "`order B B` is no order track"),
        ("position round 2, summer, markers plateau plateau", TWO, "two markers on one region"),
        ("position round 2, spring, favour Z", TWO, "`favour` is followed by a player"),
        ("position round 2, spring", _TWINS, "A and B have the same faction"),
        ('A bid "Heir"', _TWINS, "A and B have the same faction"),
    ],
)
def test_what_no_table_can_show_is_refused(text: str, head: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        judge(text, head)


def test_supporters_that_are_not_on_a_stated_board_are_spent() -> None:
    table = judge("position round 2, spring\nA supporters 0\nB supporters-lost 1", TWO).position.table
    assert (table.count("A", "supporters"), table.count("A", "supporters-lost")) == (0, 5)
    assert (table.count("B", "supporters"), table.count("B", "supporters-lost")) == (4, 1)

"""A contest between an attacking and a defending player, as a table shows it: both sides, their totals, who won."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ledger.table import Frame
from rules.kernel.layout import ContestSide, ShownContest
from rules.kernel.position import Position


def attack_and_defence(
    pos: Position,
    frame: Frame,
    title: str,
    measure: str,
    side: Callable[[Position, Frame, str], Sequence[int]],
    total: Callable[[Position, Frame, str], int],
    facts: tuple[str, ...] = (),
    at: tuple[int | str, ...] = (),
) -> ShownContest:
    """Return a challenge or conflict: `side` and `total` are asked for `attackers` and `defenders`.

    The frame remembers the players `attacker` and `defender`, `attack` and `defence` once the totals were compared, and
    `winner` if somebody won. Totals that were compared are shown as they were then.
    """
    compared = "attack" in frame.data
    attack, defence = (
        (frame.number("attack"), frame.number("defence"))
        if compared
        else (total(pos, frame, "attackers"), total(pos, frame, "defenders"))
    )
    sides = (
        ContestSide(frame.text("attacker"), "attacks", tuple(side(pos, frame, "attackers")), attack),
        ContestSide(frame.text("defender"), "defends", tuple(side(pos, frame, "defenders")), defence),
    )
    return ShownContest(frame.id, title, measure, sides, facts, at, frame.text("winner"), compared)

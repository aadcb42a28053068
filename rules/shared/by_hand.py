"""Putting a card elsewhere because somebody corrects the table: nothing answers it, and nobody gains anything by it."""

from __future__ import annotations

from collections.abc import Callable

from ledger.events import Attached, ControlChanged, Moved
from rules.kernel.position import Position

TakeAway = Callable[[Position, int, str], None]
"""Takes a card out of play to its owner's zone of a kind, with everything on it."""
LeaveContest = Callable[[Position, int], None]
"""Takes a card out of the challenge or conflict being resolved, if it is in it."""


def put_by_hand(
    pos: Position, number: int, zone: str, player: str, take_away: TakeAway, leave_contest: LeaveContest
) -> None:
    """Put a card into a zone under the control of a player.

    A card in play that goes to a zone of another kind is taken away by `take_away`. One that only changes its
    controller leaves the contest, and the copies under it go along. Any other card leaves its host and moves.
    """
    entity = pos.entity(number)
    kind = zone.partition(".")[2]
    if pos.in_play(number) and kind and kind != entity.zone.partition(".")[2]:
        take_away(pos, number, kind)
        return
    if entity.zone != zone:
        if entity.host:
            pos.emit(Attached(number, 0))
        pos.emit(Moved(number, zone))
    if entity.controller != player:
        leave_contest(pos, number)
        under = pos.pack.notation.under
        copies = [part for part in entity.attached if not under.isdisjoint(pos.entity(part).marks)]
        for part in (number, *copies):
            pos.emit(ControlChanged(part, player))

"""Whose turn it is where each player finishes before the next begins: nobody who has passed is asked again in the same step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.table import Frame

if TYPE_CHECKING:
    from rules.kernel.position import Position


def still_to_act(pos: Position, frame: Frame) -> list[str]:
    """The player who is acting in this step of the frame, then those who have not acted yet, in order."""
    players = pos.order()
    if frame.turn not in players:
        return players
    return players[players.index(frame.turn) + (1 if frame.passes else 0) :]

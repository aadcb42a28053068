"""Hand limits, looked at after every change."""

from __future__ import annotations

from typing import Any

from ledger.events import Counted, Moved
from rules.kernel.position import Position
from rules.packs.okc import board


def settle(pos: Position, changed: set[type[Any]]) -> bool:
    """Open the discarding for the first player whose hand is above its limit, and return whether there is one.

    Nothing is done during the setup, or while somebody is already discarding. Keeps `okc/hand-limit-excess#2`.
    """
    if not pos.table.frames or pos.table.top.kind in ("excess", "setup") or changed.isdisjoint({Moved, Counted}):
        return False
    for player in pos.order():
        if len(pos.zone(player, "hand")) > board.limit(pos, player) > 0:
            pos.open("excess", {"player": player})
            return True
    return False

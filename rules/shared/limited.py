"""Limited cards: how many a player may still play this round; what is only put into play does not count."""

from __future__ import annotations

from ledger.events import UseCounted
from rules.kernel.position import Position


def limited_left(pos: Position, player: str, most: int = 1) -> bool:
    """Whether a player may still play a limited card this round."""
    return pos.table.uses.get(pos.period("round"), {}).get(f"limited {player}", 0) < most


def count_limited(pos: Position, player: str) -> None:
    """Count a limited card played this round."""
    pos.emit(UseCounted(f"limited {player}", pos.period("round")))

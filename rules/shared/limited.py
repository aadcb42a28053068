"""Limited cards: whether a player may play another one this round; what is only put into play does not count."""

from __future__ import annotations

from ledger.events import UseCounted
from rules.kernel.position import Position


def limited_left(pos: Position, player: str, most: int = 1) -> bool:
    """Whether a player has played fewer than `most` limited cards this round, and so may play another."""
    return pos.table.uses.get(pos.period("round"), {}).get(f"limited {player}", 0) < most


def count_limited(pos: Position, player: str) -> None:
    """Count one more limited card that a player played this round."""
    pos.emit(UseCounted(f"limited {player}", pos.period("round")))

"""Limits and maxima: what is counted, and in which period."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.table import Frame
from rules.language.cards import Limit

if TYPE_CHECKING:
    from rules.eligibility.uses import Use
    from rules.kernel.position import Position


def limit_scope(pos: Position, limit: Limit) -> int:
    """The frame in which a limit's uses are counted."""
    frame = pos.enclosing(pos.pack.periods.get(limit.period, limit.period)) if limit.period != "phase" else _phase_frame(pos)
    return frame.id if frame else 0


def _phase_frame(pos: Position) -> Frame | None:
    phases = pos.pack.periods.get("phase", "").split()
    found = [frame for frame in map(pos.enclosing, phases) if frame is not None]
    return max(found, key=lambda frame: frame.id, default=None)


def limit_key(pos: Position, use: Use, limit: Limit) -> str:
    """What a limit counts: this instance, or every copy by title; both for each player."""
    title = f"max {use.ability.key}" if limit.title else use.key(pos)
    return f"{title} {use.player}"

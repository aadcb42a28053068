"""Rounds, phases and other periods: opening them, their beginning and end as moments, and what expires with them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ledger.events import EffectEnded, FrameAdvanced, FrameOpened, Occurrence
from ledger.table import Frame
from rules.kernel.timing import Run

if TYPE_CHECKING:
    from rules.kernel.asks import Ask
    from rules.kernel.position import Position


def open_phase(kind: str) -> Run:
    """The step of a game or round that is a procedure of its own."""
    return partial(_open_phase, kind=kind)


def _open_phase(pos: Position, frame: Frame, kind: str) -> Ask | None:
    pos.open_next(frame, kind)
    return None


def next_round(pos: Position, frame: Frame) -> Ask | None:
    """Rounds follow one another until somebody has won."""
    number = frame.number("round") + 1
    pos.emit(FrameAdvanced(frame.id, frame.step, {"round": number}))
    pos.emit(FrameOpened("round", {"round": number}))
    return None


def begins(pos: Position, frame: Frame) -> Ask | None:
    """The beginning of a phase is a moment cards may speak of."""
    pos.open_next(frame, "moment", None, (Occurrence("began", note=frame.kind, other=frame.id),))
    return None


def finish_period(pos: Position, frame: Frame) -> None:
    """Nothing that lasts until the end of this period can begin any more, and what did has expired."""
    pos.emit(FrameAdvanced(frame.id, frame.step, {"ended": True}))
    expire(pos, frame)


def expire(pos: Position, frame: Frame) -> None:
    """End the lasting effects whose period this frame is."""
    for effect in list(pos.table.effects.values()):
        if effect.scope == frame.id:
            pos.emit(EffectEnded(effect.id))

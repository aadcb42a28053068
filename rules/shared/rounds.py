"""Rounds, phases and other periods: opening them, announcing that they begin, ending effects that last with them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ledger.events import ControlChanged, EffectEnded, FrameAdvanced, FrameOpened, Occurrence
from ledger.table import Frame
from rules.kernel.timing import Run

if TYPE_CHECKING:
    from rules.kernel.asks import Ask
    from rules.kernel.position import Position


RETURNS_TO = "returns_to"
"""The slot of a lasting effect that says who controlled a card before somebody took control of it for a period."""


def open_phase(kind: str) -> Run:
    """Return a step that opens a frame of this kind and goes on with the next step when that frame closes."""
    return partial(_open_phase, kind=kind)


def _open_phase(pos: Position, frame: Frame, kind: str) -> Ask | None:
    pos.open_next(frame, kind)
    return None


def next_round(pos: Position, frame: Frame) -> Ask | None:
    """Open the next round and count it in this frame. The frame stays at this step until the game ends."""
    number = frame.number("round") + 1
    pos.emit(FrameAdvanced(frame.id, frame.step, {"round": number}))
    pos.emit(FrameOpened("round", {"round": number}))
    return None


def begins(pos: Position, frame: Frame) -> Ask | None:
    """Open a moment for the beginning of the period this frame is, so that abilities may answer it."""
    pos.open_next(frame, "moment", None, (Occurrence("began", note=frame.kind, other=frame.id),))
    return None


def finish_period(pos: Position, frame: Frame) -> None:
    """Mark this frame's period as ended and end the effects that last with it. No such effect can begin from now on."""
    pos.emit(FrameAdvanced(frame.id, frame.step, {"ended": True}))
    expire(pos, frame)


def expire(pos: Position, frame: Frame) -> None:
    """End the lasting and delayed effects that last as long as this frame.

    A card that somebody controlled for as long goes back to who controlled it before, the latest taken first: the
    effect keeps that player under `RETURNS_TO`.
    """
    over = [effect for effect in pos.table.effects.values() if effect.scope == frame.id]
    for effect in over:
        pos.emit(EffectEnded(effect.id))
    for effect in reversed(over):
        before = effect.data.get(RETURNS_TO)
        for number in effect.affects if before else ():
            pos.emit(ControlChanged(number, str(before)))

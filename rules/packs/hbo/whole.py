"""Actions resolve whole: only a save interrupts, passives follow at once, and responses answer all of it together.

Whatever happens inside something that is still being resolved (its cost, a save that answers it, a passive it set off, the
parts of a challenge's third step) is handed to it, so that its passives and then its responses come when it is complete.
"""

from __future__ import annotations

from ledger.events import FrameClosed, Occurrence, OccurrenceChanged, State
from ledger.table import Frame
from rules.asking import Ask
from rules.position import Position
from rules.timing import Look, Procedure, Step

_DONE = (State.HAPPENED, State.REPLACED)
LAST = "responses"
"""The slot in which a sequence has done everything it does by itself."""
ANSWERING = frozenset({"moment", "ability", "resolution"})
"""The frames that end with passives and responses to what happened in them."""


def hand_over(pos: Position, frame: Frame) -> Ask | None:
    """Give what happened to the frame around this one, if that one is still resolving, and close."""
    frames = pos.table.frames
    outer = frames[-2] if len(frames) > 1 else None
    if outer is None or not resolving(pos, outer):
        return None
    results = tuple(part.state for part in frame.occurrences)
    happened = tuple(part for part in frame.occurrences if part.state in _DONE)
    pos.emit(FrameClosed(frame.id, results=results))
    add(pos, outer, happened)
    return None


def add(pos: Position, frame: Frame, happened: tuple[Occurrence, ...]) -> None:
    """Occurrences that took place as part of what a frame resolves."""
    if happened:
        pos.emit(OccurrenceChanged(frame.id, -1, State.IMMINENT, added=happened))


def resolving(pos: Position, frame: Frame) -> bool:
    """Whether a frame answers what happens in it and has not come to its responses."""
    return frame.kind in ANSWERING and frame.step < pos.pack.procedures[frame.kind].step(LAST)


def whole(procedure: Procedure) -> Procedure:
    """A procedure that hands over before its own passives."""
    at = procedure.step("passives")
    step = Step("whole", "hbo/action#3", "part of what is still resolving", hand_over, Look.HIDDEN)
    steps = (*procedure.steps[:at], step, *procedure.steps[at:])
    return Procedure(procedure.kind, procedure.title, steps, procedure.rule, procedure.closing)

"""Finding the step of a chart at which each violation of a record happened."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.entries import Entry
from ledger.events import Event, ViolationNoted
from replays.diagrams.charts.outline import Marks
from replays.meaning.frame_kinds import TRIGGER_FRAMES
from replays.records.walk import Visitor, Walk, violations
from rules.kernel.pack import Pack


class Marker(Visitor):
    """Collects in `marks`, during a walk over a record, the step of a procedure at which each violation happened.

    That is a step of the innermost frame that is no trigger sequence: the step that opened the sequence, if the
    violation happened inside one, and else the step where the frame stands.
    """

    def __init__(self, violations: dict[int, list[tuple[int, ViolationNoted]]]) -> None:
        self.violations = violations
        self.marks: Marks = {}

    def after(self, walk: Walk, event: Event) -> None:
        for seq, _ in self.violations.get(walk.seq, ()):
            self._mark(walk, seq)

    def _mark(self, walk: Walk, seq: int) -> None:
        """Add the violation noted as event `seq` to the step where the walk stands."""
        inner = 0
        for frame in reversed(walk.stack):
            if frame.kind not in TRIGGER_FRAMES:
                step = walk.openers.get(inner) if inner else walk.step(frame)
                if step is not None:
                    self.marks.setdefault((frame.kind, step.name), []).append(seq)
                return
            inner = frame.id


def violation_marks(entries: Sequence[Entry], pack: Pack) -> Marks:
    """Return the numbers of a record's violation events, by the step of a procedure at which each violation happened.

    A violation inside a trigger sequence counts at the step that opened the sequence. One outside every step is left
    out.
    """
    marker = Marker(violations(entries))
    Walk(pack, marker).run(entries)
    return marker.marks

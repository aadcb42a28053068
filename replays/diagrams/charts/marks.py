"""Which steps of a chart a record's violations belong to."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.entries import Entry
from ledger.events import Event, ViolationNoted
from replays.diagrams.charts.outline import Marks
from replays.diagrams.frame_kinds import NESTED
from replays.records.walk import Visitor, Walk, violations
from rules.kernel.pack import Pack


class Marker(Visitor):
    """Keeps, for each violation, the step of the round it happened in: that of the innermost frame that is no trigger
    sequence.
    """

    def __init__(self, violations: dict[int, list[tuple[int, ViolationNoted]]]) -> None:
        self.violations = violations
        self.marks: Marks = {}

    def after(self, walk: Walk, event: Event) -> None:
        for seq, _ in self.violations.get(walk.seq, ()):
            self._mark(walk, seq)

    def _mark(self, walk: Walk, seq: int) -> None:
        inner = 0
        for frame in reversed(walk.stack):
            if frame.kind not in NESTED:
                step = walk.openers.get(inner) if inner else walk.step(frame)
                if step is not None:
                    self.marks.setdefault((frame.kind, step.name), []).append(seq)
                return
            inner = frame.id


def violation_marks(entries: Sequence[Entry], pack: Pack) -> Marks:
    """The violations of a record, by the step they belong to."""
    marker = Marker(violations(entries))
    Walk(pack, marker).run(entries)
    return marker.marks

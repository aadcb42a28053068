"""Which steps of a chart a record's violations belong to."""

from __future__ import annotations

from collections.abc import Iterable

from ledger.events import Entry, Event, ViolationNoted
from replays.diagrams.outline import Marks
from replays.diagrams.telling import NESTED
from replays.walking import Visitor, Walk
from rules.pack import Pack


class Marker(Visitor):
    """Keeps, for each violation, the step of the round it happened in: that of the innermost frame that is no trigger sequence."""

    def __init__(self) -> None:
        self.marks: Marks = {}

    def before(self, walk: Walk, event: Event) -> None:
        if not isinstance(event, ViolationNoted):
            return
        inner = 0
        for frame in reversed(walk.stack):
            if frame.kind not in NESTED:
                step = walk.openers.get(inner) if inner else walk.step(frame)
                if step is not None:
                    self.marks.setdefault((frame.kind, step.name), []).append(walk.seq)
                return
            inner = frame.id


def violation_marks(entries: Iterable[Entry], pack: Pack) -> Marks:
    """The violations of a record, by the step they belong to."""
    marker = Marker()
    Walk(pack, marker).run(entries)
    return marker.marks

"""Where a reader of a record may stop: the beginnings of its events, decisions, windows and phases, and the table after each event."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.events import Event, FrameOpened
from ledger.folding import fold
from ledger.table import Frame, Table, clone
from replays.opportunities import is_window
from replays.walking import Visitor, Walk
from rules.kernel.timing import Step

UNITS = ("event", "decision", "window", "phase")
KEEP = 512
"""Events between the tables that are kept, so that going back folds few of them."""


class Stops(Visitor):
    """Where each unit begins, the depth of every event, and the step that opened each frame."""

    def __init__(self, phases: frozenset[str]) -> None:
        self.phases = phases
        self.at: dict[str, list[int]] = {unit: [] for unit in UNITS}
        self.depths: list[int] = [0]
        self.openers: dict[int, Step | None] = {}

    def before(self, walk: Walk, event: Event) -> None:
        self.depths.append(len(walk.stack))

    def opened(self, walk: Walk, frame: Frame, event: FrameOpened) -> None:
        self.openers[frame.id] = walk.openers[frame.id]
        if frame.kind in self.phases:
            self.at["phase"].append(walk.seq)
        self._window(walk, frame)

    def stepped(self, walk: Walk, frame: Frame) -> None:
        self._window(walk, frame)

    def _window(self, walk: Walk, frame: Frame) -> None:
        step = walk.step(frame)
        if step is not None and is_window(step) and (not self.at["window"] or self.at["window"][-1] != walk.seq):
            self.at["window"].append(walk.seq)


class Tables:
    """The tables of a record, folded as they are asked for."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events
        self._kept: dict[int, Table] = {0: Table()}

    def after(self, seq: int) -> Table:
        """The table after an event; some are kept, so that going back is as quick as going on."""
        nearest_kept = max(number for number in self._kept if number <= seq)
        table = clone(self._kept[nearest_kept])
        while table.seq < seq:
            stop = min(seq, (table.seq // KEEP + 1) * KEEP)
            fold(self.events[table.seq : stop], table)
            if table.seq % KEEP == 0:
                self._kept[table.seq] = clone(table)
        return table

"""The outline of a record: what was decided, which steps were gone through and what happened, one line each, indented
by depth.

This is what golden files hold, so it says what matters and nothing that does not: slots of a sequence appear only when
somebody used or passed them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ledger.entries import Entry
from ledger.events import (
    Event,
    FrameAdvanced,
    FrameClosed,
    FrameOpened,
    MoveMade,
    Occurrence,
    OccurrenceChanged,
    Outcome,
    Passed,
    State,
    UseCounted,
    ViolationNoted,
)
from ledger.table import Frame, Table
from replays.meaning.names import Names
from replays.meaning.writer import Writer
from replays.wording.events import Describer
from rules.kernel.pack import Pack
from rules.kernel.position import Position
from rules.kernel.timing import Look


def outline(pack: Pack, entries: Sequence[Entry], names: Names) -> Iterator[str]:
    """The lines of an outline, the set-up left out."""
    outliner = RecordOutliner(pack, names)
    for entry in entries:
        yield from outliner.entry(entry)


class RecordOutliner:
    """Goes through a record with its position beside it."""

    def __init__(self, pack: Pack, names: Names) -> None:
        self.pack = pack
        self.pos = Position(pack, Table())
        self.writer = Writer(pack, names)

    def entry(self, entry: Entry) -> Iterator[str]:
        """The lines of one entry; those that state a position are not told."""
        for at, event in enumerate(entry.events):
            told = entry.seq > 1 or at >= entry.own
            depth = "  " * max(0, len(self.pos.table.frames) - 1)
            words = self.words(event) if told else ""
            self.pos.emit(event)
            if words:
                yield f"{depth}{words}"
        self.pos.log.clear()

    def name(self, number: int) -> str:
        """What a component is called."""
        entity = self.pos.table.entities.get(number)
        if entity is None:
            return f"#{number}"
        return self.pack.name(self.pos, number) if entity.card else f"unknown #{number}"

    def words(self, event: Event) -> str:
        """One event in a few words, or nothing for what needs no telling."""
        if isinstance(event, FrameOpened):
            return self._opened(event)
        if isinstance(event, FrameAdvanced):
            frame = self.pos.table.frame(event.frame)
            return self.step(frame, event.step) if frame.step != event.step else ""
        if isinstance(event, OccurrenceChanged):
            return self._changed(event)
        if isinstance(event, FrameClosed):
            return f"✕ {event.outcome}" if event.outcome is not Outcome.RESOLVED else ""
        if isinstance(event, MoveMade):
            return f"▷ {self.writer.move(self.pos, event.player, event.move, '')}{self.where()}"
        if isinstance(event, Passed):
            return f"· {event.player} passes{self.where()}"
        if isinstance(event, ViolationNoted):
            treated = "applied" if event.applied else "ignored"
            return f"⚠ {self.writer.move(self.pos, event.player, event.move, '')}: {', '.join(event.rules)} ({treated})"
        return "" if isinstance(event, UseCounted) else f"= {Describer(self.pos).words(event)}"

    def _opened(self, event: FrameOpened) -> str:
        title = self.pack.procedures[event.kind].title
        data = event.data or {}
        entity = data.get("entity")
        if "ability" in data and isinstance(entity, int):
            title = f"{title}: {self.name(entity)}"
        parts = [self.occurrence(part) for part in event.occurrences if part.kind != "initiated"]
        return f"○ {title}{' – ' if parts else ''}{'; '.join(parts)}"

    def _changed(self, event: OccurrenceChanged) -> str:
        frame = self.pos.table.frame(event.frame)
        if event.index >= 0:
            return f"✕ {event.state}: {self.occurrence(frame.occurrences[event.index])}"
        if event.state is State.IMMINENT:
            return f"○ {'; '.join(self.occurrence(part) for part in event.added)}"
        happened = [self.occurrence(part) for part in frame.occurrences if part.state is State.IMMINENT]
        return f"● {'; '.join(happened)}" if happened else ""

    def step(self, frame: Frame, step: int) -> str:
        """A step a frame comes to: slots of sequences are told when they are used, windows too."""
        steps = self.pack.procedures[frame.kind].steps
        if step >= len(steps) or steps[step].slot is not None:
            return ""
        here = steps[step]
        return "" if here.look in (Look.HIDDEN, Look.WINDOW) else f"{here.label} [{here.rule}]"

    def where(self) -> str:
        """The window a decision is made in, if it is one."""
        if not self.pos.table.frames:
            return ""
        frame = self.pos.table.top
        steps = self.pack.procedures[frame.kind].steps
        here = steps[frame.step] if frame.step < len(steps) else None
        return (
            f" ({here.label})"
            if here is not None and (here.slot is not None or here.look in (Look.WINDOW, Look.SPECIAL))
            else ""
        )

    def occurrence(self, part: Occurrence) -> str:
        """What would happen."""
        return self.pack.happenings[part.kind].says(self.pos, part).strip()

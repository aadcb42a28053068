"""The outline of a record: decisions, steps and what happened, one line each, indented by the depth of the frames.

Golden files hold outlines, so an outline leaves out what does not matter: a window appears only behind the moves and
passes made in it, and hidden steps, counted uses and most ends of frames do not appear. A step has no sign.

| sign | line |
| --- | --- |
| `▷`, `·`, `⚠` | a move, a pass, a violation |
| `○` | something begins or is about to happen |
| `●`, `✕` | it happened; it was cancelled, saved or otherwise changed, or happened only in part |
| `=` | what an event did to the table |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ledger.entries import Entry
from ledger.events import (
    Attached,
    ControlChanged,
    Counted,
    EffectEnded,
    Event,
    FrameAdvanced,
    FrameClosed,
    FrameOpened,
    Identified,
    Marked,
    Moved,
    MoveMade,
    Occurrence,
    OccurrenceChanged,
    Outcome,
    Passed,
    Rolled,
    SeatChanged,
    Shuffled,
    State,
    UseCounted,
    ViolationNoted,
)
from ledger.table import Frame, Table
from replays.meaning.names import Names
from replays.meaning.steps import step_at
from replays.meaning.writer import Writer
from replays.wording.events import Describer
from replays.wording.naming import FEW
from rules.kernel.pack import Pack
from rules.kernel.position import Position
from rules.kernel.timing import Look


def outline(pack: Pack, entries: Sequence[Entry], names: Names) -> Iterator[str]:
    """Yield the lines of the outline of a record, which must begin at its first entry; set-up events are left out."""
    outliner = RecordOutliner(pack, names)
    for entry in entries:
        yield from outliner.entry(entry)


class RecordOutliner:
    """An outliner of a record, entry by entry; its position stands before the next event."""

    def __init__(self, pack: Pack, names: Names) -> None:
        self.pack = pack
        self.pos = Position(pack, Table())
        self.writer = Writer(pack, names)

    def entry(self, entry: Entry) -> Iterator[str]:
        """Yield the lines of the next entry while it is applied; the events that set up the game give none."""
        for at, event in enumerate(entry.events):
            is_setup = entry.seq == 1 and at < entry.own
            indent = "  " * max(0, len(self.pos.table.frames) - 1)
            words = "" if is_setup else self.words(event)
            self.pos.emit(event)
            if words:
                yield f"{indent}{words}"
        self.pos.log.clear()

    def _name(self, number: int) -> str:
        """Return what a component is called; an unknown card with its number."""
        entity = self.pos.table.entities.get(number)
        if entity is None:
            return f"#{number}"
        return self.pack.name(self.pos, number) if entity.card else f"unknown #{number}"

    def words(self, event: Event) -> str:
        """Return the next event in a few words, with its sign if it has one; empty for events that are left out."""
        if isinstance(event, FrameOpened):
            return self._opened(event)
        if isinstance(event, FrameAdvanced):
            frame = self.pos.table.frame(event.frame)
            return self._step(frame, event.step) if frame.step != event.step else ""
        if isinstance(event, OccurrenceChanged):
            return self._changed(event)
        if isinstance(event, FrameClosed):
            return f"✕ {event.outcome}" if event.outcome is not Outcome.RESOLVED else ""
        if isinstance(event, MoveMade):
            return f"▷ {self.writer.move(self.pos, event.player, event.move, '')}{self._window()}"
        if isinstance(event, Passed):
            return f"· {event.player} passes{self._window()}"
        if isinstance(event, ViolationNoted):
            treated = "applied" if event.applied else "ignored"
            return f"⚠ {self.writer.move(self.pos, event.player, event.move, '')}: {', '.join(event.rules)} ({treated})"
        return "" if isinstance(event, UseCounted) else f"= {self._change(event)}"

    def _change(self, event: Event) -> str:
        """Return what an event did to the table, with zones, tokens and marks by their exact names."""
        words = _EXACT.get(type(event))
        return words(_BareDescriber(self.pos), event) if words else _BareDescriber(self.pos).words(event)

    def _opened(self, event: FrameOpened) -> str:
        title = self.pack.procedures[event.kind].title
        data = event.data or {}
        entity = data.get("entity")
        if "ability" in data and isinstance(entity, int):
            title = f"{title}: {self._name(entity)}"
        parts = [self._occurrence(part) for part in event.occurrences if part.kind != "initiated"]
        return f"○ {title}{' – ' if parts else ''}{'; '.join(parts)}"

    def _changed(self, event: OccurrenceChanged) -> str:
        frame = self.pos.table.frame(event.frame)
        if event.index >= 0:
            return f"✕ {event.state}: {self._occurrence(frame.occurrences[event.index])}"
        if event.state is State.IMMINENT:
            return f"○ {'; '.join(self._occurrence(part) for part in event.added)}"
        happened = [self._occurrence(part) for part in frame.occurrences if part.state is State.IMMINENT]
        return f"● {'; '.join(happened)}" if happened else ""

    def _step(self, frame: Frame, step: int) -> str:
        """Return the step that a frame comes to, with its rule; empty for slots and windows.

        Those appear with the moves and passes made in them.
        """
        here = step_at(self.pack, frame.kind, step)
        if here is None or here.slot is not None or here.look in (Look.HIDDEN, Look.WINDOW):
            return ""
        return f"{here.label} [{here.rule}]"

    def _window(self) -> str:
        """Return the window that a decision is made in, in brackets; empty if it is no window."""
        if not self.pos.table.frames:
            return ""
        here = step_at(self.pack, self.pos.table.top.kind, self.pos.table.top.step)
        if here is None or (here.slot is None and here.look not in (Look.WINDOW, Look.SPECIAL)):
            return ""
        return f" ({here.label})"

    def _occurrence(self, part: Occurrence) -> str:
        """Return an occurrence in the words of its pack."""
        return self.pack.happenings[part.kind].says(self.pos, part).strip()


class _BareDescriber(Describer):
    """A describer that calls components what their pack does, without an article, as golden files have them."""

    def name(self, number: int) -> str:
        return self.bare_name(number)


def _holder(describer: Describer, holder: int | str) -> str:
    return describer.player(holder) if isinstance(holder, str) else describer.name(holder)


def _outcome(describer: Describer, part: int | str) -> str:
    """Return one result of chance: a component by its name, anything else as it is."""
    named = isinstance(part, int) and (part < 0 or part in describer.pos.table.entities)
    return describer.name(int(part)) if named else str(part)


def _attached(describer: Describer, event: Attached) -> str:
    """Return what a component is attached to, with both names."""
    name = describer.name(event.entity)
    return f"{name} is attached to {describer.name(event.host)}" if event.host else f"{name} is detached"


_EXACT: dict[type[Any], Callable[[Describer, Any], str]] = {
    Attached: _attached,
    Moved: lambda d, e: f"{d.name(e.entity)} goes to {e.zone}",
    Counted: lambda d, e: f"{_holder(d, e.holder)}: {e.what} {e.by:+d}",
    Marked: lambda d, e: f"{d.name(e.entity)} is {'' if e.on else 'no longer '}{e.mark}",
    ControlChanged: lambda d, e: f"{d.player(e.controller)} controls {d.name(e.entity)}",
    Identified: lambda _, e: f"#{e.entity} turns out to be {e.card}",
    Shuffled: lambda _, e: f"{e.zone} is shuffled",
    Rolled: lambda d, e: f"at random, {e.what}: {', '.join(_outcome(d, part) for part in e.result[:FEW])}",
    EffectEnded: lambda _, e: f"effect {e.effect} ends",
    SeatChanged: lambda d, e: f"{e.role}: {', '.join(map(d.player, e.players)) or 'nobody'}",
}
"""Words for changes of the table that tell a zone, a token or a mark by its exact name, as golden files need it."""

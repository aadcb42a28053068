"""One walk over a record, shared by diagrams, the window audit and statistics: frames as a tree, each event told to a
visitor.

`spans` looks at the opening and closing of frames alone, so it is cheap on a whole game. `Walk` keeps the position beside the
events, so that a visitor may ask what a card is called or what could have been used at the point where it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from ledger.entries import Entry, Origin
from ledger.errors import BrokenEvent
from ledger.events import (
    Event,
    FrameAdvanced,
    FrameClosed,
    FrameOpened,
    MoveMade,
    OccurrenceChanged,
    Outcome,
    Passed,
    ViolationNoted,
)
from ledger.table import Frame, Table
from replays.meaning.steps import USES
from rules.kernel.pack import Pack
from rules.kernel.position import Position
from rules.kernel.timing import Step


class Span(msgspec.Struct):
    """A frame as a stretch of the record: from the event that opened it to the one that closed it (or the last one
    there is).
    """

    id: int
    kind: str
    depth: int
    parent: int
    last: int = 0
    outcome: Outcome | None = None
    entity: int = 0
    ability: str = ""

    @property
    def events(self) -> int:
        """How many events it spans."""
        return self.last - self.id + 1


def spans(entries: Iterable[Entry]) -> list[Span]:
    """Every frame of a record in the order of opening, the depth of the outermost being 0."""
    found: list[Span] = []
    stack: list[Span] = []
    seq = 0
    for entry in entries:
        seq = entry.seq - 1
        for event in entry.events:
            seq += 1
            kind = type(event)
            if kind is FrameOpened:
                span = _span(event, seq, stack)  # type: ignore[arg-type]
                found.append(span)
                stack.append(span)
            elif kind is FrameClosed and stack:
                span = stack.pop()
                span.last, span.outcome = seq, event.outcome  # type: ignore[union-attr]
    for span in stack:
        span.last = seq
    return found


def _span(event: FrameOpened, seq: int, stack: list[Span]) -> Span:
    data = event.data or {}
    entity, ability = data.get("entity"), data.get("ability")
    return Span(
        seq,
        event.kind,
        len(stack),
        stack[-1].id if stack else 0,
        entity=entity if isinstance(entity, int) else 0,
        ability=ability if isinstance(ability, str) else "",
    )


def enclosing(found: Iterable[Span], seq: int) -> list[Span]:
    """The frames open around an event, the outermost first; the events that open and close a frame belong to it."""
    return [span for span in found if span.id <= seq <= span.last]


def violations(entries: Iterable[Entry]) -> dict[int, list[tuple[int, ViolationNoted]]]:
    """Violations with the numbers of their events, by the event after which the move was attempted.

    They are noted when the record has come to the next decision; the window they belong to may have closed by itself
    before.
    """
    found: dict[int, list[tuple[int, ViolationNoted]]] = {}
    for entry in entries:
        for seq, event in enumerate(entry.events, entry.seq):
            if type(event) is ViolationNoted:
                found.setdefault(event.at or seq, []).append((seq, event))
    return found


class Visitor:
    """What a walk tells. A visitor overrides what it wants to hear."""

    def before(self, walk: Walk, event: Event) -> None:
        """An event is about to be applied; the table stands as it was."""

    def after(self, walk: Walk, event: Event) -> None:
        """An event has been applied."""

    def opened(self, walk: Walk, frame: Frame, event: FrameOpened) -> None:
        """A frame was opened."""

    def leaving(self, walk: Walk, frame: Frame, to: int) -> None:
        """A frame is about to leave its step, for step `to` or for good (-1); the table stands as it was."""

    def stepped(self, walk: Walk, frame: Frame) -> None:
        """A frame came to another step."""

    def changed(self, walk: Walk, frame: Frame, event: OccurrenceChanged) -> None:
        """Something that was imminent in a frame became something else, or something was added."""

    def closed(self, walk: Walk, frame: Frame, event: FrameClosed) -> None:
        """A frame was closed and is gone from the stack."""

    def decided(self, walk: Walk, event: MoveMade) -> None:
        """A player is about to be recorded as having moved; the table stands as it was."""

    def passed(self, walk: Walk, event: Passed) -> None:
        """A player is about to be recorded as having passed; the table stands as it was."""


class Walk:
    """A walk over entries, from the beginning or from a table."""

    def __init__(self, pack: Pack, visitor: Visitor, table: Table | None = None) -> None:
        self.pack, self.visitor = pack, visitor
        self.pos = Position(pack, Table() if table is None else table)
        self.entry: Entry | None = None
        self.seq = self.pos.table.seq
        self.event: Event | None = None
        self.openers: dict[int, Step | None] = {}
        self._left = (0, 0, 0)

    @property
    def stack(self) -> list[Frame]:
        """The open frames, the outermost first."""
        return self.pos.table.frames

    def step(self, frame: Frame) -> Step | None:
        """The step a frame stands at; None when its procedure is unknown or through."""
        procedure = self.pack.procedures.get(frame.kind)
        if procedure is None or frame.step >= len(procedure.steps):
            return None
        return procedure.steps[frame.step]

    def run(self, entries: Iterable[Entry], stop: int | None = None) -> Walk:
        """Tell the visitor of every event after the table's last, up to and with `stop`."""
        try:
            for entry in entries:
                self.entry = entry
                if not self._entry(entry, stop):
                    break
        except (LookupError, ValueError) as error:
            raise BrokenEvent(f"event {self.seq} speaks of what is not on the table: {error!r}") from None
        return self

    def _entry(self, entry: Entry, stop: int | None) -> bool:
        skip = self.pos.table.seq + 1 - entry.seq
        for event in entry.events[skip:] if skip > 0 else entry.events:
            if stop is not None and self.pos.table.seq >= stop:
                return False
            self.seq, self.event = self.pos.table.seq + 1, event
            tell = _TELLING.get(type(event))
            self.visitor.before(self, event)
            if tell is None:
                self.pos.emit(event)
            else:
                tell(self, event)
            self.visitor.after(self, event)
        self.pos.log.clear()
        return True

    # --- one method for each kind of event that is told by name ----------------------------------------------------

    def _open(self, event: FrameOpened) -> None:
        opener = self.stack[-1] if self.stack else None
        self.pos.emit(event)
        frame = self.stack[-1]
        self.openers[frame.id] = self._opener(opener, frame) if opener is not None else None
        self.visitor.opened(self, frame, event)

    def _opener(self, opener: Frame, frame: Frame) -> Step | None:
        """The step of the frame around it that opened a frame: mostly that frame was moved on just before, to continue
        there.
        """
        step = self.step(opener)
        if frame.kind in USES or (step is not None and frame.kind in (step.opens, step.name)):
            return step
        seq, moved, left = self._left
        if seq != self.seq - 1 or moved != opener.id:
            return step
        if opener.step and self.entry is not None and self.entry.origin is Origin.ASSERTED:
            # A position puts a frame straight to where it will continue, so what it is doing is the step before.
            left = opener.step - 1
        return self.pack.procedures[opener.kind].steps[left]

    def _advance(self, event: FrameAdvanced) -> None:
        frame = self.pos.table.frame(event.frame)
        if frame.step == event.step:
            self.pos.emit(event)
            return
        self.visitor.leaving(self, frame, event.step)
        self._left = (self.seq, frame.id, frame.step)
        self.pos.emit(event)
        self.visitor.stepped(self, frame)

    def _change(self, event: OccurrenceChanged) -> None:
        frame = self.pos.table.frame(event.frame)
        self.pos.emit(event)
        self.visitor.changed(self, frame, event)

    def _close(self, event: FrameClosed) -> None:
        frame = self.stack[-1]
        self.visitor.leaving(self, frame, -1)
        self.pos.emit(event)
        self.visitor.closed(self, frame, event)
        self.openers.pop(frame.id, None)

    def _decide(self, event: MoveMade) -> None:
        self.visitor.decided(self, event)
        self.pos.emit(event)

    def _pass(self, event: Passed) -> None:
        self.visitor.passed(self, event)
        self.pos.emit(event)


_TELLING: dict[type[Any], Callable[[Walk, Any], None]] = {
    FrameOpened: Walk._open,
    FrameAdvanced: Walk._advance,
    OccurrenceChanged: Walk._change,
    FrameClosed: Walk._close,
    MoveMade: Walk._decide,
    Passed: Walk._pass,
}

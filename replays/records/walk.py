"""One walk over a record that calls a visitor for every event; diagrams, the window audit and stepping share it.

`spans` looks only at frames that open and close, so it is cheap on a whole game. `Walk` keeps a position beside the
events, so that a visitor may ask for the name of a card or for what could be used at the point where it stands.
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
from ledger.table import Frame, Table, clone
from replays.meaning.steps import USES, step_at
from replays.records.views import Onlooker
from rules.kernel.pack import Pack
from rules.kernel.position import Position
from rules.kernel.timing import Step


class Span(msgspec.Struct):
    """A frame as a stretch of the record: from the event that opened it (`id`) to the one that closed it (`last`).

    A frame that is still open ends at the last event. `depth` is 0 for the outermost frame; `parent` is the id of the
    frame around it, or 0. `entity` and `ability` are the component and the ability in use, if the frame resolves one.
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
        """The number of events from its first to its last."""
        return self.last - self.id + 1


def spans(entries: Iterable[Entry]) -> list[Span]:
    """Return every frame that some entries open, in the order of opening; frames open before them are left out."""
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
    """Return the frames open around an event, the outermost first; its opening and closing events are in a frame."""
    return [span for span in found if span.id <= seq <= span.last]


def violations(entries: Iterable[Entry]) -> dict[int, list[tuple[int, ViolationNoted]]]:
    """Return the violations of a record with the numbers of their events, by the event after which the move was tried.

    A violation is noted when the record has come to the next decision; the window it belongs to may have closed by
    itself before. A violation that does not say where it was tried is listed under the number of its own event.
    """
    found: dict[int, list[tuple[int, ViolationNoted]]] = {}
    for entry in entries:
        for seq, event in enumerate(entry.events, entry.seq):
            if type(event) is ViolationNoted:
                found.setdefault(event.at or seq, []).append((seq, event))
    return found


class Visitor:
    """The calls that a walk makes. A visitor overrides those it needs; here they do nothing.

    Calls say when they are made: before the event is applied (the table is still as it was) or after.
    """

    def before(self, walk: Walk, event: Event) -> None:
        """Called before every event."""

    def after(self, walk: Walk, event: Event) -> None:
        """Called after every event."""

    def opened(self, walk: Walk, frame: Frame, event: FrameOpened) -> None:
        """Called after a frame was opened."""

    def leaving(self, walk: Walk, frame: Frame, to: int) -> None:
        """Called before a frame leaves its step: `to` is the index of its next step, or -1 if the frame closes."""

    def stepped(self, walk: Walk, frame: Frame) -> None:
        """Called after a frame came to another step."""

    def changed(self, walk: Walk, frame: Frame, event: OccurrenceChanged) -> None:
        """Called after occurrences of a frame changed their state, or were added."""

    def closed(self, walk: Walk, frame: Frame, event: FrameClosed) -> None:
        """Called after a frame was closed; it is no longer on the stack."""

    def decided(self, walk: Walk, event: MoveMade) -> None:
        """Called before the event that a player made a move other than a pass; random outcomes are not among these."""

    def passed(self, walk: Walk, event: Passed) -> None:
        """Called before the event that a player passed."""


class Walk:
    """A walk over entries, from the beginning of a record or from a table inside it, which the walk changes.

    `pos` is the position it stands at; `seq`, `event` and `entry` are the event being visited and its entry. `openers`
    has, for each open frame that was opened on the walk, the step of the frame around it that opened it. With a
    `viewer`, the visitor meets events and positions as that player knows them, and nothing else.
    """

    def __init__(self, pack: Pack, visitor: Visitor, table: Table | None = None, viewer: str = "") -> None:
        self.pack, self.visitor, self.viewer = pack, visitor, viewer
        self._whole = Position(pack, Table() if table is None else table)
        self._onlooker = Onlooker(pack, viewer)
        self._seen: Position | None = None
        self._ahead = clone(self._whole.table) if viewer else Table()
        self.entry: Entry | None = None
        self.seq = self._whole.table.seq
        self.event: Event | None = None
        self._recorded: Event | None = None
        self.openers: dict[int, Step | None] = {}
        self._left = (0, 0, 0)

    @property
    def pos(self) -> Position:
        """The position the walk stands at, as the viewer knows it."""
        if not self.viewer:
            return self._whole
        if self._seen is None:
            self._seen = self._onlooker.position(self._whole.table)
        return self._seen

    def _emit(self) -> None:
        """Apply the present event as it was recorded."""
        assert self._recorded is not None
        self._whole.emit(self._recorded)
        self._seen = None

    @property
    def stack(self) -> list[Frame]:
        """The open frames, the outermost first."""
        return self.pos.table.frames

    def step(self, frame: Frame) -> Step | None:
        """Return the step that a frame stands at; None if its procedure is unknown or has no more steps."""
        return step_at(self.pack, frame.kind, frame.step)

    def run(self, entries: Iterable[Entry], stop: int | None = None) -> Walk:
        """Call the visitor for every event after the table's last, up to and including event `stop`; return this walk.

        An event that cannot be applied to the table raises BrokenEvent.
        """
        try:
            for entry in entries:
                self.entry = entry
                if not self._entry(entry, stop):
                    break
        except (LookupError, ValueError) as error:
            raise BrokenEvent(f"event {self.seq} names a card or piece that is not on the table: {error!r}") from None
        return self

    def _entry(self, entry: Entry, stop: int | None) -> bool:
        """Visit the events of one entry; return False once `stop` is reached."""
        table = self._whole.table
        skip = table.seq + 1 - entry.seq
        recorded = entry.events[skip:] if skip > 0 else entry.events
        seen = tuple(self._onlooker.events(recorded, self._ahead)) if self.viewer else recorded
        for self._recorded, event in zip(recorded, seen, strict=True):
            if stop is not None and table.seq >= stop:
                return False
            self.seq, self.event = table.seq + 1, event
            visit = _VISITS.get(type(event))
            self.visitor.before(self, event)
            if visit is None:
                self._emit()
            else:
                visit(self, event)
            self.visitor.after(self, event)
        self._whole.log.clear()
        return True

    # --- one method for each type of event that a visitor has a call for -------------------------------------------

    def _open(self, event: FrameOpened) -> None:
        opener = self.stack[-1] if self.stack else None
        self._emit()
        frame = self.stack[-1]
        self.openers[frame.id] = self._opening_step(opener, frame) if opener is not None else None
        self.visitor.opened(self, frame, event)

    def _opening_step(self, opener: Frame, frame: Frame) -> Step | None:
        """Return the step of the frame around that opened a frame.

        The frame around was mostly moved on just before, to where it will continue, so it is the step that it left.
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
            self._emit()
            return
        self.visitor.leaving(self, frame, event.step)
        self._left = (self.seq, frame.id, frame.step)
        self._emit()
        self.visitor.stepped(self, self.pos.table.frame(event.frame))

    def _change(self, event: OccurrenceChanged) -> None:
        self._emit()
        self.visitor.changed(self, self.pos.table.frame(event.frame), event)

    def _close(self, event: FrameClosed) -> None:
        frame = self.stack[-1]
        self.visitor.leaving(self, frame, -1)
        self._emit()
        self.visitor.closed(self, frame, event)
        self.openers.pop(frame.id, None)

    def _decide(self, event: MoveMade) -> None:
        self.visitor.decided(self, event)
        self._emit()

    def _pass(self, event: Passed) -> None:
        self.visitor.passed(self, event)
        self._emit()


_VISITS: dict[type[Any], Callable[[Walk, Any], None]] = {
    FrameOpened: Walk._open,
    FrameAdvanced: Walk._advance,
    OccurrenceChanged: Walk._change,
    FrameClosed: Walk._close,
    MoveMade: Walk._decide,
    Passed: Walk._pass,
}

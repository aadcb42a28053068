"""Entries, the rows a stream is made of, and envelopes: what is known of each event by its place in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

from ledger.errors import BrokenEvent
from ledger.events import Event, FrameClosed, FrameOpened
from ledger.facts import Fact


class Origin(StrEnum):
    """Where an event comes from."""

    INPUT = "input"
    DERIVED = "derived"
    ASSERTED = "asserted"


class Entry(Fact):
    """A stored row: one game action and every event the rules derived from it.

    `own` counts the leading events that have `origin`; the rest are derived. `by` is who asserted it (empty: agreed), `uncertain`
    that its order or content is in doubt, `note` a person's remark such as the transcript line it came from.
    """

    seq: int
    events: tuple[Event, ...]
    origin: Origin = Origin.INPUT
    own: int = 1
    by: str = ""
    uncertain: bool = False
    note: str = ""
    line: int = 0


class Envelope(Fact):
    """One event with everything known about it: number, innermost open frame, cause, origin and evidence."""

    seq: int
    frame: int
    cause: int
    origin: Origin
    by: str
    uncertain: bool
    event: Event


def envelopes(entries: Iterable[Entry], stack: Iterable[int] = ()) -> Iterator[Envelope]:
    """Walk entries from a boundary whose open frames are `stack`, and give each event its envelope.

    The cause of a derived event is the opening of the innermost frame that the same action opened, else the action
    itself.
    """
    open_frames = list(stack)
    for entry in entries:
        for index, event in enumerate(entry.events):
            seq = entry.seq + index
            frame = open_frames[-1] if open_frames else 0
            cause = 0 if index < entry.own else max(entry.seq, frame)
            origin = entry.origin if index < entry.own else Origin.DERIVED
            yield Envelope(seq, frame, cause, origin, entry.by, entry.uncertain, event)
            if type(event) is FrameOpened:
                open_frames.append(seq)
            elif type(event) is FrameClosed:
                if not open_frames:
                    raise BrokenEvent(f"event {seq} closes frame {event.frame}, but none is open")
                open_frames.pop()

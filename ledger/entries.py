"""Entries, of which a stream is made, and envelopes: an event with everything its place in them says about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

from ledger.errors import BrokenEvent
from ledger.events import Event, FrameClosed, FrameOpened
from ledger.facts import Fact


class Origin(StrEnum):
    """The origin of an event: what the table agrees was done, what the rules derived, or what somebody asserts."""

    INPUT = "input"
    DERIVED = "derived"
    ASSERTED = "asserted"


class Entry(Fact):
    """One stored action of a game, with every event the rules derived from it; `seq` is the number of the first.

    `own` counts the leading events that have `origin`; the rest are derived. `by` is who asserted the action (empty:
    everybody agrees), and `uncertain` says that its order or content is in doubt. `remark` is a person's remark, and
    `line` the line of the transcript it came from (0: none).

    `engine` names the engine that derived the events, `recorded` is the time it was recorded, as the caller gives it,
    and `recorded_by` the person who recorded it. Nothing reads these three while a game is replayed. Entries of
    version 1, which release 0.1.0 wrote, end with `line`: they are read with the three fields empty.
    """

    seq: int
    events: tuple[Event, ...]
    origin: Origin = Origin.INPUT
    own: int = 1
    by: str = ""
    uncertain: bool = False
    remark: str = ""
    line: int = 0
    engine: str = ""
    recorded: str = ""
    recorded_by: str = ""


class Envelope(Fact):
    """One event with everything known about it.

    `seq` is its number, `frame` the innermost frame open before it (0: none), `cause` the event that caused it (0: it
    was not derived). `origin`, `by` and `uncertain` are those of its entry, but a derived event's origin is `DERIVED`.
    """

    seq: int
    frame: int
    cause: int
    origin: Origin
    by: str
    uncertain: bool
    event: Event


def envelopes(entries: Iterable[Entry], stack: Iterable[int] = ()) -> Iterator[Envelope]:
    """Yield the envelope of each event of these entries, which follow one another.

    `stack` are the numbers of the frames open before the first entry, the innermost last. The cause of a derived event
    is the opening of the innermost open frame, if the same action opened it; otherwise it is the action's first event.
    Raises `BrokenEvent` if an event closes a frame and none is open.
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

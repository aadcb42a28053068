"""The vocabulary: every fact that can be recorded about a game, as frozen tagged structs.

Facts are named in the past tense. A struct is written as a short array `[tag, field, …]`, so a stored event is a few bytes and
a reader can still tell what it is. New fields go at the end with a default; any other change is a new tag and an upcaster
(see `ledger/codec.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import dataclass_transform

import msgspec

Holder = int | str
"""What carries a counter: an entity's number or a player's letter."""

Slot = bool | int | str | list[int | str] | None
"""What a frame or an effect may remember. Closed and string-keyed, so it decodes as exactly what was encoded."""

Slots = dict[str, Slot]


class Origin(StrEnum):
    """Where an event comes from."""

    INPUT = "input"
    DERIVED = "derived"
    ASSERTED = "asserted"


class State(StrEnum):
    """What became of one occurrence inside a moment."""

    IMMINENT = "imminent"
    HAPPENED = "happened"
    PARTLY = "partly"
    CANCELLED = "cancelled"
    REPLACED = "replaced"
    PREVENTED = "prevented"
    SAVED = "saved"
    FAILED = "failed"


class Outcome(StrEnum):
    """How a frame ended."""

    RESOLVED = "resolved"
    CANCELLED = "cancelled"
    REPLACED = "replaced"
    PREVENTED = "prevented"
    EXPIRED = "expired"


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Fact(msgspec.Struct, frozen=True, array_like=True, gc=False, forbid_unknown_fields=True):
    """The common shape of everything recorded. A longer array than we know is from a newer writer, and is refused, not cut."""


class Seat(Fact):
    """One player's place at the table."""

    player: str
    name: str
    faction: str = ""


class ZoneSpec(Fact):
    """A place for components, and who may look into it: `all`, `owner` or `none`."""

    name: str
    owner: str = ""
    seen: str = "all"
    inplay: bool = False


class Component(Fact):
    """A card or token brought to the table; an empty `card` is one nobody has identified yet."""

    entity: int
    card: str
    owner: str
    zone: str


class LastKnown(Fact):
    """What was last true of a card before it was moved or changed."""

    card: str
    owner: str
    controller: str
    zone: str
    host: int = 0
    marks: tuple[str, ...] = ()
    values: tuple[tuple[str, int], ...] = ()


class Occurrence(Fact):
    """One thing that is about to happen, or happened, to a card or a player."""

    kind: str
    subject: int = 0
    player: str = ""
    amount: int = 1
    source: int = 0
    other: int = 0
    to: str = ""
    note: str = ""
    state: State = State.IMMINENT
    last: LastKnown | None = None


class Move(Fact):
    """What a player chose to do, as the table understands it."""

    verb: str
    subject: int = 0
    ability: str = ""
    picks: tuple[int, ...] = ()
    words: tuple[str, ...] = ()
    pairs: tuple[int, ...] = ()
    amount: int = 0


# --- structure ------------------------------------------------------------------------------------------------------


class GameStarted(Fact, tag="game"):
    pack: str
    version: str
    format: str
    seats: tuple[Seat, ...]
    zones: tuple[ZoneSpec, ...]
    settings: dict[str, str] = {}


class FrameOpened(Fact, tag="open"):
    """A frame's number is the `seq` of the event that opened it."""

    kind: str
    data: Slots | None = None
    occurrences: tuple[Occurrence, ...] = ()


class FrameAdvanced(Fact, tag="step"):
    frame: int
    step: int
    patch: Slots | None = None


class OccurrenceChanged(Fact, tag="occ"):
    """One occurrence of a moment changed, or, with an index of -1, all of them that were still imminent."""

    frame: int
    index: int
    state: State
    by: int = 0
    to: str | None = None
    subject: int | None = None
    added: tuple[Occurrence, ...] = ()


class FrameClosed(Fact, tag="close"):
    """The innermost frame ended. The `results` of one that pays a cost are handed to the frame around it, which asks whether it was paid."""

    frame: int
    outcome: Outcome = Outcome.RESOLVED
    results: tuple[State, ...] = ()


# --- decisions ------------------------------------------------------------------------------------------------------


class MoveMade(Fact, tag="move"):
    player: str
    move: Move


class Passed(Fact, tag="pass"):
    """`passes` counts the consecutive passes of the frame, this one and those who had nothing to use included."""

    player: str
    passes: int = 1


class MoveRetracted(Fact, tag="retract"):
    player: str
    seq: int
    why: str = ""


class ViolationNoted(Fact, tag="violation"):
    """`at` is the event after which the move was attempted: the window it belongs to may have closed by itself."""

    player: str
    move: Move
    rules: tuple[str, ...]
    says: str
    applied: bool = False
    line: int = 0
    at: int = 0


# --- the table ------------------------------------------------------------------------------------------------------


class Introduced(Fact, tag="bring"):
    """Components enter the record, a deck or a position at a time."""

    components: tuple[Component, ...]


class Moved(Fact, tag="to"):
    """`position` counts from the top or left; -1 is the bottom or right. `face` is `up`, `down` or unchanged."""

    entity: int
    zone: str
    position: int = -1
    face: str = ""


class Counted(Fact, tag="count"):
    holder: Holder
    what: str
    by: int


class Marked(Fact, tag="mark"):
    entity: int
    mark: str
    on: bool = True


class Attached(Fact, tag="attach"):
    """A `host` of 0 lets go."""

    entity: int
    host: int


class ControlChanged(Fact, tag="control"):
    entity: int
    controller: str


class Identified(Fact, tag="know"):
    """The record learns which card this is; players learn it only when it is `Revealed`."""

    entity: int
    card: str


class Revealed(Fact, tag="show"):
    entity: int
    to: tuple[str, ...]


class Shuffled(Fact, tag="shuffle"):
    zone: str
    order: tuple[int, ...]


class Rolled(Fact, tag="roll"):
    """A recorded random outcome: dice, a card picked at random, a broken tie."""

    what: str
    result: tuple[int | str, ...]


# --- effects --------------------------------------------------------------------------------------------------------


class EffectBegan(Fact, tag="begin"):
    """A lasting or delayed effect. Its number is the `seq` of this event; `scope` is the frame that ends it (0: none)."""

    source: int
    ability: str
    player: str
    affects: tuple[int, ...] = ()
    scope: int = 0
    data: Slots | None = None


class EffectEnded(Fact, tag="end"):
    effect: int
    entity: int = 0


class UseCounted(Fact, tag="use"):
    """A use that a limit looks at; it is forgotten when its scope's frame closes (0: the game)."""

    key: str
    scope: int = 0


# --- the game -------------------------------------------------------------------------------------------------------


class SeatChanged(Fact, tag="seat"):
    """`role` is `first`, `active`, `order` or one a pack names; an empty tuple clears it."""

    role: str
    players: tuple[str, ...]


class GameEnded(Fact, tag="over"):
    winners: tuple[str, ...]
    reason: str = ""


Event = (
    GameStarted
    | FrameOpened
    | FrameAdvanced
    | OccurrenceChanged
    | FrameClosed
    | MoveMade
    | Passed
    | MoveRetracted
    | ViolationNoted
    | Introduced
    | Moved
    | Counted
    | Marked
    | Attached
    | ControlChanged
    | Identified
    | Revealed
    | Shuffled
    | Rolled
    | EffectBegan
    | EffectEnded
    | UseCounted
    | SeatChanged
    | GameEnded
)


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

    The cause of a derived event is the opening of the innermost frame that the same action opened, else the action itself.
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
                open_frames.pop()

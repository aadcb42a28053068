"""The vocabulary: every fact that can be recorded about a game, as frozen tagged structs.

Facts are named in the past tense. A struct is written as a short array `[tag, field, …]`, so a stored event is a few
bytes and a reader can still tell what it is. New fields go at the end with a default; any other change is a new tag and
an upcaster (see `ledger/codec.py`). The nouns that events speak of are handed on from `ledger/facts.py`: they are one
vocabulary.
"""

from __future__ import annotations

from ledger.facts import Component as Component
from ledger.facts import Fact as Fact
from ledger.facts import Holder as Holder
from ledger.facts import LastKnown as LastKnown
from ledger.facts import Move as Move
from ledger.facts import Occurrence as Occurrence
from ledger.facts import Outcome as Outcome
from ledger.facts import Seat as Seat
from ledger.facts import Slot as Slot
from ledger.facts import Slots as Slots
from ledger.facts import State as State
from ledger.facts import ZoneSpec as ZoneSpec

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
    """The innermost frame ended. The `results` of one that pays a cost are handed to the frame around it, which asks
    whether it was paid.
    """

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

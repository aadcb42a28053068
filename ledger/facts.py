"""What facts are made of: the common shape of everything recorded, and the nouns that events speak of."""

from __future__ import annotations

from enum import StrEnum
from typing import dataclass_transform

import msgspec

Holder = int | str
"""What carries a counter: an entity's number or a player's letter."""

Slot = bool | int | str | list[int | str] | None
"""What a frame or an effect may remember. Closed and string-keyed, so it decodes as exactly what was encoded."""

Slots = dict[str, Slot]


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
    """The common shape of everything recorded. A longer array than we know is from a newer writer, and is refused, not
    cut.
    """


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

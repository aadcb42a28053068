"""The table: the state of any game, as plain data that encodes and decodes as itself.

A snapshot is therefore the table's own bytes. Nothing here changes a table; `ledger/folding.py` alone does, event by
event.
"""

from __future__ import annotations

import msgspec

from ledger.errors import BrokenEvent
from ledger.facts import Holder, Occurrence, Seat, Slots, ZoneSpec


class Entity(msgspec.Struct):
    """A card or token on the table. `since` is the event that put it where it is: a card that left and came back is a
    new one.
    """

    id: int
    card: str
    owner: str
    controller: str
    zone: str
    up: bool = True
    host: int = 0
    since: int = 0
    marks: dict[str, int] = {}
    counters: dict[str, int] = {}
    attached: list[int] = []
    known: list[str] = []


class Frame(msgspec.Struct):
    """Something being resolved: its procedure's kind, where it stands in it, and what it remembers."""

    id: int
    kind: str
    step: int = 0
    passes: int = 0
    turn: str = ""
    data: Slots = {}
    occurrences: list[Occurrence] = []

    def text(self, slot: str) -> str:
        """A remembered word, or an empty string."""
        value = self.data.get(slot)
        return value if isinstance(value, str) else ""

    def number(self, slot: str) -> int:
        """A remembered number, or 0."""
        value = self.data.get(slot)
        return value if isinstance(value, int) else 0

    def numbers(self, slot: str) -> list[int]:
        """Remembered numbers, such as components; none if nothing is remembered."""
        value = self.data.get(slot)
        return [part for part in value if isinstance(part, int)] if isinstance(value, list) else []

    def holds(self, slot: str, value: int | str) -> bool:
        """Whether a number or a word is among those remembered."""
        found = self.data.get(slot)
        return isinstance(found, list) and value in found

    def names(self, slot: str) -> list[str]:
        """Remembered words, such as players; none if nothing is remembered."""
        value = self.data.get(slot)
        return [part for part in value if isinstance(part, str)] if isinstance(value, list) else []


class Effect(msgspec.Struct):
    """A lasting or delayed effect in force."""

    id: int
    source: int
    ability: str
    player: str
    scope: int
    affects: list[int] = []
    data: Slots = {}


class Table(msgspec.Struct):
    """The state of a game after `seq` events."""

    seq: int = 0
    pack: str = ""
    version: str = ""
    format: str = ""
    seats: dict[str, Seat] = {}
    settings: dict[str, str] = {}
    specs: dict[str, ZoneSpec] = {}
    entities: dict[int, Entity] = {}
    zones: dict[str, list[int]] = {}
    counters: dict[str, dict[str, int]] = {}
    roles: dict[str, list[str]] = {}
    frames: list[Frame] = []
    effects: dict[int, Effect] = {}
    uses: dict[int, dict[str, int]] = {}
    rolled: dict[str, list[int | str]] = {}
    violations: int = 0
    winners: list[str] | None = None
    reason: str = ""

    @property
    def players(self) -> list[str]:
        """The players still in the game, in seating order."""
        return self.roles.get("players", [])

    @property
    def top(self) -> Frame:
        """The innermost open frame."""
        return self.frames[-1]

    def frame(self, number: int) -> Frame:
        """The open frame with this number; the innermost ones are looked at first."""
        for frame in reversed(self.frames):
            if frame.id == number:
                return frame
        raise BrokenEvent(f"event {self.seq + 1} speaks of frame {number}, which is not open")

    def role(self, name: str) -> str:
        """The player who holds a role such as `first`, or an empty string."""
        holders = self.roles.get(name)
        return holders[0] if holders else ""

    def count(self, holder: Holder, what: str) -> int:
        """How many of a kind of token a card or a player has."""
        counters = self.entities[holder].counters if isinstance(holder, int) else self.counters[holder]
        return counters.get(what, 0)


def knows(table: Table, player: str, entity: Entity) -> bool:
    """Whether a player knows which card this is: it lies face up, was shown to them, or is where they may look."""
    if entity.up or player in entity.known:
        return True
    spec = table.specs[entity.zone]
    return spec.seen == "owner" and (spec.owner or entity.controller) == player


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Table)


def clone(table: Table) -> Table:
    """A table that shares nothing with the original."""
    return _DECODER.decode(_ENCODER.encode(table))


def freeze(table: Table) -> bytes:
    """The table's own bytes; equal tables reached by the same events have equal bytes."""
    return _ENCODER.encode(table)


def thaw(data: bytes) -> Table:
    """The table that `freeze` wrote."""
    return _DECODER.decode(data)

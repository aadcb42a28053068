"""The table: the state of any game after an event, as plain data.

It encodes and decodes as itself, so a snapshot is the table's own bytes. Nothing here changes a table; only
`ledger/folding.py` does, event by event.
"""

from __future__ import annotations

import msgspec

from ledger.errors import BrokenEvent
from ledger.facts import Holder, Occurrence, Seat, Slots, ZoneSpec


class Entity(msgspec.Struct):
    """A component on the table: a card, a token, a ring, a unit.

    `card` is the id of the printed card (empty: not identified). `up` says whether it lies face up, `host` is the
    component it is attached to (0: none), `attached` are those attached to it, and `known` the players who were shown
    it. `since` is the event that put it into its zone: a card that left and came back counts as a new one.
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
    """Something being resolved: an open procedure, the step it stands at, and what it remembers.

    `id` is the event that opened it. `passes` counts the passes in a row, and `turn` is who acted or passed last; both
    start anew at each step. `occurrences` are those of a moment or of an ability.
    """

    id: int
    kind: str
    step: int = 0
    passes: int = 0
    turn: str = ""
    data: Slots = {}
    occurrences: list[Occurrence] = []

    def text(self, slot: str) -> str:
        """Return the word that the frame remembers under the name `slot`; an empty string, if there is none."""
        value = self.data.get(slot)
        return value if isinstance(value, str) else ""

    def number(self, slot: str) -> int:
        """Return the number that the frame remembers under the name `slot`; 0, if there is none."""
        value = self.data.get(slot)
        return value if isinstance(value, int) else 0

    def numbers(self, slot: str) -> list[int]:
        """Return the numbers in the list remembered under the name `slot`, such as components; none without a list."""
        value = self.data.get(slot)
        return [part for part in value if isinstance(part, int)] if isinstance(value, list) else []

    def holds(self, slot: str, value: int | str) -> bool:
        """Whether a number or a word is in the list that the frame remembers under the name `slot`."""
        found = self.data.get(slot)
        return isinstance(found, list) and value in found

    def names(self, slot: str) -> list[str]:
        """Return the words in the list remembered under the name `slot`, such as players; none without a list."""
        value = self.data.get(slot)
        return [part for part in value if isinstance(part, str)] if isinstance(value, list) else []


class Effect(msgspec.Struct):
    """A lasting or delayed effect in force; its fields are those of `EffectBegan`, and `id` is that event's number."""

    id: int
    source: int
    ability: str
    player: str
    scope: int
    affects: list[int] = []
    data: Slots = {}


class Table(msgspec.Struct):
    """The state of a game after event `seq`.

    `specs` and `zones` have, for each zone's name, who may look into it and which components lie in it, top first.
    `counters` are players' tokens, `roles` the players in each role, `frames` the open frames with the innermost last.
    `uses` are counted uses by scope and key, `rolled` the latest random outcomes. `winners` is None until the game is
    over; then `reason` is the id of the rule that says so.
    """

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
        """The players still in the game, in seating order unless the game gave them another."""
        return self.roles.get("players", [])

    @property
    def top(self) -> Frame:
        """The innermost open frame. There must be one."""
        return self.frames[-1]

    def frame(self, number: int) -> Frame:
        """Return the open frame of this number; raises `BrokenEvent` if it is not open."""
        for frame in reversed(self.frames):
            if frame.id == number:
                return frame
        raise BrokenEvent(f"event {self.seq + 1} speaks of frame {number}, which is not open")

    def role(self, name: str) -> str:
        """Return the first player in a role such as `active`; an empty string, if nobody has it."""
        holders = self.roles.get(name)
        return holders[0] if holders else ""

    def count(self, holder: Holder, what: str) -> int:
        """Return how many tokens of a kind a component or a player has."""
        counters = self.entities[holder].counters if isinstance(holder, int) else self.counters[holder]
        return counters.get(what, 0)


def knows(table: Table, player: str, entity: Entity) -> bool:
    """Whether a player knows which card a component is.

    It lies face up, was shown to them, or is in a zone whose owner alone may look into it, and that is this player (in
    a zone without owner: the component's controller).
    """
    if entity.up or player in entity.known:
        return True
    spec = table.specs[entity.zone]
    return spec.seen == "owner" and (spec.owner or entity.controller) == player


class Meanings(msgspec.Struct, frozen=True):
    """The meanings of a game's slots and occurrences, as far as a player's view depends on them. A pack gives them.

    - `components`: slots of frames and effects in which a plain number is a component's, such as `host`. Numbers in a
      list always are. None: any plain number may be a component's.
    - `named`: first words of slots that are followed by a component's number: `host` for `host 12`.
    - `frames`: kinds of occurrences whose `other` is the number of a frame, never a component's.
    - `secrets`: first words of slots that players fill in secret at the same time: `bid` for `bid A`. Others learn the
      answer when every player has given one. None: any slot that ends with a player's letter.
    """

    components: frozenset[str] | None = None
    named: frozenset[str] = frozenset()
    frames: frozenset[str] = frozenset()
    secrets: frozenset[str] | None = None


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Table)


def clone(table: Table) -> Table:
    """Return a copy of a table that shares nothing with it."""
    return _DECODER.decode(_ENCODER.encode(table))


def freeze(table: Table) -> bytes:
    """Return a table as bytes; tables that the same events led to have the same bytes."""
    return _ENCODER.encode(table)


def thaw(data: bytes) -> Table:
    """Return the table whose bytes `freeze` wrote."""
    return _DECODER.decode(data)

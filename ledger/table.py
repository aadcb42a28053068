"""The one projection: every game's events folded into one `Table`.

The table is only ever changed by `apply`, which looks an event's type up in a dispatch table: it is the hot loop of the product.
Everything in it is plain data that encodes and decodes as itself, so a snapshot is the table's own bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from ledger.errors import BrokenEvent
from ledger.events import (
    Attached,
    ControlChanged,
    Counted,
    EffectBegan,
    EffectEnded,
    Event,
    FrameAdvanced,
    FrameClosed,
    FrameOpened,
    GameEnded,
    GameStarted,
    Holder,
    Identified,
    Introduced,
    LastKnown,
    Marked,
    Moved,
    MoveMade,
    MoveRetracted,
    Occurrence,
    OccurrenceChanged,
    Passed,
    Revealed,
    Rolled,
    Seat,
    SeatChanged,
    Shuffled,
    Slots,
    State,
    UseCounted,
    ViolationNoted,
    ZoneSpec,
)


class Entity(msgspec.Struct):
    """A card or token on the table. `since` is the event that put it where it is: a card that left and came back is a new one."""

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


def fold(events: Iterable[Event], table: Table | None = None) -> Table:
    """Apply events to a table (a new one unless given) and return it."""
    result = Table() if table is None else table
    handlers = HANDLERS
    event: Event | None = None
    try:
        for event in events:
            handlers[type(event)](result, event)
            result.seq += 1
    except (LookupError, ValueError) as error:
        raise _broken(result, event, error) from None
    return result


def apply(table: Table, event: Event) -> None:
    """Fold one event."""
    try:
        HANDLERS[type(event)](table, event)
    except (LookupError, ValueError) as error:
        raise _broken(table, event, error) from None
    table.seq += 1


def _broken(table: Table, event: Event | None, error: Exception) -> BrokenEvent:
    return BrokenEvent(f"event {table.seq + 1} ({type(event).__name__}) speaks of what is not on the table: {error!r}")


def clone(table: Table) -> Table:
    """A table that shares nothing with the original."""
    return _DECODER.decode(_ENCODER.encode(table))


def freeze(table: Table) -> bytes:
    """The table's own bytes; equal tables reached by the same events have equal bytes."""
    return _ENCODER.encode(table)


def thaw(data: bytes) -> Table:
    """The table that `freeze` wrote."""
    return _DECODER.decode(data)


def _entity(table: Table, number: int) -> Entity:
    try:
        return table.entities[number]
    except KeyError:
        raise BrokenEvent(f"event {table.seq + 1} speaks of component {number}, which is not on the table") from None


def _game_started(table: Table, event: GameStarted) -> None:
    table.pack, table.version, table.format = event.pack, event.version, event.format
    table.seats = {seat.player: seat for seat in event.seats}
    table.settings = dict(event.settings)
    table.specs = {spec.name: spec for spec in event.zones}
    table.zones = {spec.name: [] for spec in event.zones}
    table.counters = {seat.player: {} for seat in event.seats}
    table.roles = {"players": [seat.player for seat in event.seats]}


def _frame_opened(table: Table, event: FrameOpened) -> None:
    data = dict(event.data) if event.data else {}
    table.frames.append(Frame(table.seq + 1, event.kind, 0, 0, "", data, list(event.occurrences)))


def _frame_advanced(table: Table, event: FrameAdvanced) -> None:
    frame = table.frames[-1]
    if frame.id != event.frame:
        frame = table.frame(event.frame)
    if frame.step != event.step:
        frame.step = event.step
        frame.passes = 0
        frame.turn = ""
    if event.patch:
        _patch(frame.data, event.patch)


def _patch(data: Slots, patch: Slots) -> None:
    """Keep what a patch says; a value of None forgets."""
    for name, value in patch.items():
        if value is None:
            data.pop(name, None)
        else:
            data[name] = value


def _occurrence_changed(table: Table, event: OccurrenceChanged) -> None:
    frame = table.frame(event.frame)
    if event.index >= 0:
        old = frame.occurrences[event.index]
        frame.occurrences[event.index] = msgspec.structs.replace(
            old,
            state=event.state,
            to=old.to if event.to is None else event.to,
            subject=old.subject if event.subject is None else event.subject,
            last=_last_known(table, old) if event.state is not State.IMMINENT else None,
        )
    elif event.state is not State.IMMINENT:
        _all_imminent(table, frame, event.state)
    frame.occurrences.extend(event.added)


def _all_imminent(table: Table, frame: Frame, state: State) -> None:
    """What an index of -1 means: everything in the moment that is still imminent."""
    occurrences = frame.occurrences
    for index, old in enumerate(occurrences):
        if old.state is State.IMMINENT:
            occurrences[index] = msgspec.structs.replace(old, state=state, last=_last_known(table, old))


def _last_known(table: Table, occurrence: Occurrence) -> LastKnown | None:
    """What is true of the subject now, for those who will ask after it is gone."""
    entity = table.entities.get(occurrence.subject)
    if entity is None:
        return None
    return LastKnown(entity.card, entity.owner, entity.controller, entity.zone, entity.host, tuple(entity.marks))


def _frame_closed(table: Table, event: FrameClosed) -> None:
    frame = table.frames.pop() if table.frames else None
    if frame is None or frame.id != event.frame:
        raise BrokenEvent(f"event {table.seq + 1} closes frame {event.frame}, which is not the innermost open one")
    table.uses.pop(event.frame, None)
    if event.results and table.frames and frame.data.get("cost"):
        table.frames[-1].data["results"] = list(event.results)


def _move_made(table: Table, event: MoveMade) -> None:
    if table.frames:
        frame = table.frames[-1]
        frame.passes = 0
        frame.turn = event.player


def _passed(table: Table, event: Passed) -> None:
    frame = table.frames[-1]
    frame.passes = event.passes
    frame.turn = event.player


def _move_retracted(table: Table, event: MoveRetracted) -> None:
    """Taking a move back changes nothing by itself: what undoes it is recorded as events of its own."""


def _violation_noted(table: Table, event: ViolationNoted) -> None:
    table.violations += 1


def _introduced(table: Table, event: Introduced) -> None:
    number = table.seq + 1
    for part in event.components:
        zone = table.zones[part.zone]
        seen = table.specs[part.zone].seen
        table.entities[part.entity] = Entity(
            part.entity, part.card, part.owner, part.owner, part.zone, up=seen == "all", since=number
        )
        zone.append(part.entity)


def _moved(table: Table, event: Moved) -> None:
    entity = _entity(table, event.entity)
    table.zones[entity.zone].remove(event.entity)
    zone = table.zones[event.zone]
    if event.position < 0:
        zone.append(event.entity)
    else:
        zone.insert(event.position, event.entity)
    spec = table.specs[event.zone]
    up = event.face == "up" if event.face else spec.seen == "all"
    if entity.zone != event.zone:
        if spec.seen == "none":
            entity.known = []
        elif not up:
            _remember(entity, table.specs[entity.zone])
        entity.zone = event.zone
        entity.since = table.seq + 1
    entity.up = up


def _remember(entity: Entity, left: ZoneSpec) -> None:
    """Who could look at a card where it was still knows it when it lies face down."""
    if left.seen == "owner" and left.owner and left.owner not in entity.known:
        entity.known.append(left.owner)


def _counted(table: Table, event: Counted) -> None:
    holder = event.holder
    counters = table.counters[holder] if isinstance(holder, str) else _entity(table, holder).counters
    left = counters.get(event.what, 0) + event.by
    if left:
        counters[event.what] = left
    else:
        counters.pop(event.what, None)


def _marked(table: Table, event: Marked) -> None:
    marks = _entity(table, event.entity).marks
    if event.on:
        marks[event.mark] = 1
    else:
        marks.pop(event.mark, None)


def _attached(table: Table, event: Attached) -> None:
    entity = _entity(table, event.entity)
    if entity.host:
        table.entities[entity.host].attached.remove(event.entity)
    entity.host = event.host
    if event.host:
        _entity(table, event.host).attached.append(event.entity)


def _control_changed(table: Table, event: ControlChanged) -> None:
    _entity(table, event.entity).controller = event.controller


def _identified(table: Table, event: Identified) -> None:
    _entity(table, event.entity).card = event.card


def _revealed(table: Table, event: Revealed) -> None:
    known = _entity(table, event.entity).known
    known.extend(player for player in event.to if player not in known)


def _shuffled(table: Table, event: Shuffled) -> None:
    if sorted(event.order) != sorted(table.zones[event.zone]):
        raise BrokenEvent(f"event {table.seq + 1} shuffles {event.zone} into other components than it holds")
    table.zones[event.zone] = list(event.order)
    for number in event.order:
        table.entities[number].known = []


def _rolled(table: Table, event: Rolled) -> None:
    table.rolled[event.what] = list(event.result)


def _effect_began(table: Table, event: EffectBegan) -> None:
    number = table.seq + 1
    data = dict(event.data) if event.data else {}
    table.effects[number] = Effect(number, event.source, event.ability, event.player, event.scope, list(event.affects), data)


def _effect_ended(table: Table, event: EffectEnded) -> None:
    if not event.entity:
        table.effects.pop(event.effect, None)
    elif event.effect in table.effects:
        table.effects[event.effect].affects.remove(event.entity)


def _use_counted(table: Table, event: UseCounted) -> None:
    uses = table.uses.setdefault(event.scope, {})
    uses[event.key] = uses.get(event.key, 0) + 1


def _seat_changed(table: Table, event: SeatChanged) -> None:
    table.roles[event.role] = list(event.players)


def _game_ended(table: Table, event: GameEnded) -> None:
    table.winners = list(event.winners)
    table.reason = event.reason


HANDLERS: dict[type[Any], Callable[[Table, Any], None]] = {
    GameStarted: _game_started,
    FrameOpened: _frame_opened,
    FrameAdvanced: _frame_advanced,
    OccurrenceChanged: _occurrence_changed,
    FrameClosed: _frame_closed,
    MoveMade: _move_made,
    Passed: _passed,
    MoveRetracted: _move_retracted,
    ViolationNoted: _violation_noted,
    Introduced: _introduced,
    Moved: _moved,
    Counted: _counted,
    Marked: _marked,
    Attached: _attached,
    ControlChanged: _control_changed,
    Identified: _identified,
    Revealed: _revealed,
    Shuffled: _shuffled,
    Rolled: _rolled,
    EffectBegan: _effect_began,
    EffectEnded: _effect_ended,
    UseCounted: _use_counted,
    SeatChanged: _seat_changed,
    GameEnded: _game_ended,
}

_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Table)

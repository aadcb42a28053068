"""Events about seats and components, applied to a table: cards that move, turn, change hands, or get marks and tokens.

Each public function applies one type of event; `ledger/folding.py` calls it.
"""

from __future__ import annotations

from ledger.errors import BrokenEvent
from ledger.events import (
    Attached,
    ControlChanged,
    Counted,
    GameEnded,
    GameStarted,
    Identified,
    Introduced,
    Marked,
    Moved,
    Revealed,
    Rolled,
    SeatChanged,
    Shuffled,
)
from ledger.facts import ZoneSpec
from ledger.table import Entity, Table


def game_started(table: Table, event: GameStarted) -> None:
    """Set up the table: pack, format, settings, seats without tokens, and empty zones."""
    table.pack, table.version, table.format = event.pack, event.version, event.format
    table.seats = {seat.player: seat for seat in event.seats}
    table.settings = dict(event.settings)
    table.specs = {spec.name: spec for spec in event.zones}
    table.zones = {spec.name: [] for spec in event.zones}
    table.counters = {seat.player: {} for seat in event.seats}
    table.roles = {"players": [seat.player for seat in event.seats]}


def introduced(table: Table, event: Introduced) -> None:
    """Put new components at the end of their zones; they lie face up where everybody may look."""
    number = table.seq + 1
    for part in event.components:
        zone = table.zones[part.zone]
        seen = table.specs[part.zone].seen
        table.entities[part.entity] = Entity(
            part.entity, part.card, part.owner, part.owner, part.zone, up=seen == "all", since=number
        )
        zone.append(part.entity)


def moved(table: Table, event: Moved) -> None:
    """Move a component to a place in a zone and turn it as the event or the zone says.

    In another zone it counts as new (`since`). Nobody knows it any more in a zone that nobody may look into. If it lies
    face down in any other zone, the owner of a hidden zone it left still knows it, and nobody else.
    """
    entity = _entity(table, event.entity)
    left, secretly = entity.zone, is_laid_down(table, entity.zone, entity.up, event)
    table.zones[entity.zone].remove(event.entity)
    zone = table.zones[event.zone]
    if event.position < 0:
        zone.append(event.entity)
    else:
        zone.insert(event.position, event.entity)
    spec = table.specs[event.zone]
    if secretly:
        _forget(table, left, entity)
    if left != event.zone:
        if spec.seen == "none":
            entity.known = []
        entity.zone = event.zone
        entity.since = table.seq + 1
    entity.up = turned_up(spec, event)


def turned_up(spec: ZoneSpec, event: Moved) -> bool:
    """Whether a component lies face up after a move to a zone."""
    return event.face == "up" if event.face else spec.seen == "all"


def is_laid_down(table: Table, left: str, up: bool, event: Moved) -> bool:
    """Whether a component moves unseen out of a hidden zone that has an owner, such as a card laid face down from hand.

    `left` is the zone it leaves, and `up` whether it lay face up there. Only the owner sees which component it was.
    """
    spec = table.specs[left]
    hidden = spec.seen == "owner" and spec.owner != "" and not up
    return hidden and left != event.zone and not turned_up(table.specs[event.zone], event)


def _forget(table: Table, left: str, entity: Entity) -> None:
    """Let only the owner of a zone know what went out of it unseen; so others are no longer sure of what is left there.

    Whoever was shown one of several cards in a hand cannot tell whether that one was laid face down.
    """
    entity.known = [table.specs[left].owner]
    for number in table.zones[left]:
        table.entities[number].known = []


def counted(table: Table, event: Counted) -> None:
    """Add tokens to a player or a component, or take them away; a kind of which none is left is forgotten."""
    holder = event.holder
    counters = table.counters[holder] if isinstance(holder, str) else _entity(table, holder).counters
    left = counters.get(event.what, 0) + event.by
    if left:
        counters[event.what] = left
    else:
        counters.pop(event.what, None)


def marked(table: Table, event: Marked) -> None:
    """Give a component a mark, or take it off."""
    marks = _entity(table, event.entity).marks
    if event.on:
        marks[event.mark] = 1
    else:
        marks.pop(event.mark, None)


def attached(table: Table, event: Attached) -> None:
    """Detach a component from its host, if it has one, and attach it to the new one, if there is one."""
    entity = _entity(table, event.entity)
    if entity.host:
        table.entities[entity.host].attached.remove(event.entity)
    entity.host = event.host
    if event.host:
        _entity(table, event.host).attached.append(event.entity)


def control_changed(table: Table, event: ControlChanged) -> None:
    """Give a component another controller; it stays in its zone."""
    _entity(table, event.entity).controller = event.controller


def identified(table: Table, event: Identified) -> None:
    """Set which card a component is; who knows it does not change."""
    _entity(table, event.entity).card = event.card


def revealed(table: Table, event: Revealed) -> None:
    """Add players to those who know a component; it does not turn face up."""
    known = _entity(table, event.entity).known
    known.extend(player for player in event.to if player not in known)


def shuffled(table: Table, event: Shuffled) -> None:
    """Put a zone into another order; nobody knows its components any more by having been shown them."""
    if sorted(event.order) != sorted(table.zones[event.zone]):
        raise BrokenEvent(f"event {table.seq + 1} shuffles {event.zone} into other components than it holds")
    table.zones[event.zone] = list(event.order)
    for number in event.order:
        table.entities[number].known = []


def rolled(table: Table, event: Rolled) -> None:
    """Remember the latest random outcome of this name."""
    table.rolled[event.what] = list(event.result)


def seat_changed(table: Table, event: SeatChanged) -> None:
    """Give a role to these players and to nobody else."""
    table.roles[event.role] = list(event.players)


def game_ended(table: Table, event: GameEnded) -> None:
    """Remember who won and by which rule."""
    table.winners = list(event.winners)
    table.reason = event.reason


def _entity(table: Table, number: int) -> Entity:
    try:
        return table.entities[number]
    except KeyError:
        raise BrokenEvent(f"event {table.seq + 1} speaks of component {number}, which is not on the table") from None

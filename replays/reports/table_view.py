"""A table as small cards: for each player and zone, what lies there and what is on it."""

from __future__ import annotations

import msgspec

from ledger.table import Entity
from rules.kernel.position import Position

MANY = 12
"""Cards of a zone that are shown one by one; a larger pile is a number."""


class SmallCard(msgspec.Struct, frozen=True):
    """A card on the table. What is attached to it lies on it."""

    name: str
    type: str
    notes: tuple[str, ...] = ()
    attached: tuple[SmallCard, ...] = ()


class Zone(msgspec.Struct, frozen=True):
    """A zone: the cards that are known, and how many lie there in all."""

    name: str
    count: int
    cards: tuple[SmallCard, ...] = ()

    @property
    def unknown(self) -> int:
        """Cards that are not shown one by one."""
        return self.count - sum(1 + _held(card) for card in self.cards)


class TableSide(msgspec.Struct, frozen=True):
    """A player's side of the table, or what is common to all (its player is empty)."""

    player: str
    name: str
    facts: tuple[str, ...]
    zones: tuple[Zone, ...]


def places(pos: Position) -> tuple[TableSide, ...]:
    """Every side of the table, in seating order, then what is common."""
    table = pos.table
    found = [_side(pos, player) for player in table.seats]
    common = _zones(pos, "")
    return (*found, TableSide("", "Common", (), common)) if common else tuple(found)


def _side(pos: Position, player: str) -> TableSide:
    table = pos.table
    seat = table.seats[player]
    roles = [role for role, holders in table.roles.items() if player in holders and role != "players"]
    counters = [f"{what} {amount}" for what, amount in sorted(table.counters[player].items())]
    facts = [*([seat.faction] if seat.faction else []), *roles, *counters]
    return TableSide(player, seat.name or player, tuple(facts), _zones(pos, player))


def _zones(pos: Position, owner: str) -> tuple[Zone, ...]:
    table = pos.table
    names = [name for name, spec in table.specs.items() if spec.owner == owner and table.zones[name]]
    names.sort(key=lambda name: not table.specs[name].inplay)  # what is in play matters first
    return tuple(_zone(pos, name) for name in names)


def _zone(pos: Position, name: str) -> Zone:
    held = [pos.entity(number) for number in pos.table.zones[name]]
    label = name.partition(".")[2] or name
    if len(held) > MANY:
        return Zone(label, len(held))
    inside = {entity.id for entity in held}
    shown = [entity for entity in held if entity.card and entity.host not in inside]
    return Zone(label, len(held), tuple(_card(pos, entity, inside) for entity in shown))


def _card(pos: Position, entity: Entity, inside: set[int]) -> SmallCard:
    notes = [*sorted(entity.marks), *(f"{what} {amount}" for what, amount in sorted(entity.counters.items()))]
    if entity.controller != entity.owner:
        notes.append(f"owned by {entity.owner or 'nobody'}")
    under = tuple(_card(pos, pos.entity(number), inside) for number in entity.attached if number in inside)
    card = pos.card(entity.id)
    return SmallCard(card.name if card.id else entity.card, card.type, tuple(notes), under)


def _held(card: SmallCard) -> int:
    return sum(1 + _held(under) for under in card.attached)

"""A table laid out for a page: each player's side, its zones, and the cards in them with what is on each."""

from __future__ import annotations

import msgspec

from ledger.table import Entity
from rules.kernel.position import Position

MANY = 12
"""The most cards of a zone that are shown one by one; of a larger zone only the number is shown."""


class SmallCard(msgspec.Struct, frozen=True):
    """A card on the table, with its notes and the cards attached to it in the same zone.

    `notes` are its marks, its tokens and, if somebody else controls it, its owner.
    """

    name: str
    type: str
    notes: tuple[str, ...] = ()
    attached: tuple[SmallCard, ...] = ()


class Zone(msgspec.Struct, frozen=True):
    """A zone: how many cards lie there in all, and those of them that are shown."""

    name: str
    count: int
    cards: tuple[SmallCard, ...] = ()

    @property
    def unknown(self) -> int:
        """The number of cards of the zone that are not shown, because they are unknown or too many."""
        return self.count - sum(1 + _held(card) for card in self.cards)


class TableSide(msgspec.Struct, frozen=True):
    """A player's side of the table, or the common zones, which have no player.

    `facts` are the player's faction, roles and tokens.
    """

    player: str
    name: str
    facts: tuple[str, ...]
    zones: tuple[Zone, ...]


def table_sides(pos: Position) -> tuple[TableSide, ...]:
    """Return the sides of the table in seating order, then the common zones if anything lies there.

    Zones in play come first; empty zones are left out.
    """
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
    """Return how many cards lie on a card, at any depth."""
    return sum(1 + _held(under) for under in card.attached)

"""Tiles: a component of a position with its values as they count now, beside the printed ones."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from ledger.events import State, ZoneSpec
from ledger.table import Entity
from replays.tables.shown import Tile, TileCount, TileNumber, TileQuality
from rules.kernel.layout import Layout, ShownContest, ShownNumber
from rules.kernel.position import Position
from rules.kernel.values import gifts, value
from rules.language.cards import Card


class TileMaker:
    """A maker of tiles for one position, which is the table as the viewer knows it.

    `contest` is what is being fought, if anything is; `wrong` are the components that take part by an illegal move.
    """

    def __init__(self, pos: Position, contest: ShownContest | None, wrong: Collection[int]) -> None:
        self.pos, self.wrong = pos, wrong
        self.layout: Layout = pos.pack.layout
        self.does = {number: side.does for side in contest.sides for number in side.components} if contest else {}
        self.imminent = _imminent(pos)

    def tile(self, number: int) -> Tile:
        """Return the tile of a component, with those that lie on it."""
        entity = self.pos.entity(number)
        facedown = not entity.up and self.pos.table.specs[entity.zone].seen == "all"
        under = tuple(self.tile(part) for part in entity.attached if self.is_tucked(self.pos.entity(part)))
        plain = Tile(
            number,
            self._name(entity, facedown),
            self.layout.type_of(self.pos, entity) if entity.card else "",
            entity.owner,
            entity.controller,
            entity.zone,
            facedown=facedown,
            turned=next((mark for mark in entity.marks if mark in self.layout.turned), ""),
            does=self.does.get(number, ""),
            wrongly=number in self.wrong and number in self.does,
            marks=self._marks(entity),
            tokens=tuple(TileCount(what, what, amount) for what, amount in sorted(entity.counters.items()) if amount),
            imminent=self.imminent.get(number, ()),
            attached=under,
        )
        return self._with_values(plain, entity) if entity.card else plain

    def _name(self, entity: Entity, facedown: bool) -> str:
        """Return what a component is called; the title of a facedown card the viewer knows, "" for an unknown one."""
        card = self.pos.card(entity.id)
        if not card.id:  # the viewer does not know it, or its pack does not
            return entity.card
        return card.name if facedown else self.pos.pack.name(self.pos, entity.id)

    def is_tucked(self, entity: Entity) -> bool:
        """Whether a component is shown under the one it is on: it lies in the same kind of zone, or in no row at all.

        A card in hand that belongs to a figure on the map stays in hand.
        """
        if not entity.host or entity.host not in self.pos.table.entities:
            return False
        specs = self.pos.table.specs
        kind = kind_of(specs[entity.zone])
        return kind == kind_of(specs[self.pos.entity(entity.host).zone]) or kind in self.layout.hidden

    def _with_values(self, tile: Tile, entity: Entity) -> Tile:
        """Return a tile with the numbers and qualities of its card."""
        card = self.pos.card(entity.id)
        qualities = []
        for shown in self.layout.qualities:
            printed = tuple(getattr(card, shown.name))
            possible = dict.fromkeys((*printed, *gifts(self.pos, shown.gift)))
            now = tuple(word for word in possible if shown.has(self.pos, entity.id, word))
            if now or printed:
                qualities.append(TileQuality(shown.name, now, printed, shown.on_tile))
        return msgspec.structs.replace(
            tile,
            card=entity.card,
            unique=card.unique and tile.type == card.type,
            numbers=tuple(
                TileNumber(shown.name, shown.word, shown.now(self.pos, entity.id), shown.on_card(card), shown.on_tile)
                for shown in self._shown_numbers(tile.type, card)
            ),
            qualities=tuple(qualities),
        )

    def _shown_numbers(self, kind: str, card: Card) -> tuple[ShownNumber, ...]:
        """Return the numbers a tile shows: those its game names, else every printed one."""
        if self.layout.numbers:
            return self.layout.numbers.get(kind, ())
        return tuple(_plain_number(name) for name in card.numbers)

    def _marks(self, entity: Entity) -> tuple[str, ...]:
        words = (self.layout.marks.get(mark, mark) for mark in sorted(entity.marks) if mark not in self.layout.turned)
        return tuple(dict.fromkeys(word for word in words if word))


def _plain_number(name: str) -> ShownNumber:
    """Return a printed number of a card in a game that does not say what its tiles show."""
    return ShownNumber(name, name, lambda pos, number: value(pos, number, name, pos.card(number).number(name)))


def kind_of(spec: ZoneSpec) -> str:
    """Return the kind of a zone: `hand` for `A.hand`, and the whole name for a shared one."""
    return spec.name.removeprefix(f"{spec.owner}.") if spec.owner else spec.name


def _imminent(pos: Position) -> Mapping[int, tuple[str, ...]]:
    """Return for each component the kinds of occurrences that are about to happen to it."""
    found: dict[int, list[str]] = {}
    for frame in pos.table.frames:
        for item in frame.occurrences:
            if item.state is State.IMMINENT and item.subject:
                found.setdefault(item.subject, []).append(item.kind)
    return {number: tuple(dict.fromkeys(kinds)) for number, kinds in found.items()}

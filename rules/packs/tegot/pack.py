"""The pack: this game's data in one place, and the answers only it can give the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

import msgspec

from ledger.events import Component, Counted, Moved, Seat, SeatChanged, ZoneSpec
from ledger.table import Entity, Frame
from rules.kernel.asks import Pick
from rules.kernel.context import Use
from rules.kernel.notation import Notation
from rules.kernel.pack import Closer, Pack
from rules.kernel.position import Position
from rules.language.cards import Ability, Card
from rules.language.expressions import Language
from rules.language.lexicon import Dialect
from rules.packs.tegot import board, components, standing, worldmap
from rules.packs.tegot.chapters.armies import event_rule
from rules.packs.tegot.chapters.windows import whose
from rules.packs.tegot.happenings import HAPPENINGS
from rules.packs.tegot.notation import NOTATION
from rules.packs.tegot.rulebook import RULES
from rules.packs.tegot.timing import PROCEDURES, SEQUENCE
from rules.packs.tegot.words.questions import SYMBOLS, WORDS
from rules.packs.tegot.worldmap import HOUSES, World
from rules.packs.tegot.zones import resting_place

_OWNED = (
    ("hand", "owner"), ("played", "all"), ("battle", "owner"), ("kept", "all"), ("pool", "all"), ("shields", "all"),
    ("castles", "all"), ("dice", "all"), ("vengeance", "all"),
)  # fmt: skip
_SHARED = (
    ("deck", "none"), ("discard", "all"), ("neutral", "all"), ("castles", "all"), ("throne", "all"), ("dice", "all"),
    ("vengeance", "all"), ("box", "all"), ("bottom.left", "all"), ("bottom.right", "all"),
    *((f"slot.{name}", "all") for name in board.ACTIONS),
    *((board.mat(house), "all") for house in HOUSES),
)  # fmt: skip


class TinyEpic(Pack):
    """Tiny Epic Game of Thrones."""

    id = "tegot"
    title = "Tiny Epic Game of Thrones"
    version = "1.0"
    formats = {"standard": (2, 4)}
    dialect = Dialect(
        language=Language(WORDS.words, SYMBOLS),
        kinds={"event": "action"},
        numbers=frozenset({"strength", "cost"}),
        zone_kinds=frozenset({"hand", "units", "pools", "mats", "play"}),
        homes={"plot": "hand", "hero-card": "hand"},
        periods=(
            "turn",
            "round",
            "game",
        ),
    )
    counts = Pack.counts | {"strength", "extra", "cards", "attack", "defence"}
    procedures = PROCEDURES
    sequence = SEQUENCE
    happenings = HAPPENINGS
    rules = RULES
    periods = {"turn": "turn", "round": "round", "game": "game"}

    def __init__(self) -> None:
        super().__init__()
        self._mapped: dict[str, Card] | None = None
        self._world: World

    @property
    def world(self) -> World:
        """The map of this game's cards; a judge's own domains replace those of the same name."""
        cards = self.cards
        if self._mapped is not cards:
            self._mapped, self._world = cards, worldmap.build(cards.values())
        return self._world

    @property
    def notation(self) -> Notation:  # type: ignore[override]
        """Moves and positions in writing; every domain of the map is a zone a position may fill."""
        return msgspec.structs.replace(
            NOTATION, shared=frozenset({name for name, _ in _SHARED} | set(self.world.domains))
        )

    def zones(self, seats: Sequence[Seat], format: str) -> tuple[ZoneSpec, ...]:
        """Each player's zones, the mats, the shared board, and a zone for every domain (`tegot/plot-card#2`)."""
        owned = tuple(ZoneSpec(f"{seat.player}.{kind}", seat.player, seen) for seat in seats for kind, seen in _OWNED)
        domains = tuple(ZoneSpec(card.id, "", "all", True) for card in self.cards.values() if card.type == "domain")
        return (*owned, *(ZoneSpec(kind, "", seen) for kind, seen in _SHARED), *domains)

    def deal(self, seats: Sequence[Seat], format: str, pick: Pick) -> tuple[tuple[Seat, ...], tuple[Component, ...]]:
        """A house each and everything in the box."""
        return components.deal(self.cards, seats, pick)

    def abilities_of(self, pos: Position, entity: Entity) -> tuple[Ability, ...]:
        """Only cards in hand offer anything: their event."""
        card = self.cards.get(entity.card)
        return card.abilities if card is not None and entity.zone.endswith(".hand") else ()

    def forbidden(self, pos: Position, player: str, entity: Entity, ability: Ability) -> str:
        """A hero shown on the card must be the player's to command (`tegot/event-action#3`)."""
        house = str(self.cards[entity.card].facts.get("hero", ""))
        if not house:
            return ""
        figure = board.hero_figure(pos, house) if house in HOUSES else 0
        commands = bool(figure) and board.is_unit(pos, figure) and board.side(pos, house) == player
        return "" if commands else "tegot/event-action#3"

    @property
    def closer(self) -> dict[str, Closer]:  # type: ignore[override]
        """Closer clauses for what failed."""
        found: dict[str, Closer] = {
            name: self._of(name)
            for name in (
                "controls",
                "placed",
                "offered",
                "text",
                "window",
                "phase",
                "trigger",
                "cancellable",
                "once",
                "restriction",
                "limit",
                "maximum",
                "cannot",
                "cost",
                "targets",
                "change",
            )
        }
        found["priority"] = lambda pos, case: (
            (whose(case.frame) or event_rule(pos, case.frame)) if case.frame is not None else ""
        )
        return found

    def _of(self, condition: str) -> Closer:
        return lambda pos, case: self.refined(pos, case.use, condition) if case.use is not None else ""

    def refined(self, pos: Position, use: Use, condition: str) -> str:
        """What only the event itself says stands in its own entry; a hero card is in hand while its hero is on the map,
        until played.
        """
        if condition in ("controls", "placed") and self.cards[pos.entity(use.entity).card].type == "hero-card":
            return "tegot/hero-card#3" if pos.entity(use.entity).zone.endswith(".played") else "tegot/hero-card#4"
        return use.ability.rule if condition in ("restriction", "targets", "change") else ""

    def settle(self, pos: Position, changed: set[type[Any]]) -> bool:
        """Castles, throne and gold follow whatever changed."""
        if changed.isdisjoint({Moved, Counted, SeatChanged}):
            return False
        if standing.waits(pos):
            pos.unsettled |= changed
            return False
        return standing.settle(pos)

    def finished(self, pos: Position, frame: Frame) -> None:
        """An event's card is discarded, a hero's stays in the play area (`tegot/event-action#4`, `tegot/hero-card#2`)."""
        number = frame.number("entity")
        if pos.entity(number).zone == f"{frame.text('player')}.hand":
            pos.emit(Moved(number, resting_place(pos, number)))

    def candidates(self, pos: Position, player: str, zone: str) -> Iterable[int]:
        """Where an event may look: units on the map, ally pools, a token of each non-player mat, one's own hand."""
        if zone == "units":
            return [number for domain in self.world.domains for number in pos.table.zones[domain]]
        if zone == "pools":
            return [number for who in pos.order() for number in board.pool(pos, who)]
        if zone == "mats":
            return [number for house in board.neutral_houses(pos) for number in board.on_mat(pos, house)[:1]]
        return board.hand(pos, player) if zone == "hand" else super().candidates(pos, player, zone)

    def extended(self, cards: Iterable[Card]) -> Self:
        """A judge's own domains are a map of their own, with their castles: the shipped one is put away."""
        own = list(cards)
        other = super().extended(own)
        domains = [card for card in own if card.type == "domain"]
        if domains:
            kept = {card.id: card for card in other.cards.values() if card.type not in ("domain", "castle")}
            other.cards = {**kept, **{card.id: card for card in (*domains, *worldmap.castles(domains))}}
        return other

    def check_cards(self, cards: Sequence[Card]) -> list[tuple[str, str]]:
        """A file that holds domains must hold a whole map, and a sound one."""
        found = [card for card in cards if card.type == "domain"]
        return worldmap.problems(found) if found else []

    def name(self, pos: Position, number: int) -> str:
        """Units are called with where they stand."""
        where = board.domain_of(pos, number)
        return f"{pos.card(number).name} in {self.cards[where].name}" if where else pos.card(number).name

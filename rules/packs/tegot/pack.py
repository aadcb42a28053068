"""The pack of Tiny Epic Game of Thrones: its data in one place, and the methods of `Pack` that it overrides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

import msgspec

from ledger.events import Component, Seat, ZoneSpec
from rules.kernel.asks import Pick
from rules.kernel.notation import Notation
from rules.kernel.pack import Exploring, Pack, meanings
from rules.kernel.position import Position
from rules.language.cards import Card
from rules.language.expressions import Language
from rules.language.lexicon import Dialect
from rules.packs.tegot import board, components, rulebook, standing, worldmap
from rules.packs.tegot.chapters import events
from rules.packs.tegot.happenings import HAPPENINGS
from rules.packs.tegot.layout import LAYOUT
from rules.packs.tegot.notation import NOTATION
from rules.packs.tegot.sayings import SAYINGS
from rules.packs.tegot.timing import PROCEDURES, SEQUENCE
from rules.packs.tegot.words import SYMBOLS, WORDS
from rules.packs.tegot.worldmap import HOUSES, World
from rules.packs.tegot.zones import ZONES, put_by_hand


class TinyEpic(Pack):
    """Tiny Epic Game of Thrones, for two to four players."""

    id = "tegot"
    title = "Tiny Epic Game of Thrones"
    version = "1.0"
    formats = {"standard": (2, 4)}
    dialect = Dialect(
        language=Language(WORDS.words, SYMBOLS),
        kinds={"event": "action"},
        numbers=frozenset({"strength", "cost", "copies"}),
        zone_kinds=frozenset({"hand", "units", "pools", "mats", "play"}),
        homes={"plot": "hand", "hero-card": "hand"},
        periods={"turn": "turn", "round": "round", "game": "game"},
    )
    zone_table = ZONES
    meanings = meanings(components="with")
    procedures = PROCEDURES
    sequence = SEQUENCE
    happenings = HAPPENINGS
    rules = rulebook.RULES
    closer = rulebook.CLOSER
    closer_words = rulebook.CLOSER_WORDS
    layout = LAYOUT
    type_names = {
        "plot": "plot card",
        "token": "power token",
        "castle": "castle token",
        "die": "action die",
        "vengeance": "vengeance token",
    }
    sayings = SAYINGS
    place_names = {
        "pool": "ally pool",
        "throne": "place of the Iron Throne",
        "mats": "house mats",
        "battle": "battle cards",
        "played": "played cards",
        "kept": "kept cards",
        "bottom.left": "bottom left of the action mat",
        "bottom.right": "bottom right of the action mat",
        **{f"slot.{action}": f"{action} slot of the action mat" for action in board.ACTIONS},
        **{board.mat(house): f"{house.capitalize()} mat" for house in HOUSES},
    }
    place_phrases = {board.mat(house): f"on the {house.capitalize()} mat" for house in HOUSES}
    exploring = Exploring(counts=Exploring().counts | {"strength", "extra", "cards", "attack", "defence"})

    forbidden = staticmethod(rulebook.forbidden)
    settle = staticmethod(standing.settle)
    put_by_hand = staticmethod(put_by_hand)
    finished = staticmethod(events.discard_played)

    def __init__(self) -> None:
        super().__init__()
        self._mapped: dict[str, Card] | None = None
        self._world: World

    @property
    def world(self) -> World:
        """The map that the domain cards make. A judge's own domains replace the whole shipped map (see `extended`)."""
        cards = self.cards
        if self._mapped is not cards:
            self._mapped, self._world = cards, worldmap.build(cards.values())
        return self._world

    @property
    def notation(self) -> Notation:  # type: ignore[override]
        """How moves and positions are written; a position may fill every shared zone and every domain of the map."""
        shared = frozenset({kind for kind, _, _ in ZONES.shared} | set(self.world.domains))
        return msgspec.structs.replace(NOTATION, shared=shared)

    def zones(self, seats: Sequence[Seat], format: str) -> tuple[ZoneSpec, ...]:
        """Return each player's zones, the mats, the shared board, and a zone for every domain (`tegot/plot-card#2`)."""
        domains = tuple(ZoneSpec(card.id, "", "all", True) for card in self.cards.values() if card.type == "domain")
        return (*super().zones(seats, format), *domains)

    def deal(self, seats: Sequence[Seat], format: str, pick: Pick) -> tuple[tuple[Seat, ...], tuple[Component, ...]]:
        """Return the seats, each with a house, and the pieces of a random game where the box puts them.

        See `components.deal`.
        """
        return components.deal(self.cards, seats, pick)

    def candidates(self, pos: Position, player: str, zone: str) -> Iterable[int]:
        """Return the components among which an event card looks, by kind of zone.

        `units` are those on the map, `pools` the tokens in all ally pools, `mats` one token on the mat of each
        non-player house, `hand` the player's own hand without a card being played.
        """
        if zone == "units":
            return [number for domain in self.world.domains for number in pos.table.zones[domain]]
        if zone == "pools":
            return [number for who in pos.order() for number in board.pool(pos, who)]
        if zone == "mats":
            return [number for house in board.neutral_houses(pos) for number in board.on_mat(pos, house)[:1]]
        return board.hand(pos, player) if zone == "hand" else super().candidates(pos, player, zone)

    def extended(self, cards: Iterable[Card]) -> Self:
        """Return a copy of the game with a judge's own cards added.

        If there are domains among them, they and their castles take the place of the whole shipped map.
        """
        own = list(cards)
        other = super().extended(own)
        domains = [card for card in own if card.type == "domain"]
        if domains:
            kept = {card.id: card for card in other.cards.values() if card.type not in ("domain", "castle")}
            other.cards = {**kept, **{card.id: card for card in (*domains, *worldmap.castles(domains))}}
        return other

    def check_cards(self, cards: Sequence[Card]) -> list[tuple[str, str]]:
        """Return the faults of the map in a card file, each as a domain's id and a sentence.

        A file without domains has none; a file with domains must hold a whole map.
        """
        found = [card for card in cards if card.type == "domain"]
        return worldmap.problems(found) if found else []

    def name(self, pos: Position, number: int) -> str:
        """Return a component's title; a unit on the map is named together with its domain."""
        where = board.domain_of(pos, number)
        return f"{pos.card(number).name} in {self.cards[where].name}" if where else pos.card(number).name

"""Game of Thrones: The Card Game (HBO edition): its data in one place, and its answers to the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ledger.events import Component, Seat
from ledger.table import Entity
from rules.kernel.asks import Pick
from rules.kernel.pack import Pack, meanings
from rules.kernel.position import Position
from rules.language.cards import Ability
from rules.language.expressions import Language
from rules.language.lexicon import Dialect
from rules.packs.hbo import board, components, rulebook, standing
from rules.packs.hbo.chapters import marshalling
from rules.packs.hbo.happenings import HAPPENINGS
from rules.packs.hbo.layout import LAYOUT
from rules.packs.hbo.notation import NOTATION
from rules.packs.hbo.sayings import SAYINGS
from rules.packs.hbo.timing import PROCEDURES, SEQUENCE
from rules.packs.hbo.words import SYMBOLS, WORDS
from rules.packs.hbo.zones import ZONES, put_by_hand


class HBO(Pack):
    """Game of Thrones: The Card Game (HBO edition)."""

    id = "hbo"
    title = "Game of Thrones: The Card Game (HBO edition)"
    version = "1.0"
    formats = {"duel": (2, 2), board.DRAFT: (2, 2)}
    dialect = Dialect(
        language=Language(WORDS.words, SYMBOLS),
        kinds={
            "action": "action",
            "passive": "triggered",
            "response": "triggered",
            "when revealed": "revealed",
            "constant": "constant",
        },
        numbers=frozenset({"cost", "strength", "income", "initiative", "claim"}),
        zone_kinds=frozenset(kind for kind, _, _ in ZONES.owned),
        homes={"event": "hand"},
        periods={"phase": " ".join(board.PHASES), "challenge": "challenge", "round": "round", "game": "game"},
    )
    """What card files of this game may say.

    A passive of the rulebook is written as `passive` if it answers an occurrence, and as `constant` if it gives
    something as long as its card is there (`hbo/passive#3`, `hbo/plot-card#3`).
    """
    place_names = {
        "plots": "plot deck",
        "plot": "plot area",
        "offer": "offered plots",
        "chosen": "chosen plots",
        "draft": "draft deck",
        "banner": "play area",
    }
    zone_table = ZONES
    meanings = meanings(frames="challenge attacked defended bypassed won lost", secrets="plot setup take deck")
    """Plots are chosen and drafted in secret (`hbo/plot-1#3`, `hbo/draft-2#1`, `hbo/draft-5#1`).

    Cards are set up face down (`hbo/setup-6#1`).
    """
    procedures = PROCEDURES
    sequence = SEQUENCE
    happenings = HAPPENINGS
    rules = rulebook.RULES
    closer = rulebook.CLOSER
    closer_words = rulebook.CLOSER_WORDS
    asked_at = rulebook.ASKED_AT
    answered = rulebook.ANSWERED
    layout = LAYOUT
    sayings = SAYINGS
    actions = marshalling.ACTIONS
    notation = NOTATION
    bans = ("play_events",)

    forbidden = staticmethod(rulebook.forbidden)
    settle = staticmethod(standing.settle)
    put_by_hand = staticmethod(put_by_hand)
    played = staticmethod(marshalling.played)
    finished = staticmethod(marshalling.discard_played)
    extra_cost = staticmethod(marshalling.count_limited_event)

    def deal(self, seats: Sequence[Seat], format: str, pick: Pick) -> tuple[tuple[Seat, ...], tuple[Component, ...]]:
        """Return the seats with their houses, and the components of a new game; `pick` supplies the randomness.

        Who leads which house is random. Each house has its banner, its plots and its draw deck; in the format `draft`
        there is a draft deck of further plots.
        """
        return components.deal(self.cards, seats, format, pick)

    def abilities_of(self, pos: Position, entity: Entity) -> tuple[Ability, ...]:
        """Return the abilities a component offers where it lies: a duplicate its save, others printed ones.

        Actions and responses may stand on cards of any type (`hbo/phase-ability#2`, `hbo/response#2`); those of an
        event card work in hand (`hbo/event#3`), whoever is active (`hbo/event#4`). A facedown card in the play area
        offers nothing, unless it is a duplicate.
        """
        if entity.marks and "duplicate" in entity.marks:
            return self.cards["duplicate"].abilities
        card = self.cards.get(entity.card)
        if card is None or not card.abilities or (not entity.up and entity.zone.endswith(".play")):
            return ()
        return self.working(pos, entity, card.abilities)

    def candidates(self, pos: Position, player: str, zone: str) -> Iterable[int]:
        """Return the cards in every player's zone of a kind; the filter of the asking ability says whose count.

        For `play` these are the play areas, without banners and plots.
        """
        return [number for seat in pos.table.seats for number in pos.table.zones[f"{seat}.{zone}"]]

    def name(self, pos: Position, number: int) -> str:
        """Return a card's title; a duplicate is called `duplicate of` the character it lies under."""
        entity = pos.table.entities[number]
        if board.is_duplicate(entity) and entity.host:
            return f"duplicate of {pos.card(entity.host).name}"
        return pos.card(number).name

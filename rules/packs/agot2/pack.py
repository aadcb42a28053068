"""The pack: this game's data in one place, and the answers only it can give the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ledger.events import Component, Occurrence, Seat, ZoneSpec
from ledger.table import Entity, Frame
from rules.kernel.asks import Pick
from rules.kernel.pack import Pack
from rules.kernel.position import Position
from rules.kernel.values import given, has
from rules.language.cards import Ability, Deck, DeckCheck
from rules.language.expressions import Language
from rules.language.lexicon import Dialect
from rules.packs.agot2 import board, components, printed, rulebook, standing, values
from rules.packs.agot2.chapters import marshaling
from rules.packs.agot2.happenings.kinds import HAPPENINGS
from rules.packs.agot2.notation import NOTATION
from rules.packs.agot2.rulebook import RULES
from rules.packs.agot2.timing import PROCEDURES, SEQUENCE
from rules.packs.agot2.words import effects, questions, triggers
from rules.packs.agot2.words.questions import SYMBOLS, WORDS

# Each kind of zone, who may look into it, and whether what lies there is in play. Plot decks lie facedown (`agot2/setup-5#1`).
_PRIVATE = (("hand", "owner", False), ("deck", "none", False), ("plots", "owner", False), ("chosen", "owner", False))
_PUBLIC = (
    ("play", "all", True),
    ("plot", "all", True),
    ("faction", "all", True),
    ("title", "all", True),
    ("agenda", "all", False),
    ("discard", "all", False),
    ("dead", "all", False),
    ("used", "all", False),
    ("out", "all", False),
)
"""What everyone sees. In play are the play area with the faction card (`agot2/in-play-and-out-of-play#1`), the title
borne (`agot2/in-play-and-out-of-play#2`) and the revealed plot; not so the piles, which are not each other and open to
everyone (`agot2/discard-pile#1`, `agot2/discard-pile#3`, `agot2/dead-pile#1`, `agot2/dead-pile#5`,
`agot2/out-of-play#1`), agendas, revealed with the faction card from the start (`agot2/agenda-cards#2`,
`agot2/setup-3#1`), and what is removed from the game (`agot2/out-of-play#2`)."""


class AGoT2(Pack):
    """A Game of Thrones: The Card Game, 2nd edition."""

    id = "agot2"
    title = "A Game of Thrones: The Card Game (2nd edition)"
    version = "1.0"
    formats = {"joust": (2, 2), "melee": (3, 8)}
    """Two play a joust (`agot2/joust#1`), three or more a melee (`agot2/melee#1`)."""
    dialect = Dialect(
        language=Language(WORDS.words, SYMBOLS),
        kinds={
            "action": "action",
            "interrupt": "triggered",
            "reaction": "triggered",
            "forced interrupt": "triggered",
            "forced reaction": "triggered",
            "when revealed": "revealed",
            "constant": "constant",
        },
        numbers=frozenset({"cost", "strength", "gold", "initiative", "claim", "reserve"}),
        zone_kinds=frozenset(
            {"play", "hand", "deck", "discard", "dead", "plots", "used", "plot", "faction", "title", "agenda", "out"}
        ),
        homes={"event": "hand", "agenda": "agenda"},
        filter_facts=frozenset({"attaches"}),
        periods=(
            "phase",
            "challenge",
            "round",
            "game",
        ),
    )
    procedures = PROCEDURES
    sequence = SEQUENCE
    happenings = HAPPENINGS
    rules = RULES
    closer = rulebook.CLOSER
    notation = NOTATION
    bans = ("trigger", "play_events")
    actions = marshaling.ACTIONS
    periods = {"phase": " ".join(board.PHASES), "challenge": "challenge", "round": "round", "game": "game"}

    def zones(self, seats: Sequence[Seat], format: str) -> tuple[ZoneSpec, ...]:
        """Each player's zones, and the title pool."""
        owned = tuple(
            ZoneSpec(f"{seat.player}.{kind}", seat.player, seen, inplay)
            for seat in seats
            for kind, seen, inplay in _PRIVATE + _PUBLIC
        )
        return (*owned, ZoneSpec("titles"))

    def deal(self, seats: Sequence[Seat], format: str, pick: Pick) -> tuple[tuple[Seat, ...], tuple[Component, ...]]:
        """A faction, seven plots and sixty cards for each player."""
        return components.deal(self.cards, seats, format, pick)

    def deck_checks(self, deck: Deck) -> list[DeckCheck]:
        """The conditions of deckbuilding."""
        return components.checks(deck)

    def read_printed(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """Stats, traits and keywords of a card from a public list."""
        return printed.read_printed(record)

    def abilities_of(self, pos: Position, entity: Entity) -> tuple[Ability, ...]:
        """A duplicate has the game's own save and nothing else; other cards what is printed, where it works from.

        Characters, locations and attachments work in play, events and agendas from out of play (`agot2/abilities#7`,
        `agot2/agenda-cards#3`); a card of the latter kind that became an attachment works as one (`agot2/card-types#2`).
        """
        if entity.marks and "duplicate" in entity.marks:
            return self.cards["duplicate"].abilities
        card = self.cards.get(entity.card)
        if card is None or not card.abilities or (not entity.up and entity.zone.endswith(".play")):
            return ()
        if "attachment" in entity.marks:
            return self.cards[f"{entity.card} attached"].abilities
        if pos.table.specs[entity.zone].inplay:
            return tuple(ability for ability in card.abilities if ability.where == "play")
        kind = entity.zone.partition(".")[2]
        return tuple(ability for ability in card.abilities if ability.where == kind)

    def usable(self, pos: Position, entity: Entity, ability: Ability) -> bool:
        """A blank text box offers nothing, immunity included (`agot2/text-box#1`, `agot2/plot-value-modifiers#4`); a
        duplicate's save is no text."""
        if any(grant.word == "immune" for grant in ability.grants):
            return next(given(pos, entity.id, "blank", "text", heed=False), None) is None
        return ability.key.startswith("duplicate#") or not values.blank(pos, entity.id)

    def forbidden(self, pos: Position, player: str, entity: Entity, ability: Ability) -> str:
        """Prohibitions on card abilities and on playing events."""
        return rulebook.forbidden(pos, player, entity, ability)

    def settle(self, pos: Position, changed: set[type[Any]]) -> bool:
        """Victory, elimination, standing conditions, illegal attachments."""
        return standing.settle(pos, changed)

    def survey(self, pos: Position) -> dict[int, values.Measure] | None:
        """The STR of characters, if anything asks for its increase."""
        return values.survey(pos)

    def noticed(self, pos: Position, survey: Any) -> tuple[Occurrence, ...]:
        """Increases of STR by what has just happened, and by what was so and not told yet."""
        return values.noticed(pos, survey if pos.watch is None else pos.watch)

    def played(self, pos: Position, player: str, entity: Entity, ability: Ability) -> tuple[Occurrence, ...]:
        """Using an event's ability is playing the event."""
        return marshaling.played(pos, player, entity, ability)

    def finished(self, pos: Position, frame: Frame) -> None:
        """An event is in the discard pile before anyone may react."""
        marshaling.discard_played(pos, frame)

    def extra_cost(
        self, pos: Position, player: str, entity: Entity, ability: Ability, frame: Frame | None
    ) -> tuple[Occurrence, ...]:
        """An event's gold cost."""
        return marshaling.gold_cost(pos, player, entity, ability, frame)

    def immune(self, pos: Position, number: int, source: int) -> bool:
        """Immunity to the effects of a type of card, of this card alone and not of what lies on it
        (`agot2/immunity#2`).
        """
        if source not in pos.table.entities or (not pos.index.constants and not pos.table.effects):
            return False
        return has(pos, number, "immune", board.card_type(pos, pos.entity(source)))

    def unaffected(self, pos: Position, number: int, source: int) -> bool:
        """A card is not affected either by what it is immune to (`agot2/immunity#1`); its own text always counts for
        it.
        """
        return number != source and number in pos.table.entities and self.immune(pos, number, source)

    def name(self, pos: Position, number: int) -> str:
        """Duplicates have no name of their own."""
        entity = pos.table.entities[number]
        if board.is_duplicate(entity):
            return f"duplicate of {pos.card(entity.host).name}" if entity.host else "duplicate"
        return pos.card(number).name

    def candidates(self, pos: Position, player: str, zone: str) -> Iterable[int]:
        """What is in play, unless an ability names another zone (`agot2/abilities#5`); what is removed from the game is
        never among it (`agot2/removed-from-game#1`)."""
        if zone == "play":
            return [entity.id for entity in board.in_play(pos)] + [
                pos.zone(seat, "faction")[0] for seat in pos.table.players
            ]
        return [number for seat in pos.table.seats for number in pos.table.zones[f"{seat}.{zone}"]]


__all__ = ["AGoT2", "effects", "questions", "triggers"]

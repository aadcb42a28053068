"""A Game of Thrones: The Card Game, 2nd edition: its data in one place, and its answers to the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ledger.events import Component, Seat
from ledger.table import Entity
from rules.kernel.asks import Pick
from rules.kernel.pack import Pack, meanings
from rules.kernel.position import Position
from rules.kernel.values import given, has
from rules.language.cards import Ability
from rules.language.expressions import Language
from rules.language.lexicon import Dialect
from rules.packs.agot2 import board, components, rulebook, standing, values
from rules.packs.agot2.chapters import marshaling
from rules.packs.agot2.happenings.kinds import HAPPENINGS
from rules.packs.agot2.layout import LAYOUT
from rules.packs.agot2.notation import NOTATION
from rules.packs.agot2.printed import read_printed
from rules.packs.agot2.sayings import SAYINGS
from rules.packs.agot2.timing import PROCEDURES, SEQUENCE
from rules.packs.agot2.words import SYMBOLS, WORDS
from rules.packs.agot2.zones import ZONES, put_by_hand


class AGoT2(Pack):
    """A Game of Thrones: The Card Game, 2nd edition."""

    id = "agot2"
    title = "A Game of Thrones: The Card Game (2nd edition)"
    version = "1.0"
    formats = {"joust": (2, 2), "melee": (3, 8)}
    """Two play a joust (`agot2/joust#1`), three or more (here up to eight) a melee (`agot2/melee#1`)."""
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
        periods={"phase": " ".join(board.PHASES), "challenge": "challenge", "round": "round", "game": "game"},
    )
    place_names = {
        "plots": "plot deck",
        "plot": "plot area",
        "chosen": "chosen plots",
        "out": "cards out of the game",
        "titles": "title pool",
        "agenda": "place for the agenda",
        **dict.fromkeys(("faction", "title"), "play area"),
    }
    zone_table = ZONES
    meanings = meanings(named="host", frames="challenge attacked defended bypassed won lost undecided", secrets="plot")
    """Plots are chosen in secret (`agot2/1.2#2`)."""
    procedures = PROCEDURES
    sequence = SEQUENCE
    happenings = HAPPENINGS
    rules = rulebook.RULES
    closer = rulebook.CLOSER
    answered = rulebook.ANSWERED
    closer_words = rulebook.CLOSER_WORDS
    layout = LAYOUT
    sayings = SAYINGS
    notation = NOTATION
    bans = ("trigger", "play_events")
    paid_frames = ("ability", "bringing")
    actions = marshaling.ACTIONS
    watch = values.StrengthWatch()
    deckbuilding = components.DECKBUILDING
    printed = staticmethod(read_printed)

    forbidden = staticmethod(rulebook.forbidden)
    settle = staticmethod(standing.settle)
    put_by_hand = staticmethod(put_by_hand)
    played = staticmethod(marshaling.played)
    finished = staticmethod(marshaling.discard_played)
    extra_cost = staticmethod(marshaling.gold_cost)

    def deal(self, seats: Sequence[Seat], format: str, pick: Pick) -> tuple[tuple[Seat, ...], tuple[Component, ...]]:
        """Return the seats with their factions, and the components of a random game; `pick` supplies the randomness.

        Each player has a faction, seven plots, sixty cards and sometimes an agenda; in a melee the titles are there.
        """
        return components.deal(self.cards, seats, format, pick)

    def abilities_of(self, pos: Position, entity: Entity) -> tuple[Ability, ...]:
        """Return the abilities a component offers where it lies: a duplicate its save, others printed ones.

        Those of characters, locations and attachments work in play, those of event cards and agendas from out of play
        (`agot2/abilities#7`, `agot2/agenda-cards#3`). An event card that became an attachment has the abilities of that
        attachment (`agot2/card-types#2`). A facedown card in the play area offers nothing, unless it is a duplicate.
        """
        if entity.marks and "duplicate" in entity.marks:
            return self.cards["duplicate"].abilities
        card = self.cards.get(entity.card)
        if card is None or not card.abilities or (not entity.up and entity.zone.endswith(".play")):
            return ()
        if "attachment" in entity.marks:
            return self.cards[f"{entity.card} attached"].abilities
        return self.working(pos, entity, card.abilities)

    def usable(self, pos: Position, entity: Entity, ability: Ability) -> bool:
        """Whether an ability counts now: its card's text box is not blank.

        A blank one offers nothing, immunity included (`agot2/text-box#1`, `agot2/plot-value-modifiers#4`). A
        duplicate's save is no text and always counts.
        """
        if any(grant.word == "immune" for grant in ability.grants):
            return next(given(pos, entity.id, "blank", "text", heed=False), None) is None
        return ability.key.startswith("duplicate#") or not values.blank(pos, entity.id)

    def immune(self, pos: Position, number: int, source: int) -> bool:
        """Whether a card is immune to cards of the type that the card `source` has now.

        Immunity is the card's own, not that of cards attached to it (`agot2/immunity#2`).
        """
        if source not in pos.table.entities or (not pos.index.constants and not pos.table.effects):
            return False
        return has(pos, number, "immune", board.card_type(pos, pos.entity(source)))

    def unaffected(self, pos: Position, number: int, source: int) -> bool:
        """Whether effects of the card `source` do not touch a card, because it is immune to them (`agot2/immunity#1`).

        A card's own effects always touch it.
        """
        return number != source and number in pos.table.entities and self.immune(pos, number, source)

    def name(self, pos: Position, number: int) -> str:
        """Return a card's title; a duplicate has none and is called `duplicate of` the card it lies under."""
        entity = pos.table.entities[number]
        if board.is_duplicate(entity):
            return f"duplicate of {pos.card(entity.host).name}" if entity.host else "duplicate"
        return pos.card(number).name

    def candidates(self, pos: Position, player: str, zone: str) -> Iterable[int]:
        """Return the cards in every player's zone of the kind an ability names (`agot2/abilities#5`).

        For `play` the faction cards of players still in the game are added; revealed plots and titles are not, although
        they are in play. Cards removed from the game are found only under their own kind of zone, `out`
        (`agot2/removed-from-game#1`).
        """
        if zone == "play":
            return [entity.id for entity in board.in_play(pos)] + [
                pos.zone(seat, "faction")[0] for seat in pos.table.players
            ]
        return [number for seat in pos.table.seats for number in pos.table.zones[f"{seat}.{zone}"]]

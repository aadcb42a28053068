"""The pack: this game's data in one place, and the answers only it can give the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ledger.events import Component, Move, Moved, Occurrence, Seat, ZoneSpec
from ledger.table import Entity, Frame
from rules.asking import Ask, Pick
from rules.cards import Ability, Card
from rules.decks import Deck, DeckCheck
from rules.language import Language
from rules.pack import Pack
from rules.packs.agot2 import (
    dealing,
    deckbuilding,
    effects,
    marshal,
    printed,
    reading,
    redirecting,
    standing,
    strengthening,
    triggers,
    words_challenges,
)
from rules.packs.agot2.happenings import HAPPENINGS
from rules.packs.agot2.leaving import barred
from rules.packs.agot2.notation import NOTATION
from rules.packs.agot2.rulebook import RULES
from rules.packs.agot2.timing import PROCEDURES, SEQUENCE
from rules.packs.agot2.words import SYMBOLS, WORDS
from rules.position import Position
from rules.uses import Use
from rules.values import given, has

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
"""What everyone sees. In play are the play area with the faction card (`agot2/in-play-and-out-of-play#1`), the title borne
(`agot2/in-play-and-out-of-play#2`) and the revealed plot; not so the piles, which are not each other and open to everyone
(`agot2/discard-pile#1`, `agot2/discard-pile#3`, `agot2/dead-pile#1`, `agot2/dead-pile#5`, `agot2/out-of-play#1`), agendas, revealed with the
faction card from the start (`agot2/agenda-cards#2`, `agot2/setup-3#1`), and what is removed from the game (`agot2/out-of-play#2`)."""


class AGoT2(Pack):
    """A Game of Thrones: The Card Game, 2nd edition."""

    id = "agot2"
    title = "A Game of Thrones: The Card Game (2nd edition)"
    version = "1.0"
    formats = {"joust": (2, 2), "melee": (3, 8)}
    """Two play a joust (`agot2/joust#1`), three or more a melee (`agot2/melee#1`)."""
    language = Language(WORDS.words, SYMBOLS)
    kinds = {
        "action": "action",
        "interrupt": "triggered",
        "reaction": "triggered",
        "forced interrupt": "triggered",
        "forced reaction": "triggered",
        "when revealed": "revealed",
        "constant": "constant",
    }
    numbers = frozenset({"cost", "strength", "gold", "initiative", "claim", "reserve"})
    zone_kinds = frozenset(
        {"play", "hand", "deck", "discard", "dead", "plots", "used", "plot", "faction", "title", "agenda", "out"}
    )
    homes = {"event": "hand", "agenda": "agenda"}
    filter_facts = frozenset({"attaches"})
    procedures = PROCEDURES
    sequence = SEQUENCE
    happenings = HAPPENINGS
    rules = RULES
    notation = NOTATION
    actions = marshal.ACTIONS
    periods = {"phase": " ".join(reading.PHASES), "challenge": "challenge", "round": "round", "game": "game"}

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
        return dealing.deal(self.cards, seats, format, pick)

    def deck_checks(self, deck: Deck) -> list[DeckCheck]:
        """The conditions of deckbuilding."""
        return deckbuilding.checks(deck)

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
        return ability.key.startswith("duplicate#") or not reading.blank(pos, entity.id)

    def forbidden(self, pos: Position, player: str, entity: Entity, ability: Ability) -> str:
        """Prohibitions on card abilities and on playing events; the duplicate's save is no card ability."""
        if ability.key.startswith("duplicate#"):
            return ""
        if ability.kind != "when revealed" and has(pos, player, "cannot", "trigger") and not ability.kind.startswith("forced"):
            return "agot2/cannot#1"
        if self.cards[entity.card].type == "event":
            if has(pos, player, "cannot", "play_events"):
                return "agot2/cannot#1"
            if "limited" in self.cards[entity.card].keywords and not marshal.limited_left(pos, player):
                return "agot2/limited#1"
        return ""

    def refine(self, pos: Position, use: Use, condition: str) -> str:
        """Closer rules for what failed."""
        if condition == "cancellable" and use.frame.data.get("ability") == "duplicate#1":
            return "agot2/duplicates#5"
        if condition == "cannot":
            return self.forbidden(pos, use.player, pos.entity(use.entity), use.ability)
        if condition == "change" and use.occurrence >= 0 and use.ability.slot.endswith("!"):
            answered = use.frame.occurrences[use.occurrence]
            if not use.ability.key.startswith("duplicate#") and self.unaffected(pos, answered.subject, use.entity):
                return "agot2/immunity#1"
            if answered.note in ("standing", "illegal"):
                return "agot2/save#5" if use.ability.key == "duplicate#1" else "agot2/save#4"
            if answered.note == "unsavable" or has(pos, answered.subject, "cannot", "be_saved"):
                return "agot2/save#3"
        if condition == "trigger" and use.occurrence >= 0:
            state = use.frame.occurrences[use.occurrence].state
            if use.frame.occurrences[use.occurrence].kind == "sacrificed" and use.ability.slot.endswith("!"):
                return "agot2/sacrifice#2"
            if state == "cancelled":
                return "agot2/cancel#3"
            if state == "saved":
                return "agot2/save#2" if use.slot is not None and use.slot.after else "agot2/would#3"
        if condition == "once" and use.slot is not None and not use.slot.after:
            return "agot2/interrupt#9"
        if condition == "window" and use.ability.slot == "action":
            return "agot2/actions#2"
        return ""

    def refine_change(self, pos: Position, player: str, ability: Ability, number: int) -> str:
        """A unique card that may not come to a player is told by the rule that bars it."""
        texts = [effect.text for sentence in ability.sentences for effect in sentence.effects]
        comes = any(word in text for text in texts for word in ("put_into_play", "take_control"))
        return barred(pos, player, number) if comes else ""

    def settle(self, pos: Position, changed: set[type[Any]]) -> bool:
        """Victory, elimination, standing conditions, illegal attachments."""
        return standing.settle(pos, changed)

    def survey(self, pos: Position) -> dict[int, strengthening.Measure] | None:
        """The STR of characters, if anything asks for its increase."""
        return strengthening.survey(pos)

    def noticed(self, pos: Position, survey: Any) -> tuple[Occurrence, ...]:
        """Increases of STR by what has just happened."""
        return strengthening.noticed(pos, survey)

    def interpose(self, pos: Position, frame: Frame) -> Ask | None:
        """Redirection comes before every reaction to the initiation of a challenge."""
        return redirecting.redirect(pos, frame) if "challenge" in frame.data else None

    def played(self, pos: Position, player: str, entity: Entity, ability: Ability) -> tuple[Occurrence, ...]:
        """Using an event's ability is playing the event."""
        if self.card_of(entity).type != "event":
            return ()
        return (Occurrence("played", entity.id, player),)

    def card_of(self, entity: Entity) -> Card:
        """The printed card of a component that is known."""
        return self.cards[entity.card]

    def finished(self, pos: Position, frame: Frame) -> None:
        """An event is in the discard pile before the reaction window (`agot2/event-cards#2`, `agot2/event-cards#3`).

        A cancelled one, too: it was played (`agot2/cancel#5`, `agot2/event-cards#5`).
        """
        number = frame.data.get("playing")
        if isinstance(number, int) and pos.entity(number).zone.endswith(".hand"):
            pos.emit(Moved(number, f"{pos.entity(number).owner}.discard"))

    def extra_cost(
        self, pos: Position, player: str, entity: Entity, ability: Ability, frame: Frame | None
    ) -> tuple[Occurrence, ...]:
        """An event's gold cost, after its modifiers; X is what the card's facts define."""
        if ability.where != "hand" or entity.card not in self.cards or self.cards[entity.card].type != "event":
            return ()
        amount = marshal.price(pos, player, entity.id)
        x = self._x(pos, entity, frame)
        if x is not None:
            amount = marshal.price_of_x(pos, player, entity.id, x)
        if frame is not None:
            marshal.use_up(pos, player, entity.id)
            marshal.count_limited(pos, player, entity.id)
            marshal.note_event(pos, player)
        return (Occurrence("paid", player=player, amount=amount, note="gold"),) if amount else ()

    def _x(self, pos: Position, entity: Entity, frame: Frame | None) -> int | None:
        """X in the cost of an event, where it has one: the answered event's cost, or what its player named."""
        meant = self.cards[entity.card].facts.get("x")
        if meant == "answered cost":
            return self._answered_cost(pos, frame)
        named = frame.text("x") if frame is not None and "x" in frame.data else "0"
        return int(named) if meant == "named" else None

    def _answered_cost(self, pos: Position, frame: Frame | None) -> int:
        """X as the printed cost of the event being answered: the innermost ability being attempted.

        Where an X is printed there, too, it is what that event's player named or what that event answers (`agot2/letter-x#1`).
        """
        for candidate in reversed(pos.table.frames):
            if candidate.kind != "ability" or candidate is frame:
                continue
            meant = pos.card(candidate.number("entity")).facts.get("x")
            if meant == "named":
                return int(candidate.text("x"))
            if meant != "answered cost":
                return pos.card(candidate.number("entity")).number("cost")
        return 0

    def immune(self, pos: Position, number: int, source: int) -> bool:
        """Immunity to the effects of a type of card, of this card alone and not of what lies on it (`agot2/immunity#2`)."""
        if source not in pos.table.entities or (not pos.index.constants and not pos.table.effects):
            return False
        return has(pos, number, "immune", reading.card_type(pos, pos.entity(source)))

    def unaffected(self, pos: Position, number: int, source: int) -> bool:
        """A card is not affected either by what it is immune to (`agot2/immunity#1`); its own text always counts for it."""
        return number != source and number in pos.table.entities and self.immune(pos, number, source)

    def name(self, pos: Position, number: int) -> str:
        """Duplicates have no name of their own."""
        entity = pos.table.entities[number]
        if reading.is_duplicate(entity):
            return f"duplicate of {pos.card(entity.host).name}" if entity.host else "duplicate"
        return pos.card(number).name

    def candidates(self, pos: Position, player: str, zone: str) -> Iterable[int]:
        """What is in play, unless an ability names another zone (`agot2/abilities#5`); what is removed from the game is never
        among it (`agot2/removed-from-game#1`)."""
        if zone == "play":
            return [entity.id for entity in reading.in_play(pos)] + [pos.zone(seat, "faction")[0] for seat in pos.table.players]
        return [number for seat in pos.table.seats for number in pos.table.zones[f"{seat}.{zone}"]]


__all__ = ["AGoT2", "Move", "effects", "triggers", "words_challenges"]

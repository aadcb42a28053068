"""The pack: this game's data in one place, and the answers only it can give the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ledger.events import Component, Moved, Occurrence, Seat, UseCounted, ZoneSpec
from ledger.table import Entity, Frame
from rules.kernel.asks import Pick
from rules.kernel.context import Use
from rules.kernel.pack import Fading, Pack
from rules.kernel.position import Position
from rules.kernel.values import has
from rules.language.cards import Ability, Deck, DeckCheck, Limit
from rules.language.expressions import Language
from rules.language.lexicon import Dialect
from rules.packs.l5r import board, components, rulebook, standing, values
from rules.packs.l5r import zones as places
from rules.packs.l5r.chapters import dynasty, playing
from rules.packs.l5r.happenings.kinds import HAPPENINGS
from rules.packs.l5r.notation import NOTATION
from rules.packs.l5r.printed import read_printed
from rules.packs.l5r.rulebook import RULES
from rules.packs.l5r.timing import PROCEDURES, SEQUENCE
from rules.packs.l5r.words import SYMBOLS, WORDS
from rules.packs.l5r.zones import discard_pile


class L5R(Pack):
    """Legend of the Five Rings: The Card Game."""

    id = "l5r"
    title = "Legend of the Five Rings: The Card Game"
    version = "1.0"
    formats = {"standard": (2, 2), "core": (2, 2)}
    dialect = Dialect(
        language=Language(WORDS.words, SYMBOLS),
        kinds={
            "action": "action",
            "interrupt": "triggered",
            "reaction": "triggered",
            "forced interrupt": "triggered",
            "forced reaction": "triggered",
            "forced constant": "standing",
            "ring effect": "ring",
            "constant": "constant",
        },
        numbers=frozenset(
            """cost military political glory military_bonus political_bonus strength strength_bonus honor fate influence
        influence_cost deck_limit""".split()
        ),
        signed=frozenset({"military_bonus", "political_bonus", "strength_bonus"}),
        usual_limit=Limit(1, "round"),
        filter_facts=frozenset({"attaches", "plays_if"}),
        zone_kinds=frozenset({name for name, _, _ in places.ZONES} | {"lying", "contested"}),
        homes={"event": "hand", "role": "role"},
        periods=(
            "phase",
            "conflict",
            "duel",
            "round",
            "game",
        ),
    )
    procedures = PROCEDURES
    sequence = SEQUENCE
    happenings = HAPPENINGS
    rules = RULES
    actions = (playing.PLAY, dynasty.DUPLICATE)
    closer = rulebook.CLOSER
    notation = NOTATION
    bans = ("trigger", "play_events")
    fading = {"dial": Fading(frozenset({"draw", "duel"}), frozenset({"dial_of"}))}
    """The dials keep showing the last bid, which only the next one needs (`l5r/honor#5`)."""
    deck_headings = {"stronghold": False, "role": False, "provinces": False, "dynasty": True, "conflict": True}
    periods = {
        "phase": " ".join(board.PHASES),
        "conflict": "conflict",
        "duel": "duel",
        "round": "round",
        "game": "game",
    }

    def zones(self, seats: Sequence[Seat], format: str) -> tuple[ZoneSpec, ...]:
        """Each player's zones, and those that are nobody's."""
        return places.zones(seats)

    def deal(self, seats: Sequence[Seat], format: str, pick: Pick) -> tuple[tuple[Seat, ...], tuple[Component, ...]]:
        """Legal random decks, provinces and a role for everyone."""
        return components.deal(self.cards, seats, format, pick)

    def deck_checks(self, deck: Deck) -> list[DeckCheck]:
        """Every condition of legal decks and provinces (`l5r/deckbuilding`)."""
        decks = components.listed(deck)
        if decks is None:
            return [DeckCheck("l5r/deckbuilding#1", "exactly one stronghold is named", False)]
        return [DeckCheck(item.rule, item.says, bool(item.holds)) for item in components.check(self.cards, decks)]

    def read_printed(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """The keys of a card file for a card as public card lists give it."""
        return read_printed(record)

    def in_play(self, pos: Position, entity: Entity) -> bool:
        """Play areas, strongholds and provinces; of the cards lying in provinces only faceup holdings.

        `l5r/in-play-and-out-of-play#1`, `l5r/in-play-and-out-of-play#2`, `l5r/in-play-and-out-of-play#4`, `l5r/holding-cards#1`,
        `l5r/province-cards#3`, `l5r/stronghold#1`
        """
        if not pos.table.specs[entity.zone].inplay:
            return False
        if entity.zone.endswith(".play"):
            return True
        card = self.cards.get(entity.card)
        kind = card.type if card is not None else ""
        return kind in ("province", "stronghold") or (kind == "holding" and entity.up) or "province" in entity.marks

    def abilities_of(self, pos: Position, entity: Entity) -> tuple[Ability, ...]:
        """What is printed, where it works from; a facedown card has no text (`l5r/province-cards#2`,
        `l5r/in-play-and-out-of-play#3`).
        """
        if "attachment" in entity.marks:
            return self.cards[f"{entity.card} attached"].abilities
        card = self.cards.get(entity.card)
        if card is None or not (card.abilities or pos.table.effects):
            return ()
        spec = pos.table.specs[entity.zone]
        if not entity.up and spec.inplay:
            return ()
        if self.in_play(pos, entity):
            gained = board.learned(pos, entity.id) if pos.table.effects else ()
            return tuple(ability for ability in (*card.abilities, *gained) if ability.where == "play")
        kind = self.zone_kind(pos, entity)
        return tuple(ability for ability in card.abilities if ability.where == kind)

    def zone_kind(self, pos: Position, entity: Entity) -> str:
        """Cards in provinces are `lying` there; rings are `rings`, whoever has them; what may be played as if in hand
        is in `hand`.
        """
        kind = entity.zone.partition(".")[2]
        if kind in board.SLOTS:
            return "lying"
        if kind == "conflict_deck" and pos.table.effects and board.lent(pos, entity.id):
            return "hand"
        return kind or "rings"

    def usable(self, pos: Position, entity: Entity, ability: Ability) -> bool:
        """A blank text box offers nothing, a broken province neither (`l5r/blank#1`); a bowed card does
        (`l5r/bow-bowed#5`).
        """
        return not values.blank(pos, entity.id) or ability in board.learned(pos, entity.id)

    def user(self, pos: Position, entity: Entity) -> str:
        """What a character gains by an attachment is its own: whoever controls the character uses it (`l5r/gains#2`)."""
        return board.bearer(pos, entity).controller

    def forbidden(self, pos: Position, player: str, entity: Entity, ability: Ability) -> str:
        """Prohibitions on triggering abilities and on playing events, whatever another card permits
        (`l5r/jade-rule#3`).

        A forced ability is triggered, too, only not by a player's choice (`l5r/triggered-abilities#3`).
        """
        if self.dialect.kinds[ability.kind] not in ("action", "triggered"):
            return ""
        bearer = board.bearer(pos, entity).id
        if has(pos, player, "cannot", "trigger") or has(pos, bearer, "cannot", "trigger"):
            return "l5r/cannot#1"
        if self.cards[entity.card].type == "event":
            if has(pos, player, "cannot", "play_events"):
                return "l5r/cannot#1"
            if "limited" in self.cards[entity.card].keywords and not values.limited_left(pos, player):
                return "l5r/limited#1"
        return ""

    def extra_uses(self, pos: Position, use: Use, limit: Limit) -> int:
        """An attachment may let each triggered ability of its character be used once more, gained ones too; a maximum
        stays what it is.
        """
        again = has(pos, board.bearer(pos, pos.entity(use.entity)).id, "use_again", "again")
        return 1 if again and not limit.title else 0

    def leads(self, pos: Position, frame: Frame) -> str:
        """The defender leads the action window of a conflict, the first player every other (`l5r/3.2.2#1`,
        `l5r/first-player#3`).
        """
        return frame.text("defender") if frame.kind == "conflict" else pos.first

    def settle(self, pos: Position, changed: set[type[Any]]) -> bool:
        """Victory, empty decks and provinces, and what else is looked at all the time."""
        return standing.settle(pos, changed)

    def played(self, pos: Position, player: str, entity: Entity, ability: Ability) -> tuple[Occurrence, ...]:
        """Using an event's ability is playing the event. The actions of a conflict are counted where a card of the game
        asks which was first.
        """
        conflict = board.conflict(pos)
        if conflict is not None and ability.kind == "action" and self._asks_for_the_first(pos):
            pos.emit(UseCounted(f"action {player}", conflict.id))
        if self.cards[entity.card].type != "event":
            return ()
        return (Occurrence("played", entity.id, player, note=entity.zone),)

    def _asks_for_the_first(self, pos: Position) -> bool:
        cards = (self.cards.get(entity.card) for entity in pos.table.entities.values())
        return any(
            card is not None and any(part.kind == "forced constant" for part in card.abilities) for card in cards
        )

    def finished(self, pos: Position, frame: Frame) -> None:
        """An event is in its owner's discard pile before the reaction window, cancelled or not.

        `l5r/event-cards#3`, `l5r/event-cards#4`, `l5r/cancel#5`, `l5r/play-and-put-into-play#8`
        """
        number = frame.number("playing")
        if number and pos.entity(number).zone.endswith((".hand", "_deck")) and pos.card(number).type == "event":
            pos.emit(Moved(number, f"{pos.entity(number).owner}.{discard_pile(pos, number)}", 0))

    def extra_cost(
        self, pos: Position, player: str, entity: Entity, ability: Ability, frame: Frame | None
    ) -> tuple[Occurrence, ...]:
        """An event's fate cost, after its modifiers."""
        if ability.where != "hand" or self.cards[entity.card].type != "event":
            return ()
        amount = values.price(pos, player, entity.id)
        if frame is not None:
            values.use_up(pos, player, entity.id)
            values.count_limited(pos, player, entity.id)
        return (Occurrence("paid", player=player, amount=amount, note="fate"),) if amount else ()

    def immune(self, pos: Position, number: int, source: int) -> bool:
        """Not to be chosen: immune to a type of card, or no target for an opponent's cards of a type; itself, not what
        is on it.

        `l5r/immune#1`, `l5r/immune#2`
        """
        origin = pos.table.entities.get(source)
        if origin is None or (not pos.index.constants and not pos.table.effects):
            return False
        if values.immune(pos, number, source):
            return True
        foreign = origin.controller != pos.entity(number).controller
        return foreign and has(pos, number, "untargetable", pos.card(source).type)

    def unaffected(self, pos: Position, number: int, source: int) -> bool:
        """Not to be touched at all: an immune card is affected by nothing of that type, chosen or not (`l5r/immune#1`)."""
        return values.immune(pos, number, source)

    def candidates(self, pos: Position, player: str, zone: str) -> Iterable[int]:
        """What an ability may look among in a kind of place."""
        return places.candidates(pos, zone)

    def name(self, pos: Position, number: int) -> str:
        """A facedown province is known only as such (`l5r/facedown-province#1`)."""
        entity = pos.table.entities[number]
        if not entity.up and board.is_province(pos, number):
            return "facedown province"
        return pos.card(number).name

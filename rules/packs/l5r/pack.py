"""The pack of Legend of the Five Rings: its data in one place, and the methods of `Pack` that it overrides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ledger.events import Component, Seat
from ledger.table import Entity, Frame
from rules.kernel.asks import Pick
from rules.kernel.pack import Exploring, Fading, Pack, meanings
from rules.kernel.position import Position
from rules.language.cards import Ability, Limit
from rules.language.expressions import Language
from rules.language.lexicon import Dialect
from rules.packs.l5r import board, components, rulebook, standing, values, zones
from rules.packs.l5r.chapters import dynasty, playing
from rules.packs.l5r.happenings.kinds import HAPPENINGS
from rules.packs.l5r.layout import LAYOUT
from rules.packs.l5r.notation import NOTATION
from rules.packs.l5r.printed import read_printed
from rules.packs.l5r.sayings import SAYINGS
from rules.packs.l5r.timing import PROCEDURES, SEQUENCE
from rules.packs.l5r.words import SYMBOLS, WORDS


class L5R(Pack):
    """Legend of the Five Rings: The Card Game, for two players."""

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
        zone_kinds=frozenset({kind for kind, _, _ in zones.ZONES.owned} | {"lying", "contested"}),
        homes={"event": "hand", "role": "role"},
        periods={
            "phase": " ".join(board.PHASES),
            "conflict": "conflict",
            "duel": "duel",
            "round": "round",
            "game": "game",
        },
    )
    zone_table = zones.ZONES
    meanings = meanings(
        components="province ring challenger challenged",
        frames="declared contested attacked defended bypassed revealed won lost claimed broken dials ring-returned "
        "repeating",
        secrets="bid",
    )
    """Honor is bid in secret (`l5r/2.2#2`, `l5r/d.3#2`)."""
    backs = zones.BACKS
    procedures = PROCEDURES
    sequence = SEQUENCE
    happenings = HAPPENINGS
    rules = rulebook.RULES
    actions = (playing.PLAY, dynasty.DUPLICATE)
    closer = rulebook.CLOSER
    closer_words = rulebook.CLOSER_WORDS
    asked_at = rulebook.ASKED_AT
    place_names = {
        "out": "cards out of the game",
        "provinces": "provinces set aside",
        "stronghold": "stronghold province",
        "favor": "player area",
        "contested": "conflict",
        "lying": "provinces",
        "rings": "ring pool",
        "role": "place for the role",
    }
    layout = LAYOUT
    sayings = SAYINGS
    notation = NOTATION
    bans = ("trigger", "play_events")
    exploring = Exploring({"dial": Fading(frozenset({"draw", "duel"}), frozenset({"dial_of"}))})
    """The dials keep showing the last bid, which only the next one needs (`l5r/honor#5`)."""
    paid_frames = ("ability", "playing")
    prevented_uses = False
    """A use whose cost was prevented was not initiated; the book records both readings (`l5r/cost`)."""
    deckbuilding = components.DECKBUILDING
    printed = staticmethod(read_printed)

    bearer = staticmethod(board.bearer)
    forbidden = staticmethod(rulebook.forbidden)
    settle = staticmethod(standing.settle)
    put_by_hand = staticmethod(zones.put_by_hand)
    played = staticmethod(playing.played)
    finished = staticmethod(playing.discard_played)
    extra_cost = staticmethod(playing.fate_cost)

    def deal(self, seats: Sequence[Seat], format: str, pick: Pick) -> tuple[tuple[Seat, ...], tuple[Component, ...]]:
        """Return the seats with random clans, and random decks, provinces and for some a role (`components.deal`)."""
        return components.deal(self.cards, seats, format, pick)

    def in_play(self, pos: Position, entity: Entity) -> bool:
        """Whether a card is in play: those in play areas, strongholds, provinces, and faceup holdings in provinces.

        `l5r/in-play-and-out-of-play#1`, `l5r/in-play-and-out-of-play#2`, `l5r/in-play-and-out-of-play#4`,
        `l5r/holding-cards#1`, `l5r/province-cards#3`, `l5r/stronghold#1`
        """
        if not pos.table.specs[entity.zone].inplay:
            return False
        if entity.zone.endswith(".play"):
            return True
        card = self.cards.get(entity.card)
        kind = card.type if card is not None else ""
        return kind in ("province", "stronghold") or (kind == "holding" and entity.up) or "province" in entity.marks

    def abilities_of(self, pos: Position, entity: Entity) -> tuple[Ability, ...]:
        """Return a component's abilities, printed or gained, that work from where it lies.

        A facedown card in play has no text (`l5r/province-cards#2`, `l5r/in-play-and-out-of-play#3`). A character
        played as an attachment has the abilities of that form alone.
        """
        if "attachment" in entity.marks:
            return self.cards[f"{entity.card} attached"].abilities
        card = self.cards.get(entity.card)
        if card is None or not (card.abilities or pos.table.effects):
            return ()
        spec = pos.table.specs[entity.zone]
        if not entity.up and spec.inplay:
            return ()
        gained = board.learned(pos, entity.id) if pos.table.effects and self.in_play(pos, entity) else ()
        return self.working(pos, entity, (*card.abilities, *gained))

    def zone_kind(self, pos: Position, entity: Entity) -> str:
        """Return the kind of zone a component is in, as card texts call it.

        Cards in outer provinces are `lying` there, rings are in `rings`, whoever has them, and a card that may be
        played as if from hand is in `hand`.
        """
        kind = entity.zone.partition(".")[2]
        if kind in board.SLOTS:
            return "lying"
        if kind == "conflict_deck" and pos.table.effects and board.lent(pos, entity.id):
            return "hand"
        return kind or "rings"

    def usable(self, pos: Position, entity: Entity, ability: Ability) -> bool:
        """Whether an ability's text counts: its card is not blank (`l5r/blank#1`), or the ability was gained.

        A broken province is blank. A bowed card keeps its text (`l5r/bow-bowed#5`).
        """
        return not values.blank(pos, entity.id) or ability in board.learned(pos, entity.id)

    def leads(self, pos: Position, frame: Frame) -> str:
        """Return who acts first in an action window: the defending player in a conflict, else the first player.

        `l5r/3.2.2#1`, `l5r/first-player#3`
        """
        return frame.text("defender") if frame.kind == "conflict" else pos.first

    def immune(self, pos: Position, number: int, source: int) -> bool:
        """Whether an ability of the source cannot choose a card.

        The card is immune to the source's type of card, or a card says that an opponent's cards of that type cannot
        choose it (`board.kept_from_opponents`). That holds for the card itself, not for cards attached to it.

        `l5r/immune#1`, `l5r/immune#2`, `l5r/cannot#1`
        """
        origin = pos.table.entities.get(source)
        if origin is None or (not pos.index.constants and not pos.table.effects):
            return False
        if values.immune(pos, number, source):
            return True
        return board.kept_from_opponents(pos, number, "untargetable", pos.card(source).type, source)

    def unaffected(self, pos: Position, number: int, source: int) -> bool:
        """Whether effects of the source do not touch a card, chosen or not, because it is immune (`l5r/immune#1`)."""
        return values.immune(pos, number, source)

    def candidates(self, pos: Position, player: str, zone: str) -> Iterable[int]:
        """Return the components an ability may look among in a kind of zone, those of both players."""
        return zones.candidates(pos, zone)

    def name(self, pos: Position, number: int) -> str:
        """Return a card's title; a facedown province is known only as one (`l5r/facedown-province#1`)."""
        entity = pos.table.entities[number]
        if not entity.up and board.is_province(pos, number):
            return "facedown province"
        return pos.card(number).name

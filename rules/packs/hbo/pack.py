"""The pack: this game's data in one place, and the answers only it can give the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ledger.events import Component, Counted, GameEnded, Moved, Occurrence, Seat, State, ZoneSpec
from ledger.table import Entity, Frame
from rules.kernel.asks import Pick
from rules.kernel.context import Use
from rules.kernel.pack import Closer, Pack
from rules.kernel.position import Position
from rules.kernel.values import has
from rules.language.cards import Ability
from rules.language.expressions import Language
from rules.language.lexicon import Dialect
from rules.packs.hbo import board, components, words
from rules.packs.hbo.board import DRAFT
from rules.packs.hbo.chapters import marshalling
from rules.packs.hbo.happenings import HAPPENINGS
from rules.packs.hbo.notation import NOTATION
from rules.packs.hbo.rulebook import RULES
from rules.packs.hbo.timing import PROCEDURES, SEQUENCE
from rules.packs.hbo.words import SYMBOLS

_ZONES = (
    ("hand", "owner", False),
    ("deck", "none", False),
    ("plots", "owner", False),
    ("chosen", "owner", False),
    ("offer", "owner", False),
    ("box", "none", False),
    ("play", "all", True),
    ("plot", "all", True),
    ("banner", "all", True),
    ("discard", "all", False),
    ("dead", "all", False),
    ("used", "all", False),
)
"""Kind, who may look in, whether it is in play.

Every player has own piles (`hbo/discard-and-dead-piles#1`), open to all (`hbo/discard-and-dead-piles#2`); hands are not
(`hbo/hand#1`).
"""


class HBO(Pack):
    """Game of Thrones: The Card Game (HBO edition)."""

    id = "hbo"
    title = "Game of Thrones: The Card Game (HBO edition)"
    version = "1.0"
    formats = {"duel": (2, 2), DRAFT: (2, 2)}
    dialect = Dialect(
        language=Language(words.WORDS.words, SYMBOLS),
        kinds={
            "action": "action",
            "passive": "triggered",
            "response": "triggered",
            "when revealed": "revealed",
            "constant": "constant",
        },
        numbers=frozenset({"cost", "strength", "income", "initiative", "claim"}),
        zone_kinds=frozenset(kind for kind, _, _ in _ZONES),
        homes={"event": "hand"},
        periods=(
            "phase",
            "challenge",
            "round",
            "game",
        ),
    )
    """A passive fires at a moment or gives something as long as it is there (`hbo/passive#3`, `hbo/plot-card#3`)."""
    procedures = PROCEDURES
    sequence = SEQUENCE
    happenings = HAPPENINGS
    rules = RULES
    actions = marshalling.ACTIONS
    notation = NOTATION
    bans = ("play_events",)
    periods = {"phase": " ".join(board.PHASES), "challenge": "challenge", "round": "round", "game": "game"}

    def zones(self, seats: Sequence[Seat], format: str) -> tuple[ZoneSpec, ...]:
        """Each player's zones, and the draft deck."""
        owned = (
            ZoneSpec(f"{seat.player}.{kind}", seat.player, seen, inplay)
            for seat in seats
            for kind, seen, inplay in _ZONES
        )
        return (*owned, ZoneSpec(DRAFT, seen="none"))

    def deal(self, seats: Sequence[Seat], format: str, pick: Pick) -> tuple[tuple[Seat, ...], tuple[Component, ...]]:
        """The two houses with everything they begin with."""
        return components.deal(self.cards, seats, format, pick)

    def abilities_of(self, pos: Position, entity: Entity) -> tuple[Ability, ...]:
        """A duplicate has the game's own save and nothing else; other cards what is printed, where it works from.

        Actions and responses may stand on cards of any type (`hbo/phase-ability#2`, `hbo/response#2`); an event has its
        own in hand (`hbo/event#3`), whoever is active (`hbo/event#4`).
        """
        if entity.marks and "duplicate" in entity.marks:
            return self.cards["duplicate"].abilities
        card = self.cards.get(entity.card)
        if card is None or not card.abilities or (not entity.up and entity.zone.endswith(".play")):
            return ()
        kind = "play" if pos.table.specs[entity.zone].inplay else entity.zone.partition(".")[2]
        return tuple(ability for ability in card.abilities if ability.where == kind)

    def forbidden(self, pos: Position, player: str, entity: Entity, ability: Ability) -> str:
        """A Limited event counts against the one Limited card a round; cards may forbid events."""
        if entity.card not in self.cards or self.cards[entity.card].type != "event":
            return ""
        if has(pos, player, "cannot", "play_events"):
            return "hbo/cannot#1"
        if "limited" in self.cards[entity.card].keywords and not marshalling.limited_left(pos, player):
            return "hbo/limited#1"
        return ""

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
        return found

    def _of(self, condition: str) -> Closer:
        return lambda pos, case: self.refined(pos, case.use, condition) if case.use is not None else ""

    def refined(self, pos: Position, use: Use, condition: str) -> str:
        """Closer rules for what failed."""
        ability = use.ability
        if condition == "cannot":
            return self.forbidden(pos, use.player, pos.entity(use.entity), ability)
        if condition == "window" and ability.slot == "response!":
            return "hbo/save-response#1"
        if condition == "window" and ability.slot == "response":
            return "hbo/response#3"
        if condition == "placed" and pos.card(use.entity).type == "event":
            return "hbo/event#1"
        if condition == "restriction" and ability.slot == "action":
            return "hbo/golden-rule#1"
        if condition == "trigger":
            return _save_unmet(use) if ability.slot == "response!" else _too_late(pos, use)
        if condition in ("window", "phase") and ability.slot == "action" and ability.phase:
            return "hbo/phase-ability#1" if condition == "phase" else "hbo/action#3"
        if condition == "window" and ability.slot == "action":
            return "hbo/action#3"
        return ""

    def settle(self, pos: Position, changed: set[type[Any]]) -> bool:
        """15 power ends the game at that moment (`hbo/power-and-victory#1`, `hbo/game-overview#3`).

        It does so in the middle of anything (`hbo/winning#2`); if both have it, the first player wins
        (`hbo/winning#3`).
        """
        if Counted not in changed:
            return False
        winners = [player for player in pos.order() if board.power_of(pos, player) >= board.VICTORY]
        if winners:
            pos.emit(GameEnded((winners[0],), "hbo/winning#1" if len(winners) == 1 else "hbo/winning#3"))
        return bool(winners)

    def played(self, pos: Position, player: str, entity: Entity, ability: Ability) -> tuple[Occurrence, ...]:
        """Using an event's ability is playing the event."""
        return (Occurrence("played", entity.id, player),) if self.cards[entity.card].type == "event" else ()

    def extra_cost(
        self, pos: Position, player: str, entity: Entity, ability: Ability, frame: Frame | None
    ) -> tuple[Occurrence, ...]:
        """Events ask for what their text says and nothing else; a Limited one is counted as it is played."""
        if frame is not None and ability.where == "hand":
            marshalling.count_limited(pos, player, entity.id)
        return ()

    def finished(self, pos: Position, frame: Frame) -> None:
        """An event goes to its owner's discard pile as soon as its effects are resolved, never into play
        (`hbo/event#1`, `hbo/event#2`).
        """
        number = frame.number("playing")
        if number and pos.entity(number).zone.endswith(".hand"):
            pos.emit(Moved(number, f"{pos.entity(number).owner}.discard"))

    def candidates(self, pos: Position, player: str, zone: str) -> Iterable[int]:
        """The cards in play, or those in everyone's zones of a kind: a card's filter says whose."""
        return [number for seat in pos.table.seats for number in pos.table.zones[f"{seat}.{zone}"]]

    def name(self, pos: Position, number: int) -> str:
        """A duplicate is called by the character above it."""
        entity = pos.table.entities[number]
        if board.is_duplicate(entity) and entity.host:
            return f"duplicate of {pos.card(entity.host).name}"
        return pos.card(number).name


def _save_unmet(use: Use) -> str:
    """Why a save answers nothing here: nobody is about to be killed, it is saved already, or its own text asks for
    somebody else.
    """
    answered = use.frame.occurrences[use.occurrence] if use.occurrence >= 0 else None
    if answered is None or answered.kind != "killed":
        return "hbo/kill#2"
    return "hbo/save-response#2" if answered.state is State.SAVED else ""


def _too_late(pos: Position, use: Use) -> str:
    """Winning or losing a challenge is answered as it is resolved: in the windows after that it is too late."""
    challenge = board.challenge(pos)
    kinds = {kind for trigger in use.ability.triggers for kind in trigger.kinds}
    if challenge is None or use.frame.kind == "resolution":
        return ""
    lost = "lost" in kinds and challenge.data.get("loser") == use.player
    return "hbo/response#4" if lost or ("won" in kinds and challenge.data.get("winner") == use.player) else ""

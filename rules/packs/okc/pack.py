"""The pack: this game's data in one place, and the answers only it can give the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ledger.events import Component, Counted, Moved, Occurrence, Seat, UseCounted, ZoneSpec
from ledger.table import Entity, Frame
from rules.kernel.asks import Pick
from rules.kernel.context import Use
from rules.kernel.pack import Closer, Pack
from rules.kernel.position import Position
from rules.language.cards import Ability
from rules.language.expressions import Language
from rules.language.lexicon import Dialect
from rules.packs.okc import board, components, rulebook, values
from rules.packs.okc.chapters import autumn, drawing, orders
from rules.packs.okc.chapters import spring as placing
from rules.packs.okc.happenings.kinds import HAPPENINGS
from rules.packs.okc.notation import NOTATION
from rules.packs.okc.rulebook import RULES
from rules.packs.okc.timing import PROCEDURES, SEQUENCE
from rules.packs.okc.words import effects
from rules.packs.okc.words.questions import SYMBOLS, WORDS

_OWNED = (
    ("hand", "owner", False), ("deck", "none", False), ("discard", "all", False), ("power", "all", False),
    ("supply", "all", True), ("tactics", "all", True), ("board", "all", True), ("occupying", "all", False),
    ("bid", "owner", False), ("dealt", "owner", False), ("losses", "all", False), ("burned", "all", False),
    ("relics", "all", False), ("secrets", "all", False), ("oaths", "all", False),
    ("highlands", "all", True), ("plateau", "all", True), ("lowlands", "all", True),
    ("herald", "all", False), ("favour", "all", False), ("faction", "all", True),
)  # fmt: skip
_SHARED = (
    ("road", "all", False), ("kingdom", "none", False), ("kingdom-discard", "all", False), ("burned", "all", False),
    ("map", "all", True), *((place, "all", True) for place in (*board.REGIONS, *board.LOCATIONS)),
)  # fmt: skip


_COST_RULE = {"faction": "okc/favour-action#1", "tactic": "okc/exhausted#1"}
"""What a use is paid with where it is not influence: a use of the Favour, an unexhausted tactic."""


class OldKingsCrown(Pack):
    """The Old King's Crown."""

    id = "okc"
    title = "The Old King's Crown"
    version = "1.0"
    formats = {
        "normal": (2, 4),
        "short": (2, 4),
        "long": (2, 4),
        "normal-advanced": (2, 4),
        "short-advanced": (2, 4),
        "long-advanced": (2, 4),
    }
    dialect = Dialect(
        language=Language(WORDS.words, SYMBOLS),
        kinds={
            "action": "action",
            "night": "effect",
            "winter": "effect",
            "must": "triggered",
            "may": "triggered",
            "bold": "triggered",
            "reward": "reward",
            "setup": "setup",
            "constant": "constant",
        },
        numbers=frozenset({"strength", "votes", "lore", "cost", "influence", "limit", "copies"}),
        zone_kinds=frozenset(
            {kind for kind, _, _ in _OWNED} | {"road", "active", "council", "play", "clash", "map", *board.LOCATIONS}
        ),
        periods=(
            "phase",
            "clash",
            "round",
            "game",
        ),
    )
    procedures = PROCEDURES
    sequence = SEQUENCE
    happenings = HAPPENINGS
    rules = RULES
    idle_uses = True
    same_when_moved = True
    counts = Pack.counts | {"number"}
    notation = NOTATION
    actions = (
        *orders.ACTIONS,
        *placing.ACTIONS,
        *autumn.ACTIONS,
        *drawing.ACTIONS,
    )
    periods = {"phase": "year start spring summer autumn winter", "clash": "clash", "round": "round", "game": "game"}

    def zones(self, seats: Sequence[Seat], format: str) -> tuple[ZoneSpec, ...]:
        """Each player's zones, with the cards they have beside each region, and the shared board."""
        owned = tuple(
            ZoneSpec(f"{seat.player}.{kind}", seat.player, seen, play) for seat in seats for kind, seen, play in _OWNED
        )
        return (*owned, *(ZoneSpec(kind, "", seen, play) for kind, seen, play in _SHARED))

    def deal(self, seats: Sequence[Seat], format: str, pick: Pick) -> tuple[tuple[Seat, ...], tuple[Component, ...]]:
        """A faction each; setup brings everything else."""
        return components.seat_factions(self.cards, seats, pick), ()

    def abilities_of(self, pos: Position, entity: Entity) -> tuple[Ability, ...]:
        """What a component offers where it lies: facedown cards, exhausted tactics and cards out of play offer nothing."""
        card = self.cards.get(entity.card)
        if card is None or not card.abilities or (not entity.up and not entity.zone.endswith(".hand")):
            return ()
        if "exhausted" in entity.marks:
            return ()
        if pos.table.specs[entity.zone].inplay:
            return tuple(ability for ability in card.abilities if ability.where == "play")
        kind = entity.zone.partition(".")[2]
        return tuple(ability for ability in card.abilities if ability.where == kind)

    def usable(self, pos: Position, entity: Entity, ability: Ability) -> bool:
        """Cleared text is ignored (`okc/cleared#1`), and in a new clash that of cards of the earlier ones
        (`okc/new-clash#2`).
        """
        if entity.marks and board.spent(pos, entity):
            return False
        if not pos.index.constants and not pos.table.effects:
            return True
        return values.text_counts(pos, entity.id)

    def forbidden(self, pos: Position, player: str, entity: Entity, ability: Ability) -> str:
        """The first rule that stands in the way of an action."""
        checks = rulebook.prohibitions(pos, player, entity, ability)
        return next((check.rule for check in checks if not check.holds), "")

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
        found["priority"] = lambda pos, case: "okc/abilities#3" if case.slot is not None else ""
        return found

    def _of(self, condition: str) -> Closer:
        return lambda pos, case: self.refined(pos, case.use, condition) if case.use is not None else ""

    def refined(self, pos: Position, use: Use, condition: str) -> str:
        """Closer rules for what failed."""
        entity = pos.entity(use.entity)
        if condition == "cannot":
            return self.forbidden(pos, use.player, entity, use.ability)
        if condition == "cost":
            return _COST_RULE.get(pos.card(entity.id).type, "okc/limits-hold#2")
        if condition == "offered" and "exhausted" in entity.marks:
            return "okc/exhausted#1"
        if condition in ("placed", "offered") and entity.zone.endswith(("burned", ".power")):
            return "okc/burn#2" if entity.zone.endswith("burned") else "okc/places-of-power#2"
        if condition in ("placed", "offered") and entity.host:
            return "okc/occupy#2"
        if condition in ("placed", "offered") and board.is_faction_card(pos, entity.id):
            return "okc/not-active#1" if board.beside(entity) else "okc/not-active#2"
        return ""

    def settle(self, pos: Position, changed: set[type[Any]]) -> bool:
        """A hand above its limit is discarded down at once (`okc/hand-limit-excess#2`)."""
        if not pos.table.frames or pos.table.top.kind in ("excess", "setup") or changed.isdisjoint({Moved, Counted}):
            return False
        for player in pos.order():
            if len(pos.zone(player, "hand")) > board.limit(pos, player) > 0:
                pos.open("excess", {"player": player})
                return True
        return False

    def finished(self, pos: Position, frame: Frame) -> None:
        """A Great Road emptied outside bids is refilled at once, discarding nothing (`okc/refilling-outside-bids#1`)."""
        short = len(pos.table.zones["road"]) < board.ROAD and pos.enclosing("round") is not None
        spring = pos.enclosing("spring")
        if short and not (spring is not None and "bidders" in spring.data) and self._cards_left(pos):
            pos.open("refill")

    def _cards_left(self, pos: Position) -> bool:
        return bool(pos.table.zones["kingdom"] or pos.table.zones["kingdom-discard"])

    def extra_cost(
        self, pos: Position, player: str, entity: Entity, ability: Ability, frame: Frame | None
    ) -> tuple[Occurrence, ...]:
        """Using an action counts for the round; a tactic is spent by its use, the Favour turned (`okc/tactics#3`)."""
        if ability.kind in ("setup", "reward", "constant"):
            return ()
        if frame is not None and ability.kind == "action":
            pos.emit(UseCounted(rulebook.action_key(player, entity.id, ability), board.round_frame(pos)))
        kind = self.cards[entity.card].type
        if kind == "tactic":
            return (Occurrence("exhausted", entity.id, player),)
        if kind == "faction":
            return (Occurrence("turned", board.favour(pos), player),)
        return ()

    def candidates(self, pos: Position, player: str, zone: str) -> Iterable[int]:
        """Where an ability may look: one's own hand, everyone's public zones, active cards, the Great Road."""
        if zone == "hand":
            return list(pos.zone(player, "hand"))
        if zone in ("active", "clash"):
            found = [number for who in pos.order() for number in board.active_cards(pos, who)]
            return [number for number in found if board.in_clash(pos, number)] if zone == "clash" else found
        if zone == "council":
            return [number for who in pos.order() for council in board.COUNCILS for number in pos.zone(who, council)]
        if zone == "play":
            kinds = (*board.REGIONS, "board", "occupying", "supply", "tactics")
            return [
                number
                for who in pos.order()
                for kind in kinds
                for number in pos.zone(who, kind)
                if pos.entity(number).up
            ]
        if zone in pos.table.zones and zone not in board.REGIONS:
            return list(pos.table.zones[zone])
        return [number for who in pos.table.seats for number in pos.zone(who, zone)]

    def name(self, pos: Position, number: int) -> str:
        """Pawns are called after their player."""
        card = pos.card(number)
        return f"Herald of {pos.entity(number).owner}" if card.type == "herald" else card.name


__all__ = ["OldKingsCrown", "effects"]

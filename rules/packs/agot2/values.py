"""What a card costs its player now: the printed cost or X, what modifies it, and the reductions that wait for the next card."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ledger.events import EffectEnded, Occurrence
from ledger.table import Effect, Frame
from rules.kernel.context import Context
from rules.kernel.position import Position
from rules.kernel.values import given, value
from rules.packs.agot2 import board
from rules.shared import limited


def reductions(pos: Position, player: str, number: int) -> list[Effect]:
    """The "next card costs less" effects that apply to a card a player is about to marshal or play."""
    found = []
    for effect in pos.table.effects.values():
        if "reduce" in effect.data and effect.player == player:
            context = Context(pos, effect.source, player)
            if context.judge(pos.pack.filter(str(effect.data["which"])), number):
                found.append(effect)
    return found


def price(pos: Position, player: str, number: int) -> int:
    """What a card costs now: the printed cost (`agot2/costs#1`), all that modifies it and the waiting reductions
    (`agot2/gold-cost#1`, `agot2/initiating-abilities#4`)."""
    printed = pos.card(number).number("cost")
    amount = value(pos, number, "cost", printed)
    for effect in reductions(pos, player, number):
        by = effect.data["reduce"]
        assert isinstance(by, int)
        amount -= by
    return max(0, amount)


def price_of_x(pos: Position, player: str, number: int, x: int) -> int:
    """What is paid where the cost is X: modifiers change the amount, X keeps its value (`agot2/letter-x#2`)."""
    amount = x
    for how, by, _ in given(pos, number, "modify", "cost"):
        amount += by if how == "add" else -by if how == "subtract" else 0
    for effect in reductions(pos, player, number):
        reduced = effect.data["reduce"]
        assert isinstance(reduced, int)
        amount -= reduced
    return max(0, amount)


def most_x(pos: Position, player: str, number: int) -> int:
    """The highest X a player's gold can pay for a card."""
    plenty = 100
    return pos.table.count(player, "gold") + plenty - price_of_x(pos, player, number, plenty)


def use_up(pos: Position, player: str, number: int) -> None:
    """The waiting reductions that applied are used up."""
    for effect in reductions(pos, player, number):
        pos.emit(EffectEnded(effect.id))


KIND = "strengthened"
_LOWERING = ("subtract", "divide")
_BETWEEN = ("game", "round")
"""Between phases nothing can be answered: what began there is told as the next phase begins."""


class Measure(msgspec.Struct, frozen=True):
    """A character's STR, and what raises it: how, since when, and by how much."""

    strength: int
    raising: Mapping[tuple[str, int], int]

    def raised_to(self, later: Measure) -> bool:
        """Whether something came that raises it, or raises it by more: a constant ability counts as soon as what it asks for
        is so (`agot2/constant-abilities#3`). What lowered it and is gone has raised nothing (`agot2/effects#5`)."""
        more = any(by > self.raising.get(source, 0) for source, by in later.raising.items())
        return more and later.strength > self.strength


def measure(pos: Position, number: int) -> Measure:
    """A character's STR and what raises it now."""
    raising: dict[tuple[str, int], int] = {}
    for how, by, since in given(pos, number, "modify", "strength"):
        if how not in _LOWERING and (by > 0 or how not in ("add", "times")):
            source = (how, since)
            raising[source] = raising.get(source, 0) + (by if how in ("add", "times") else 1)
    return Measure(board.strength(pos, number), raising)


def survey(pos: Position) -> dict[int, Measure] | None:
    """The characters in play, if an ability listens for their STR; mostly none does."""
    if not any(kinds.get(KIND) for kinds in pos.index.listeners.values()):
        return None
    return {entity.id: measure(pos, entity.id) for entity in board.in_play(pos) if board.is_character(pos, entity.id)}


def noticed(pos: Position, before: dict[int, Measure] | None) -> tuple[Occurrence, ...]:
    """Every character whose STR was increased since it was looked at, with by how much; from now on this is what was seen."""
    now = pos.watch = survey(pos)
    if before is None or now is None:
        return ()
    return tuple(
        Occurrence(KIND, number, pos.entity(number).controller, later.strength - before[number].strength)
        for number, later in now.items()
        if number in before and before[number].raised_to(later)
    )


def begun(pos: Position) -> tuple[Occurrence, ...]:
    """What a phase, an attack or a defence that has just begun has increased: it is part of that moment (`agot2/triggering-condition#3`)."""
    return noticed(pos, pos.watch)


def look(pos: Position) -> bool:
    """Values are brought up to date without pause (`agot2/modifiers#1`): an increase outside every moment is a moment of its own."""
    if not pos.table.frames or _told_elsewhere(pos.table.frames[-1]):
        return False
    parts = noticed(pos, pos.watch)
    if parts:
        pos.open("moment", None, parts)
    return bool(parts)


def _told_elsewhere(frame: Frame) -> bool:
    """Whether what has changed is to be part of a moment that is about to happen: a beginning, or what is imminent."""
    if frame.kind in _BETWEEN or (frame.step == 0 and frame.kind in ("challenge", *board.PHASES)):
        return True
    return frame.kind == "moment" and any(part.state == "imminent" for part in frame.occurrences)


def limited_left(pos: Position, player: str) -> bool:
    """Whether a player may still marshal or play a limited card this round (`agot2/limited#1`)."""
    return limited.limited_left(pos, player, value(pos, player, "limited_cards", 1))


def count_limited(pos: Position, player: str, number: int) -> None:
    """Count a limited card marshaled or played this round; one put into play is not counted (`agot2/limited#2`)."""
    if board.has_keyword(pos, number, "limited"):
        limited.count_limited(pos, player)

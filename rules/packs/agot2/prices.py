"""What a card costs its player now: the printed cost or X, what modifies it, and the reductions that wait for the next card."""

from __future__ import annotations

from ledger.events import EffectEnded
from ledger.table import Effect
from rules.context import Context
from rules.position import Position
from rules.values import given, value


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

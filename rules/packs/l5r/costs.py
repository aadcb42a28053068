"""What playing a card uses up: fate, the reductions that waited for it, the one limited card a round."""

from __future__ import annotations

from ledger.events import EffectEnded, UseCounted
from ledger.table import Effect
from rules.context import Context
from rules.packs.l5r import reading
from rules.position import Position
from rules.values import value


def _reductions(pos: Position, player: str, number: int, host: int = 0) -> list[Effect]:
    """The "next one costs less" effects that apply to a card a player is about to play."""
    found = []
    for effect in pos.table.effects.values():
        if "reduce" in effect.data and effect.player == player and effect.data.get("host") in (0, host):
            context = Context(pos, effect.source, player)
            if context.judge(pos.pack.filter(str(effect.data["which"])), number):
                found.append(effect)
    return found


def price(pos: Position, player: str, number: int, host: int = 0) -> int:
    """What a card costs now (`l5r/initiation-3#1`)."""
    amount = value(pos, number, "cost", pos.card(number).number("cost"))
    for effect in _reductions(pos, player, number, host):
        by = effect.data["reduce"]
        amount -= by if isinstance(by, int) else 0
    return max(0, amount)


def use_up(pos: Position, player: str, number: int, host: int = 0) -> None:
    """The waiting reductions that applied are used up."""
    for effect in _reductions(pos, player, number, host):
        pos.emit(EffectEnded(effect.id))


def limited_left(pos: Position, player: str) -> bool:
    """Whether a player may still play a limited card this round (`l5r/limited#1`)."""
    rounds = pos.enclosing("round")
    return not pos.table.uses.get(rounds.id if rounds else 0, {}).get(f"limited {player}", 0)


def count_limited(pos: Position, player: str, number: int) -> None:
    """Count a limited card played this round."""
    if reading.has_keyword(pos, number, "limited"):
        rounds = pos.enclosing("round")
        pos.emit(UseCounted(f"limited {player}", rounds.id if rounds else 0))

"""The effect words about honor, fate and bids: gained, lost, paid, given, placed and moved."""

from __future__ import annotations

from typing import Any

from ledger.events import Occurrence
from rules.context import Context
from rules.packs.l5r.effects import WORDS, as_players, each
from rules.words import numbers

__all__ = ["WORDS"]


@WORDS.effect("gain", "symbol value value?", "a player gains honor or fate", "gain(honor, 1)")
def _gain(ctx: Context, what: str, amount: int, players: Any = "") -> list[Occurrence]:
    return [
        Occurrence("gained", player=player, amount=amount, source=ctx.self, note=what)
        for player in as_players(players or ctx.you)
    ]


@WORDS.effect("lose", "symbol value value?", "a player loses honor or fate", "lose(honor, 1, opponent)")
def _lose(ctx: Context, what: str, amount: int, players: Any = "") -> list[Occurrence]:
    return [
        Occurrence("lost-tokens", player=player, amount=amount, source=ctx.self, note=what)
        for player in as_players(players or ctx.you)
    ]


@WORDS.effect("take", "symbol value value", "take honor or fate from a player", "take(honor, 1, opponent)")
def _take(ctx: Context, what: str, amount: int, player: str) -> list[Occurrence]:
    return [Occurrence("moved", player=player, amount=amount, source=ctx.self, to=ctx.you, note=what)]


@WORDS.effect("give", "symbol value value", "give honor or fate to a player", "give(fate, 1, opponent)")
def _give(ctx: Context, what: str, amount: int, player: str) -> list[Occurrence]:
    return [Occurrence("moved", player=ctx.you, amount=amount, source=ctx.self, to=player, note=what)]


@WORDS.effect("give_back", "symbol value value", "a player gives you honor or fate", "give_back(fate, 1, opponent)")
def _give_back(ctx: Context, what: str, amount: int, player: str) -> list[Occurrence]:
    return [Occurrence("moved", player=player, amount=amount, source=ctx.self, to=ctx.you, note=what)]


@WORDS.effect("pay", "symbol value", "pay or lose tokens from your pool as a cost", "pay(honor, 3)")
def _pay(ctx: Context, what: str, amount: int) -> list[Occurrence]:
    return [Occurrence("paid", player=ctx.you, amount=amount, source=ctx.self, note=what)]


@WORDS.effect("pay_opponent", "symbol value", "give tokens to your opponent as a cost", "pay_opponent(fate, 1)")
def _pay_opponent(ctx: Context, what: str, amount: int) -> list[Occurrence]:
    return [Occurrence("moved", player=ctx.you, amount=amount, source=ctx.self, to=ctx.pos.after(ctx.you), note=what)]


@WORDS.effect("spend_to", "value", "spend 1 fate to a ring", "spend_to(paid)")
def _spend_to(ctx: Context, rings: Any) -> list[Occurrence]:
    return [Occurrence("paid", player=ctx.you, source=ctx.self, other=ring, note="fate") for ring in numbers(rings)]


@WORDS.effect("place_fate", "value value", "place fate on cards from the general pool", "place_fate(1, target)")
def _place_fate(ctx: Context, amount: int, several: Any) -> list[Occurrence]:
    return each(ctx, "placed", several, amount=amount)


@WORDS.effect("remove_fate", "value value", "remove fate from cards", "remove_fate(1, target)")
def _remove_fate(ctx: Context, amount: int, several: Any) -> list[Occurrence]:
    return each(ctx, "unfated", several, amount=amount)


@WORDS.effect("return_fate", "value", "all fate on cards goes to their owners' pools", "return_fate(target)")
def _return_fate(ctx: Context, several: Any) -> list[Occurrence]:
    return [
        Occurrence("unfated", number, amount=ctx.table.count(number, "fate"), source=ctx.self, to=ctx.entity(number).owner)
        for number in numbers(several)
    ]


@WORDS.effect("move_fate", "value value value", "move fate from one card to another", "move_fate(1, target, attached)")
def _move_fate(ctx: Context, amount: int, source: Any, to: int) -> list[Occurrence]:
    return [Occurrence("moved", number, amount=amount, source=ctx.self, other=to, note="fate") for number in numbers(source)]


@WORDS.effect("change_bid", "value value?", "a player's bid counts as more or less", "change_bid(1)")
def _change_bid(ctx: Context, amount: int, player: str = "") -> list[Occurrence]:
    return [Occurrence("rebid", player=player or ctx.you, amount=amount, source=ctx.self)]


@WORDS.effect("take_fate", "value", "take all fate from a ring", "take_fate(target)")
def _take_fate(ctx: Context, rings: Any) -> list[Occurrence]:
    return [
        Occurrence("moved", ring, amount=ctx.table.count(ring, "fate"), source=ctx.self, to=ctx.you, note="fate")
        for ring in numbers(rings)
        if ctx.table.count(ring, "fate")
    ]

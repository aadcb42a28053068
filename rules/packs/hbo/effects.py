"""The effect words of this game's cards: each makes the occurrences it would cause."""

from __future__ import annotations

from typing import Any

import msgspec

from ledger.events import Occurrence
from rules.context import Context
from rules.packs.hbo import reading
from rules.packs.hbo.words import WORDS
from rules.words import numbers

__all__ = ["WORDS"]


def _each(ctx: Context, kind: str, several: Any, amount: int = 1, note: str = "") -> list[Occurrence]:
    return [Occurrence(kind, number, ctx.controller(number), amount, source=ctx.self, note=note) for number in numbers(several)]


def _players(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def _simple(word: str, kind: str, says: str) -> None:
    @WORDS.effect(word, "value", says, f"{word}(target)")
    def effect(ctx: Context, several: Any) -> list[Occurrence]:
        return _each(ctx, kind, several)


for _word, _kind, _says in (
    ("kill", "killed", "kill characters"),
    ("return_to_hand", "returned", "return cards to their owners' hands"),
    ("kneel", "knelt", "kneel cards"),
    ("stand", "stood", "stand cards"),
    ("remove_from_challenge", "withdrawn", "characters no longer take part in the challenge"),
):
    _simple(_word, _kind, _says)


@WORDS.effect("discard", "value", "discard cards from play or from hand", "discard(target)")
def _discard(ctx: Context, several: Any) -> list[Occurrence]:
    """A duplicate is told as one, after it has left, too: it is not the character above it that is discarded."""
    parts = _each(ctx, "discarded", several)
    return [
        msgspec.structs.replace(part, note="duplicate") if reading.is_duplicate(ctx.entity(part.subject)) else part
        for part in parts
    ]


@WORDS.effect("gain", "symbol value value?", "gain power from the pool for a card, or gold for a player", "gain(power, 2, house)")
def _gain(ctx: Context, what: str, amount: int, holder: Any = None) -> list[Occurrence]:
    """Power for the house lies on the banner (`hbo/gaining-power#1`), for a character on its card (`hbo/power-on-characters#1`)."""
    if holder is None:
        holder = reading.banner(ctx.pos, ctx.you) if what == "power" else ctx.you
    if isinstance(holder, str):
        return [Occurrence("gained", player=holder, amount=amount, source=ctx.self, note=what)]
    return _each(ctx, "gained", holder, amount, what)


@WORDS.effect("lose", "symbol value value", "return tokens from a card or a player", "lose(power, 1, target)")
def _lose(ctx: Context, what: str, amount: int, holder: Any) -> list[Occurrence]:
    if isinstance(holder, str):
        return [Occurrence("lost-tokens", player=holder, amount=amount, source=ctx.self, note=what)]
    return _each(ctx, "lost-tokens", holder, amount, what)


@WORDS.effect("pay", "symbol value", "pay tokens from your pool", "pay(gold, 2)")
def _pay(ctx: Context, what: str, amount: int) -> list[Occurrence]:
    """From the gold pool, in whatever phase (`hbo/gold-pool#2`, `hbo/gold-token#2`)."""
    return [Occurrence("paid", player=ctx.you, amount=amount, source=ctx.self, note=what)]


@WORDS.effect("move", "symbol value value value", "move tokens from one card to another", "move(power, 1, house(loser), house)")
def _move(ctx: Context, what: str, amount: int, sources: Any, to: int) -> list[Occurrence]:
    return [Occurrence("moved", number, ctx.controller(number), amount, ctx.self, to, note=what) for number in numbers(sources)]


@WORDS.effect("draw_cards", "value value?", "draw cards (you unless said)", "draw_cards(2)")
def _draw(ctx: Context, amount: int, who: Any = None) -> list[Occurrence]:
    return [Occurrence("drew", player=player, amount=amount, source=ctx.self) for player in _players(who or ctx.you)]


@WORDS.effect("put_into_play", "value", "put cards into play without playing them", "put_into_play(chosen)")
def _put_into_play(ctx: Context, several: Any) -> list[Occurrence]:
    return [Occurrence("entered", number, ctx.you, source=ctx.self, note="put") for number in numbers(several)]


@WORDS.effect("save", "value", "save the character from being killed", "save(it)")
def _save(ctx: Context, several: Any) -> list[Occurrence]:
    moment = ctx.moment.id if ctx.moment else 0
    return [Occurrence("saving", number, ctx.you, ctx.occ_index, ctx.self, moment) for number in numbers(several)]


@WORDS.effect("join", "value symbol", "the character now takes part on a side", "join(target, attacker)")
def _join(ctx: Context, several: Any, side: str) -> list[Occurrence]:
    return _each(ctx, "joined", several, note=f"{side}s")

"""The effect words about abilities and effects: cancelled, replaced, delayed, repeated, made cheaper, learned."""

from __future__ import annotations

from typing import Any

from ledger.events import Occurrence
from rules.context import Context
from rules.packs.l5r.conflicteffects import WORDS
from rules.words import numbers

__all__ = ["WORDS"]


@WORDS.effect(
    "learn",
    "value value",
    "this card gains a triggered ability of another, by its number, until the phase ends",
    'learn(target, said("which"))',
)
def _learn(ctx: Context, several: Any, nth: str) -> list[Occurrence]:
    return [Occurrence("learned", ctx.self, ctx.you, source=ctx.self, other=number, note=nth) for number in numbers(several)]


@WORDS.effect("cancel", "", "cancel the effects that would initiate", "cancel")
def _cancel(ctx: Context) -> list[Occurrence]:
    moment = ctx.moment.id if ctx.moment else 0
    return [Occurrence("cancelling", player=ctx.you, source=ctx.self, other=moment)]


def _replacing(ctx: Context, subject: int, to: str, note: str = "") -> list[Occurrence]:
    moment = ctx.moment.id if ctx.moment else 0
    return [Occurrence("replacing", subject, ctx.you, ctx.occ_index, ctx.self, moment, to, note)]


@WORDS.effect("discard_instead", "value", "a card is discarded instead of what would leave play", "discard_instead(self)")
def _discard_instead(ctx: Context, number: int) -> list[Occurrence]:
    return _replacing(ctx, number, f"instead discard {number}")


@WORDS.effect(
    "lose_status_instead",
    "value",
    "the status token is discarded instead of the character leaving play",
    "lose_status_instead(it)",
)
def _lose_status_instead(ctx: Context, number: int) -> list[Occurrence]:
    return _replacing(ctx, number, f"instead status {number}")


@WORDS.effect("keep_instead", "", "the first player token is kept instead", "keep_instead")
def _keep_instead(ctx: Context) -> list[Occurrence]:
    return _replacing(ctx, 0, "instead keep")


@WORDS.effect("receive_instead", "value", "another character receives the honor or dishonor instead", "receive_instead(target)")
def _receive_instead(ctx: Context, several: Any) -> list[Occurrence]:
    return [part for number in numbers(several)[:1] for part in _replacing(ctx, number, "", "subject")]


@WORDS.effect(
    "at_end_of",
    "symbol value?",
    "the ability's `later` part happens by itself at the end of a period",
    "at_end_of(conflict, target)",
)
def _at_end_of(ctx: Context, period: str, several: Any = 0) -> list[Occurrence]:
    found = numbers(several)
    return [Occurrence("delaying", found[0] if found else 0, ctx.you, source=ctx.self, to=period, note="ended")]


@WORDS.effect(
    "after_conflict_won", "value?", "the ability's `later` part happens when this conflict is won", "after_conflict_won(target)"
)
def _after_conflict_won(ctx: Context, several: Any = 0) -> list[Occurrence]:
    found = numbers(several)
    return [Occurrence("delaying", found[0] if found else 0, ctx.you, source=ctx.self, to="conflict", note="won")]


@WORDS.effect(
    "reduce_next", "value text symbol value?", "the next card of a kind you play costs less", "reduce_next(1, event, phase)"
)
def _reduce_next(ctx: Context, amount: int, which: str, period: str, host: int = 0) -> list[Occurrence]:
    return [Occurrence("reducing", player=ctx.you, amount=amount, source=ctx.self, to=period, note=which, other=host)]


@WORDS.effect("repeat", "", "resolve this ability a second time", "repeat")
def _repeat(ctx: Context) -> list[Occurrence]:
    return [Occurrence("repeating", player=ctx.you, source=ctx.self, other=ctx.frame.id if ctx.frame else 0)]

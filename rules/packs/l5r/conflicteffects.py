"""The effect words about conflicts, duels and rings."""

from __future__ import annotations

from typing import Any

from ledger.events import Occurrence
from rules.context import Context
from rules.packs.l5r.tokeneffects import WORDS
from rules.words import numbers

__all__ = ["WORDS"]


@WORDS.effect("declare_conflict", "", "you declare a conflict at once", "declare_conflict")
def _declare_conflict(ctx: Context) -> list[Occurrence]:
    return [Occurrence("pressing", player=ctx.you, source=ctx.self)]


@WORDS.effect("duel", "symbol value value symbol?", "one character challenges another to a duel", "duel(military, self, target)")
def _duel(ctx: Context, kind: str, challenger: Any, challenged: Any, how: str = "") -> list[Occurrence]:
    """The initiating player's character is the challenger (`l5r/d.2#2`)."""
    one = numbers(challenger)
    return [
        Occurrence("dueling", one[0], ctx.you, source=ctx.self, other=number, to=how, note=kind)
        for number in numbers(challenged)
        if one
    ]


@WORDS.effect(
    "resolve_ring", "value", "resolve a ring's effect as if you were the attacking player", "resolve_ring(contested_ring)"
)
def _resolve_ring(ctx: Context, rings: Any) -> list[Occurrence]:
    return [Occurrence("resolving", ring, ctx.you, source=ctx.self) for ring in numbers(rings)]


@WORDS.effect("switch_type", "symbol?", "the conflict changes its type", "switch_type")
def _switch_type(ctx: Context, kind: str = "switch") -> list[Occurrence]:
    return [Occurrence("retyped", player=ctx.you, source=ctx.self, note=kind)]


@WORDS.effect("switch_ring", "value", "another ring becomes the contested one", "switch_ring(chosen)")
def _switch_ring(ctx: Context, rings: Any) -> list[Occurrence]:
    return [Occurrence("swapped", ring, ctx.you, source=ctx.self) for ring in numbers(rings)]


@WORDS.effect("return_ring", "value", "a ring goes back to the unclaimed pool", "return_ring(chosen)")
def _return_ring(ctx: Context, rings: Any) -> list[Occurrence]:
    return [Occurrence("ring-returned", ring, ctx.you, source=ctx.self) for ring in numbers(rings)]


@WORDS.effect("claim_ring", "value", "claim a ring", "claim_ring(contested_ring)")
def _claim_ring(ctx: Context, rings: Any) -> list[Occurrence]:
    return [Occurrence("claimed", ring, ctx.you, source=ctx.self) for ring in numbers(rings)]


@WORDS.effect("cancel_ring", "", "the ring effect of this conflict is cancelled", "cancel_ring")
def _cancel_ring(ctx: Context) -> list[Occurrence]:
    return [Occurrence("ring-cancelled", player=ctx.you, source=ctx.self)]

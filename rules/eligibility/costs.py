"""Costs: the occurrences that pay for an ability, and whether all of them can be paid."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from ledger.events import Occurrence
from rules.eligibility.targets import in_zones, unknown_fitting
from rules.kernel.context import Context
from rules.language.cards import Ability

if TYPE_CHECKING:
    from rules.kernel.context import Use
    from rules.kernel.position import Position


def payable(pos: Position, use: Use) -> bool:
    """Whether the cost could be paid: every part could happen, and there are enough tokens for all parts together.

    Where the player chooses what to pay with, there must be a component to choose, or one nobody has identified that
    may be such a one.
    """
    ability = use.ability
    context = use.context
    if ability.cost_choice is not None and not (
        cost_candidates(pos, context, ability) or unknown_payments(pos, context, ability)
    ):
        return False
    extra = pos.pack.extra_cost(pos, use.player, pos.table.entities[use.entity], ability, None)
    parts = list(extra) + cost_parts(pos, context, ability)
    return _all_payable(pos, parts)


def cost_parts(pos: Position, context: Context, ability: Ability) -> list[Occurrence]:
    """Return the occurrences that pay an ability's own cost, without causing them.

    Where the player chooses what to pay with and has not chosen yet, the first components that could pay stand in.
    """
    if ability.cost_choice is not None and "paid" not in context.chosen:
        first = cost_candidates(pos, context, ability)[: ability.cost_choice.least]
        context.chosen["paid"] = first
        try:
            return _made(context, ability)
        finally:
            del context.chosen["paid"]
    return _made(context, ability)


def _made(context: Context, ability: Ability) -> list[Occurrence]:
    """Return the occurrences of the cost. While they are made, what protects cards from effects does not protect them
    from costs.
    """
    context.paying = True
    try:
        return [part for effect in ability.cost for part in effect.make(context)]
    finally:
        context.paying = False


def cost_candidates(pos: Position, context: Context, ability: Ability) -> list[int]:
    """Return the components that may be chosen to pay with: the player's own or nobody's, fitting, able to pay."""
    assert ability.cost_choice is not None
    return [
        number for number in in_zones(pos, context.you, ability.cost_choice) if _pays(pos, context, ability, number)
    ]


def unknown_payments(pos: Position, context: Context, ability: Ability) -> int:
    """Return how many components nobody has identified may be what a cost is paid with (`unknown_fitting`)."""
    assert ability.cost_choice is not None
    return unknown_fitting(pos, context, ability.cost_choice, partial(_pays, pos, context, ability))


def _pays(pos: Position, context: Context, ability: Ability, number: int) -> bool:
    """Whether a component may be chosen to pay with."""
    choice = ability.cost_choice
    if choice is None or pos.table.entities[number].controller not in (context.you, ""):
        return False
    if not context.judge(choice.accepts, number):
        return False
    context.chosen["paid"] = [number]
    parts = _made(context, ability)
    del context.chosen["paid"]
    return all(pos.pack.happenings[part.kind].could(pos, part) for part in parts)


def _all_payable(pos: Position, parts: list[Occurrence]) -> bool:
    happenings = pos.pack.happenings
    return all(happenings[part.kind].could(pos, part) for part in (*parts, *payments(parts)))


def payments(parts: list[Occurrence]) -> list[Occurrence]:
    """Return what is paid in tokens, all parts of a cost for the same holder and kind of token as one payment."""
    owed: dict[tuple[int | str, str], Occurrence] = {}
    for part in parts:
        if part.kind == "paid":
            key = (part.subject or part.player, part.note)
            before = owed[key].amount if key in owed else 0
            owed[key] = msgspec.structs.replace(part, amount=before + part.amount)
    return list(owed.values())

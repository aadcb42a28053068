"""The conditions of using an ability, in the order of initiation: one table, each with its sentence and its test."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from ledger.events import State
from rules.eligibility.costs import cost_candidates, payable, unknown_payments
from rules.eligibility.targets import could_change, legal_targets, unknown_targets
from rules.kernel.context import used
from rules.kernel.values import has

if TYPE_CHECKING:
    from rules.kernel.context import Use
    from rules.kernel.position import Position
    from rules.language.cards import Limit

MATCHING = {False: (State.IMMINENT,), True: (State.HAPPENED, State.PARTLY, State.REPLACED)}
"""The states of an occurrence that a window answers, by whether the window comes after it (`Slot.after`).

A window before it answers imminent ones. A window after it answers those that happened, also in part or replaced.
"""


class Condition(msgspec.Struct, frozen=True):
    """One condition of using an ability: its name, its sentence, and its test.

    `needs` names a condition without which this one cannot be judged. `follows` names those that make a failure of
    this one say nothing more: of a card that is not in play, the trigger is not met and the cost cannot be paid.
    """

    name: str
    says: str
    holds: Callable[[Position, Use], bool]
    needs: str = ""
    follows: tuple[str, ...] = ()


def _controls(pos: Position, use: Use) -> bool:
    entity = pos.table.entities[use.entity]
    # what nobody owns, such as a card of a common deck, is whoever's zone it lies in
    return (pos.pack.bearer(pos, entity).controller or pos.table.specs[entity.zone].owner) == use.player


def _placed(pos: Position, use: Use) -> bool:
    entity = pos.table.entities[use.entity]
    if use.ability.where == "play":
        return pos.pack.in_play(pos, entity)
    # a card that is being played cannot be offered again in a window its own cost opens
    return pos.pack.zone_kind(pos, entity) == use.ability.where and use.entity not in pos.playing


def _offered(pos: Position, use: Use) -> bool:
    return any(found.key == use.ability.key for found in pos.pack.abilities_of(pos, pos.table.entities[use.entity]))


def _text_counts(pos: Position, use: Use) -> bool:
    return pos.pack.usable(pos, pos.table.entities[use.entity], use.ability)


def _phase(pos: Position, use: Use) -> bool:
    if not use.ability.phase:
        return True
    return pos.enclosing(use.ability.phase) is not None


def _slot(pos: Position, use: Use) -> bool:
    if use.slot is None:
        return use.ability.slot == "action"
    return use.ability.slot in use.slot.listens


def _triggered(pos: Position, use: Use) -> bool:
    if not use.ability.triggers:
        return use.occurrence < 0
    if use.occurrence < 0 or use.slot is None:
        return False
    occurrence = use.frame.occurrences[use.occurrence]
    if occurrence.state not in MATCHING[use.slot.after]:
        return False
    use.context.triggered_by(use.frame, use.occurrence)
    matches = any(occurrence.kind in trigger.kinds and trigger.matches(use.context) for trigger in use.ability.triggers)
    # what cannot happen is not about to happen, and nothing answers it
    return matches and (use.slot.after or pos.pack.happenings[occurrence.kind].could(pos, occurrence))


def _unused(pos: Position, use: Use) -> bool:
    if use.occurrence < 0:
        return True
    return not used(pos, use.frame.id, f"{use.key(pos)}@{use.occurrence}")


def _allowed(pos: Position, use: Use) -> bool:
    return use.ability.condition is None or bool(use.ability.condition(use.context))


def _extra_uses(pos: Position, use: Use, limit: Limit) -> int:
    """Return 1 if something grants the bearer of the ability one more use; a maximum for all copies is never raised."""
    bearer = pos.pack.bearer(pos, pos.table.entities[use.entity])
    return int(not limit.title and has(pos, bearer.id, "use_again", "again"))


def _limits(title: bool) -> Callable[[Position, Use], bool]:
    def holds(pos: Position, use: Use) -> bool:
        for limit in use.ability.limits:
            if limit.title == title:
                times = used(pos, pos.period(limit.period), use.limit_key(pos, limit))
                if times >= limit.count and times >= limit.count + _extra_uses(pos, use, limit):
                    return False
        return True

    return holds


def _not_forbidden(pos: Position, use: Use) -> bool:
    return not pos.pack.forbidden(pos, use.player, pos.table.entities[use.entity], use.ability)


def _payable(pos: Position, use: Use) -> bool:
    return payable(pos, use)


def _targets(pos: Position, use: Use) -> bool:
    aimed = [choice for choice in use.ability.targets if not choice.words]
    for choice in aimed:
        legal = legal_targets(pos, use.context, use.ability, choice)
        needed = (
            choice.least or len(aimed) == 1
        )  # "any number" needs one to be there, unless something else is chosen, too
        if len(legal) < needed and len(legal) + unknown_targets(pos, use.context, use.ability, choice) < needed:
            return False
        if len(use.ability.targets) == 1:
            use.context.legal[choice.name] = legal  # the next condition asks for the same
    return True


def _changes(pos: Position, use: Use) -> bool:
    if pos.pack.idle_uses:
        return True
    choice = use.ability.cost_choice
    if choice is None or not any(
        "paid" in effect.text for sentence in use.ability.sentences for effect in sentence.effects
    ):
        return could_change(pos, use.context, use.ability)
    candidates = cost_candidates(pos, use.context, use.ability)
    if not candidates:  # then the cost is paid with something that nobody has identified
        return unknown_payments(pos, use.context, use.ability) > 0
    return any(_changes_paying(pos, use, number) for number in candidates)


def _changes_paying(pos: Position, use: Use, number: int) -> bool:
    """Whether the effect could change something if the cost is paid with this component."""
    use.context.chosen["paid"] = [number]
    try:
        return could_change(pos, use.context, use.ability)
    finally:
        del use.context.chosen["paid"]


def _cancellable(pos: Position, use: Use) -> bool:
    """Whether the ability being answered may be cancelled, where a use answers an initiation."""
    if use.frame.kind != "ability" or use.slot not in pos.pack.sequence.attempt:
        return True
    if not any("initiated" in trigger.kinds for trigger in use.ability.triggers):
        return True
    answered = pos.pack.ability(str(use.frame.data["ability"]))
    return answered is None or answered.cancellable


CONDITIONS: tuple[Condition, ...] = (
    Condition("controls", "the player controls the card", _controls),
    Condition("placed", "the card is where this ability can be used from", _placed),
    Condition("offered", "the card has this ability now", _offered, needs="placed"),
    Condition("text", "its text box is not blank", _text_counts, needs="offered"),
    Condition("phase", "it may be used in this phase", _phase),
    Condition("window", "this is a window for abilities of this kind", _slot),
    Condition("trigger", "its trigger is happening in this window", _triggered, needs="window", follows=("placed",)),
    Condition("cancellable", "what it answers can be cancelled", _cancellable),
    Condition("once", "this copy of the card has not answered the same thing already", _unused, needs="trigger"),
    Condition("restriction", "its own restrictions are met", _allowed, needs="trigger"),
    Condition("limit", "its limit is not reached", _limits(title=False)),
    Condition("maximum", "the maximum for its title is not reached", _limits(title=True)),
    Condition("cannot", "nothing says the player cannot use it", _not_forbidden),
    Condition("cost", "its cost can be paid in full", _payable, needs="trigger", follows=("placed", "offered")),
    Condition("targets", "there are enough legal targets", _targets, needs="trigger"),
    Condition("change", "its effect could change the game", _changes, needs="targets"),
)

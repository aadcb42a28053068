"""Initiating an ability: cost, targets, the attempt that may be cancelled, its effects, and the reactions to all of it.

One sentence of an effect is a *wave*: its occurrences are imminent together, are answered, and happen together. The
waves after a "then" come in the same frame, so that reactions to the whole effect share one window once it is complete.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ledger.events import FrameClosed, Outcome, State, UseCounted
from ledger.table import Frame
from rules.eligibility.costs import cost_candidates, cost_parts
from rules.eligibility.failures import why_not_fitting, why_not_payable
from rules.eligibility.targets import in_zones, legal_targets, unknown_targets
from rules.kernel.asks import Ask, Check, Choose, Say
from rules.kernel.context import PREVENTED, Context, Use, ability_of, context_of
from rules.kernel.names import whereabouts
from rules.kernel.pack import Failure
from rules.kernel.timing import Procedure, Sequence, Step
from rules.language.cards import Ability, Choice
from rules.resolution.choices import choose, looked_for_elsewhere, own_clause, question, say
from rules.resolution.effects import again, next_wave
from rules.resolution.moments import run_slot, slot_steps

if TYPE_CHECKING:
    from rules.kernel.position import Position


def ability_procedure(sequence: Sequence, rules: dict[str, str]) -> Procedure:
    """Return the procedure of an ability: the steps of initiating it, with the windows of the sequence in their places.

    `rules` gives the clauses of the steps: `cost`, `paid`, `targets`, `effect` and `finish`.
    """
    before = tuple(slot for slot in sequence.slots if not slot.after)
    after = tuple(slot for slot in sequence.slots if slot.after)
    return Procedure(
        "ability",
        "ability",
        (
            Step("cost", rules["cost"], "determine and pay the cost", pay),
            Step("paid", rules["paid"], "the cost is paid in full, or the attempt ends", paid),
            Step("target", rules["targets"], "choose targets", choose_targets),
            *(
                Step(f"attempt {slot.name}", slot.rule, slot.label, partial(run_slot, slot=slot), slot=slot)
                for slot in sequence.attempt
            ),
            Step("wave", rules["effect"], "the effect resolves", next_wave),
            *slot_steps(before),
            Step("again", rules["effect"], "the rest of the effect", again),
            Step("finish", rules["finish"], "the effect is complete", finish),
            *slot_steps(after),
        ),
    )


def delayed_procedure(sequence: Sequence, rules: dict[str, str]) -> Procedure:
    """Return the procedure of a delayed effect: the effect alone, with nothing to initiate.

    `rules` gives its clause under `delayed`.
    """
    before = tuple(slot for slot in sequence.slots if not slot.after)
    after = tuple(slot for slot in sequence.slots if slot.after)
    return Procedure(
        "delayed",
        "delayed effect",
        (
            Step("wave", rules["delayed"], "the delayed effect resolves", next_wave),
            *slot_steps(before),
            Step("again", rules["delayed"], "the rest of the effect", again),
            *slot_steps(after),
        ),
    )


def pay(pos: Position, frame: Frame) -> Ask | None:
    """Ask what X is and what to pay with, where there is a choice; then open a moment that pays every part at once.

    If nothing is to be paid, go on to the targets instead.
    """
    ability = ability_of(pos, frame)
    context = context_of(pos, frame)
    choice = ability.cost_choice
    if ability.x is not None and "x" not in frame.data:
        return _name_x(pos, frame, context, ability)
    if choice is not None and "paid" not in frame.data:
        candidates = cost_candidates(pos, context, ability)
        ask = _payment(pos, frame, context, choice, candidates)
        if len(candidates) > choice.least or choice.most > choice.least:
            return ask
        pos.skip(ask)
        pos.remember(frame, "paid", list(candidates))
        context = context_of(pos, frame)
    entity = pos.table.entities[context.self]
    parts = [*pos.pack.extra_cost(pos, context.you, entity, ability, frame), *cost_parts(pos, context, ability)]
    if not parts:
        pos.go(frame, "target")
    else:
        pos.open_next(frame, "moment", {"cost": True}, tuple(parts))
    return None


def _payment(pos: Position, frame: Frame, context: Context, choice: Choice, candidates: list[int]) -> Choose:
    """What to pay with: what somebody else controls, or the cost does not ask for, is told by name."""
    own, asks = own_clause(context), question(pos, context, choice)
    rule = own or pos.pack.rules.get("pay", pos.pack.rule("cost"))

    def reject(number: int) -> list[Check]:
        name, controller = pos.pack.name(pos, number), pos.table.entities[number].controller
        looked_for = pos.in_play(number) or choice.zones != ("play",)
        who = pos.player_name(context.you)
        if controller not in (context.you, "") and looked_for:
            theirs = pos.pack.rules.get("payer", rule)
            outside = pos.pack.rules.get("payer outside", theirs)
            return [
                Check(
                    "payer",
                    theirs if pos.in_play(number) else outside,
                    f"{who} pays with cards of their own",
                    False,
                    f"{pos.player_name(controller)} controls {name}"
                    if pos.in_play(number)
                    else whereabouts(pos, number),
                )
            ]
        asked = own or pos.pack.rules.get("payment", rule)
        if number not in in_zones(pos, context.you, choice):
            failure = Failure(context.you, choice=choice, number=number)
            return [looked_for_elsewhere(pos, context, choice, failure, asked)]
        if context.judge(choice.accepts, number):
            failure = Failure(context.you, ability=context.ability, choice=choice, number=number)
            unable = pos.pack.clause(pos, "payment", failure, rule)
            told = why_not_payable(context, number)
            return [Check("payment", unable, told.needed, False, told.saw)]
        told = why_not_fitting(context, choice, number)
        return [Check("payment", asked, told.needed, False, told.saw)]

    ask = Choose(context.you, rule, asks, frame, "paid", candidates, choice.least, choice.most, reject=reject)
    ask.whose = pos.pack.rules.get("pays", "")
    return ask


def _name_x(pos: Position, frame: Frame, context: Context, ability: Ability) -> Ask | None:
    """Return the decision what X is: a number that could be paid and leaves enough targets."""
    assert ability.x is not None
    numbers = []
    choices = [choice for choice in ability.targets if not choice.words]
    for number in range(int(ability.x(context)) + 1):
        context.said["x"] = str(number)
        if all(len(legal_targets(pos, context, ability, choice)) >= choice.least for choice in choices):
            numbers.append(str(number))
    del context.said["x"]
    ask = Say(context.you, pos.pack.rule("cost"), "name X", frame, "x", numbers)
    ask.whose = pos.pack.rules.get("pays", "")
    return ask


def paid(pos: Position, frame: Frame) -> Ask | None:
    """End the attempt if any part of the cost did not happen in full; the rest stays paid.

    Such an attempt counts toward limits only in games with `prevented_uses`. An illegal use that was applied goes on.
    """
    results = frame.data.get("results")
    if (
        isinstance(results, list)
        and any(result != State.HAPPENED for result in results)
        and not frame.data.get("forced")
    ):
        if not pos.pack.prevented_uses:
            _take_back(pos, frame)
        pos.emit(FrameClosed(frame.id, Outcome.PREVENTED))
    return None


def _take_back(pos: Position, frame: Frame) -> None:
    """Record that the use of this frame does not count: neither toward limits nor for the occurrence it answers."""
    ability, context = ability_of(pos, frame), context_of(pos, frame)
    use = Use(pos, context.you, context.self, ability, None, frame, -1)
    for limit in ability.limits:
        pos.emit(UseCounted(f"{PREVENTED} {use.limit_key(pos, limit)}", pos.period(limit.period)))
    if "moment" in frame.data:
        key = f"{use.key(pos)}@{frame.number('occurrence')}"
        pos.emit(UseCounted(f"{PREVENTED} {key}", frame.number("moment")))


def choose_targets(pos: Position, frame: Frame) -> Ask | None:
    """Ask for the targets, after the cost, among those that are legal now. With too few of them the attempt ends.

    Where there is only one way to choose, nobody is asked, unless a card nobody has identified could be a target: only
    the players know which was meant. An illegal use that was applied chooses, if too few are legal, among all
    components in the zones.
    """
    ability = ability_of(pos, frame)
    if not ability.targets:
        return None
    context = context_of(pos, frame)
    for choice in ability.targets:
        if choice.name in frame.data:
            continue
        if choice.words:
            ask = say(pos, frame, context, choice)
            if ask is not None:
                return ask
            continue
        legal = legal_targets(pos, context, ability, choice)
        if len(legal) < choice.least and frame.data.get("forced"):  # it was made all the same: with whatever was there
            legal = list(in_zones(pos, context.you, choice))
        if len(legal) <= choice.least and unknown_targets(pos, context, ability, choice):
            return choose(pos, frame, context, ability, choice, legal)
        if len(legal) < choice.least:
            pos.emit(FrameClosed(frame.id, Outcome.PREVENTED))
            return None
        if len(legal) == choice.least and (not legal or choice.least == choice.most):
            if pos.observer is not None:
                pos.skip(choose(pos, frame, context, ability, choice, legal))
            pos.remember(frame, choice.name, list(legal))
            context.chosen[choice.name] = legal
            continue
        return choose(pos, frame, context, ability, choice, legal)
    return None


def finish(pos: Position, frame: Frame) -> Ask | None:
    """Let the game do what follows when an effect is complete, such as putting the card away, before anyone may
    react.
    """
    pos.pack.finished(pos, frame)
    return None

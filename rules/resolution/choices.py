"""The choices an ability asks for: targets, words, what each player picks, what chance picks."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from ledger.events import Move
from ledger.table import Frame
from rules.eligibility.failures import why_not_fitting, why_protected, why_unchanged
from rules.eligibility.targets import alters, could_with, in_zones, protected, target_problem, words_of
from rules.kernel.asks import Ask, Check, Choose, Say
from rules.kernel.chance import Chance
from rules.kernel.context import Context, ability_of
from rules.kernel.names import any_of, in_zone, place, word_name
from rules.kernel.pack import Failure
from rules.kernel.requirements import Teller
from rules.language.cards import Ability, Choice, Sentence

if TYPE_CHECKING:
    from rules.kernel.position import Position

_CLAUSE = re.compile(r" (?:that|whose|where) .*$")
"""What a description of cards says beyond their type and controller."""


def choose(pos: Position, frame: Frame, context: Context, ability: Ability, choice: Choice, legal: list[int]) -> Choose:
    """Return the decision which of the `legal` components an ability is about, put to the player who chooses them."""
    fits = fits_saw = None
    total = choice.total
    if total is not None:

        def fits(picks: tuple[int, ...]) -> bool:
            context.chosen[choice.name] = list(picks)
            return bool(total(context))

        def fits_saw(picks: tuple[int, ...]) -> str:
            context.chosen[choice.name] = list(picks)
            why = Teller(context).why_not(choice.total_text)
            return f"{why.needed}: {why.saw}" if why else "it does not"

    def reject(number: int) -> list[Check]:
        if number not in pos.table.entities:
            return []
        return _why_not(pos, context, ability, choice, number)

    ask = Choose(
        chooser(pos, context, choice),
        ability.clause or _how_many(pos, choice),
        question(pos, context, choice),
        frame,
        choice.name,
        legal,
        choice.least,
        choice.most,
        fits,
        "the text must hold of all that is chosen together",
        reject=reject,
        fits_saw=fits_saw,
        fits_rule=ability.clause or pos.pack.rule("target fits"),
    )
    ask.whose = pos.pack.rules.get("chooser", "")
    ask.asking = ability.clause or pos.pack.rules.get("choosing", "")
    ask.twice = ability.clause or pos.pack.rules.get("target twice", "")
    return ask


def _how_many(pos: Position, choice: Choice) -> str:
    """Return the clause on how many targets are chosen: a game may have one of its own for several at once."""
    several = pos.pack.rules.get("target several", "") if choice.least > 1 else ""
    return several or pos.pack.rules.get("target count", "") or pos.pack.rule("targets")


def _why_not(pos: Position, context: Context, ability: Ability, choice: Choice, number: int) -> list[Check]:
    problem = target_problem(pos, context, ability, choice, number)
    failure = Failure(context.you, ability=ability, choice=choice, number=number)
    elsewhere = pos.pack.rules.get("target placed", "")
    if elsewhere and number not in in_zones(pos, context.you, choice):
        rule = pos.pack.clause(pos, "target placed", failure, ability.clause or elsewhere)
        return [looked_for_elsewhere(pos, context, choice, failure, rule)]
    general = ability.clause or pos.pack.rule("target fits")
    fits = pos.pack.clause(pos, "target fits", failure, general) if problem == "fits" else general
    found = [
        _fitting(context, choice, number, fits, problem != "fits"),
        _not_protected(context, failure, problem != "immune"),
    ]
    if not pos.pack.idle_uses:
        rule = pos.pack.clause(pos, "target change", failure) if problem == "change" else pos.pack.rule("target change")
        found.append(_changing(context, failure, rule, problem != "change"))
    return found


def looked_for_elsewhere(pos: Position, context: Context, choice: Choice, failure: Failure, rule: str) -> Check:
    """Return the failed condition that a component lies where a choice looks, or where what pays a cost must lie."""
    closer = pos.pack.closer_words.get("target placed")
    words = closer(pos, failure) if closer is not None and failure.ability is not None else None
    if words is None:
        places = " or ".join(in_zone(pos, zone) for zone in choice.zones)
        asks = "is paid for with" if choice.name == "paid" else "chooses"
        saw = f"{pos.pack.name(pos, failure.number)} is {place(pos, failure.number)}"
        words = (f"{_card(pos, context)} {asks} a card {places}", saw)
    return Check("target placed", rule, words[0], False, words[1])


def _fitting(context: Context, choice: Choice, number: int, rule: str, holds: bool) -> Check:
    """Return the condition that a component is what a choice asks for."""
    if holds:
        return Check("target fits", rule, f"{_card(context.pos, context)} must be able to choose it", True)
    told = why_not_fitting(context, choice, number)
    return Check("target fits", rule, told.needed, False, told.saw)


def _not_protected(context: Context, failure: Failure, holds: bool) -> Check:
    """Return the condition that nothing keeps a component from being chosen, with the clause of what keeps it."""
    pos = context.pos
    rule = pos.pack.rule("target immune") if holds else pos.pack.clause(pos, "target immune", failure)
    told = why_protected(context, failure.number)
    return Check("target immune", rule, told.needed, holds, told.saw)


def _changing(context: Context, failure: Failure, rule: str, holds: bool) -> Check:
    """Return the condition that an effect could change a component."""
    assert failure.choice is not None
    if holds:
        return Check("target change", rule, "the effect must be able to change it", True)
    told = why_unchanged(context, failure.ability, failure.choice, failure.number)
    return Check("target change", rule, told.needed, False, told.saw)


def why_no_target(pos: Position, player: str, move: Move, number: int) -> list[Check]:
    """Return the failed conditions that keep a component from being a target of a move's ability.

    For an ability without such targets: from being picked for its effect. If every choice of the ability refuses the
    component, the conditions are those of the first; none if one of them allows it, or if there is no such component or
    ability.
    """
    ability = pos.pack.ability(move.ability)
    if ability is None or number not in pos.table.entities:
        return []
    context = Context(pos, move.subject, player, ability)
    aimed = [choice for choice in ability.targets if not choice.words]
    found = [
        [check for check in _why_not(pos, context, ability, choice, number) if check.holds is False] for choice in aimed
    ]
    if not aimed and pos.pack.rules.get("choice"):
        picked = [sentence.choose for sentence in ability.sentences if sentence.choose and not sentence.choose.words]
        found = [unasked(pos, context, choice, ability)(number) for choice in picked]
    return found[0] if found and all(found) else []


def unasked(pos: Position, context: Context, choice: Choice, ability: Ability | None) -> Callable[[int], list[Check]]:
    """Return a function that says why a component outside the candidates may not be chosen as an effect resolves.

    It is not what the effect asks for, something keeps it from being chosen, or the effect would not change it.
    Nothing is said of a component that is not there.
    """

    def reject(number: int) -> list[Check]:
        if number not in pos.table.entities:
            return []
        failure = Failure(context.you, ability=ability, choice=choice, number=number)
        if ability is not None and number in choices(pos, context, choice, context.you):
            rule = pos.pack.clause(pos, "target change", failure)
            return [_changing(context, failure, rule, False)]
        if context.judge(choice.accepts, number):
            if protected(pos, context, choice, number):
                return [_not_protected(context, failure, False)]
            rule = own_clause(context) or pos.pack.rule("target fits")
            found = looked_for_elsewhere(pos, context, choice, failure, rule)
            return [msgspec.structs.replace(found, name="target fits")]
        return [_fitting(context, choice, number, own_clause(context) or pos.pack.rule("target fits"), False)]

    return reject


def question(pos: Position, context: Context, choice: Choice) -> str:
    """Return the question of a choice in words."""
    card = _card(pos, context)
    asks = {"target": f"choose a target for {card}", "paid": f"what to pay for {card} with"}
    if choice.name in asks:
        return asks[choice.name]
    wanted = re.sub(r"^a card that is (?=one of |an? )", "", Teller(context).described(choice.text))
    kind = _CLAUSE.sub("", wanted)  # the whole description would be too long to be read at once
    return f"choose for {card} {kind}" if kind not in ("", "a card") else f"choose for {card}"


def at_random(pos: Position, context: Context, choice: Choice) -> str:
    """Return in words what chance decides."""
    return f"what chance picks for {_card(pos, context)}"


def naming(pos: Position, context: Context, words: Sequence[str]) -> str:
    """Return in words which word is asked for."""
    return f"name {any_of([word_name(pos, word) for word in words])} for {_card(pos, context)}"


def offer(pos: Position, context: Context, sentence: Sentence) -> str:
    """Return in words what a player may do or decline."""
    return f"whether to do what {_card(pos, context)} offers"


def _card(pos: Position, context: Context) -> str:
    return pos.pack.name(pos, context.self) if context.self in pos.table.entities else "the effect"


def own_clause(context: Context) -> str:
    """Return the clause that the ability itself cites for what it asks, or ""."""
    return context.ability.clause if context.ability is not None else ""


def chooser(pos: Position, context: Context, choice: Choice) -> str:
    """Return the player who makes a choice: the one the card names, an opponent, or the player of the ability.

    The opponent is the player of the triggering occurrence, or else the first opponent in player order.
    """
    if choice.chooser is not None:
        return str(choice.chooser(context)) or context.you
    if choice.by == "opponent":
        occurrence = context.occ
        if occurrence is not None and occurrence.player and occurrence.player != context.you:
            return occurrence.player
        return pos.opponents(context.you)[0]
    return context.you


def say(pos: Position, frame: Frame, context: Context, choice: Choice, wave: int = 0) -> Ask | None:
    """Return the decision which word is named; a single possible word is kept without asking, and None returned.

    Where a use must be able to change something, only words with which it could are offered, or all if there is none.
    """
    words = words_of(pos, context, choice)
    if frame.kind == "ability" and not pos.pack.idle_uses:
        ability = ability_of(pos, frame)
        words = [word for word in words if could_with(pos, context, ability, choice.name, word, wave)] or words
    own = own_clause(context)
    general = own or pos.pack.rules.get("select") or pos.pack.rule("targets")
    rule = pos.pack.clause(pos, "select", Failure(context.you, ability=context.ability, choice=choice), general)
    ask = Say(chooser(pos, context, choice), rule, naming(pos, context, words), frame, choice.name, words)
    ask.whose = pos.pack.rules.get("selector", "")
    ask.known = tuple(words_of(pos, context, choice))
    early = context.ability is not None and choice in context.ability.targets
    ask.asking = own or pos.pack.rules.get("choosing" if early else "resolving", "")
    if len(words) > 1:
        return ask
    if pos.observer is not None:
        pos.skip(ask)
    pos.remember(frame, choice.name, words[0])
    return None


def choices(pos: Position, context: Context, choice: Choice, player: str) -> list[int]:
    """Return the components a player may pick as an effect resolves: in the choice's zones, fitting, not immune."""
    found = []
    for zone in choice.zones:
        for number in pos.pack.candidates(pos, player, zone):
            if context.judge(choice.accepts, number) and not protected(pos, context, choice, number):
                found.append(number)
    return found


def each_chooses(
    pos: Position, frame: Frame, context: Context, choice: Choice, sentence: Sentence | None = None
) -> Ask | None:
    """Return the next decision, where every player in order chooses among their own components; None after the last.

    Players without a choice are not asked; what they have is kept as chosen. In the end all picks are kept together
    under the name of the choice. Components that the effect of `sentence` could not change are not chosen from.
    """
    for player in pos.order():
        slot = f"{choice.name} {player}"
        if slot in frame.data:
            continue
        mine = [
            number
            for number in choices(pos, context, choice, player)
            if pos.table.entities[number].controller == player
            and (sentence is None or alters(pos, context, sentence, number, each=True))
        ]
        asks, order = question(pos, context, choice), pos.pack.rule("simultaneous")
        rule = own_clause(context) or pos.pack.rules.get("choice", order)
        own = partial(_own_checks, pos, context, choice, player) if "choice" in pos.pack.rules else None
        ask = Choose(player, rule, asks, frame, slot, mine, choice.least, choice.most, reject=own)
        ask.whose = order
        if len(mine) > choice.least or choice.least != choice.most:
            return ask
        pos.skip(ask)
        pos.remember(frame, slot, list(mine))
    if choice.name not in frame.data:
        chosen = [number for player in pos.order() for number in frame.numbers(f"{choice.name} {player}")]
        pos.remember(frame, choice.name, list(chosen))
    return None


def _own_checks(pos: Position, context: Context, choice: Choice, player: str, number: int) -> list[Check]:
    """Return why a player may not choose a component among their own; nothing for one that is not there.

    It lies where the choice does not look, is somebody else's, or is not what the choice asks for.
    """
    if number not in pos.table.entities:
        return []
    elsewhere = pos.pack.rules.get("target placed", "")
    if elsewhere and number not in in_zones(pos, player, choice):
        failure = Failure(player, choice=choice, number=number)
        return [looked_for_elsewhere(pos, context, choice, failure, elsewhere)]
    controller = pos.table.entities[number].controller
    if controller != player:
        rule = own_clause(context) or pos.pack.rule("choice")
        needed = f"{pos.player_name(player)} chooses among their own cards for {_card(pos, context)}"
        saw = f"{pos.player_name(controller)} controls" if controller else "nobody controls"
        return [Check("candidate", rule, needed, False, f"{saw} {pos.pack.name(pos, number)}")]
    return unasked(pos, context, choice, context.ability)(number)


def each_at_random(pos: Position, frame: Frame, context: Context, choice: Choice) -> Ask | None:
    """Return the next outcome to be recorded, where chance picks `least` components of each player; None at the end.

    Of a player who has no more than that, all are kept as picked. In the end all picks are kept together under the name
    of the choice.
    """
    found = choices(pos, context, choice, context.you)
    for player in pos.order():
        slot = f"{choice.name} {player}"
        if slot in frame.data:
            continue
        theirs = [number for number in found if pos.table.entities[number].controller == player]
        if len(theirs) > choice.least:
            return Chance(
                pos.pack.rule("random"), at_random(pos, context, choice), frame, slot, slot, theirs, choice.least
            )
        pos.remember(frame, slot, list(theirs))
    if choice.name not in frame.data:
        chosen = [number for player in pos.order() for number in frame.numbers(f"{choice.name} {player}")]
        pos.remember(frame, choice.name, list(chosen))
    return None

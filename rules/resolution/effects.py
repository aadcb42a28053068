"""The effects of an ability, sentence by sentence: each is a wave of occurrences that happen together."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from ledger.events import FrameAdvanced, Move, Occurrence, OccurrenceChanged, Slots, State
from ledger.table import Frame
from rules.eligibility.targets import alters, unknown_picks
from rules.kernel.asks import Ask, Check, Choose, Say
from rules.kernel.chance import Chance
from rules.kernel.context import Context, ability_of, context_of, sentences_of
from rules.kernel.pack import Failure
from rules.kernel.values import amount_of
from rules.language.cards import Choice, Sentence
from rules.resolution.choices import (
    at_random,
    choices,
    chooser,
    each_at_random,
    each_chooses,
    offer,
    own_clause,
    question,
    say,
    unasked,
)

if TYPE_CHECKING:
    from rules.kernel.position import Position


def next_wave(pos: Position, frame: Frame) -> Ask | None:
    """Make the occurrences of the next sentence imminent, or ask what must be decided before it.

    Sentences whose condition fails and offers that were declined are skipped. The effect ends if it was cancelled, if
    no target was chosen for it, if a "then" follows something that did not happen in full, or after the last sentence.
    """
    wave = frame.number("wave")
    if wave == 0 and frame.kind == "ability":
        if any(part.state is State.IMMINENT for part in frame.occurrences):
            pos.emit(OccurrenceChanged(frame.id, -1, State.HAPPENED))
        if frame.occurrences[0].state is State.CANCELLED or _chose_none(pos, frame):
            _skip(pos, frame)
            return None
    sentences = sentences_of(pos, frame)
    if wave >= len(sentences):
        _skip(pos, frame)
        return None
    sentence = sentences[wave]
    if sentence.then and not _all_happened(frame):
        _skip(pos, frame)
        return None
    context = context_of(pos, frame)
    if sentence.condition is not None and not sentence.condition(context):
        pos.patch(frame, {"wave": wave + 1})
        return next_wave(pos, frame)
    ask = _before_sentence(pos, frame, context, sentence, wave)
    if ask is not None:
        return ask
    only_chosen = not sentence.effects and not sentence.until
    if only_chosen or (sentence.may and frame.data.get(f"may {wave}") == "no"):
        pos.patch(frame, {"wave": wave + 1})
        return next_wave(pos, frame)
    made = make(pos, frame, context_of(pos, frame), sentence, wave)
    if any(part.state is State.SAVED for part in frame.occurrences):
        made = [part for part in made if not _spared(pos, frame, part)]
    if made:
        pos.emit(FrameAdvanced(frame.id, frame.step + 1, {"wave": wave + 1}))
        pos.emit(OccurrenceChanged(frame.id, -1, State.IMMINENT, added=tuple(made)))
    else:
        pos.go(frame, "again", {"wave": wave + 1})
    return None


def _spared(pos: Position, frame: Frame, part: Occurrence) -> bool:
    """Whether an occurrence would remove a component that was saved from an earlier part of this effect.

    Such a component is saved from the whole effect, in games where `Happening.savable` says so.
    """
    saved = any(old.state is State.SAVED and old.subject == part.subject for old in frame.occurrences)
    savable = pos.pack.happenings[part.kind].savable if saved else None
    return savable is not None and savable(part)


def _skip(pos: Position, frame: Frame) -> None:
    if frame.kind == "ability":
        pos.go(frame, "finish")
    else:
        pos.emit(FrameAdvanced(frame.id, pos.pack.procedures[frame.kind].step("again") + 1))


def _all_happened(frame: Frame) -> bool:
    """Whether everything this effect has done so far happened in full."""
    effects = [part for part in frame.occurrences if part.kind not in ("initiated", "played")]
    return bool(effects) and all(part.state in (State.HAPPENED, State.REPLACED) for part in effects)


class Offer(Say):
    """The decision whether to do what a sentence offers.

    Who names a component right away has taken the offer up; one that may not be chosen is told by what is asked for.
    """

    reject: Callable[[int], list[Check]] | None = None
    """Says why a component may not be chosen once the offer is taken up; None if no single component is chosen then."""

    def elsewhere(self, pos: Position, player: str, move: Move) -> list[Check]:
        return [] if move.verb == "choose" else super().elsewhere(pos, player, move)

    def answers(self, pos: Position, move: Move) -> Check:
        found = super().answers(pos, move)
        if move.verb != "choose" or self.reject is None:
            return found
        wrong = [check for number in move.picks for check in self.reject(number) if check.holds is False]
        return msgspec.structs.replace(wrong[0], name=found.name) if wrong else found


def _refusing(pos: Position, context: Context, choice: Choice | None) -> Callable[[int], list[Check]] | None:
    """Return a function that says why a component may not be chosen for an effect, nothing of one that may."""
    if (
        choice is None
        or choice.words
        or choice.by not in ("you", "opponent")
        or not (own_clause(context) or "choice" in pos.pack.rules)
    ):
        return None
    why = unasked(pos, context, choice, None)
    return lambda number: [] if number in choices(pos, context, choice, context.you) else why(number)


def _chose_none(pos: Position, frame: Frame) -> bool:
    """Whether an ability with "any number" of targets was given none at all; then it does not resolve."""
    chosen = [frame.data.get(choice.name) for choice in ability_of(pos, frame).targets if not choice.words]
    return bool(chosen) and not any(chosen)


def _before_sentence(pos: Position, frame: Frame, context: Context, sentence: Sentence, wave: int) -> Ask | None:
    """Return the decision a sentence needs first: whether to do it (may), or what it is about (choose); None if there
    is none.
    """
    own = own_clause(context)
    if sentence.may and f"may {wave}" not in frame.data:
        failure = Failure(context.you, ability=context.ability)
        rule, says = pos.pack.clause(pos, "may", failure, own), offer(pos, context, sentence)
        offered = Offer(context.you, rule, says, frame, f"may {wave}", ("yes", "no"))
        offered.reject = _refusing(pos, context, sentence.choose)
        offered.whose = pos.pack.rules.get("may whose", "")
        return offered
    if sentence.may and frame.data[f"may {wave}"] == "no":
        return None
    choice = sentence.choose
    if choice is None:
        return None
    if choice.by == "each":
        return each_chooses(pos, frame, context, choice, sentence)
    if choice.by == "chance each":
        return each_at_random(pos, frame, context, choice)
    if choice.name in frame.data:
        return None
    decider = chooser(pos, context, choice)
    if choice.words:
        return say(pos, frame, context, choice, wave)
    found = choices(pos, context, choice, context.you)
    found = [number for number in found if alters(pos, context, sentence, number)] or found
    least, most = choice.bounds(context)
    if choice.by == "chance" and len(found) > least:
        return Chance(
            pos.pack.rule("random"), at_random(pos, context, choice), frame, choice.name, choice.name, found, least
        )
    asks = f"{question(pos, context, choice)}{', in order' if choice.ordered else ''}"
    rule = own or pos.pack.rules.get("choice", "")
    ability = ability_of(pos, frame) if frame.kind == "ability" else None
    reject = unasked(pos, context, choice, ability) if rule else None
    ask = Choose(decider, rule or pos.pack.rule("targets"), asks, frame, choice.name, found, least, most, reject=reject)
    ask.whose = pos.pack.rules.get("decides", "")
    ask.asking = own or pos.pack.rules.get("resolving", "")
    if len(found) > least or least != most or (choice.ordered and len(found) > 1):
        return ask
    if choice.by != "chance" and unknown_picks(pos, context, sentence):  # only the players know which was meant
        return ask
    if choice.by != "chance":
        pos.skip(ask)
    pos.remember(frame, choice.name, list(found))
    return None


def make(pos: Position, frame: Frame, context: Context, sentence: Sentence, wave: int) -> list[Occurrence]:
    """Return the occurrences of a sentence, without causing them.

    They are its effects, or the beginning of a lasting effect on a player or on each card it touches.
    """
    if sentence.until:
        assert sentence.to is not None
        whom = sentence.to(context)
        if isinstance(whom, str):
            return [Occurrence("lasting", player=whom, source=context.self, other=frame.id, note=str(wave))]
        numbers = whom if isinstance(whom, list) else [whom]
        return [
            Occurrence("lasting", number, context.you, source=context.self, other=frame.id, note=str(wave))
            for number in numbers
            if not pos.pack.unaffected(pos, number, context.self)
        ]
    return [part for effect in sentence.effects for part in effect.make(context)]


def lasting_data(pos: Position, frame: Frame, wave: int) -> dict[str, bool | int | str | list[int | str] | None]:
    """Return what a lasting effect gives, with the amounts as they are when it begins."""
    context = context_of(pos, frame)
    data: dict[str, bool | int | str | list[int | str] | None] = {}
    for grant in sentences_of(pos, frame)[wave].grants:
        data[f"{grant.word}:{grant.about}:{grant.how}"] = amount_of(context, grant)
    return data


def again(pos: Position, frame: Frame) -> Ask | None:
    """Go back for the next sentence, if one is left. An ability that resolves twice goes back to its targets, once."""
    if frame.number("wave") < len(sentences_of(pos, frame)):
        pos.go(frame, "wave")
    elif frame.data.get("repeat"):
        _repeat(pos, frame)
    return None


def _repeat(pos: Position, frame: Frame) -> None:
    """Go back to the targets: attempt and resolution come again, before any reaction to the first and without paying
    again.
    """
    ability = ability_of(pos, frame)
    choices = [*ability.targets, *(sentence.choose for sentence in ability.sentences if sentence.choose is not None)]
    forget: Slots = {choice.name: None for choice in choices}
    forget |= {f"may {wave}": None for wave in range(len(ability.sentences))}
    pos.go(frame, "target", {**forget, "repeat": None, "repeated": True, "wave": 0})
    pos.emit(OccurrenceChanged(frame.id, 0, State.IMMINENT))

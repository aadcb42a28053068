"""Initiating an ability: cost, targets, the attempt that may be cancelled, its effects wave by wave, and the
reactions to all of it.

A sentence of an effect is a *wave*: its occurrences are imminent together, are answered, and happen together. "Then"
waves come after it in the same frame, so that
reactions to the whole effect share one window once the effect is complete.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ledger.events import FrameAdvanced, FrameClosed, Occurrence, OccurrenceChanged, Outcome, Slots, State
from ledger.table import Frame
from rules.asking import Ask, Chance, Check, Choose, Say
from rules.cards import Ability, Choice, Sentence
from rules.context import Context
from rules.moments import run_slot, slot_steps
from rules.timing import Procedure, Sequence, Step
from rules.uses import cost_candidates, cost_parts, could_with, legal_targets, target_problem, words_of
from rules.values import amount_of

if TYPE_CHECKING:
    from rules.position import Position


def ability_procedure(sequence: Sequence, rules: dict[str, str]) -> Procedure:
    """The seven steps of initiating an ability, with the sequence's slots in their places."""
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
    """A delayed effect: the effect alone, with nothing to initiate."""
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


def context_of(pos: Position, frame: Frame) -> Context:
    """The context of an ability's frame: it keeps its own identity, whatever becomes of its card."""
    data = frame.data
    ability = pos.pack.ability(str(data["ability"]))
    context = Context(pos, frame.number("entity"), frame.text("player"), ability)
    context.frame = frame
    if data.get("moment"):
        moment = pos.open_frame(frame.number("moment"))
        if moment is not None:
            context.triggered_by(moment, frame.number("occurrence"))
    for name, picks in data.items():
        if isinstance(picks, list):
            context.chosen[name] = frame.numbers(name)
    return context


def ability_of(pos: Position, frame: Frame) -> Ability:
    """The ability a frame resolves."""
    ability = pos.pack.ability(frame.text("ability"))
    assert ability is not None
    return ability


def sentences_of(pos: Position, frame: Frame) -> tuple[Sentence, ...]:
    """The sentences a frame resolves: what comes later, such as a delayed effect, has its own."""
    ability = ability_of(pos, frame)
    return ability.sentences if frame.kind == "ability" else ability.later


def pay(pos: Position, frame: Frame) -> Ask | None:
    """Choose what to pay with, then pay every part at once, as a moment of its own."""
    ability = ability_of(pos, frame)
    context = context_of(pos, frame)
    choice = ability.cost_choice
    if ability.x is not None and "x" not in frame.data:
        return _name_x(pos, frame, context, ability)
    if choice is not None and "paid" not in frame.data:
        candidates = cost_candidates(pos, context, ability)
        says = f"what to pay with: {choice.text}"
        ask = Choose(context.you, pos.pack.rule("cost"), says, frame, "paid", candidates, choice.least, choice.most)
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


def _name_x(pos: Position, frame: Frame, context: Context, ability: Ability) -> Ask | None:
    """X is named as the cost is determined, among what could be paid and leaves enough targets."""
    assert ability.x is not None
    numbers = []
    choices = [choice for choice in ability.targets if not choice.words]
    for number in range(int(ability.x(context)) + 1):
        context.said["x"] = str(number)
        if all(len(legal_targets(pos, context, ability, choice)) >= choice.least for choice in choices):
            numbers.append(str(number))
    del context.said["x"]
    return Say(context.you, pos.pack.rule("cost"), "name X", frame, "x", numbers)


def paid(pos: Position, frame: Frame) -> Ask | None:
    """If part of the cost was prevented, the rest stays paid and the attempt is over."""
    results = frame.data.get("results")
    if isinstance(results, list) and any(result != State.HAPPENED for result in results):
        pos.emit(FrameClosed(frame.id, Outcome.PREVENTED))
    return None


def choose_targets(pos: Position, frame: Frame) -> Ask | None:
    """Targets are chosen after the cost, among what is legal now; too few, and nothing can resolve."""
    ability = ability_of(pos, frame)
    if not ability.targets:
        return None
    context = context_of(pos, frame)
    for choice in ability.targets:
        if choice.name in frame.data:
            continue
        if choice.words:
            ask = _say(pos, frame, context, choice)
            if ask is not None:
                return ask
            continue
        legal = legal_targets(pos, context, ability, choice)
        if len(legal) < choice.least:
            pos.emit(FrameClosed(frame.id, Outcome.PREVENTED))
            return None
        if len(legal) == choice.least == choice.most:
            if pos.observer is not None:
                pos.skip(_choose(pos, frame, context, ability, choice, legal))
            pos.remember(frame, choice.name, list(legal))
            context.chosen[choice.name] = legal
            continue
        return _choose(pos, frame, context, ability, choice, legal)
    return None


def _choose(pos: Position, frame: Frame, context: Context, ability: Ability, choice: Choice, legal: list[int]) -> Choose:
    fits = None
    total = choice.total
    if total is not None:

        def fits(picks: tuple[int, ...]) -> bool:
            context.chosen[choice.name] = list(picks)
            return bool(total(context))

    def reject(number: int) -> list[Check]:
        if number not in pos.table.entities:
            return []
        return _why_not(pos, context, ability, choice, number)

    return Choose(
        _chooser(pos, context, choice),
        pos.pack.rule("targets"),
        f"{choice.name}: {choice.text}",
        frame,
        choice.name,
        legal,
        choice.least,
        choice.most,
        fits,
        "the chosen ones together are allowed",
        reject=reject,
    )


def _why_not(pos: Position, context: Context, ability: Ability, choice: Choice, number: int) -> list[Check]:
    problem = target_problem(pos, context, ability, choice, number)
    name = pos.pack.name(pos, number)
    return [
        Check(
            "target fits", pos.pack.rule("target fits"), f"{name} is what the ability asks for: {choice.text}", problem != "fits"
        ),
        Check("target immune", pos.pack.rule("target immune"), f"{name} is not immune", problem != "immune"),
        Check("target change", pos.pack.rule("target change"), f"the effect could change {name}", problem != "change"),
    ]


def _chooser(pos: Position, context: Context, choice: Choice) -> str:
    if choice.chooser is not None:
        return str(choice.chooser(context)) or context.you
    if choice.by == "opponent":
        occurrence = context.occ
        if occurrence is not None and occurrence.player and occurrence.player != context.you:
            return occurrence.player
        return pos.opponents(context.you)[0]
    return context.you


def next_wave(pos: Position, frame: Frame) -> Ask | None:
    """Make the next sentence imminent; a cancelled effect has none, and "then" needs everything before it."""
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
    if sentence.may and frame.data.get(f"may {wave}") == "no":
        pos.patch(frame, {"wave": wave + 1})
        return next_wave(pos, frame)
    made = make(pos, frame, context_of(pos, frame), sentence, wave)
    if made:
        pos.emit(FrameAdvanced(frame.id, frame.step + 1, {"wave": wave + 1}))
        pos.emit(OccurrenceChanged(frame.id, -1, State.IMMINENT, added=tuple(made)))
    else:
        pos.go(frame, "again", {"wave": wave + 1})
    return None


def _skip(pos: Position, frame: Frame) -> None:
    if frame.kind == "ability":
        pos.go(frame, "finish")
    else:
        pos.emit(FrameAdvanced(frame.id, pos.pack.procedures[frame.kind].step("again") + 1))


def _all_happened(frame: Frame) -> bool:
    """Whether everything this effect has done so far happened in full."""
    effects = [part for part in frame.occurrences if part.kind not in ("initiated", "played")]
    return bool(effects) and all(part.state in (State.HAPPENED, State.REPLACED) for part in effects)


def _chose_none(pos: Position, frame: Frame) -> bool:
    """An ability with "any number" of targets does not resolve if none was chosen."""
    return any(frame.data.get(choice.name) == [] for choice in ability_of(pos, frame).targets if choice.least == 0)


def _before_sentence(pos: Position, frame: Frame, context: Context, sentence: Sentence, wave: int) -> Ask | None:
    """What must be decided before a sentence: whether (may), and about what (choose)."""
    if sentence.may and f"may {wave}" not in frame.data:
        return Say(context.you, pos.pack.rule("may"), f"may: {sentence.text}", frame, f"may {wave}", ("yes", "no"))
    if sentence.may and frame.data[f"may {wave}"] == "no":
        return None
    choice = sentence.choose
    if choice is None:
        return None
    if choice.by == "each":
        return _each_chooses(pos, frame, context, choice)
    if choice.by == "chance each":
        return _each_at_random(pos, frame, context, choice)
    if choice.name in frame.data:
        return None
    chooser = _chooser(pos, context, choice)
    if choice.words:
        return _say(pos, frame, context, choice, wave)
    found = _choices(pos, context, choice, context.you)
    least, most = choice.bounds(context)
    if choice.by == "chance" and len(found) > least:
        return Chance(pos.pack.rule("random"), f"at random: {choice.text}", frame, choice.name, choice.name, found, least)
    if len(found) <= least and least == most and not (choice.ordered and len(found) > 1):
        pos.remember(frame, choice.name, list(found))
        return None
    return Choose(
        chooser,
        pos.pack.rule("targets"),
        f"{choice.name}: {choice.text}{', in the order that is to be' if choice.ordered else ''}",
        frame,
        choice.name,
        found,
        least,
        most,
    )


def _say(pos: Position, frame: Frame, context: Context, choice: Choice, wave: int = 0) -> Ask | None:
    """A word to be named: one that could change something, if there is one. A single possible answer needs no asking."""
    words = words_of(pos, context, choice)
    ability = ability_of(pos, frame)
    worth = (
        [word for word in words if could_with(pos, context, ability, choice.name, word, wave)] if frame.kind == "ability" else []
    )
    words = worth or words
    if len(words) == 1:
        pos.remember(frame, choice.name, words[0])
        return None
    return Say(
        _chooser(pos, context, choice),
        pos.pack.rules.get("select") or pos.pack.rule("targets"),
        f"name one: {choice.name}",
        frame,
        choice.name,
        words,
    )


def _choices(pos: Position, context: Context, choice: Choice, player: str) -> list[int]:
    found = []
    for zone in choice.zones:
        for number in pos.pack.candidates(pos, player, zone):
            if context.judge(choice.accepts, number) and not pos.pack.immune(pos, number, context.self):
                found.append(number)
    return found


def _each_chooses(pos: Position, frame: Frame, context: Context, choice: Choice) -> Ask | None:
    """Every player in order chooses among their own; it resolves at once when all have."""
    for player in pos.order():
        slot = f"{choice.name} {player}"
        if slot in frame.data:
            continue
        mine = [number for number in _choices(pos, context, choice, player) if pos.table.entities[number].controller == player]
        if len(mine) <= choice.least and choice.least == choice.most:
            pos.remember(frame, slot, list(mine))
            continue
        return Choose(
            player, pos.pack.rule("simultaneous"), f"{choice.name}: {choice.text}", frame, slot, mine, choice.least, choice.most
        )
    if choice.name not in frame.data:
        chosen = [number for player in pos.order() for number in frame.numbers(f"{choice.name} {player}")]
        pos.remember(frame, choice.name, list(chosen))
    return None


def _each_at_random(pos: Position, frame: Frame, context: Context, choice: Choice) -> Ask | None:
    """Chance picks among what each player has; it resolves at once when all are known."""
    found = _choices(pos, context, choice, context.you)
    for player in pos.order():
        slot = f"{choice.name} {player}"
        if slot in frame.data:
            continue
        theirs = [number for number in found if pos.table.entities[number].controller == player]
        if len(theirs) > choice.least:
            return Chance(pos.pack.rule("random"), f"at random: {choice.text}", frame, slot, slot, theirs, choice.least)
        pos.remember(frame, slot, list(theirs))
    if choice.name not in frame.data:
        chosen = [number for player in pos.order() for number in frame.numbers(f"{choice.name} {player}")]
        pos.remember(frame, choice.name, list(chosen))
    return None


def make(pos: Position, frame: Frame, context: Context, sentence: Sentence, wave: int) -> list[Occurrence]:
    """The occurrences of a sentence: effects, or the beginning of a lasting effect on each card it touches."""
    if sentence.until:
        assert sentence.to is not None
        whom = sentence.to(context)
        if isinstance(whom, str):
            return [Occurrence("lasting", player=whom, source=context.self, other=frame.id, note=str(wave))]
        numbers = whom if isinstance(whom, list) else [whom]
        return [
            Occurrence("lasting", number, context.you, source=context.self, other=frame.id, note=str(wave)) for number in numbers
        ]
    return [part for effect in sentence.effects for part in effect.make(context)]


def lasting_data(pos: Position, frame: Frame, wave: int) -> dict[str, bool | int | str | list[int | str] | None]:
    """What a lasting effect gives, computed as it begins."""
    context = context_of(pos, frame)
    data: dict[str, bool | int | str | list[int | str] | None] = {}
    for grant in sentences_of(pos, frame)[wave].grants:
        data[f"{grant.word}:{grant.about}:{grant.how}"] = amount_of(context, grant)
    return data


def again(pos: Position, frame: Frame) -> Ask | None:
    """More sentences: back to the next wave. An ability to be resolved twice goes back to its targets, once."""
    if frame.number("wave") < len(sentences_of(pos, frame)):
        pos.go(frame, "wave")
    elif frame.data.get("repeat"):
        _repeat(pos, frame)
    return None


def _repeat(pos: Position, frame: Frame) -> None:
    """Targets, attempt and resolution again, before any reaction to the first and without paying again."""
    ability = ability_of(pos, frame)
    choices = [*ability.targets, *(sentence.choose for sentence in ability.sentences if sentence.choose is not None)]
    forget: Slots = {choice.name: None for choice in choices}
    forget |= {f"may {wave}": None for wave in range(len(ability.sentences))}
    pos.go(frame, "target", {**forget, "repeat": None, "repeated": True, "wave": 0})
    pos.emit(OccurrenceChanged(frame.id, 0, State.IMMINENT))


def finish(pos: Position, frame: Frame) -> Ask | None:
    """The card goes where it goes before anyone may react."""
    pos.pack.finished(pos, frame)
    return None

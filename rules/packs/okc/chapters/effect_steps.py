"""Effect steps: every effect and mandatory order of the step triggers by itself, all of them in one moment.

`okc/effects#2`, `#3`
"""

from __future__ import annotations

from functools import partial

from ledger.events import FrameAdvanced, Occurrence, Slots
from ledger.table import Frame
from rules.eligibility.failures import why_not_fitting
from rules.kernel.asks import Ask, Check, Choose, Say
from rules.kernel.context import Context
from rules.kernel.names import whereabouts
from rules.kernel.position import Position
from rules.kernel.timing import Run
from rules.language.cards import Ability, Choice, Sentence
from rules.packs.okc import board, values
from rules.resolution.choices import naming, offer, question


def effect_step(kind: str) -> Run:
    """Return the function of a step in which all effects of a kind (`night` or `winter`) trigger.

    `okc/summer-2c#1`, `okc/winter-1#1`
    """
    return partial(trigger_all, kind=kind)


def trigger_all(pos: Position, frame: Frame, kind: str) -> Ask | None:
    """Ask for the choices of all effects of a kind in turn order, then let everything happen at once.

    At Night Assassinate is part of it. What each effect does is judged by how things stood before any of them happened.
    """
    effects = _triggering(pos, kind)
    for number, ability in effects:
        ask = _next_question(pos, frame, number, ability)
        if ask is not None:
            return ask
    parts = _assassinations(pos) if kind == "night" else []
    for number, ability in effects:
        parts += _occurrences(pos, frame, number, ability)
        # A tactic is exhausted by its effect as by any other use (`okc/tactics#3`).
        parts += pos.pack.extra_cost(pos, pos.entity(number).controller, pos.entity(number), ability, None)
    forget: Slots = {slot: None for slot in frame.data if slot.startswith("effect ")}
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, forget or None))
    if parts:
        pos.open("moment", {"effects": kind}, tuple(parts))
    return None


def _triggering(pos: Position, kind: str) -> list[tuple[int, Ability]]:
    """Return the effects that trigger now, each with its component, in turn order of their controllers.

    At Night a faction card's effect triggers only if the card is active in the clash (`okc/summer-2c#2`).
    """
    order = pos.order()
    found = []
    for (number, _), ability in sorted(pos.index.listening(kind, "").items(), key=lambda item: item[0]):
        entity = pos.entity(number)
        if entity.controller not in order or not pos.pack.usable(pos, entity, ability):
            continue
        if kind == "night" and not _in_this_clash(pos, number):
            continue
        if ability.condition is None or ability.condition(Context(pos, number, entity.controller, ability)):
            found.append((number, ability))
    return sorted(found, key=lambda item: order.index(pos.entity(item[0]).controller))


def _in_this_clash(pos: Position, number: int) -> bool:
    """Whether a component's Night effects count: a faction card must be in the clash, for others their controller."""
    if board.is_faction_card(pos, number):
        return board.in_clash(pos, number)
    return pos.entity(number).controller in board.participants(pos)


def _assassinations(pos: Position) -> list[Occurrence]:
    """Return the eliminations by Assassinate: each such card eliminates every opponent's card in the clash.

    Two that face each other eliminate each other (`okc/assassinate#1`, `#3`).
    """
    cards = board.clash_cards(pos)
    parts = []
    for killer in cards:
        if values.order_of(pos, killer, "assassinate"):
            player = pos.entity(killer).controller
            victims = [number for number in cards if pos.entity(number).controller != player]
            parts += [values.elimination(pos, number, player, killer, "assassinate") for number in victims]
    return parts


def _slot(number: int, ability: Ability, name: str) -> str:
    """Return the slot of the frame that keeps a choice of this name for an effect."""
    return f"effect {number} {ability.key} {name}"


def _next_question(pos: Position, frame: Frame, number: int, ability: Ability) -> Ask | None:
    """Return the next question that must be answered for one effect before all of them resolve, or None."""
    context = _context(pos, frame, number, ability)
    for wave, sentence in enumerate(ability.sentences):
        may = _slot(number, ability, f"may {wave}")
        if sentence.may and may not in frame.data:
            return Say(
                context.you, "okc/conditional-abilities#3", offer(pos, context, sentence), frame, may, ("yes", "no")
            )
        if frame.data.get(may) != "no" and sentence.choose is not None:
            ask = _ask_choice(pos, frame, context, sentence.choose, _slot(number, ability, sentence.choose.name))
            if ask is not None:
                return ask
    for choice in ability.targets:
        ask = _ask_choice(pos, frame, context, choice, _slot(number, ability, choice.name))
        if ask is not None:
            return ask
    return None


def _ask_choice(pos: Position, frame: Frame, context: Context, choice: Choice, slot: str) -> Ask | None:
    """Return the question for one choice of an effect, or None if it is made already.

    If everything that fits must be chosen, that is recorded without a question. Otherwise the effect's controller
    chooses (`okc/effect-steps#2`), among what its words allow, and may not decline (`okc/effects#2`).
    """
    if slot in frame.data:
        return None
    ask: Say | Choose
    if choice.words:
        ask = Say(context.you, "okc/abilities#2", naming(pos, context, choice.words), frame, slot, choice.words)
        ask.whose = "okc/effect-steps#2"
        return ask
    found = [
        number
        for zone in choice.zones
        for number in pos.pack.candidates(pos, context.you, zone)
        if context.judge(choice.accepts, number)
    ]
    if len(found) <= choice.least and choice.least == choice.most:
        pos.remember(frame, slot, list(found))
        return None
    asks = question(pos, context, choice)

    def reject(number: int) -> list[Check]:
        if number not in pos.table.entities:
            return []
        told = why_not_fitting(context, choice, number)
        if context.judge(choice.accepts, number):
            told = told._replace(saw=whereabouts(pos, number))
        return [Check("target fits", "okc/abilities#2", told.needed, False, told.saw)]

    ask = Choose(context.you, "okc/effects#2", asks, frame, slot, found, choice.least, choice.most, reject=reject)
    ask.whose = "okc/effect-steps#2"
    return ask


def _context(pos: Position, frame: Frame, number: int, ability: Ability) -> Context:
    """Return the context in which an effect's words are computed, with the choices made for it so far."""
    context = Context(pos, number, pos.entity(number).controller, ability)
    said: Slots = {}
    for name in [choice.name for choice in ability.targets] + [
        part.choose.name for part in ability.sentences if part.choose
    ]:
        slot = _slot(number, ability, name)
        if slot in frame.data:
            context.chosen[name] = frame.numbers(slot)
            said[name] = frame.data[slot]
    context.frame = Frame(frame.id, "effect", data=said)
    return context


def _occurrences(pos: Position, frame: Frame, number: int, ability: Ability) -> list[Occurrence]:
    """Return what one effect makes happen, without the sentences that were declined or whose condition fails."""
    parts: list[Occurrence] = []
    context = _context(pos, frame, number, ability)
    for wave, sentence in enumerate(ability.sentences):
        refused = frame.data.get(_slot(number, ability, f"may {wave}")) == "no"
        if refused or (sentence.condition is not None and not sentence.condition(context)):
            continue
        if sentence.until:
            parts += _lasting(context, ability, sentence, wave)
        else:
            parts += [part for effect in sentence.effects for part in effect.make(context)]
    return parts


def _lasting(context: Context, ability: Ability, sentence: Sentence, wave: int) -> list[Occurrence]:
    """Return the occurrences that begin what a sentence gives for a time to cards or to a player."""
    assert sentence.to is not None
    whom = sentence.to(context)
    note = f"{ability.key}@{wave}"
    if isinstance(whom, str):
        return [Occurrence("lasting", player=whom, source=context.self, note=note)]
    numbers = whom if isinstance(whom, list) else [whom]
    return [Occurrence("lasting", number, context.you, source=context.self, note=note) for number in numbers]

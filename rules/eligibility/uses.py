"""Uses: which abilities may be used at a point, and why another may not, each condition with its rule.

Looking for options stops at the first condition that fails. Explaining goes through all of them and leaves out only
those that cannot be judged once another failed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec

from ledger.events import Move
from ledger.table import Frame
from rules.eligibility.conditions import CONDITIONS, MATCHING, Condition
from rules.eligibility.failures import FAILURES, no_window, phase_now
from rules.eligibility.targets import may_hold_a_copy
from rules.kernel.asks import Check, answered_before, written_verb
from rules.kernel.context import Use
from rules.kernel.names import with_article
from rules.kernel.pack import Failure
from rules.kernel.requirements import Told

if TYPE_CHECKING:
    from rules.kernel.asks import Ask
    from rules.kernel.position import Position
    from rules.kernel.timing import Slot


_SOONEST = ("trigger", "phase", "restriction")
_HOLDS = tuple(
    condition.holds
    for condition in sorted(CONDITIONS, key=lambda condition: condition.name not in _SOONEST)
    if condition.name != "offered"
)
"""The tests in the order that rules a use out soonest. Abilities come from the index, so "offered" holds."""

_ANYWHERE = tuple(
    condition for condition in CONDITIONS if condition.name in ("controls", "placed", "offered", "text", "phase")
)
"""The conditions of a use that can be judged without a window, in their order."""


def eligible(pos: Position, use: Use) -> bool:
    """Whether every condition of a use holds, but for `offered`: the component must have the ability already.

    It stops at the first condition that does not hold.
    """
    for holds in _HOLDS:  # noqa: SIM110 - a generator costs a third more here
        if not holds(pos, use):
            return False
    return True


def explain_use(pos: Position, use: Use) -> list[Check]:
    """Judge every condition of a use, each with its rule.

    One that needs a failed condition is left unjudged (None), and so is one that fails only because of another.

    In a game with `idle_uses` the condition `change` is left out.
    """
    return _judged(pos, use, CONDITIONS)


def _judged(pos: Position, use: Use, conditions: Iterable[Condition]) -> list[Check]:
    """Judge these conditions of a use as `explain_use` does."""
    failed: set[str] = set()
    checks: list[Check] = []
    elsewhere: list[Check] = []  # where this copy lies, if another one may be meant
    idle, rules, own = pos.pack.idle_uses, pos.pack.rules, use.ability.rule
    for condition in conditions:
        name = condition.name
        if idle and name == "change":
            continue
        if elsewhere and name in _OF_THIS_COPY:
            checks.append(Check(name, rules[name], condition.says, None))
            continue
        holds: bool | None = None
        if condition.needs not in failed:
            holds = condition.holds(pos, use)
            if not holds and not failed.isdisjoint(condition.follows):
                holds = None
        rule = own if own and name == "trigger" else rules[name]  # an ability may have its own rule for its trigger
        if not holds:
            failed.add(name)
        if holds is False:
            told, failure = FAILURES[name](pos, use), Failure(use.player, use, use.ability)
            rule = pos.pack.clause(pos, name, failure, rule)
            closer = pos.pack.closer_words.get(name)
            words = closer(pos, failure) if closer is not None else None
            told = Told(*words) if words is not None else told
            check = Check(name, rule, told.needed, False, told.saw, told.near)
            if name == "placed" and _may_hold_another(pos, use):
                failed.discard(name)
                elsewhere, check = [check], Check(name, rule, condition.says, None)
            checks.append(check)
        else:
            checks.append(Check(name, rule, condition.says, holds))
    if elsewhere and all(check.holds is not False for check in checks):
        return [elsewhere[0] if check.name == "placed" else check for check in checks]
    return checks


_OF_THIS_COPY = ("offered", "text")
"""The conditions that say nothing of another copy, which may be meant."""


def _may_hold_another(pos: Position, use: Use) -> bool:
    """Whether the player may hold another copy of a card that is used from a hidden zone, such as an event in hand.

    Then it says little where this copy lies: what else forbids the use forbids it for any copy.
    """
    return may_hold_a_copy(pos, use.player, use.entity, use.ability.where)


_WHEN = ("phase", "step", "moment")
"""The conditions on when an action is taken."""


def explain_elsewhere(pos: Position, ask: Ask, player: str, move: Move) -> list[Check]:
    """Judge a move tried at a question that it cannot answer: a use, an action, or an answer to another question.

    So it is with an answer to another question, where the game says when that one is asked.

    Of a use, first come the conditions that do not depend on the window, such as whose card it is and where it lies.
    One condition has failed and is called `answer`: it says where such a move belongs, and which question is asked
    here. Of an action, before it comes the first condition on when it is taken: what it costs says nothing here.
    Empty for moves of which nothing says where they belong, and where no such component or ability is named.
    """
    if not pos.table.frames:
        return []
    if move.verb == "use":
        return _use_elsewhere(pos, ask, player, move)
    if move.verb in pos.pack.asked_at:
        return answer_elsewhere(pos, ask, player, move)
    action = next((action for action in pos.pack.actions if action.verb == move.verb), None)
    if action is None:
        return _verb_elsewhere(pos, player, move)
    failure = Failure(player, frame=pos.table.top)
    rule = pos.pack.clause(pos, f"do {move.verb}", failure, pos.pack.rule("action window"))
    rule = pos.pack.clause(pos, "no window", failure, rule)  # a game may say why there is none here
    needed = f"“{written_verb(pos, move)}” belongs to an action window"
    saw = f"the question here is: {ask.says}"
    timely = [check for check in action.checks(pos, player, move, pos.table.top) if check.name in _WHEN]
    return [*timely[:1], Check("answer", rule, needed, False, saw)]


def answer_elsewhere(pos: Position, ask: Ask, player: str, move: Move, name: str = "answer") -> list[Check]:
    """Return, for a move that answers another question than `ask`, the failed condition on when that one is asked.

    Or that the player has answered it already. The condition is called `name`. Empty for verbs of which the game does
    not say it (`Pack.asked_at`). So a plot that is picked in marshalling fails: "A plot is picked at the beginning of
    the plot phase. It is the marshalling phase now, and this is an action window."
    """
    asked = pos.pack.asked_at.get(move.verb)
    if asked is None or (name == "answer" and move.verb in ("choose", "say") and ask.verb not in ("choose", "say")):
        return []  # such a word is tried as the answer to whatever is asked
    late = answered_before(pos, player, move)
    if late is not None:
        return [msgspec.structs.replace(late, name=name)]
    phase = phase_now(pos)
    window = with_article(ask.says) if ask.verb == "act" else f"a window for {ask.says}"
    here = f"this is {window}" if name == "window" else f"the question here is: {ask.says}"
    told = not phase or (name == "window" and phase.partition(" ")[0] in window)  # a step may be named for its phase
    return [Check(name, asked.rule, asked.says, False, here if told else f"it is the {phase} now, and {here}")]


def _verb_elsewhere(pos: Position, player: str, move: Move) -> list[Check]:
    """Return where a move belongs that answers a question of its own, if the game has words for that verb."""
    failure, closer = Failure(player, frame=pos.table.top), pos.pack.closer_words.get(f"do {move.verb}")
    told = closer(pos, failure) if closer is not None else None
    if told is None:
        return []
    return [Check("answer", pos.pack.clause(pos, f"do {move.verb}", failure), told[0], False, told[1])]


def _use_elsewhere(pos: Position, ask: Ask, player: str, move: Move) -> list[Check]:
    ability = pos.pack.ability(move.ability)
    if ability is None or move.subject not in pos.table.entities:
        return []
    use = Use(pos, player, move.subject, ability, None, pos.table.top, -1)
    failure, closer = Failure(player, use, ability), pos.pack.closer_words.get("window")
    told, rule = no_window(pos, use), pos.pack.clause(pos, "window", failure)
    words = closer(pos, failure) if closer is not None else None
    needed, saw = words or (told.needed, told.saw)
    asked = f"{saw}. The question here is: {ask.says}" if saw else f"the question here is: {ask.says}"
    answer = Check("answer", rule, needed, False, asked)
    return [*_judged(pos, use, _ANYWHERE), answer]


def fulfilled(pos: Position, use: Use) -> bool:
    """Whether every condition of a use holds, `offered` included. It stops at the first that does not."""
    for condition in CONDITIONS:  # noqa: SIM110 - a generator costs a third more here
        if not condition.holds(pos, use):
            return False
    return True


def uses_in_slot(pos: Position, frame: Frame, slot: Slot) -> Iterator[Use]:
    """Yield every legal use in a window of a moment, of all players, in a stable order."""
    found: list[tuple[int, str, int, str]] = []
    states = MATCHING[slot.after]
    for listens in slot.listens:
        kinds = pos.index.listeners.get(listens)
        if not kinds:
            continue
        for number, occurrence in enumerate(frame.occurrences):
            if occurrence.kind in kinds and occurrence.state in states:
                found.extend((entity, key, number, listens) for entity, key in kinds[occurrence.kind])
    for entity, key, number, listens in sorted(found):
        ability = pos.index.listening(listens, frame.occurrences[number].kind).get((entity, key))
        if ability is None:  # what was used in between took it away
            continue
        use = Use(
            pos, pos.pack.bearer(pos, pos.table.entities[entity]).controller, entity, ability, slot, frame, number
        )
        if eligible(pos, use):
            yield use


def actions_of(pos: Position, player: str, frame: Frame) -> Iterator[Use]:
    """Yield every legal use of an action ability by a player in an action window."""
    listeners = pos.index.listening("action", "")
    for entity, key in sorted(listeners):
        if pos.pack.bearer(pos, pos.table.entities[entity]).controller == player:
            use = Use(pos, player, entity, listeners[entity, key], None, frame, -1)
            if eligible(pos, use):
                yield use

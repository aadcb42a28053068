"""The clause behind each condition: the general one, what forbids a use, and closer clauses for what failed."""

from __future__ import annotations

from ledger.events import Move
from ledger.table import Entity, Frame
from rules.eligibility.costs import cost_parts
from rules.eligibility.failures import now
from rules.eligibility.targets import in_zones
from rules.kernel.asks import Check
from rules.kernel.pack import AnsweredBefore, CloserClause, CloserWords, Failure
from rules.kernel.position import Position
from rules.kernel.values import has
from rules.language.cards import Ability
from rules.packs.agot2 import board, values
from rules.packs.agot2.zones import barred
from rules.shared.window_clauses import wrong_window

RULES: dict[str, str] = {
    "priority": "agot2/action-window#1",
    "action window": "agot2/action-window#1",
    "closed": "agot2/pass#3",
    "controls": "agot2/abilities#2",
    "placed": "agot2/abilities#6",
    "offered": "agot2/triggered-abilities#1",
    "text": "agot2/blank#1",
    "window": "agot2/initiating-abilities#2",
    "phase": "agot2/actions#3",
    "trigger": "agot2/triggering-condition#1",
    "forced first": "agot2/forced#1",
    "once": "agot2/reaction#9",
    "restriction": "agot2/restrictions-and-permissions#1",
    "limit": "agot2/limits-and-maximums#1",
    "maximum": "agot2/maximum-x-per-period#2",
    "cannot": "agot2/cannot#1",
    "cancellable": "agot2/triggering-condition#11",
    "cancel": "agot2/cancel#1",
    "cost": "agot2/abilities#10",
    "paid": "agot2/costs#6",
    "targets": "agot2/target#3",
    "target count": "agot2/target#1",
    "chooser": "agot2/target#2",
    "decides": "agot2/target#2",
    "selector": "agot2/target#2",
    "pays": "agot2/initiating-abilities#1",
    "pay": "agot2/initiating-abilities#5",
    "payer": "agot2/costs#3",
    "payer outside": "agot2/costs#4",
    "payment": "agot2/costs#2",
    "target fits": "agot2/target#1",
    "target placed": "agot2/abilities#5",
    "choice": "agot2/target#1",
    "select": "agot2/target#1",
    "target immune": "agot2/immunity#1",
    "target change": "agot2/target#9",
    "change": "agot2/abilities#8",
    "effect": "agot2/initiating-abilities#8",
    "finish": "agot2/event-cards#3",
    "delayed": "agot2/delayed-effects#2",
    "may": "agot2/may#1",
    "may whose": "agot2/may#2",
    "simultaneous": "agot2/simultaneous-resolution#1",
    "order": "agot2/simultaneous-resolution#3",
    "shuffle": "agot2/search#2",
    "random": "agot2/intrigue-claim#1",
    "over": "agot2/winning-the-game#1",
    "out": "agot2/winning-the-game#3",
}

_WINDOWS = {
    "action": "agot2/actions#2",
    "forced": "agot2/forced#1",
    "reaction": "agot2/reaction#3",
    "reaction early": "agot2/reaction#2",
    "interrupt": "agot2/interrupt#3",
    "interrupt late": "agot2/interrupt#7",
    "interrupt attempt": "agot2/triggering-condition#11",
    "interrupt would": "agot2/would#2",
    "would": "agot2/triggering-condition#5",
}
"""The clause that says why a window is not one for an ability, by kind of ability (see `wrong_window`)."""


def _second_mulligan(pos: Position, player: str, move: Move) -> Check | None:
    frame = pos.enclosing("setup")
    said = frame.text(f"mulligan {player}") if frame is not None else ""
    if not said:
        return None
    saw = f"{pos.player_name(player)} has {'taken one' if said == 'mulligan' else 'kept the hand'} already"
    return Check("once", "agot2/mulligan#1", "each player decides once about a mulligan", False, saw)


ANSWERED: dict[str, AnsweredBefore] = {"hand": _second_mulligan}
"""For each verb of a question that a player answers once, why a second answer is none."""


def forbidden(pos: Position, player: str, entity: Entity, ability: Ability) -> str:
    """Return the clause that forbids a player to use an ability although its own text would allow it, or "".

    Cards may forbid a player to trigger abilities (forced and when-revealed ones resolve all the same) or to play event
    cards; a second limited card in a round is forbidden, too. A duplicate's save is no card ability and never
    forbidden.
    """
    if ability.key.startswith("duplicate#"):
        return ""
    if (
        ability.kind != "when revealed"
        and has(pos, player, "cannot", "trigger")
        and not ability.kind.startswith("forced")
    ):
        return "agot2/cannot#1"
    if pos.card(entity.id).type == "event":
        if has(pos, player, "cannot", "play_events"):
            return "agot2/cannot#1"
        if "limited" in pos.pack.cards[entity.card].keywords and not values.limited_left(pos, player):
            return "agot2/limited#1"
    return ""


def _cancellable(pos: Position, failure: Failure) -> str:
    """A duplicate's save is no ability that a cancel could answer."""
    return "agot2/duplicates#5" if failure.of_use.frame.data.get("ability") == "duplicate#1" else ""


def _cannot(pos: Position, failure: Failure) -> str:
    use = failure.of_use
    return forbidden(pos, use.player, pos.entity(use.entity), use.ability)


def _change(pos: Position, failure: Failure) -> str:
    """Return the clause by which a save would change nothing, or "".

    It is immunity, a standing condition the save does not lift, or a card that cannot be saved.
    """
    use = failure.of_use
    if use.occurrence < 0 or not use.ability.slot.endswith("!"):
        return ""
    answered = use.frame.occurrences[use.occurrence]
    if not use.ability.key.startswith("duplicate#") and pos.pack.unaffected(pos, answered.subject, use.entity):
        return "agot2/immunity#1"
    if answered.note in ("standing", "illegal"):
        return "agot2/save#5" if use.ability.key == "duplicate#1" else "agot2/save#4"
    parts = [part for part in use.frame.occurrences if part.subject == answered.subject]
    if any(part.note == "unsavable" for part in parts) or has(pos, answered.subject, "cannot", "be_saved"):
        return "agot2/save#3"
    return ""


def _trigger(pos: Position, failure: Failure) -> str:
    """Why the trigger is not there to be answered: a sacrifice is never prevented, or it was cancelled or saved.

    A cancel answers the initiation of an effect, so it has nothing to answer where none is initiated. A duplicate that
    enters play has neither name nor type, so no card of its title or type has entered.
    """
    use = failure.of_use
    cancels = all("initiated" in trigger.kinds for trigger in use.ability.triggers)
    if cancels and use.ability.triggers and use.slot not in pos.pack.sequence.attempt:
        return "agot2/triggering-condition#11"
    if any(part.kind == "undecided" for part in use.frame.occurrences) and _answers_result(use.ability):
        return "agot2/winning-a-challenge#5"
    if use.occurrence < 0:
        return ""
    answered = use.frame.occurrences[use.occurrence]
    if answered.kind == "sacrificed" and use.ability.slot.endswith("!"):
        return "agot2/sacrifice#2"
    if answered.kind == "entered" and board.is_duplicate(pos.entity(answered.subject)):
        return "agot2/duplicates#8"
    if answered.state == "cancelled":
        return "agot2/cancel#3"
    if answered.state == "saved":
        return "agot2/save#2" if use.slot is not None and use.slot.after else "agot2/would#3"
    return ""


def _answers_result(ability: Ability) -> bool:
    """Whether an ability answers that a challenge was won or lost."""
    return any(kind in ("won", "lost") for trigger in ability.triggers for kind in trigger.kinds)


def _controls(pos: Position, failure: Failure) -> str:
    """A duplicate's save is its controller's, whoever controls the card above it."""
    return "agot2/duplicates#3" if failure.of_use.ability.key.startswith("duplicate#") else ""


def _closed(pos: Position, failure: Failure) -> str:
    """A window around an occurrence has closed: nothing may answer that occurrence any more."""
    if failure.slot is None:
        return ""
    return "agot2/reaction#7" if failure.slot.after else "agot2/interrupt#7"


def _cost(pos: Position, failure: Failure) -> str:
    """A cost is often to kneel a card, and a kneeling card cannot kneel again."""
    use, choice = failure.of_use, failure.of_use.ability.cost_choice
    if choice is not None:
        fitting = [number for number in in_zones(pos, use.player, choice) if use.context.judge(choice.accepts, number)]
        mine = [number for number in fitting if pos.entity(number).controller == use.player]
        return _kneels_again(pos, use.ability, mine)
    parts = cost_parts(pos, use.context, use.ability)
    again = any(part.kind == "knelt" and board.kneeling(pos, part.subject) for part in parts)
    return "agot2/kneel#3" if again else ""


def _payment(pos: Position, failure: Failure) -> str:
    assert failure.ability is not None
    return _kneels_again(pos, failure.ability, [failure.number])


def _kneels_again(pos: Position, ability: Ability, payers: list[int]) -> str:
    """Return the clause that a kneeling card cannot kneel again, if the cost asks each of these cards to do so."""
    asked = any(effect.text.startswith("kneel(paid") for effect in ability.cost)
    return "agot2/kneel#3" if asked and payers and all(board.kneeling(pos, payer) for payer in payers) else ""


def _offered(pos: Position, failure: Failure) -> str:
    """A duplicate has no text, so it offers nothing of what is printed on it."""
    return "agot2/duplicates#8" if board.is_duplicate(pos.entity(failure.of_use.entity)) else ""


def _once(pos: Position, failure: Failure) -> str:
    slot = failure.of_use.slot
    return "agot2/interrupt#9" if slot is not None and not slot.after else ""


def _placed(pos: Position, failure: Failure) -> str:
    """An event is played from hand, and of a player's plots the revealed one alone is in play."""
    clauses = {"event": "agot2/abilities#7", "plot": "agot2/revealed-plot-card#1"}
    return clauses.get(pos.card(failure.of_use.entity).type, "")


def _window(pos: Position, failure: Failure) -> str:
    """Why this is no window for the ability; an interrupt to something saved or cancelled is told by that."""
    use = failure.of_use
    if use.ability.kind == "when revealed":
        return "agot2/when-revealed#2"
    if use.ability.kind == "constant":
        return "agot2/abilities#3"
    state = use.frame.occurrences[use.occurrence].state if use.slot is not None and use.occurrence >= 0 else ""
    if use.ability.kind == "interrupt" and state in ("saved", "cancelled"):
        return "agot2/would#3" if state == "saved" else "agot2/cancel#3"
    return wrong_window(pos, use, _WINDOWS)


_CANNOT = {
    "kill(": "be_killed",
    "discard(": "be_discarded",
    "sacrifice(": "be_sacrificed",
    "kneel(": "kneel",
    "stand(": "stand_up",
}
"""For words of effects: what a card may say that a card cannot do or have done to it."""


def _target_change(pos: Position, failure: Failure) -> str:
    """Why an effect could not change a card: a card says that it cannot, or it cannot come to the player.

    Events never enter play, and unique cards may be barred.
    """
    ability, number = failure.ability, failure.number
    assert ability is not None
    texts = [effect.text for sentence in ability.sentences for effect in sentence.effects]
    if any(word in text and has(pos, number, "cannot", what) for text in texts for word, what in _CANNOT.items()):
        return "agot2/cannot#1"
    comes = any(word in text for text in texts for word in ("put_into_play", "take_control"))
    if pos.card(number).type == "event" and any("put_into_play" in text for text in texts):
        return "agot2/event-cards#6"
    return barred(pos, failure.player, number) if comes else ""


def _priority(pos: Position, failure: Failure) -> str:
    """Return the clause that says whose opportunity it is.

    It is the first player's first (`agot2/priority#1`, `agot2/nested-sequences#6`), then the next player's, round the
    table.
    """
    frame, slot = failure.frame, failure.slot
    assert frame is not None
    opening = not frame.turn and failure.player == pos.first
    if slot is None and frame.kind == "marshaling":
        return "agot2/marshaling-action-window#1" if opening else "agot2/marshaling-action-window#4"
    if opening:
        return "agot2/priority#1"
    if slot is None:
        return "agot2/action-window#1"
    return "agot2/reaction#5" if slot.after else "agot2/interrupt#5"


def _challenge(pos: Position, failure: Failure) -> str:
    """Why no challenge is initiated where none is asked for: by the same cases as `_challenge_words`."""
    if pos.enclosing("challenge") is not None:
        return "agot2/challenge-resolution#2"
    phase = pos.enclosing("challenges")
    if phase is None:
        return "agot2/active-player#3"
    return "agot2/action-window#6" if _before_a_challenge(pos, phase) else ""


def _challenge_words(pos: Position, failure: Failure) -> tuple[str, str] | None:
    """Return where a challenge is initiated, and what is so instead; None in the rest of the challenges phase."""
    if pos.enclosing("challenge") is not None:
        return "a challenge is initiated when the one before it has ended", "one is being resolved"
    phase = pos.enclosing("challenges")
    if phase is None:
        return "challenges are initiated in the challenges phase", f"it is {now(pos)}"
    if _before_a_challenge(pos, phase):
        return "a challenge is initiated when the action window before it has closed", "it has not closed yet"
    return None


def _before_a_challenge(pos: Position, phase: Frame) -> bool:
    """Whether the challenges phase is in the action window before a challenge, or in what was begun there."""
    return phase.step == pos.pack.procedures["challenges"].step("actions")


def _forced_first(pos: Position, failure: Failure) -> str:
    """Forced interrupts come before the other interrupts, forced reactions before the other reactions."""
    assert failure.ability is not None
    assert failure.slot is not None
    if failure.ability.slot == "action":
        return ""
    return "agot2/forced#3" if failure.slot.after else "agot2/forced#2"


def _limited(pos: Position, failure: Failure) -> tuple[str, str] | None:
    """Return which Limited cards were played, where one more is forbidden for that."""
    use = failure.of_use
    clause = forbidden(pos, use.player, pos.entity(use.entity), use.ability)
    return values.limited_told(pos, use.player, use.entity) if clause == "agot2/limited#1" else None


CLOSER_WORDS: dict[str, CloserWords] = {"cannot": _limited, "do challenge": _challenge_words}
"""For a condition that failed, the function that says it closer than the shared words."""

CLOSER: dict[str, CloserClause] = {
    "forced first": _forced_first,
    "cancellable": _cancellable,
    "cannot": _cannot,
    "change": _change,
    "closed": _closed,
    "do ambush": lambda pos, failure: "agot2/ambush#1",
    "do challenge": _challenge,
    "do marshal": lambda pos, failure: "agot2/marshaling#1",
    "controls": _controls,
    "cost": _cost,
    "offered": _offered,
    "payment": _payment,
    "trigger": _trigger,
    "once": _once,
    "placed": _placed,
    "window": _window,
    "target change": _target_change,
    "priority": _priority,
}
"""For a condition that failed, the function that names a closer clause than `RULES` does."""

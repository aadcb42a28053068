"""The clause behind each condition: the general one, what forbids a use, and closer clauses for what failed."""

from __future__ import annotations

from ledger.events import Occurrence, State
from ledger.table import Entity
from rules.kernel.context import Use
from rules.kernel.names import card_names
from rules.kernel.pack import AskedAt, CloserClause, CloserWords, Failure
from rules.kernel.position import Position
from rules.kernel.values import givers, has, matters
from rules.language.cards import Ability
from rules.packs.l5r import board, values
from rules.packs.l5r.zones import copy_in_play
from rules.shared.limited import limited_told
from rules.shared.window_clauses import wrong_window

RULES: dict[str, str] = {
    "priority": "l5r/action-windows#2",
    "action window": "l5r/action-windows#1",
    "closed": "l5r/pass#4",
    "controls": "l5r/ability#9",
    "placed": "l5r/ability#4",
    "offered": "l5r/triggered-abilities#1",
    "text": "l5r/blank#1",
    "window": "l5r/initiation-1#1",
    "phase": "l5r/play-restrictions-and-permissions#1",
    "trigger": "l5r/triggering-condition#1",
    "forced first": "l5r/forced#2",
    "once": "l5r/reactions#7",
    "restriction": "l5r/play-restrictions-and-permissions#1",
    "limit": "l5r/triggered-abilities#2",
    "maximum": "l5r/max-x-per-period#1",
    "cannot": "l5r/cannot#1",
    "cancellable": "l5r/sequence-2#2",
    "cancel": "l5r/cancel#1",
    "cost": "l5r/triggered-abilities#9",
    "paid": "l5r/cost#7",
    "targets": "l5r/target#2",
    "target count": "l5r/choose#1",
    "target several": "l5r/target#5",
    "target twice": "l5r/choose#2",
    "chooser": "l5r/target#1",
    "selector": "l5r/select#3",
    "pays": "l5r/ability#10",
    "payer": "l5r/cost#4",
    "payer outside": "l5r/cost#5",
    "payment": "l5r/cost#2",
    "pay": "l5r/initiation-4#1",
    "choosing": "l5r/initiation-5#1",
    "resolving": "l5r/effects#3",
    "target fits": "l5r/choose#2",
    "choice": "l5r/effects#4",
    "decides": "l5r/ability#10",
    "target placed": "l5r/ability#3",
    "target immune": "l5r/immune#1",
    "target change": "l5r/target#10",
    "select": "l5r/select#4",
    "change": "l5r/triggered-abilities#7",
    "effect": "l5r/initiation-7#1",
    "finish": "l5r/event-cards#3",
    "delayed": "l5r/delayed-effects#2",
    "duel result": "l5r/d.8#1",
    "may": "l5r/may#1",
    "may whose": "l5r/may#2",
    "simultaneous": "l5r/priority-of-simultaneous-resolution#1",
    "order": "l5r/priority-of-simultaneous-resolution#3",
    "shuffle": "l5r/search#2",
    "random": "l5r/earth-ring#1",
    "over": "l5r/winning-the-game#1",
}

_LEAVING = ("discard(", "sacrifice(", "return_to_hand(", "remove_from_game(", "shuffle_into_deck(", "put_on_deck(")
_JOINING = ("move_to_conflict(", "put_into_conflict(")
_ENTERING = ("put_into_play(", "put_into_conflict(")

_WINDOWS = {
    "action": "l5r/action-windows#1",
    "forced": "l5r/triggered-abilities#3",
    "reaction": "l5r/reactions#3",
    "reaction early": "l5r/reactions#2",
    "interrupt": "l5r/interrupts#3",
    "interrupt late": "l5r/interrupts#6",
    "interrupt attempt": "l5r/sequence-2#2",
    "interrupt would": "l5r/sequence-2#1",
    "would": "l5r/would#1",
}
"""Why this is no window for an ability; in a duel there is none for actions at all (`l5r/d.9#2`)."""


def forbidden(pos: Position, player: str, entity: Entity, ability: Ability) -> str:
    """Return the clause that forbids a player to trigger an ability or play an event card, or "".

    A prohibition holds whatever another card permits (`l5r/jade-rule#3`). A forced ability is triggered too, only not
    by a player's choice (`l5r/triggered-abilities#3`).
    """
    cards = pos.pack.cards
    if pos.pack.dialect.kinds[ability.kind] not in ("action", "triggered"):
        return ""
    bearer = board.bearer(pos, entity).id
    if has(pos, player, "cannot", "trigger") or has(pos, bearer, "cannot", "trigger"):
        return "l5r/cannot#1"
    if cards[entity.card].type == "event":
        if has(pos, player, "cannot", "play_events"):
            return "l5r/cannot#1"
        if "limited" in cards[entity.card].keywords and not values.limited_left(pos, player):
            return "l5r/limited#1"
    return ""


def _text(pos: Position, failure: Failure) -> str:
    return "l5r/province-cards#4" if board.broken(pos, failure.of_use.entity) else ""


def _limit(pos: Position, failure: Failure) -> str:
    ability = failure.of_use.ability
    if pos.pack.dialect.usual_limit not in ability.limits:
        return "l5r/limit-x-per-period#1"
    return "l5r/forced#4" if ability.kind.startswith("forced") else ""


def _trigger(pos: Position, failure: Failure) -> str:
    use = failure.of_use
    if use.occurrence >= 0 and use.frame.occurrences[use.occurrence].state == "cancelled":
        return "l5r/cancel#3"
    if use.slot is None or use.ability.rule:
        return ""
    return _result(pos, use) or ("l5r/reactions#3" if use.slot.after else "l5r/interrupts#3")


def _result(pos: Position, use: Use) -> str:
    """Return why an ability that asks for the result of the conflict does not answer it; "" if the result is not why.

    Nobody won (`l5r/winning-a-conflict#5`), or another player than its own, or than its host's, won or lost
    (`l5r/winning-a-conflict#1`).
    """
    asked = {kind for trigger in use.ability.triggers for kind in trigger.kinds if kind in ("won", "lost")}
    conflict = board.conflict(pos)
    if not asked or conflict is None or "attack" not in conflict.data:
        return ""
    if not conflict.text("winner"):
        return "l5r/winning-a-conflict#5"
    host = pos.entity(use.entity).host
    player = pos.entity(host).controller if host else use.player
    others = all(conflict.text("winner" if kind == "won" else "loser") != player for kind in asked)
    return "l5r/winning-a-conflict#1" if others else ""


def _targets(pos: Position, failure: Failure) -> str:
    return "" if any(choice.least for choice in failure.of_use.ability.targets) else "l5r/target#7"


def _once(pos: Position, failure: Failure) -> str:
    slot = failure.of_use.slot
    return "l5r/interrupts#8" if slot is not None and not slot.after else ""


def _window(pos: Position, failure: Failure) -> str:
    """Return why this is no window for an ability: its condition has not come up, or its window is another."""
    use = failure.of_use
    if pos.pack.dialect.kinds[use.ability.kind] == "constant":
        return "l5r/constant-abilities#1"
    if use.slot is not None and not _come_up(use):
        if use.ability.kind == "reaction":
            return "l5r/reactions#3"
        if use.ability.kind == "interrupt" and use.slot.after:
            return "l5r/interrupts#3"
    windows = {**_WINDOWS, "action": "l5r/d.9#2"} if pos.enclosing("duel") else _WINDOWS
    return wrong_window(pos, use, windows)


def _come_up(use: Use) -> bool:
    """Whether the window is around an occurrence of a kind that the ability answers."""
    kinds = {kind for trigger in use.ability.triggers for kind in trigger.kinds}
    return any(occurrence.kind in kinds for occurrence in use.frame.occurrences)


def _placed(pos: Position, failure: Failure) -> str:
    return "l5r/event-cards#2" if pos.card(failure.of_use.entity).type == "event" else ""


def _cost(pos: Position, failure: Failure) -> str:
    """A card that is bowed already cannot be bowed as a cost."""
    use = failure.of_use
    bows = any(part.text == "bow(self)" for part in use.ability.cost)
    return "l5r/bow-bowed#6" if bows and board.bowed(pos, use.entity) else ""


def _offered(pos: Position, failure: Failure) -> str:
    """A facedown province has no text, and a card facedown on a province is not in play."""
    number = failure.of_use.entity
    if board.lies_facedown(pos, number):
        return "l5r/ability#4"
    return "l5r/province-cards#2" if not pos.entity(number).up and board.is_province(pos, number) else ""


def _cannot(pos: Position, failure: Failure) -> str:
    use = failure.of_use
    return forbidden(pos, failure.player, pos.entity(use.entity), use.ability)


def _conflict(pos: Position, failure: Failure) -> str:
    """Why a conflict is not declared in an action window, or at another question.

    Another is being resolved, the player has no opportunity left, or the window comes first. In the window of the
    dynasty phase it is none of the things a player may do there (`l5r/1.4#1`).
    """
    if failure.frame is not None and failure.frame.kind == "dynasty":
        return ""
    if board.conflict(pos) is not None:
        return "l5r/conflict-resolution#2"
    return "l5r/conflict-phase#2" if values.opportunity(pos, failure.player).holds else "l5r/3.2#1"


def _play(pos: Position, failure: Failure) -> str:
    """Why a card is not played at a question: characters and attachments are played in action windows."""
    return "l5r/action-windows#4"


def _duplicate(pos: Position, failure: Failure) -> str:
    """Why a duplicate is not discarded at a question: that is an opportunity at 1.4."""
    return "l5r/duplicates#2"


def _no_window(pos: Position, failure: Failure) -> str:
    """Why an action is not taken at a question: in a duel there are no action windows."""
    return "l5r/d.9#2" if pos.enclosing("duel") is not None else ""


def _priority(pos: Position, failure: Failure) -> str:
    """Whose opportunity it is: the first player's first in a window around something that happens
    (`l5r/first-player#4`) and in most action windows (`l5r/first-player#3`)."""
    frame, slot, player = failure.frame, failure.slot, failure.player
    assert frame is not None
    opening = not frame.turn and player == pos.first
    if slot is None:
        own = {"conflict": "l5r/3.2.2#1", "dynasty": "l5r/1.4#1"}.get(frame.kind, "")
        return own or ("l5r/first-player#3" if opening else "l5r/action-windows#2")
    if opening:
        return "l5r/first-player#4"
    return "l5r/reactions#5" if slot.after else "l5r/interrupts#5"


def _target_fits(pos: Position, failure: Failure) -> str:
    """A dash keeps a character out of duels of that type (`l5r/dash#6`), and is not changed (`l5r/dash#4`)."""
    choice, number = failure.choice, failure.number
    assert choice is not None
    for kind in board.KINDS:
        if board.dash(pos, number, kind) and f"can_duel({kind})" in choice.text:
            return "l5r/dash#6"
        if board.dash(pos, number, kind) and f"has_skill({kind})" in choice.text:
            return "l5r/dash#4"
    return ""


def _target_change(pos: Position, failure: Failure) -> str:
    """Return why an effect could not change a card.

    A stronghold stays where and whose it is, a role stays, no event enters play, and nobody gets a second copy of a
    unique card: `l5r/stronghold#2`, `l5r/stronghold#3`, `l5r/role-cards#3`, `l5r/event-cards#6`, `l5r/unique-cards#2`.
    A character that cannot participate is not moved or put into the conflict (`l5r/dash#2`,
    `l5r/participating-and-cannot-participate#7`), and nobody is honored or dishonored twice. What a card says cannot
    be done to it is not done (`l5r/cannot#1`). A skill printed as a dash is not modified (`l5r/dash#4`).
    """
    player, ability, number = failure.player, failure.ability, failure.number
    assert ability is not None
    grants = [grant for sentence in ability.sentences for grant in sentence.grants]
    if grants and not any(matters(pos, number, grant) for grant in grants):
        return "l5r/dash#4"
    text = " ".join(effect.text for sentence in ability.sentences for effect in sentence.effects)
    enters, taken = any(word in text for word in _ENTERING), "take_control(" in text
    conflict = board.conflict(pos)
    if conflict is not None and any(word in text for word in _JOINING) and board.is_character(pos, number):
        side = board.side_of(conflict, player) if enters else ""
        barred = values.may_participate(pos, number, conflict, side)
        if barred:
            return barred
    if (enters or taken) and copy_in_play(pos, player, number):
        return "l5r/unique-cards#2"
    kind = pos.card(number).type
    if kind == "stronghold" and taken:
        return "l5r/stronghold#3"
    if kind == "event" and enters:
        return "l5r/event-cards#6"
    status = _status(pos, number, text)
    if status:
        return status
    leaves = any(word in text for word in _LEAVING)
    return {"stronghold": "l5r/stronghold#2", "role": "l5r/role-cards#3"}.get(kind, "") if leaves else ""


def _status(pos: Position, number: int, text: str) -> str:
    """Return why a character is not honored or dishonored by an effect: it is so already, or a card says it cannot.

    An effect that passes on what would happen to another character passes on what is about to happen there.
    """
    imminent = {part.kind for frame in pos.table.frames for part in frame.occurrences if part.state is State.IMMINENT}
    passed_on = imminent if "receive_instead(" in text else set()
    marks = pos.entity(number).marks
    for kind, says, clause in (
        ("dishonored", "dishonor(" in text, "l5r/personal-honor#9"),
        ("honored", "honor(" in text.replace("dishonor(", ""), "l5r/personal-honor#8"),
    ):
        if says or kind in passed_on:
            if kind in marks:
                return clause
            if has(pos, number, "cannot", f"receive_{kind}"):
                return "l5r/cannot#1"
    return ""


def _change(pos: Position, failure: Failure) -> str:
    """Return why an effect without choices could change nothing: the clause that keeps its first part from happening.

    Favored Mount on a character that cannot attack breaks `l5r/participating-and-cannot-participate#7`.
    """
    use = failure.of_use
    ability = use.ability
    if ability.targets or ability.cost_choice is not None or any(part.choose for part in ability.sentences):
        return ""
    parts = [part for sentence in ability.sentences for effect in sentence.effects for part in effect.make(use.context)]
    return next(filter(None, (_refusal(pos, part) for part in parts)), "")


def _refusal(pos: Position, part: Occurrence) -> str:
    """Return the clause that keeps an occurrence from happening to a card or player, or "" if none says it closely."""
    number, kind = part.subject, part.kind
    if kind == "drew":
        return "l5r/cannot#1" if values.forbidden(pos, part.player, "draw") else ""
    if number not in pos.table.entities:
        return ""
    if kind in ("joined", "sent"):
        return _not_moved(pos, part)
    if kind == "bowed" and board.bowed(pos, number):
        return "l5r/bow-bowed#2"
    if kind in ("honored", "dishonored"):
        return _status(pos, number, "dishonor(" if kind == "dishonored" else "honor(")
    if kind in ("entered", "controlled") and copy_in_play(pos, part.player, number):
        return "l5r/unique-cards#2"
    banned = {"bowed": "bow", "readied": "ready", "discarded": "be_discarded", "unfated": "lose_fate"}.get(kind, "")
    return "l5r/cannot#1" if banned and has(pos, number, "cannot", banned) else ""


def _not_moved(pos: Position, part: Occurrence) -> str:
    """Return why a character is not moved to the conflict or home: it is there already, or may not go there."""
    conflict, number = board.conflict(pos), part.subject
    if conflict is None:
        return ""
    if (number in board.participants(conflict)) == (part.kind == "joined"):
        return "l5r/move#1"
    return values.may_participate(pos, number, conflict) if part.kind == "joined" else ""


def _target_immune(pos: Position, failure: Failure) -> str:
    """A card that opponents cannot choose is not immune: a card says what they cannot do (`l5r/cannot#1`)."""
    ability = failure.ability
    card = pos.pack.cards.get(ability.key.partition("#")[0]) if ability is not None else None
    immune = card is None or has(pos, failure.number, "immune", card.type)
    return "" if immune else "l5r/cannot#1"


def _closed(pos: Position, failure: Failure) -> str:
    """A window around an occurrence has closed: nothing may answer that occurrence any more."""
    if failure.slot is None:
        return ""
    return "l5r/reactions#6" if failure.slot.after else "l5r/interrupts#6"


def _forced_first(pos: Position, failure: Failure) -> str:
    """What is forced resolves at once, so that no action comes before it."""
    assert failure.ability is not None
    return "l5r/forced#1" if failure.ability.slot == "action" else ""


def _limited(pos: Position, failure: Failure) -> tuple[str, str] | None:
    """Return which Limited cards were played, where one more is forbidden for that."""
    use = failure.of_use
    clause = forbidden(pos, use.player, pos.entity(use.entity), use.ability)
    return limited_told(pos, use.player, use.entity) if clause == "l5r/limited#1" else None


def _blank_words(pos: Position, failure: Failure) -> tuple[str, str] | None:
    """Return why the text of a card is blank: it is a broken province, or a card takes its abilities away."""
    number = failure.of_use.entity
    name = pos.pack.name(pos, number)
    if board.broken(pos, number):
        return f"{name} may be used only while it is unbroken", "it is broken, and so its text is blank"
    blanked = givers(pos, number, "blank", "abilities")
    return (
        (f"the text of {name} must not be blank", f"it is blank because of {card_names(pos, blanked)}")
        if blanked
        else None
    )


def _offered_words(pos: Position, failure: Failure) -> tuple[str, str] | None:
    """Return that a card is facedown, where its ability is used: a province, or a dynasty card lying on one."""
    number = failure.of_use.entity
    if board.lies_facedown(pos, number):
        return f"{pos.pack.name(pos, number)} may be used only while it is faceup", board.lies(pos, number)
    if pos.entity(number).up or not board.is_province(pos, number):
        return None
    return "the abilities of a province may be used only while it is faceup", "this province is facedown"


def _placed_words(pos: Position, failure: Failure) -> tuple[str, str] | None:
    """Return that a holding is facedown, where its ability is used: it is in play only faceup."""
    number = failure.of_use.entity
    if pos.card(number).type != "holding" or not board.lies_facedown(pos, number):
        return None
    return f"{pos.pack.name(pos, number)} may be used only while it is in play", board.lies(pos, number)


def _result_words(pos: Position, failure: Failure) -> tuple[str, str] | None:
    """Return who must win or lose the conflict for an ability, and who won it, where another player did."""
    use, conflict = failure.of_use, board.conflict(pos)
    if conflict is None or _result(pos, use) != "l5r/winning-a-conflict#1":
        return None
    host = pos.entity(use.entity).host
    player = pos.player_name(pos.entity(host).controller if host else use.player)
    asked = {kind for trigger in use.ability.triggers for kind in trigger.kinds}
    result = " or ".join(verb for kind, verb in (("won", "wins"), ("lost", "loses")) if kind in asked)
    needed = f"{pos.pack.name(pos, use.entity)} may be used only when {player} {result} a conflict"
    return needed, f"{pos.player_name(conflict.text('winner'))} won this one"


def _conflict_words(pos: Position, failure: Failure) -> tuple[str, str] | None:
    """Return that a player has no opportunity left to declare a conflict in this phase.

    None if one is left, or while another conflict is being resolved.
    """
    left = values.opportunity(pos, failure.player)
    return None if left.holds or board.conflict(pos) is not None else (left.needed, left.saw)


ASKED_AT: dict[str, AskedAt] = {
    "defend": AskedAt("l5r/3.2.1#1", "defenders are declared before the conflict action window"),
    "ring": AskedAt("l5r/3.2.6#1", "a ring effect is resolved in a conflict that the attacking player has won"),
    "favor": AskedAt("l5r/3.4.2#1", "the winner of the glory count sets the favor to a side as it is claimed"),
}
"""For verbs that answer a question of the rules, when it is asked."""

CLOSER_WORDS: dict[str, CloserWords] = {
    "cannot": _limited,
    "text": _blank_words,
    "offered": _offered_words,
    "placed": _placed_words,
    "trigger": _result_words,
    "do conflict": _conflict_words,
}
"""For a condition of a use that failed, the function that says it closer than the shared words."""

CLOSER: dict[str, CloserClause] = {
    "closed": _closed,
    "forced first": _forced_first,
    "text": _text,
    "limit": _limit,
    "trigger": _trigger,
    "targets": _targets,
    "once": _once,
    "window": _window,
    "placed": _placed,
    "cost": _cost,
    "change": _change,
    "offered": _offered,
    "cannot": _cannot,
    "priority": _priority,
    "target fits": _target_fits,
    "target immune": _target_immune,
    "target change": _target_change,
    "do conflict": _conflict,
    "do play": _play,
    "do duplicate": _duplicate,
    "no window": _no_window,
}
"""For a condition that failed, the function that names a closer clause than `RULES` does."""

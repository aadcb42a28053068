"""The clause behind each condition: the general one, what forbids an action, and closer clauses for what failed."""

from __future__ import annotations

from collections.abc import Callable

from ledger.events import Move
from ledger.table import Entity
from rules.eligibility.failures import no_window
from rules.eligibility.uses import uses_in_slot
from rules.kernel.asks import Check
from rules.kernel.names import place, whereabouts
from rules.kernel.pack import AnsweredBefore, AskedAt, CloserClause, CloserWords, Failure
from rules.kernel.position import Position
from rules.language.cards import Ability
from rules.packs.okc import board

RULES: dict[str, str] = {
    "priority": "okc/in-turn-order#1",
    "closed": "okc/action-steps#3",
    "action window": "okc/action-steps#2",
    "controls": "okc/own-powers#1",
    "placed": "okc/passive-abilities#1",
    "offered": "okc/printed#1",
    "text": "okc/cleared#1",
    "window": "okc/action#2",
    "phase": "okc/action#2",
    "trigger": "okc/conditional-abilities#1",
    "forced first": "okc/conditional-abilities#2",
    "once": "okc/conditional-abilities#1",
    "restriction": "okc/conditional-abilities#1",
    "limit": "okc/governing-rule#1",
    "maximum": "okc/action#4",
    "cannot": "okc/action#4",
    "cancellable": "okc/governing-rule#1",
    "cost": "okc/governing-rule#1",
    "paid": "okc/governing-rule#1",
    "targets": "okc/targeting#1",
    "select": "okc/abilities#2",
    "choice": "okc/abilities#2",
    "chooser": "okc/own-powers#1",
    "decides": "okc/own-powers#1",
    "selector": "okc/own-powers#1",
    "target count": "okc/abilities#2",
    "target fits": "okc/abilities#2",
    "target placed": "okc/abilities#2",
    "target change": "okc/abilities#2",
    "target immune": "okc/targeting#1",
    "effect": "okc/governing-rule#1",
    "finish": "okc/tactics#3",
    "may": "okc/conditional-abilities#3",
    "may whose": "okc/conditional-abilities#3",
    "simultaneous": "okc/simultaneous-steps#1",
    "shuffle": "okc/discard-pile#3",
    "random": "okc/hidden-information#1",
    "over": "okc/victory#1",
}


def used(pos: Position, key: str, scope: int) -> bool:
    """Whether a use under this key was counted in the frame with the number `scope`."""
    return pos.table.uses.get(scope, {}).get(key, 0) > 0


def just_revealed(pos: Position, number: int) -> bool:
    """Whether this component may act now as far as the Day step goes.

    Once added cards have been revealed by Day, only those may act. Before that, and outside Day, every component may.
    """
    frame = pos.enclosing("day")
    return frame is None or "revealed" not in frame.data or number in frame.numbers("revealed")


def action_key(player: str, number: int, ability: Ability) -> str:
    """Return the key that counts uses of an action, for each player and component apart (`okc/own-powers#2`)."""
    return f"action {number} {ability.key} {player}"


_FAVOUR = "the action belongs to whoever controls the Kingdom's Favour"


def prohibitions(pos: Position, player: str, entity: Entity, ability: Ability) -> list[Check]:
    """Judge the conditions of an action that its own text does not state; none for other kinds of abilities."""
    if ability.kind != "action":
        return []
    name, where = pos.pack.name(pos, entity.id), place(pos, entity.id)
    fresh = not used(pos, action_key(player, entity.id, ability), board.round_frame(pos))
    favour = pos.card(entity.id).type == "faction"
    rule, again = "okc/action#4", f"{name} has been activated this round"
    if favour:
        rule, again = "okc/favour-action#2", f"{pos.player_name(player)} has used the Favour action this round"
    found = [Check("round", rule, "an action is activated once a round", fresh, again)]
    if pos.enclosing("day") is not None:
        if board.is_faction_card(pos, entity.id):
            fights = board.in_clash(pos, entity.id)
            found.append(Check("clash", "okc/summer-2b#2", f"{name} must be in the clash", fights, f"it is {where}"))
        needed, fresh = "only cards just revealed may act now", just_revealed(pos, entity.id)
        saw = f"{name} is none of them"
        found.append(Check("revealed", "okc/added-cards#3", needed, fresh, saw, near=not fresh))
    if favour:
        holder = board.favoured(pos)
        saw = f"{pos.player_name(holder) if holder else 'nobody'} controls it"
        found.append(Check("favour", "okc/favour-action#1", _FAVOUR, holder == player, saw))
    return found


def outside_hand(pos: Position, needed: str, rule: str) -> Callable[[int], list[Check]]:
    """Return a function that says where a card is that is not in the hand from which a question wants one."""
    return lambda number: [Check("candidate", rule, needed, False, whereabouts(pos, number))]


def forbidden(pos: Position, player: str, entity: Entity, ability: Ability) -> str:
    """Return the first clause that stands in the way of an action, or ""."""
    checks = prohibitions(pos, player, entity, ability)
    return next((check.rule for check in checks if not check.holds), "")


def _second_mulligan(pos: Position, player: str, move: Move) -> Check | None:
    setup, name = pos.enclosing("setup"), pos.player_name(player)
    said = setup.text(f"mulligan {player}") if setup is not None else ""
    if not said:
        return None
    if said == "mulligan" and "mulligan" in move.words:
        needed = "each player takes one mulligan at most"
        return Check("once", "okc/advanced-setup-ii#3", needed, False, f"{name} has decided to take one")
    needed = "each player decides once whether to take a mulligan, before new hands are drawn"
    saw = f"{name} has decided to {'take one' if said == 'mulligan' else 'keep the hand'}"
    return Check("once", "okc/advanced-setup-ii#1", needed, False, saw)


def _second_bid(pos: Position, player: str, move: Move) -> Check | None:
    spring, mine = pos.enclosing("spring"), pos.zone(player, "bid")
    if spring is None or not (mine or "bidders" in spring.data):
        return None
    saw = f"{pos.player_name(player)} has bid" if mine else "the bids are revealed"
    return Check("once", "okc/spring-1#1", "each player bids one card, before bids are revealed", False, saw)


def _second_herald(pos: Position, player: str, move: Move) -> Check | None:
    spring = pos.enclosing("spring")
    place = spring.text(f"herald {player}") if spring is not None else ""
    saw = f"{pos.player_name(player)} has placed it on the {place.title()}"
    needed = "each player places the Herald once, in spring"
    return Check("once", "okc/spring-3a#1", needed, False, saw) if place else None


def _second_placement(pos: Position, player: str, move: Move) -> Check | None:
    spring = pos.enclosing("spring")
    if spring is None or player not in spring.names("placed"):
        return None
    needed, saw = "each player places cards beside the regions once", f"{pos.player_name(player)} has placed them"
    return Check("once", "okc/spring-3b#1", needed, False, saw)


def _second_card_for_tie(pos: Position, player: str, move: Move) -> Check | None:
    """Return that a player has answered the tie that is being broken, or the one behind which this clash began."""
    region = pos.enclosing("region")
    if region is None or player not in region.names("participants"):
        return None
    if region.names("tied"):
        if f"tie {player}" not in region.data:
            return None
        passed = not region.numbers(f"tie {player}")
    elif region.number("number") > 1:
        passed = player in region.names("passed")
    else:
        return None
    needed = "each tied player plays one card or passes before the new clash begins"
    saw = f"{pos.player_name(player)} has {'passed' if passed else 'played one'}"
    return Check("once", "okc/ties-in-clashes#1", needed, False, saw)


ANSWERED: dict[str, AnsweredBefore] = {
    "play": _second_card_for_tie,
    "hand": _second_mulligan,
    "bid": _second_bid,
    "herald": _second_herald,
    "place": _second_placement,
}
"""For each verb of a question that a player answers once, why a second answer is none."""


ASKED_AT: dict[str, AskedAt] = {
    "hand": AskedAt("okc/advanced-setup-ii#1", "players keep a hand or take a mulligan in the advanced setup alone"),
    "start": AskedAt(
        "okc/advanced-setup-ii#4", "players choose a Kingdom card to start with in the advanced setup alone"
    ),
    "bid": AskedAt("okc/spring-1#1", "bid cards are laid down at the beginning of spring"),
    "take": AskedAt("okc/spring-2#4", "a Kingdom card is taken from the Great Road when a bid resolves in spring"),
    "steal": AskedAt("okc/spring-2#4", "a Kingdom card is stolen when a bid resolves in spring"),
    "return": AskedAt("okc/taking-back-bid#1", "a bid card is taken back when the bid resolves in spring"),
    "herald": AskedAt("okc/spring-3a#1", "Heralds are placed in spring, once the bids are resolved"),
    "place": AskedAt("okc/spring-3b#1", "cards are placed beside the regions in spring, once the Heralds are placed"),
    "markers": AskedAt("okc/summer-1#1", "clash markers are placed at the beginning of summer"),
    "play": AskedAt(
        "okc/ties-in-clashes#1", "a card is played facedown to a region by a player who is tied in a clash there"
    ),
    "claim": AskedAt(
        "okc/summer-2e#2", "the rewards of a location are claimed by the winner of the last clash of its region"
    ),
    "discard": AskedAt("okc/hand-limit-excess#2", "cards are discarded from a hand that is above its limit"),
    "say": AskedAt(
        "okc/abilities#2", "yes, no or another word answers a text that offers something or asks for a word"
    ),
    "choose": AskedAt("okc/abilities#2", "something is chosen when a text that resolves asks for it"),
}
"""For the verb of each question: the clause on when it is asked, and that in words."""


_COST = {"faction": "okc/favour-action#1", "tactic": "okc/exhausted#1"}
"""How a use is paid for where it is not paid with influence: by a use of the Favour, by exhausting a tactic."""


def _cannot(pos: Position, failure: Failure) -> str:
    use = failure.of_use
    return forbidden(pos, use.player, pos.entity(use.entity), use.ability)


def _cost(pos: Position, failure: Failure) -> str:
    return _COST.get(pos.card(failure.of_use.entity).type, "okc/limits-hold#2")


def _placed(pos: Position, failure: Failure) -> str:
    """Why a card offers nothing where it lies: it is burned, on a place of power, occupying, or not active."""
    entity = pos.entity(failure.of_use.entity)
    if entity.zone.endswith(("burned", ".power")):
        return "okc/burn#2" if entity.zone.endswith("burned") else "okc/places-of-power#2"
    if entity.host:
        return "okc/occupy#2"
    if board.is_faction_card(pos, entity.id):
        return "okc/not-active#1" if board.beside(entity) else "okc/not-active#2"
    return ""


def _offered(pos: Position, failure: Failure) -> str:
    exhausted = "exhausted" in pos.entity(failure.of_use.entity).marks
    return "okc/exhausted#1" if exhausted else _placed(pos, failure)


_BY_KIND = {
    "reward": "okc/summer-2e#1",
    "must": "okc/conditional-abilities#2",
    "may": "okc/conditional-abilities#1",
    "bold": "okc/bold-instructions#1",
    "night": "okc/effects#2",
    "winter": "okc/effects#2",
    "setup": "okc/setup-k#2",
    "constant": "okc/passive-abilities#1",
}
"""Why an ability that is no action is not used in a window, by its kind."""
_BY_ITSELF = {
    "reward": ("the text of a location is used by whoever claims its reward", "nobody claims it here"),
    "must": ("an ability that says “must” triggers by itself when its condition is met", "{name} has such an ability"),
    "bold": ("a bold instruction is carried out by itself as the Kingdom card is acquired", "{name} has such a text"),
    "night": ("an effect triggers by itself in the Night effect step", "{name} has such an effect"),
    "winter": ("an effect triggers by itself in the Winter effect step", "{name} has such an effect"),
    "setup": ("an instruction for the setup is carried out in the setup", "{name} has such a text"),
    "constant": ("a passive ability works by itself as long as its source is in place", "{name} has such an ability"),
}
"""What is told of a use of an ability that no player triggers, by its kind."""


def _window(pos: Position, failure: Failure) -> str:
    """Return why an ability that is no action is not used here: its condition is not met, or it works by itself."""
    return _BY_KIND.get(failure.of_use.ability.kind, "")


def _window_words(pos: Position, failure: Failure) -> tuple[str, str] | None:
    """Return what an ability waits for that was used as an action, or that it works by itself."""
    use = failure.of_use
    if use.ability.kind in _BY_ITSELF:
        needed, saw = _BY_ITSELF[use.ability.kind]
        return needed, saw.format(name=pos.pack.name(pos, use.entity))
    return no_window(pos, use)[:2] if use.ability.kind == "may" and use.slot is None else None


def _where_words(pos: Position, failure: Failure) -> tuple[str, str] | None:
    """Return that the ability of a faction card works only while it is active, and where it is instead."""
    use = failure.of_use
    if not board.is_faction_card(pos, use.entity) or use.ability.where != "play":
        return None
    name, entity = pos.pack.name(pos, use.entity), pos.entity(use.entity)
    hidden = board.beside(entity) and not entity.up
    saw = f"it {'lies facedown' if hidden else 'is'} {place(pos, use.entity)}"
    return f"{name} may be used only while it is active", saw


def _offered_words(pos: Position, failure: Failure) -> tuple[str, str] | None:
    """Return that an exhausted tactic has no text, or that a facedown card is not active."""
    use = failure.of_use
    if "exhausted" in pos.entity(use.entity).marks:
        return "an exhausted tactic has no text and can do nothing", f"{pos.pack.name(pos, use.entity)} is exhausted"
    return _where_words(pos, failure)


def _targets(pos: Position, failure: Failure) -> str:
    """Return the clause that an ability's own text says what it is about, where there is nothing of that kind."""
    return "okc/abilities#2"


def _select(pos: Position, failure: Failure) -> str:
    """Return the clause on the words player and opponent, where a text asks for one."""
    return "okc/targeting#1" if failure.choice is not None and {"player", "opponent"} & {*failure.choice.words} else ""


def _may(pos: Position, failure: Failure) -> str:
    """Return the clause on what a location's reward offers beyond its influence."""
    return "okc/location-rewards#2" if failure.ability is not None and failure.ability.kind == "reward" else ""


def _target_fits(pos: Position, failure: Failure) -> str:
    """Return the clause on the word opponent, where a text asks for an opponent's component and the user owns this."""
    choice = failure.choice
    opponents = choice is not None and "controller != you" in choice.text
    mine = pos.entity(failure.number).controller == failure.player
    return "okc/opponent-word#1" if opponents and mine else ""


def _priority(pos: Position, failure: Failure) -> str:
    """Return why it is not this player's turn in a window for abilities: the turn order, if several may use one."""
    if failure.slot is None or failure.frame is None:
        return ""
    several = {use.player for use in uses_in_slot(pos, failure.frame, failure.slot)} - {failure.player}
    return "okc/abilities#3" if several else "okc/conditional-abilities#3"


def _closed(pos: Position, failure: Failure) -> str:
    """Return the clause on an ability that waits for a condition, whose window has closed; "" in an action step."""
    if failure.slot is None:
        return ""
    return "okc/conditional-abilities#2" if failure.slot.forced else "okc/conditional-abilities#3"


CLOSER: dict[str, CloserClause] = {
    "cannot": _cannot,
    "closed": _closed,
    "cost": _cost,
    "placed": _placed,
    "offered": _offered,
    "priority": _priority,
    "select": _select,
    "may": _may,
    "target fits": _target_fits,
    "targets": _targets,
    "window": _window,
}
"""For a condition that failed, the function that names a closer clause than `RULES` does."""

CLOSER_WORDS: dict[str, CloserWords] = {
    "placed": _where_words,
    "offered": _offered_words,
    "window": _window_words,
}
"""For a condition of a use that failed, the function that says it closer than the shared words."""

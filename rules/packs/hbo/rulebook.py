"""The clause behind each condition: the general one, what forbids a use, and closer clauses for what failed."""

from __future__ import annotations

from collections.abc import Mapping

from ledger.events import Move, State
from ledger.table import Entity
from rules.kernel.asks import Check
from rules.kernel.context import Use
from rules.kernel.pack import AnsweredBefore, AskedAt, CloserClause, CloserWords, Failure
from rules.kernel.position import Position
from rules.kernel.values import has
from rules.language.cards import Ability
from rules.packs.hbo import board
from rules.packs.hbo.values import limited_left
from rules.shared.limited import limited_told

RULES: dict[str, str] = {
    "priority": "hbo/opportunity#1",
    "action window": "hbo/action#1",
    "closed": "hbo/opportunity#2",
    "controls": "hbo/using-abilities#1",
    "placed": "hbo/using-abilities#2",
    "offered": "hbo/using-abilities#2",
    "text": "hbo/using-abilities#2",
    "window": "hbo/action#2",
    "phase": "hbo/phase-ability#1",
    "trigger": "hbo/response#1",
    "forced first": "hbo/passive#5",
    "once": "hbo/using-abilities#5",
    "restriction": "hbo/response#1",
    "limit": "hbo/golden-rule#1",
    "maximum": "hbo/golden-rule#1",
    "cannot": "hbo/golden-rule#1",
    "cancellable": "hbo/action#3",
    "cost": "hbo/cost-of-effect#2",
    "pays": "hbo/using-abilities#3",
    "paid": "hbo/cost-of-effect#3",
    "targets": "hbo/using-abilities#3",
    "chooser": "hbo/using-abilities#3",
    "decides": "hbo/using-abilities#3",
    "selector": "hbo/using-abilities#3",
    "target fits": "hbo/using-abilities#3",
    "target placed": "hbo/using-abilities#3",
    "target immune": "hbo/golden-rule#1",
    "target change": "hbo/using-abilities#4",
    "change": "hbo/using-abilities#4",
    "effect": "hbo/action#3",
    "finish": "hbo/event#2",
    "may": "hbo/using-abilities#6",
    "may whose": "hbo/using-abilities#6",
    "simultaneous": "hbo/using-abilities#3",
    "shuffle": "hbo/setup-4#1",
    "random": "hbo/intrigue-challenge#3",
    "over": "hbo/winning#1",
}


def forbidden(pos: Position, player: str, entity: Entity, ability: Ability) -> str:
    """Return the clause that forbids a player to use the ability of an event card, or ""; always "" for other cards.

    Cards may forbid a player to play event cards, and a Limited one counts against the one Limited card a round.
    """
    cards = pos.pack.cards
    if entity.card not in cards or cards[entity.card].type != "event":
        return ""
    if has(pos, player, "cannot", "play_events"):
        return "hbo/golden-rule#1"
    if "limited" in cards[entity.card].keywords and not limited_left(pos, player):
        return "hbo/limited#1"
    return ""


def _cannot(pos: Position, failure: Failure) -> str:
    use = failure.of_use
    return forbidden(pos, use.player, pos.entity(use.entity), use.ability)


def _window(pos: Position, failure: Failure) -> str:
    """Return the clause that keeps an ability out of a window, or of a question that is none."""
    use = failure.of_use
    if use.ability.kind == "when revealed":
        return "hbo/plot-6#1"
    if use.ability.slot not in ("action", "response", "response!"):
        return "hbo/passive#1"
    if use.ability.slot == "action":
        return _no_action(pos, use)
    return {"response!": "hbo/save-response#1", "response": "hbo/response#3"}.get(use.ability.slot, "")


def _no_action(pos: Position, use: Use) -> str:
    """Return the clause by which no action can be taken here.

    What happened is answered first, an announced action is still resolving, a step of a challenge is under way, the
    game is being set up, or, as while plots are chosen, the phase has not come to its actions.
    """
    if use.slot is not None and use.slot.after:
        return "hbo/response#3"
    if pos.enclosing("ability") is not None:
        return "hbo/action#3"
    if pos.enclosing("challenges") is not None:
        return "hbo/challenge-windows#1"
    return "hbo/setup-6#6" if pos.enclosing("setup") is not None else "hbo/phase#3"


def _phase(pos: Position, failure: Failure) -> str:
    ability = failure.of_use.ability
    return "hbo/phase-ability#1" if ability.slot == "action" and ability.phase else ""


def _placed(pos: Position, failure: Failure) -> str:
    return "hbo/event#1" if pos.card(failure.of_use.entity).type == "event" else ""


def _restriction(pos: Position, failure: Failure) -> str:
    return "hbo/golden-rule#1" if failure.of_use.ability.slot == "action" else ""


def _trigger(pos: Position, failure: Failure) -> str:
    use = failure.of_use
    return _unmet_save(use) if use.ability.slot == "response!" else _late_response(pos, use)


def _unmet_save(use: Use) -> str:
    """Return the clause by which a save answers nothing here: no kill is imminent, or another save was made.

    Where the text of the save asks for another character there is no closer clause, and "" is returned.
    """
    answered = use.frame.occurrences[use.occurrence] if use.occurrence >= 0 else None
    if answered is None or answered.kind != "killed":
        return "hbo/kill#2"
    return "hbo/save-response#2" if answered.state is State.SAVED else ""


def _late_response(pos: Position, use: Use) -> str:
    """Winning or losing a challenge is answered as it is resolved; in the windows after that it is too late."""
    challenge = board.challenge(pos)
    kinds = {kind for trigger in use.ability.triggers for kind in trigger.kinds}
    if challenge is None or use.frame.kind == "resolution":
        return ""
    lost = "lost" in kinds and challenge.data.get("loser") == use.player
    return "hbo/response#4" if lost or ("won" in kinds and challenge.data.get("winner") == use.player) else ""


def _forced_first(pos: Position, failure: Failure) -> str:
    """A passive comes before any action, too."""
    assert failure.ability is not None
    return "hbo/passive#4" if failure.ability.slot == "action" else ""


def _closed(pos: Position, failure: Failure) -> str:
    """A response that was not used is lost; an action window has its own clause."""
    return "hbo/response#4" if failure.slot is not None and failure.slot.after else ""


def _limited(pos: Position, failure: Failure) -> tuple[str, str] | None:
    """Return which Limited cards were played, where one more is forbidden for that."""
    use = failure.of_use
    clause = forbidden(pos, use.player, pos.entity(use.entity), use.ability)
    return limited_told(pos, use.player, use.entity) if clause == "hbo/limited#1" else None


CLOSER_WORDS: dict[str, CloserWords] = {"cannot": _limited}
"""For a condition of a use that failed, the function that says it closer than the shared words."""

CLOSER: dict[str, CloserClause] = {
    "closed": _closed,
    "forced first": _forced_first,
    "cannot": _cannot,
    "window": _window,
    "phase": _phase,
    "placed": _placed,
    "restriction": _restriction,
    "trigger": _trigger,
}
"""For a condition that failed, the function that names a closer clause than `RULES` does."""


ASKED_AT: dict[str, AskedAt] = {
    "draft": AskedAt("hbo/draft-2#1", "plots are drafted, one of each offer, only in the plot draft"),
    "plotdeck": AskedAt("hbo/draft-5#1", "the seven plots of a plot deck are chosen at the end of the plot draft"),
    "hand": AskedAt("hbo/mulligan#2", "a mulligan is taken or declined in setup, before setup cards are placed"),
    "setup": AskedAt("hbo/setup-6#1", "setup cards are placed during setup"),
    "plot": AskedAt("hbo/plot-1#1", "a plot is picked at the beginning of the plot phase"),
    "first": AskedAt("hbo/plot-5#1", "the winner of initiative names the first player, after the plots are revealed"),
    "challenge": AskedAt(
        "hbo/challenges-phase#1", "challenges are started in the challenges phase, by the active player"
    ),
    "defend": AskedAt("hbo/challenges-2#1", "defenders are declared in the second step of a challenge"),
    "claim": AskedAt("hbo/military-challenge#2", "claim kills characters when the attacker wins a military challenge"),
    "renown": AskedAt("hbo/renown#1", "renown works by itself, as a challenge is resolved"),
    "choose": AskedAt("hbo/using-abilities#3", "a card is chosen only for an ability that asks for it as it is used"),
    "say": AskedAt("hbo/using-abilities#6", "yes or no is said only to what a card offers as it resolves"),
}
"""For the answers to a question of the rules or of a card: when it is asked."""


def _chosen_already(slot: str, rule: str, needed: str, done: str) -> AnsweredBefore:
    """Return the function that judges a second answer to a question asked of each player in secret.

    The first answer is kept in the frame under `slot` and the player. `needed` and `done` are the ends of the sentences
    "each player …" and "Anna has … already".
    """

    def judge(pos: Position, player: str, _: Move) -> Check | None:
        if f"{slot} {player}" not in pos.table.top.data:
            return None
        return Check("answer", rule, f"each player {needed}", False, f"{pos.player_name(player)} has {done} already")

    return judge


def _kept_a_plot(pos: Position, player: str, move: Move) -> Check | None:
    """Judge a second plot kept of one offer, which is the first or the second of a pass of the draft."""
    step = pos.pack.procedures["draft"].step("take second")
    second = pos.table.top.kind == "draft" and pos.table.top.step >= step
    rule = "hbo/draft-3#1" if second else "hbo/draft-2#1"
    return _chosen_already("take", rule, "keeps one plot of each offer", "kept one of this offer")(pos, player, move)


ANSWERED: dict[str, AnsweredBefore] = {
    "draft": _kept_a_plot,
    "plotdeck": _chosen_already("deck", "hbo/draft-5#1", "chooses the plot deck once", "chosen it"),
    "setup": _chosen_already("setup", "hbo/setup-6#1", "places setup cards once", "placed them"),
    "plot": _chosen_already("plot", "hbo/plot-1#1", "picks one plot", "picked one"),
}
"""For answers given in secret by each player once: why a second one is refused while the other player still chooses."""


def closer(checks: list[Check], rules: Mapping[str, str]) -> list[Check]:
    """Return the conditions, each whose name is in `rules` preceded by a copy that stands on the clause given there.

    With `{"count": CLAUSE}` the condition `count` is there twice, first under CLAUSE, then under its general clause.
    """
    found: list[Check] = []
    for check in checks:
        if check.name in rules:
            found.append(Check(check.name, rules[check.name], check.needed, check.holds, check.saw))
        found.append(check)
    return found

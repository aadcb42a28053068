"""Where each of the kernel's conditions stands in this game's rules reference."""

from __future__ import annotations

from ledger.table import Entity
from rules.kernel.context import Use
from rules.kernel.pack import Case, Closer
from rules.kernel.position import Position
from rules.kernel.values import has
from rules.language.cards import Ability
from rules.packs.agot2 import values
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
    "chooser": "agot2/target#2",
    "decides": "agot2/target#2",
    "selector": "agot2/target#2",
    "pays": "agot2/initiating-abilities#1",
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
"""Why this is no window for an ability."""


def forbidden(pos: Position, player: str, entity: Entity, ability: Ability) -> str:
    """Prohibitions on card abilities and on playing events; the duplicate's save is no card ability."""
    if ability.key.startswith("duplicate#"):
        return ""
    if (
        ability.kind != "when revealed"
        and has(pos, player, "cannot", "trigger")
        and not ability.kind.startswith("forced")
    ):
        return "agot2/cannot#1"
    if pos.pack.cards[entity.card].type == "event":
        if has(pos, player, "cannot", "play_events"):
            return "agot2/cannot#1"
        if "limited" in pos.pack.cards[entity.card].keywords and not values.limited_left(pos, player):
            return "agot2/limited#1"
    return ""


def refine(pos: Position, use: Use, condition: str) -> str:
    """Closer rules for what failed."""
    if condition == "cancellable" and use.frame.data.get("ability") == "duplicate#1":
        return "agot2/duplicates#5"
    if condition == "cannot":
        return forbidden(pos, use.player, pos.entity(use.entity), use.ability)
    if condition == "change" and use.occurrence >= 0 and use.ability.slot.endswith("!"):
        answered = use.frame.occurrences[use.occurrence]
        if not use.ability.key.startswith("duplicate#") and pos.pack.unaffected(pos, answered.subject, use.entity):
            return "agot2/immunity#1"
        if answered.note in ("standing", "illegal"):
            return "agot2/save#5" if use.ability.key == "duplicate#1" else "agot2/save#4"
        if answered.note == "unsavable" or has(pos, answered.subject, "cannot", "be_saved"):
            return "agot2/save#3"
    if condition == "trigger" and use.occurrence >= 0:
        state = use.frame.occurrences[use.occurrence].state
        if use.frame.occurrences[use.occurrence].kind == "sacrificed" and use.ability.slot.endswith("!"):
            return "agot2/sacrifice#2"
        if state == "cancelled":
            return "agot2/cancel#3"
        if state == "saved":
            return "agot2/save#2" if use.slot is not None and use.slot.after else "agot2/would#3"
    if condition == "once" and use.slot is not None and not use.slot.after:
        return "agot2/interrupt#9"
    if condition == "placed" and pos.card(use.entity).type == "event":
        return "agot2/abilities#7"
    return _of_window(pos, use) if condition == "window" else ""


def _of_window(pos: Position, use: Use) -> str:
    """Why this is no window for the ability; an interrupt to what was saved or cancelled is told by that."""
    state = use.frame.occurrences[use.occurrence].state if use.slot is not None and use.occurrence >= 0 else ""
    if use.ability.kind == "interrupt" and state in ("saved", "cancelled"):
        return "agot2/would#3" if state == "saved" else "agot2/cancel#3"
    return wrong_window(pos, use, _WINDOWS)


def refine_change(pos: Position, player: str, ability: Ability, number: int) -> str:
    """A unique card that may not come to a player is told by the rule that bars it."""
    texts = [effect.text for sentence in ability.sentences for effect in sentence.effects]
    comes = any(word in text for text in texts for word in ("put_into_play", "take_control"))
    if pos.card(number).type == "event" and any("put_into_play" in text for text in texts):
        return "agot2/event-cards#6"
    return barred(pos, player, number) if comes else ""


def _priority(pos: Position, case: Case) -> str:
    """The first player's opportunity is the first (`agot2/priority#1`, `agot2/nested-sequences#6`); from there it goes
    round.
    """
    frame, slot = case.frame, case.slot
    assert frame is not None
    opening = not frame.turn and case.player == pos.first
    if slot is None and frame.kind == "marshaling":
        return "agot2/marshaling-action-window#1" if opening else "agot2/marshaling-action-window#4"
    if opening:
        return "agot2/priority#1"
    if slot is None:
        return "agot2/action-window#1"
    return "agot2/reaction#5" if slot.after else "agot2/interrupt#5"


def _change(pos: Position, case: Case) -> str:
    return refine_change(pos, case.player, case.ability, case.number) if case.ability else ""


def _of(condition: str) -> Closer:
    return lambda pos, case: refine(pos, case.use, condition) if case.use is not None else ""


CLOSER: dict[str, Closer] = {
    **{
        name: _of(name)
        for name in (
            "controls",
            "placed",
            "offered",
            "text",
            "window",
            "phase",
            "trigger",
            "cancellable",
            "once",
            "restriction",
            "limit",
            "maximum",
            "cannot",
            "cost",
            "targets",
            "change",
        )
    },
    "priority": _priority,
    "target change": _change,
}

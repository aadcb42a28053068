"""Where each of the kernel's conditions stands in this game's rules reference."""

from __future__ import annotations

from ledger.table import Frame
from rules.kernel.context import Use
from rules.kernel.position import Position
from rules.kernel.timing import Slot
from rules.language.cards import Ability, Choice
from rules.packs.l5r import board
from rules.packs.l5r.zones import copy_in_play
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
    "chooser": "l5r/target#1",
    "selector": "l5r/select#3",
    "pays": "l5r/ability#10",
    "payer": "l5r/cost#4",
    "payer outside": "l5r/cost#5",
    "payment": "l5r/cost#2",
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


def of_use(pos: Position, use: Use, condition: str) -> str:
    """The clause behind a condition an ability did not meet, or an empty string."""
    if condition == "text" and board.broken(pos, use.entity):
        return "l5r/province-cards#4"
    if condition == "limit" and pos.pack.dialect.usual_limit not in use.ability.limits:
        return "l5r/limit-x-per-period#1"
    if condition == "limit" and use.ability.kind.startswith("forced"):
        return "l5r/forced#4"
    if condition == "trigger" and use.occurrence >= 0 and use.frame.occurrences[use.occurrence].state == "cancelled":
        return "l5r/cancel#3"
    if condition == "trigger" and use.slot is not None and not use.ability.rule:
        return "l5r/reactions#3" if use.slot.after else "l5r/interrupts#3"
    if condition == "targets" and not any(choice.least for choice in use.ability.targets):
        return "l5r/target#7"
    if condition == "once" and use.slot is not None and not use.slot.after:
        return "l5r/interrupts#8"
    if condition == "window":
        return wrong_window(pos, use, {**_WINDOWS, "action": "l5r/d.9#2"} if pos.enclosing("duel") else _WINDOWS)
    if condition == "placed" and pos.card(use.entity).type == "event":
        return "l5r/event-cards#2"
    if condition == "cost" and board.bowed(pos, use.entity) and any(part.text == "bow(self)" for part in use.ability.cost):
        return "l5r/bow-bowed#6"
    if condition == "offered" and not pos.entity(use.entity).up and board.is_province(pos, use.entity):
        return "l5r/province-cards#2"
    return ""


def of_verb(pos: Position, verb: str) -> str:
    """Why a conflict is not declared in an action window: another is being resolved, or the window comes first."""
    if verb != "conflict":
        return ""
    return "l5r/conflict-resolution#2" if board.conflict(pos) is not None else "l5r/conflict-phase#2"


def of_turn(pos: Position, frame: Frame, slot: Slot | None, player: str) -> str:
    """Whose opportunity it is: the first player's first in a window around something that happens (`l5r/first-player#4`) and in most
    action windows (`l5r/first-player#3`)."""
    opening = not frame.turn and player == pos.first
    if slot is None:
        own = {"conflict": "l5r/3.2.2#1", "dynasty": "l5r/1.4#1"}.get(frame.kind, "")
        return own or ("l5r/first-player#3" if opening else "l5r/action-windows#2")
    if opening:
        return "l5r/first-player#4"
    return "l5r/reactions#5" if slot.after else "l5r/interrupts#5"


def of_target(pos: Position, choice: Choice, number: int) -> str:
    """A dash keeps a character out of duels of that type (`l5r/dash#6`)."""
    barred = any(f"can_duel({kind})" in choice.text and board.dash(pos, number, kind) for kind in board.KINDS)
    return "l5r/dash#6" if barred else ""


def of_change(pos: Position, player: str, ability: Ability, number: int) -> str:
    """A stronghold stays where and whose it is, a role stays, no event enters play, and nobody gets a second copy of a unique card.

    `l5r/stronghold#2`, `l5r/stronghold#3`, `l5r/role-cards#3`, `l5r/event-cards#6`, `l5r/unique-cards#2`; what cannot participate is not
    moved or put into the conflict (`l5r/dash#2`, `l5r/participating-and-cannot-participate#7`), and nobody is honored or dishonored twice.
    """
    text = " ".join(effect.text for sentence in ability.sentences for effect in sentence.effects)
    enters, taken = any(word in text for word in _ENTERING), "take_control(" in text
    conflict = board.conflict(pos)
    if conflict is not None and any(word in text for word in _JOINING) and board.is_character(pos, number):
        side = board.side_of(conflict, player) if enters else ""
        barred = board.may_participate(pos, number, conflict, side)
        if barred:
            return barred
    if (enters or taken) and copy_in_play(pos, player, number):
        return "l5r/unique-cards#2"
    kind = pos.card(number).type
    if kind == "stronghold" and taken:
        return "l5r/stronghold#3"
    if kind == "event" and enters:
        return "l5r/event-cards#6"
    marks = pos.entity(number).marks
    if "dishonored" in marks and "dishonor(" in text:
        return "l5r/personal-honor#9"
    if "honored" in marks and "honor(" in text.replace("dishonor(", ""):
        return "l5r/personal-honor#8"
    leaves = any(word in text for word in _LEAVING)
    return {"stronghold": "l5r/stronghold#2", "role": "l5r/role-cards#3"}.get(kind, "") if leaves else ""

"""Ring effects: the abilities of the five rings, who resolves one, and for whom it works (`l5r/ring-effects`)."""

from __future__ import annotations

from ledger.events import FrameClosed, Occurrence, OccurrenceChanged, Outcome, Slots, State
from ledger.table import Frame
from rules.eligibility.targets import could_change, legal_targets
from rules.kernel.asks import Ask, Say
from rules.kernel.context import Context
from rules.kernel.position import Position
from rules.kernel.values import has
from rules.packs.l5r import board, values

DECLINE = "none"
"""The word of a player who resolves no ring effect."""


def key_of(element: str) -> str:
    """Return the key of the ability that is an element's ring effect."""
    return f"{element}-ring#1"


def effect_could_change(pos: Position, element: str, ring: int, attacker: str) -> bool:
    """Whether an element's ring effect has targets and could change anything, with this attacking player."""
    ability = pos.pack.ability(key_of(element))
    if ability is None:
        return False
    context = Context(pos, ring, attacker, ability)
    enough = all(
        len(legal_targets(pos, context, ability, choice)) >= choice.least
        for choice in ability.targets
        if not choice.words
    )
    return enough and could_change(pos, context, ability)


def could_resolve(pos: Position, ring: int, attacker: str) -> bool:
    """Whether the effect of any element a ring has could change something, with this attacking player."""
    return any(effect_could_change(pos, element, ring, attacker) for element in values.elements(pos, ring))


def resolve_ring(pos: Position, ring: int, player: str, attacker: str, optional: bool = False) -> None:
    """Open the frame in which a player resolves a ring's effect; with `optional` the player may decline.

    The player who resolves it names the element (`l5r/ring-effects#2`). What the effect does belongs to the attacking
    player, whom its text names, also where a card of the defending player resolves it (`l5r/ring-effects#3`).
    """
    pos.open("ring effect", {"ring": ring, "player": player, "attacker": attacker, "optional": optional})


def choose_element(pos: Position, frame: Frame) -> Ask | None:
    """Ask which element's effect resolves, or none where that is optional; a single possible answer is not asked for.

    `l5r/3.2.6#1`, `l5r/ring-effects#2`. An effect that a card has resolved is not declined (`l5r/effects#3`). If no
    element's effect could change anything, the frame is closed.
    """
    ring, player, attacker = frame.number("ring"), frame.text("player"), frame.text("attacker")
    options = [element for element in values.elements(pos, ring) if effect_could_change(pos, element, ring, attacker)]
    if not options:
        says = "no ring effect could do anything"
        pos.skip(Say(player, "l5r/3.2.6#1", says, frame, "element", [DECLINE], verb="ring"))
        pos.emit(FrameClosed(frame.id, Outcome.PREVENTED))
        return None
    if frame.data.get("optional"):
        options.append(DECLINE)
    if "element" in frame.data:
        return None
    if frame.data.get("optional"):
        rule, says = "l5r/3.2.6#1", "which ring effect resolves, or none"
    else:
        rule, says = "l5r/effects#3", "which ring effect resolves"
    ask = Say(player, rule, says, frame, "element", options, verb="ring")
    if len(options) > 1:
        return ask
    pos.skip(ask)
    pos.remember(frame, "element", options[0])
    return None


def open_effect(pos: Position, frame: Frame) -> Ask | None:
    """Open the chosen ring effect as an ability of the attacking player that would initiate, unless it was declined.

    The attacked province may cancel it at once (`l5r/cancel#6`).
    """
    element = frame.text("element")
    if element == DECLINE:
        return None
    ring, attacker = frame.number("ring"), frame.text("attacker")
    key = key_of(element)
    data: Slots = {"entity": ring, "ability": key, "player": attacker, "wave": 0, "ring": True}
    pos.open_next(frame, "ability", data, (Occurrence("initiated", ring, attacker, note=key),))
    province = _cancelling_province(pos)
    if province:
        effect = pos.table.frames[-1]
        pos.emit(OccurrenceChanged(effect.id, 0, State.CANCELLED, by=province))
        pos.go(effect, "wave")
    return None


def _cancelling_province(pos: Position) -> int:
    """Return the attacked province if it cancels ring effects now, or 0."""
    conflict = board.conflict(pos)
    if conflict is None:
        return 0
    province = conflict.number("province")
    return province if has(pos, province, "cancels", "ring_effects") else 0

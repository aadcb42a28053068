"""Ring effects: abilities of the rings themselves, resolved by the attacking player or as if one were
(`l5r/ring-effects`).
"""

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


def key_of(element: str) -> str:
    """The key of an element's ring effect."""
    return f"{element}-ring#1"


def possible(pos: Position, element: str, ring: int, player: str) -> bool:
    """Whether an element's effect could change anything for this player now."""
    ability = pos.pack.ability(key_of(element))
    if ability is None:
        return False
    context = Context(pos, ring, player, ability)
    enough = all(
        len(legal_targets(pos, context, ability, choice)) >= choice.least
        for choice in ability.targets
        if not choice.words
    )
    return enough and could_change(pos, context, ability)


def could_resolve(pos: Position, ring: int, player: str) -> bool:
    """Whether any element of a ring could do something for a player."""
    return any(possible(pos, element, ring, player) for element in values.elements(pos, ring))


def resolve_ring(pos: Position, ring: int, player: str, optional: bool = False) -> None:
    """Open the resolution of a ring's effect for a player."""
    pos.open("ring effect", {"ring": ring, "player": player, "optional": optional})


def choose_element(pos: Position, frame: Frame) -> Ask | None:
    """Which element, and whether at all when it is the framework's own (`l5r/3.2.6#1`, `l5r/ring-effects#2`)."""
    ring, player = frame.number("ring"), frame.text("player")
    options = [element for element in values.elements(pos, ring) if possible(pos, element, ring, player)]
    if not options:
        pos.skip(
            Say(player, "l5r/3.2.6#1", "no ring effect could do anything", frame, "element", [DECLINE], verb="ring")
        )
        pos.emit(FrameClosed(frame.id, Outcome.PREVENTED))
        return None
    if frame.data.get("optional"):
        options.append(DECLINE)
    if "element" in frame.data:
        return None
    if len(options) == 1:
        pos.remember(frame, "element", options[0])
        return None
    return Say(player, "l5r/3.2.6#1", "which ring effect resolves, or none", frame, "element", options, verb="ring")


def open_effect(pos: Position, frame: Frame) -> Ask | None:
    """The effect attempts to initiate, unless declined; a province may cancel it (`l5r/cancel#6`)."""
    element = frame.text("element")
    if element == DECLINE:
        return None
    ring, player = frame.number("ring"), frame.text("player")
    key = key_of(element)
    data: Slots = {"entity": ring, "ability": key, "player": player, "wave": 0, "ring": True}
    pos.open_next(frame, "ability", data, (Occurrence("initiated", ring, player, note=key),))
    province = _cancelling(pos)
    if province:
        effect = pos.table.frames[-1]
        pos.emit(OccurrenceChanged(effect.id, 0, State.CANCELLED, by=province))
        pos.go(effect, "wave")
    return None


def _cancelling(pos: Position) -> int:
    """The attacked province that cancels ring effects now, or 0."""
    conflict = board.conflict(pos)
    if conflict is None:
        return 0
    province = conflict.number("province")
    return province if has(pos, province, "cancels", "ring_effects") else 0

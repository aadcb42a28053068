"""Delayed effects: they resolve by themselves when their time comes, before anyone may react to it, and are no new abilities."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.events import EffectEnded, State
from ledger.table import Effect, Frame

if TYPE_CHECKING:
    from rules.position import Position


def resolve_due(pos: Position, frame: Frame) -> bool:
    """Open the next delayed effect whose time has come with this moment; the first player's order is the order they began."""
    if not pos.table.effects:
        return False
    for effect in pos.table.effects.values():
        if "delayed" in effect.data and _due(frame, effect):
            pos.emit(EffectEnded(effect.id))
            pos.open(
                "delayed",
                {
                    **effect.data,
                    "entity": effect.source,
                    "ability": effect.ability,
                    "player": effect.player,
                    "wave": 0,
                    "target": list(effect.affects),
                },
            )
            return True
    return False


def _due(frame: Frame, effect: Effect) -> bool:
    kind, scope = effect.data["delayed"], effect.data.get("scope")
    return any(
        part.kind == kind and part.state is State.HAPPENED and (not scope or part.other == scope) for part in frame.occurrences
    )

"""Leaving play: what goes with a card, at the same moment (`hbo/leaving-play`)."""

from __future__ import annotations

from ledger.events import Attached, Counted, EffectEnded, FrameAdvanced, Marked, Moved
from rules.packs.hbo import reading
from rules.position import Position


def leave(pos: Position, number: int, zone: str) -> None:
    """Move a card out of play to its owner's zone: its attachments and duplicates are discarded, its power goes to the pool."""
    entity = pos.table.entities[number]
    for part in list(entity.attached):
        leave(pos, part, "discard")
    for what, amount in list(entity.counters.items()):
        pos.emit(Counted(number, what, -amount))
    for effect in list(pos.table.effects.values()):
        if number in effect.affects:
            pos.emit(EffectEnded(effect.id, number if len(effect.affects) > 1 else 0))
    leave_challenge(pos, number)
    if entity.host:
        pos.emit(Attached(number, 0))
    for mark in list(entity.marks):
        pos.emit(Marked(number, mark, False))
    pos.emit(Moved(number, f"{entity.owner}.{zone}"))


def leave_challenge(pos: Position, number: int) -> None:
    """Whoever is removed from a challenge no longer takes part in it (`hbo/participating#2`)."""
    frame = reading.challenge(pos)
    if frame is None:
        return
    for side in ("attackers", "defenders"):
        here = frame.numbers(side)
        if number in here:
            pos.emit(FrameAdvanced(frame.id, frame.step, {side: [other for other in here if other != number]}))

"""Delayed effects: they resolve by themselves when their time comes, before anyone may react.

They are not new abilities: nothing is initiated or paid.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ledger.events import EffectEnded, Move, Slots, State
from ledger.table import Effect, Frame
from rules.kernel.asks import Ask, Check, waits

if TYPE_CHECKING:
    from rules.kernel.position import Position


def resolve_due(pos: Position, frame: Frame) -> Ask | bool:
    """End a delayed effect whose time has come with this moment, open its frame, and return True; False if none is due.

    If several are due, return the decision which comes next.
    """
    if not pos.table.effects:
        return False
    due = [effect for effect in pos.table.effects.values() if "delayed" in effect.data and _due(frame, effect)]
    if not due:
        return False
    if len(due) > 1:
        return Due(pos, due)
    _open(pos, due[0])
    return True


def _due(frame: Frame, effect: Effect) -> bool:
    kind, scope, by = effect.data["delayed"], effect.data.get("scope"), effect.data.get("by")
    return any(
        part.kind == kind
        and part.state is State.HAPPENED
        and (not scope or part.other == scope)
        and (not by or part.player == by)
        for part in frame.occurrences
    )


def _open(pos: Position, effect: Effect) -> None:
    pos.emit(EffectEnded(effect.id))
    data: Slots = {
        **effect.data,
        "entity": effect.source,
        "ability": effect.ability,
        "player": effect.player,
        "wave": 0,
    }
    data["target"] = list(effect.affects)
    pos.open("delayed", data)


class Due(Ask):
    """The decision of the first player which of several due delayed effects resolves next, whoever made them."""

    def __init__(self, pos: Position, due: list[Effect]) -> None:
        super().__init__(pos.first, "delayed", pos.pack.rule("order"), "which delayed effect resolves next")
        self.due = {effect.id: effect for effect in due}

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        waiting = move.amount in self.due
        due = waits(pos, self.rule, [effect.source for effect in self.due.values()], move, waiting)
        return [*super().checks(pos, player, move), due]

    def means(self, pos: Position, move: Move) -> bool:
        return move in self.moves(pos)

    def accept(self, pos: Position, move: Move) -> None:
        _open(pos, self.due[move.amount])

    def moves(self, pos: Position) -> Iterator[Move]:
        return (Move("delayed", effect.source, effect.ability, amount=effect.id) for effect in self.due.values())

"""What an ability would come to if it resolved now: its effects, tried out on a copy of the table."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

from ledger.events import FrameAdvanced, Occurrence, Slots
from rules.kernel.asks import Ask
from rules.kernel.context import Context
from rules.kernel.position import Position


def outcomes(pos: Position, context: Context) -> Iterator[Position]:
    """Yield a copy of the position as it would be after all effects of an ability, one for each way it can go.

    `context` is that of the use: the card, its player, the ability and the occurrence it answers. The cost is not paid,
    nobody answers the ability or its effects, and nothing but the ability itself changes the copy. Where the effect
    asks for a decision, each listed answer is tried. The position itself does not change.
    """
    assert context.ability is not None
    data: Slots = {"entity": context.self, "ability": context.ability.key, "player": context.you, "wave": 0}
    if context.moment is not None:
        data |= {"moment": context.moment.id, "occurrence": context.occ_index}
    supposed = Position(pos.pack, deepcopy(pos.table))
    supposed.open("ability", data, (Occurrence("initiated", context.self, context.you),))
    supposed.go(supposed.table.top, "target")
    yield from _ways_on(supposed)


def _ways_on(pos: Position) -> Iterator[Position]:
    """Yield the copies that come of the effects left in the innermost frame."""
    ask = _resolve(pos)
    if ask is None:
        yield pos
        return
    for move in ask.moves(pos):
        other = Position(pos.pack, deepcopy(pos.table))
        again = _resolve(other)
        assert again is not None  # a decision is computed from the table alone
        again.accept(other, move)
        yield from _ways_on(other)


def _resolve(pos: Position) -> Ask | None:
    """Run the steps of the innermost frame up to the end of its effects, without windows; return a decision, if any."""
    frame = pos.table.top
    procedure = pos.pack.procedures[frame.kind]
    end = procedure.step("finish")
    while pos.table.frames and pos.table.top is frame and frame.step < end:
        at, step = frame.step, procedure.steps[frame.step]
        is_window = step.slot is not None and bool(step.slot.listens)
        ask = None if is_window else step.run(pos, frame)
        if ask is not None:
            return ask
        if frame.step == at and pos.table.top is frame:
            pos.emit(FrameAdvanced(frame.id, at + 1))
    return None

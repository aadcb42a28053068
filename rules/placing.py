"""Where a position stands: the game, the round and the phase it says are opened, at the step it says."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from ledger.events import FrameAdvanced, Slots
from rules.notation import Where, open_at
from rules.position import Position


def stand_in_phase(
    pos: Position, where: Where, phases: Mapping[str, str], turns: Collection[str], whose: Callable[[Position, str, str], Slots]
) -> str:
    """Open the frames a position stands in; says what is wrong with its words, or nothing.

    `phases` gives the phase for each way to write it. In a phase of `turns` with an active player the position is in that player's
    action window, elsewhere at the beginning; `whose` says what such a phase remembers about whose turn it is.
    """
    words = [word for word in where.words if word not in ("phase", "begins")]
    if not words:
        open_at(pos, "game", "rounds", {"round": where.round - 1})
        return ""
    phase = phases.get(words[0])
    if phase is None:
        return f"no phase is called {words[0]!r}; a position is in one of {', '.join(phases)}"
    steps = [step.name for step in pos.pack.procedures[phase].steps]
    active = where.roles.get("active", "")
    turn = bool(active) and phase in turns
    step = " ".join(words[1:]) or ("actions" if turn else steps[0])
    if step not in steps:
        return f"the {phase} phase has no step {step!r}; its steps are {', '.join(steps)}"
    open_at(pos, "game", "rounds", {"round": where.round})
    open_at(pos, "round", phase, {"round": where.round})
    outer = pos.table.top
    pos.emit(FrameAdvanced(outer.id, outer.step + 1))
    open_at(pos, phase, step, whose(pos, phase, active) or None if turn else None)
    return ""


def turns_taken(pos: Position, phase: str, active: str) -> Slots:
    """Where players take turns in order: those who have had theirs, the active player included."""
    order = pos.order()
    return {"active done": list(order[: order.index(active) + 1])} if active in order else {}

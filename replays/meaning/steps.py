"""The steps a move may be pinned to with `@`: what they are called, and whether the game stands at one."""

from __future__ import annotations

from replays.errors import NotationError
from replays.notation.lines import Said
from rules.errors import nearest
from rules.kernel.pack import Pack
from rules.kernel.position import Position
from rules.kernel.timing import Step

USES = frozenset({"ability", "delayed"})
"""Frames that resolve what a card says."""


def at_step(pos: Position, step: str) -> bool:
    """Whether what is being resolved stands at a step, or is inside what is called so, such as a phase."""
    wanted, frames = step.casefold(), pos.table.frames
    if not wanted:
        return True
    for frame, inner in zip(frames, (*frames[1:], None), strict=True):
        here = _doing(pos.pack.procedures[frame.kind].steps, frame.step, inner.kind if inner else "")
        if frame.kind == wanted or (here is not None and _called(here, wanted)):
            return True
    return False


def check_step(pack: Pack, said: Said) -> None:
    """Refuse a step that this game does not have."""
    wanted = said.step.casefold()
    steps = [step for procedure in pack.procedures.values() for step in procedure.steps]
    if not wanted or wanted in pack.procedures or any(_called(step, wanted) for step in steps):
        return
    names = sorted({*pack.procedures, *(step.name for step in steps)})
    column = said.source.rfind(said.step) + 1
    raise NotationError(
        f"no step is called `{said.step}`{nearest(wanted, names)}", said.number, said.source, column, len(said.step)
    )


def _doing(steps: tuple[Step, ...], at: int, inner: str) -> Step | None:
    """The step a frame is at. Inside what a step opens the game is not at that step any more, unless it is that step,
    as a phase is.
    """
    if not inner or inner in USES:
        return steps[at] if at < len(steps) else None
    if inner == "moment" and at == len(steps):  # only the last step can have opened it, such as the end of a phase
        return steps[-1]
    # a frame is mostly moved on to where it will continue before another is opened inside it
    return next((step for step in steps[max(at - 1, 0) : at + 1] if step.name == inner), None)


def _called(step: Step, wanted: str) -> bool:
    number = step.rule.partition("/")[2].partition("#")[0]
    return wanted in (step.name, number, step.rule) or step.label.casefold().startswith(wanted)

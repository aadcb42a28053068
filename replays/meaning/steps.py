"""Steps of the round: the step a frame stands at, and the steps that `@` may pin a move to."""

from __future__ import annotations

from replays.errors import NotationError
from replays.notation.lines import Said
from rules.errors import nearest
from rules.kernel.pack import Pack
from rules.kernel.position import Position
from rules.kernel.timing import Look, Step

USES = frozenset({"ability", "delayed"})
"""The kinds of frames that carry out the text of a card: an ability in use, and a delayed effect."""


def step_at(pack: Pack, kind: str, number: int) -> Step | None:
    """Return the step with this index in the procedure of a kind of frame.

    None if the pack has no such procedure, or if the index lies behind its last step.
    """
    procedure = pack.procedures.get(kind)
    return procedure.steps[number] if procedure is not None and number < len(procedure.steps) else None


def is_window(step: Step) -> bool:
    """Whether a step counts as a window.

    That is a slot in which abilities may be used or must resolve, or a step that charts draw as a window or a special
    window.
    """
    return bool(step.slot.listens) if step.slot is not None else step.look in (Look.WINDOW, Look.SPECIAL)


def at_step(pos: Position, step: str) -> bool:
    """Whether the game stands at the step that a move is pinned to with `@`; always True for an empty step.

    A step is known by its name, its rule, the number in its rule, or the beginning of its label (`@ reactions`). The
    kind of every open frame counts (`@ challenges`), also by another word that a `position` line has for the phase, and
    so does the step of the innermost frame. The step of an outer frame counts only while an ability or a delayed effect
    resolves directly inside it, if the frame inside it has the step's name, or if its last step opened a moment: in the
    reactions to claim, `@ claim` is not met. A step of a phase counts for the steps under its number: `@ favor`, 3.4,
    is met in 3.4.2.
    """
    wanted, frames, phases = step.casefold(), pos.table.frames, pos.pack.notation.phases
    if not wanted:
        return True
    kinds = {wanted, phases.get(wanted, wanted)}
    for frame, inner in zip(frames, (*frames[1:], None), strict=True):
        steps = pos.pack.procedures[frame.kind].steps
        here = _current_step(steps, frame.step, inner.kind if inner else "")
        if frame.kind in kinds or (here is not None and _is_called(here, wanted)):
            return True
        if here is not None and frame.kind in phases.values() and _is_under(here, wanted, steps):
            return True
    return False


def check_step(pack: Pack, said: Said) -> None:
    """Raise an error if a move is pinned to a step (`@ STEP`) that its game does not have."""
    wanted = said.step.casefold()
    steps = [step for procedure in pack.procedures.values() for step in procedure.steps]
    if not wanted or wanted in pack.procedures or any(_is_called(step, wanted) for step in steps):
        return
    if pack.notation.phases.get(wanted, "") in pack.procedures:
        return
    names = sorted({*pack.procedures, *(step.name for step in steps)})
    column = said.source.rfind(said.step) + 1
    raise NotationError(
        f"no step is called `{said.step}`{nearest(wanted, names)}", said.number, said.source, column, len(said.step)
    )


def _current_step(steps: tuple[Step, ...], at: int, inner: str) -> Step | None:
    """Return the step that the game is at in a frame; `inner` is the kind of the frame inside it, or empty.

    While another frame is open inside, the game has left the step that opened it, unless that step is the inner frame
    itself, as the step `challenges` of a round is.
    """
    if not inner or inner in USES:
        return steps[at] if at < len(steps) else None
    if inner == "moment" and at == len(steps):  # only the last step can have opened it, such as the end of a phase
        return steps[-1]
    # a frame is mostly moved on to where it will continue before another is opened inside it
    return next((step for step in steps[max(at - 1, 0) : at + 1] if step.name == inner), None)


def _is_called(step: Step, wanted: str) -> bool:
    """Whether a step has this name, this rule, this number in its rule, or a label that begins so."""
    return wanted in (step.name, _number(step), step.rule) or step.label.casefold().startswith(wanted)


def _is_under(step: Step, wanted: str, steps: tuple[Step, ...]) -> bool:
    """Whether the number of a step is under that of another step with this name, as 3.4.2 is under 3.4."""
    return any(_number(step).startswith(f"{_number(other)}.") for other in steps if other.name == wanted)


def _number(step: Step) -> str:
    """Return the number of a step in the rulebook, such as `3.4.2`, as it stands in its rule."""
    return step.rule.partition("/")[2].partition("#")[0]

"""The shapes of timing: procedures made of steps, and the sequence of windows around an occurrence.

A pack writes its round as ordered literals of these, to be read against its rulebook. A step's `run` looks at the table
and either does something (emits events, opens a frame), asks for a decision by returning an `Ask`, or does nothing. If
it asked nothing, and its frame is still the innermost one and still at this step, the frame moves on to the next step;
after the last one it closes.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from ledger.table import Frame

if TYPE_CHECKING:
    from rules.kernel.asks import Ask
    from rules.kernel.position import Position

Run = Callable[["Position", Frame], "Ask | None"]
"""What a step does: returns a decision to be made, or None."""


class Look(StrEnum):
    """How a step is drawn on a chart."""

    STEP = "step"
    WINDOW = "window"
    SPECIAL = "special"
    LOOP = "loop"
    OPTIONAL = "optional"
    HIDDEN = "hidden"


class Step(msgspec.Struct, frozen=True):
    """One step of a procedure, with the rule it stands for.

    For charts, `loop` names the step a loop goes back to, and `opens` is the kind of frame the step opens; a step named
    like a procedure needs no `opens`. `slot` is the window of the trigger sequence that the step is, if it is one.
    """

    name: str
    rule: str
    label: str
    run: Run
    look: Look = Look.STEP
    loop: str = ""
    opens: str = ""
    slot: Slot | None = None


class Procedure(msgspec.Struct, frozen=True):
    """The steps of a kind of frame, in order.

    `closing` runs when the frame closes after its last step, not when a step or a standing condition ends it early.
    """

    kind: str
    title: str
    steps: tuple[Step, ...]
    rule: str = ""
    closing: Callable[[Position, Frame], None] | None = None

    def step(self, name: str) -> int:
        """Return the index of the step with this name; KeyError if there is none."""
        for index, step in enumerate(self.steps):
            if step.name == name:
                return index
        raise KeyError(name)


class Slot(msgspec.Struct, frozen=True):
    """One window of a trigger sequence: which abilities may be used there, and who chooses.

    `listens` names the kinds of abilities (with `!` when the trigger is a *would*). `forced` ones resolve by
    themselves, in the order the first player chooses. `after` tells whether the occurrence has happened; a slot that
    listens for nothing is where it happens. With `own` the players go one after another, each finishing and ordering
    their own, instead of round the table. `before` asks a decision or opens a frame directly before the window; it is
    run only in a `forced` window `after` the occurrence.
    """

    name: str
    rule: str
    label: str
    listens: tuple[str, ...] = ()
    forced: bool = False
    after: bool = False
    own: bool = False
    before: Run | None = None


class Sequence(msgspec.Struct, frozen=True):
    """The windows around an occurrence (`slots`) and those around the initiation of an ability (`attempt`), in order.

    `imminent` is the rule by which the sequence begins: something is about to happen.
    """

    slots: tuple[Slot, ...]
    attempt: tuple[Slot, ...]
    imminent: str = ""

"""The shapes of timing: procedures made of steps, and the sequence of windows around an occurrence.

A pack writes its round as ordered literals of these, to be read against its rulebook. A step's `run` looks at the table
and either does something (emits events, opens a frame), asks for a decision by returning an `Ask`, or does nothing. If
its frame is still the innermost one and still at this step, the frame moves on to the next step.
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

    `loop` names the step a loop goes back to. `opens` is the kind of frame the step opens, for charts; a step named
    like a procedure needs none. `slot` is the slot of the trigger sequence the step is.
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
    """The steps of a kind of frame, in order. `closing` runs when the frame closes."""

    kind: str
    title: str
    steps: tuple[Step, ...]
    rule: str = ""
    closing: Callable[[Position, Frame], None] | None = None

    def step(self, name: str) -> int:
        """Return the place of the step with this name; KeyError if there is none."""
        for index, step in enumerate(self.steps):
            if step.name == name:
                return index
        raise KeyError(name)


class Slot(msgspec.Struct, frozen=True):
    """One window of a trigger sequence: which abilities may be used there, and who chooses.

    `listens` names the kinds of abilities (with `!` when the trigger is a *would*). `forced` ones resolve by
    themselves, in the order the first player chooses. `after` tells whether the occurrence has happened; a slot that
    listens for nothing is where it happens. With `own` the players go one after another, each finishing and ordering
    their own, instead of round the table. `before` is a decision or a frame the game places directly before the window.
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
    """The windows around an occurrence, in the game's order (`slots`), and those around the initiation of an ability
    (`attempt`).

    `imminent` is the rule by which the sequence begins: something is about to happen.
    """

    slots: tuple[Slot, ...]
    attempt: tuple[Slot, ...]
    imminent: str = ""

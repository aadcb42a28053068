"""The shapes of timing: procedures made of steps, and the sequence of windows around an occurrence.

A pack writes its round as ordered literals of these, to be read against its rulebook. A step's `run` looks at the
table and either does
something (emits events, opens a frame), asks for a decision by returning an `Ask`, or does nothing; when it leaves
its frame innermost
and where it was, the frame moves on to the next step.
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

    `loop` names the step a loop goes back to, `opens` the kind of frame this step opens (for charts; a step named like a procedure needs
    none), `slot` the slot of the trigger sequence it is.
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
    """What a kind of frame does, in order."""

    kind: str
    title: str
    steps: tuple[Step, ...]
    rule: str = ""
    closing: Callable[[Position, Frame], None] | None = None

    def step(self, name: str) -> int:
        """The place of a named step."""
        for index, step in enumerate(self.steps):
            if step.name == name:
                return index
        raise KeyError(name)


class Slot(msgspec.Struct, frozen=True):
    """One slot of a trigger sequence: which abilities may be used there and who chooses.

    `listens` names the ability slots (an ability kind, with `!` when its trigger is a *would*); `forced` ones resolve
    by themselves in the first player's order; a slot that listens for nothing is where the occurrence happens. With
    `own`, players go one after another in order, each finishing and ordering their own, instead of round the table.
    `before` is what the game places between what happened and this slot: a decision, or a frame it opens.
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
    """The slots around an occurrence, in the game's order, and those around the initiation of an ability.

    `imminent` is the rule by which the sequence begins: something is about to happen.
    """

    slots: tuple[Slot, ...]
    attempt: tuple[Slot, ...]
    imminent: str = ""

"""The stack in words: what is being resolved, the innermost first, with the levels that diagrams give it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from replays.meaning.frame_kinds import TRIGGER_FRAMES, framework_kinds
from replays.meaning.steps import step_at
from replays.records.record import Record
from replays.records.walk import Visitor, Walk
from replays.wording.tables import frame_title
from rules.kernel.position import Position
from rules.kernel.timing import Step

LEVELS = 8
"""The number of colours for levels; deeper ones begin again."""


class StackRow(msgspec.Struct, frozen=True):
    """One open frame: its level in the sequence that a diagram of this point draws (-1: around it), and what it is.

    `seq` is the event that opened it, `step` the step it is at, and `rule` the rule of that step.
    """

    level: int
    title: str
    seq: int
    step: str = ""
    rule: str = ""

    @property
    def colour(self) -> str:
        """The name of the level's colour; empty for a frame around the drawn sequence."""
        return f"d{self.level % LEVELS}" if self.level >= 0 else ""


def stack_at(record: Record, seq: int) -> tuple[StackRow, ...]:
    """Return the open frames of a record after an event, the innermost first; none for an event it does not have."""
    if not 1 <= seq <= record.last:
        return ()
    walk = Walk(record.pack, Visitor()).run(record.entries, seq)
    return stack_rows(walk.pos, walk.openers)


def stack_rows(pos: Position, openers: Mapping[int, Step | None]) -> tuple[StackRow, ...]:
    """Return the open frames of a position, the innermost first.

    `openers` has for each frame the step of the frame around it that opened it. An outer frame has mostly moved on
    already, so that is the step it is at. The position must be what the reader may know.
    """
    frames, root = pos.table.frames, _root(pos)
    rows = []
    for depth, frame in enumerate(frames):
        inside = frames[depth + 1].id if depth + 1 < len(frames) else 0
        step = openers.get(inside) if inside else step_at(pos.pack, frame.kind, frame.step)
        level = depth - root if depth >= root else -1
        rows.append(
            StackRow(
                level,
                _capital(frame_title(pos, frame)),
                frame.id,
                step.label if step else "",
                step.rule if step else "",
            )
        )
    return tuple(reversed(rows))


def _capital(title: str) -> str:
    return title[:1].upper() + title[1:]


def _root(pos: Position) -> int:
    """Return the depth of the frame that a diagram of this point begins with, as `diagrams/sequences/stretch` does."""
    frames = pos.table.frames
    triggers = [depth for depth, frame in enumerate(frames) if frame.kind in TRIGGER_FRAMES]
    framework = framework_kinds(pos.pack)
    others = [depth for depth, frame in enumerate(frames) if frame.kind not in framework]
    return next(iter((*triggers, *others)), max(0, len(frames) - 1))

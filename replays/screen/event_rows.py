"""The events of a replay as rows of a list: each in words, marked if it is a decision, a phase or a violation."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from rich.text import Text

from replays.watching.course import CourseRow
from replays.watching.replay import Replay

CHUNK = 32
"""The number of rows that are put into words together, as they come into sight."""
AROUND = 4
"""The number of frames that are mostly open around a sequence: game, round, phase and contest."""
DEEPEST = 4
"""The most columns that a row is indented by the other frames around its event."""
MARKS = {"violation": "⚠", "phase": "■", "decision": "▷", "": " "}
STYLES = {"violation": "bold red", "phase": "bold cyan", "decision": "bold", "": ""}


class EventRow(msgspec.Struct, frozen=True):
    """One event: its number, its words as the viewer may read them, its kind, and the branches that leave after it.

    `kind` is `violation`, `phase`, `decision`, or empty for any other event.
    """

    seq: int
    says: str
    kind: str
    depth: int
    leaving: tuple[str, ...] = ()

    def text(self, digits: int) -> Text:
        """Return the row as styled text, its number right-aligned in `digits` columns."""
        line = Text(no_wrap=True)
        line.append(f"{self.seq:>{digits}} ", "dim")
        line.append(f"{MARKS[self.kind]} ", STYLES[self.kind])
        line.append(" " * min(max(0, self.depth - AROUND), DEEPEST) + self.says, STYLES[self.kind])
        for name in self.leaving:
            line.append(f"  ⑂ {name}", "magenta")
        return line


class EventRows:
    """The rows of a record for one viewer, made as they are asked for.

    `branches` are the names of other branches, each with the event after which it leaves.
    """

    def __init__(self, replay: Replay, viewer: str, branches: list[tuple[str, int]]) -> None:
        self.replay, self.viewer, self.branches = replay, viewer, branches
        told = [row for phase in replay.course(viewer).phases for row in phase.rows]
        self.wrong = {row.seq: _tried(replay, row) for row in told if row.kind == "violation"}
        self.phases, self.decisions = frozenset(replay.stops["phase"]), frozenset(replay.stops["decision"])
        self._chunk = lru_cache(maxsize=64)(self._make_chunk)

    def __len__(self) -> int:
        return self.replay.last

    def row(self, seq: int) -> EventRow:
        """Return the row of an event, from 1 to the last."""
        number, place = divmod(seq - 1, CHUNK)
        return self._chunk(number)[place]

    def find(self, text: str, after: int) -> int | None:
        """Return the next event after another whose words contain a text, in any case; None if there is none."""
        sought = text.casefold()
        following = range(after + 1, len(self) + 1)
        return next((seq for seq in following if sought in self.row(seq).says.casefold()), None)

    def _make_chunk(self, number: int) -> tuple[EventRow, ...]:
        first = number * CHUNK + 1
        told = self.replay.told(first, min(len(self), first + CHUNK - 1), self.viewer)
        return tuple(
            EventRow(seq, self.wrong.get(seq, says), self._kind(seq), self.replay.depths[seq], self._leaving(seq))
            for seq, says in told
        )

    def _kind(self, seq: int) -> str:
        if seq in self.wrong:
            return "violation"
        return "phase" if seq in self.phases else "decision" if seq in self.decisions else ""

    def _leaving(self, seq: int) -> tuple[str, ...]:
        return tuple(name for name, at in self.branches if at == seq)


def _tried(replay: Replay, row: CourseRow) -> str:
    """Return an illegal move in words: `Borys: use The Hand's Judgment (not legal, noted and ignored)`."""
    return f"{replay.players.get(row.player, row.player)}: {row.text} (not legal, {row.fate})"

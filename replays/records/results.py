"""What comes of running a transcript: the record, and every verdict on its lines."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ledger.entries import Entry
from ledger.events import Move
from ledger.table import Table
from replays.meaning.names import Names
from replays.notation.lines import Document
from replays.records.reasons import Reason, reasons
from rules.kernel.asks import Check
from rules.kernel.pack import Pack
from rules.kernel.position import Position


class Assumption(msgspec.Struct, frozen=True):
    """Something nobody wrote that had to be decided for the game to go on."""

    seq: int
    line: int
    player: str
    says: str


class Expectation(msgspec.Struct, frozen=True):
    """An expectation and whether it held; `says` is what was so instead.

    One about a move names the rules its answer rests on, and those of the conditions that were never judged.
    """

    line: int
    text: str
    held: bool
    says: str = ""
    broken: tuple[str, ...] = ()
    illegal: bool = False
    unjudged: tuple[str, ...] = ()


class Violation(msgspec.Struct, frozen=True):
    """A written move that was not legal: where it belonged, every condition there, and what would have been legal."""

    seq: int
    line: int
    player: str
    text: str
    move: Move
    checks: tuple[Check, ...]
    where: str
    applied: bool
    legal: tuple[str, ...] = ()

    @property
    def broken(self) -> tuple[Check, ...]:
        """The conditions that failed, the primary one first."""
        return tuple(check for check in self.checks if check.holds is False)

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """What a judge is told of them: each rule once, and nothing that only follows from another reason."""
        return reasons(self.checks)


class Confirmed(msgspec.Struct, frozen=True):
    """A line for which nothing is recorded, and why: mostly it says what had happened by itself."""

    line: int
    text: str
    says: str = "it happened by itself"


def confirmed(found: Iterable[Confirmed], entries: Iterable[Entry]) -> tuple[Confirmed, ...]:
    """The lines of which nothing was recorded; where only a choice behind a use had been made already, the use was."""
    recorded = {entry.line for entry in entries}
    return tuple(dict.fromkeys(item for item in found if item.line not in recorded))


class Run(msgspec.Struct, frozen=True):
    """A transcript that was run to its end."""

    document: Document
    entries: tuple[Entry, ...]
    names: Names
    position: Position
    violations: tuple[Violation, ...]
    assumed: tuple[Assumption, ...]
    expected: tuple[Expectation, ...]
    confirmed: tuple[Confirmed, ...] = ()

    @property
    def table(self) -> Table:
        """The table at the end."""
        return self.position.table

    @property
    def pack(self) -> Pack:
        """The game, with the transcript's own cards."""
        return self.document.pack

    @property
    def clean(self) -> bool:
        """Whether every move was legal and every expectation held."""
        return not self.violations and all(item.held for item in self.expected)

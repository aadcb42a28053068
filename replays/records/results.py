"""The results of running a transcript: the record, and what was found of each of its lines."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ledger.entries import Entry
from ledger.events import Move, Reason
from ledger.table import Table
from replays.meaning.names import Names
from replays.notation.lines import Document
from replays.records.reasons import broken_rules, reasons, sentence
from rules.kernel.asks import Check
from rules.kernel.names import listed
from rules.kernel.pack import Pack
from rules.kernel.position import Position


class Assumption(msgspec.Struct, frozen=True):
    """Something that nobody wrote and that had to be decided for the game to go on.

    `seq` is the event that records it, `line` the line that was read then, `says` the sentence for the report.
    """

    seq: int
    line: int
    player: str
    says: str


class Expectation(msgspec.Struct, frozen=True):
    """An `expect` line, whether it held, and if not, what was so instead (`says`).

    For `expect illegal`, `illegal` says that the move was illegal, though perhaps by other rules than the line names.
    For a line about an illegal move, `broken` are the rules that it breaks, or only those that the line names. For
    `expect legal`, `unjudged` are the rules of conditions that were never judged. `saw` is what a statement found, held
    or not. `about` is, for `expect illegal` without a move, the line of the move it is about.
    """

    line: int
    text: str
    held: bool
    says: str = ""
    broken: tuple[str, ...] = ()
    illegal: bool = False
    unjudged: tuple[str, ...] = ()
    saw: str = ""
    about: int = 0


class Violation(msgspec.Struct, frozen=True):
    """A written move that was not legal: the point where it was judged, and every condition there.

    `seq` is the last event before that point and `where` describes it. `applied` says that the move was made all the
    same; otherwise it was ignored. `legal` are a few legal moves there as they are written, with "…" if there are more;
    empty at a decision that was made by itself. `fits` is False for a line that answers no question asked around there.
    """

    seq: int
    line: int
    player: str
    text: str
    move: Move
    checks: tuple[Check, ...]
    where: str
    applied: bool
    legal: tuple[str, ...] = ()
    fits: bool = True

    @property
    def broken(self) -> tuple[Check, ...]:
        """All conditions that failed, in the order they were judged."""
        return tuple(check for check in self.checks if check.holds is False)

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The failed conditions as a judge reads them, without any that only follows from another."""
        return reasons(self.checks)

    @property
    def told(self) -> tuple[tuple[str, str], ...]:
        """The rule of each reason, and the reason as a sentence."""
        return tuple((reason.rule, sentence(reason)) for reason in self.reasons)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules it breaks, each once, the primary one first."""
        return broken_rules(self.checks)


class Confirmed(msgspec.Struct, frozen=True):
    """A line for which nothing is recorded, and why.

    Mostly it says what happened by itself: `B defend with nobody`, where B has nobody to defend with.
    """

    line: int
    text: str
    says: str = "it happened by itself"


def confirmed(found: Iterable[Confirmed], entries: Iterable[Entry]) -> tuple[Confirmed, ...]:
    """Return those of some lines for which no entry was made, each once.

    A line `A use x on y` is among the given ones if its choice `on y` was made by itself. If its use was recorded, the
    line is left out.
    """
    recorded = {entry.line for entry in entries}
    return tuple(dict.fromkeys(item for item in found if item.line not in recorded))


class Rival(msgspec.Struct, frozen=True):
    """Another reading of a transcript that costs almost as little and refuses other lines, or ends elsewhere.

    `costs` is by how much it costs more than the reading that was taken, `lines` the lines it refuses (none: it refuses
    nothing), and `apart` says what would tell the two apart. `same_lines` says that both readings refuse the same lines
    and leave different tables behind.
    """

    costs: int
    lines: tuple[int, ...]
    apart: str
    same_lines: bool = False

    @property
    def says(self) -> str:
        """The other reading in words: what would be illegal, and what to ask."""
        lines = f"line{'s' if len(self.lines) > 1 else ''} {listed([str(line) for line in self.lines])}"
        differs = f"{lines} would be illegal instead" if self.lines else "nothing would be illegal"
        if self.same_lines:
            differs = "the same would be illegal" if self.lines else "nothing would be illegal either"
            differs = f"{differs}, but the game would stand elsewhere at the end"
        return f"{differs}; to tell which it was, ask {self.apart}"


class Run(msgspec.Struct, frozen=True):
    """A transcript that was run to its end: its record, and what was found of its lines.

    `position` is the position at the end; `names` has the short names of its components.
    """

    document: Document
    entries: tuple[Entry, ...]
    names: Names
    position: Position
    violations: tuple[Violation, ...]
    assumed: tuple[Assumption, ...]
    expected: tuple[Expectation, ...]
    confirmed: tuple[Confirmed, ...] = ()
    rivals: tuple[Rival, ...] = ()

    @property
    def table(self) -> Table:
        """The table at the end."""
        return self.position.table

    @property
    def pack(self) -> Pack:
        """The rules of the game, with the cards that the transcript itself defines."""
        return self.document.pack

    @property
    def clean(self) -> bool:
        """Whether every written move was legal and every expectation held; assumptions do not matter."""
        return not self.violations and all(item.held for item in self.expected)

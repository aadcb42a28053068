"""What a ledger records of a dispute: the question, each side's claim, rulings, appeals, and what became of them.

Nothing here is ever edited. A ruling that no longer stands was superseded by a later event that names it, so the chain
of authority can be read off the stream. Numbers of rulings are those of their events.
"""

from __future__ import annotations

from ledger.facts import Fact


class RecordPin(Fact):
    """The record something was said about: a game, one event of it, and where its chain stood then."""

    game: str
    name: str
    at: int
    last: int
    digest: str


class Citation(Fact):
    """A clause as it was in force: its pinned address, such as `game/entry#2@1.0`, and its words then."""

    rule: str
    says: str


class LineViolation(Fact):
    """A move of a claimed line that was not legal, and the rules it broke, the primary one first."""

    seq: int
    player: str
    move: str
    rules: tuple[str, ...]
    says: str


class LineVerdict(Fact):
    """What verifying a claimed line found. `unmet` are expectations of the line that did not come true."""

    events: int
    decisions: int
    broken: tuple[LineViolation, ...] = ()
    unmet: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether the line can be played as it was written."""
        return not self.broken and not self.unmet


class ClaimedLine(Fact):
    """The moves a claim is about: the file as it was read, the stream it was stored as, and the verdict on it."""

    file: str
    text: str
    stream: str
    name: str
    leaves: int
    verdict: LineVerdict


class CaseOpened(Fact, tag="opened"):
    """Somebody asked a judge about an event of a game."""

    pin: RecordPin
    question: str
    by: str = ""
    recorded: str = ""


class Claimed(Fact, tag="claimed"):
    """What one side says happened or should happen."""

    by: str
    says: str
    line: ClaimedLine | None = None
    recorded: str = ""


class Remarked(Fact, tag="remarked"):
    """A note that changes nothing."""

    by: str
    says: str
    recorded: str = ""


class Ruled(Fact, tag="ruled"):
    """A judge decided. `rules` is the version of the game's rules, `in_force` the date the citations are as of.

    `supersedes` is the ruling this one takes the place of, 0 for a first ruling.
    """

    finding: str
    citations: tuple[Citation, ...]
    remedy: str
    judge: str
    pin: RecordPin
    rules: str
    in_force: str
    supersedes: int = 0
    recorded: str = ""


class Appealed(Fact, tag="appealed"):
    """Somebody asks a higher judge to look at a ruling again."""

    ruling: int
    by: str
    grounds: str
    recorded: str = ""


class Upheld(Fact, tag="upheld"):
    """A higher judge looked at a ruling and lets it stand."""

    ruling: int
    judge: str
    because: str
    recorded: str = ""


class Overturned(Fact, tag="overturned"):
    """A higher judge took a ruling's force away; the ruling that takes its place follows in the same entry."""

    ruling: int
    judge: str
    because: str
    recorded: str = ""


CaseEvent = CaseOpened | Claimed | Remarked | Ruled | Appealed | Upheld | Overturned


class CaseEntry(Fact):
    """A stored row of a case: one act of a player or a judge."""

    seq: int
    events: tuple[CaseEvent, ...]

"""Events of a case: the question, who is on the call, each side's claim, rulings, appeals, what became of them.

Nothing here is ever edited. A ruling that no longer stands was superseded by a later event that names it, so the chain
of authority can be read off the stream. The number of a ruling is that of its event.
"""

from __future__ import annotations

from ledger.facts import Fact


class RecordPin(Fact):
    """The very record that a case or a ruling is about.

    `game` and `name` are the stream's id and name, `at` is the event in question, and `last` and `digest` say where the
    chain stood.
    """

    game: str
    name: str
    at: int
    last: int
    digest: str


class Citation(Fact):
    """A clause as it was in force: `rule` is its pinned address, such as `game/entry#2@1.0`, `says` its words then."""

    rule: str
    says: str


class LineViolation(Fact):
    """A move of a claimed line that the rules forbid: its event, who made it, and the move as it was written.

    `rules` are the ids of the rules it broke, the primary one first, and `says` gives the reasons in words.
    """

    seq: int
    player: str
    move: str
    rules: tuple[str, ...]
    says: str


class LineVerdict(Fact):
    """The result of verifying a claimed line: how many events and decisions it has, and what is wrong with it.

    `broken` are its illegal moves, `unmet` the expectations in it that did not come true, `assumed` what had to be
    supposed because nobody wrote it.
    """

    events: int
    decisions: int
    broken: tuple[LineViolation, ...] = ()
    unmet: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether no move of the line is illegal and all its expectations came true."""
        return not self.broken and not self.unmet


class ClaimedLine(Fact):
    """The moves a claim is about.

    `file` and `text` are the file's name and words as it was read, `stream` and `name` the id and name of the stream it
    was stored as. `leaves` is the event after which it leaves the game (0: it is a transcript of its own).
    """

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
    """One side said what happened or should happen, with the moves to show it or without."""

    by: str
    says: str
    line: ClaimedLine | None = None
    recorded: str = ""


class Remarked(Fact, tag="remarked"):
    """Somebody added a remark, which changes nothing."""

    by: str
    says: str
    recorded: str = ""


class Ruled(Fact, tag="ruled"):
    """A judge decided. `rules` is the version of the game's rules, `in_force` the date the cited clauses are as of.

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
    """Somebody asked a higher judge to look at a ruling again."""

    ruling: int
    by: str
    grounds: str
    recorded: str = ""


class Upheld(Fact, tag="upheld"):
    """A higher judge looked at a ruling and let it stand."""

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


class CallTaken(Fact, tag="call-taken"):
    """A judge took the call and goes to the table. `judge` is empty if no name is known."""

    judge: str
    recorded: str = ""


class CallGivenBack(Fact, tag="call-given-back"):
    """A judge who was on the call gave it back, so that it waits for a judge again."""

    judge: str
    recorded: str = ""


class CallEnded(Fact, tag="call-ended"):
    """A judge ended the call without a ruling: nobody waits at the table any more. The case stays as it is."""

    judge: str
    recorded: str = ""


CaseEvent = (
    CaseOpened | Claimed | Remarked | Ruled | Appealed | Upheld | Overturned | CallTaken | CallGivenBack | CallEnded
)


class CaseEntry(Fact):
    """An entry of a case: one act of a player or a judge, mostly a single event."""

    seq: int
    events: tuple[CaseEvent, ...]

"""Judging what is written at the desk: the same reading and the same verdict as `lastword verify`, errors included."""

from __future__ import annotations

import time

import msgspec

from ledger.codec import GAME
from ledger.ledger_check import refuse_changed
from ledger.streams import Head
from replays.branches.continuation import continued
from replays.desk.settings import Desk
from replays.errors import NotationError, ReplayError
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import Record, of_entries, of_run
from replays.verdicts.on_date import DatedVerification, Rules, dated
from replays.verdicts.verification import verify

NEW = "new dispute"
"""The name of a transcript that has none yet."""


class Problem(msgspec.Struct, frozen=True):
    """A line that cannot be read: where, the sentence, the line as written, and what may stand there."""

    line: int
    column: int
    width: int
    says: str
    source: str
    known: tuple[str, ...] = ()

    @property
    def caret(self) -> str:
        """The mark under the word at fault."""
        return " " * (self.column - 1) + "^" * max(1, self.width) if self.column else ""


NOTHING_WRITTEN = Problem(
    1, 0, 0, "nothing is written here: a transcript begins with a line such as `lastword 1 agot2`", ""
)


class JudgedText(msgspec.Struct, frozen=True):
    """A transcript or a stored game, judged.

    `record` and `found` are None if nothing of it can be read. With `problems` they are about the lines before the
    first one that cannot be read. `stored` says that it is a game of the ledger, as it stands there.
    """

    name: str
    record: Record | None
    found: DatedVerification | None
    problems: tuple[Problem, ...] = ()
    stored: bool = False
    milliseconds: int = 0


def judge_text(text: str, name: str, rules: Rules) -> JudgedText:
    """Return a transcript judged. Lines that cannot be read are all named, and those before them are judged."""
    began = time.perf_counter()
    problems: tuple[Problem, ...] = ()
    record, rest = None, text
    while record is None and rest.strip():
        try:
            record = of_run(run(read(rest)), name or NEW)
        except NotationError as error:
            found = _problems(error)
            problems = (*found, *problems)
            rest = "".join(text.splitlines(keepends=True)[: max(found[0].line, 1) - 1])
            if not _names_players(rest):
                break
    return _judged(record, name or NEW, rules, began, problems or (NOTHING_WRITTEN,) if record is None else problems)


def _names_players(text: str) -> bool:
    """Whether a text has a line of the players; what is cut before that line cannot be judged, nor complained of."""
    return any(line.casefold().split()[:1] == ["players"] for line in text.splitlines())


def judge_game(desk: Desk, game: str, rules: Rules) -> JudgedText:
    """Return a stored game judged; one that is not as it was written is refused."""
    began = time.perf_counter()
    record = stored_record(desk, game)
    return _judged(record, record.name, rules, began, stored=True)


def judge_on(desk: Desk, game: str, after: int, text: str, rules: Rules) -> JudgedText:
    """Return a stored game judged up to an event and with written moves after it: a what-if. Nothing is stored."""
    began = time.perf_counter()
    stored = stored_record(desk, game)
    record, problems = stored.up_to(after or None), tuple[Problem, ...]()
    try:
        found, done = continued(stored, after or None, text)
        record = Record(stored.name, stored.pack, found.whole, stored.names, done)
    except NotationError as error:
        problems = _problems(error)
    return _judged(record, stored.name, rules, began, problems)


def stored_record(desk: Desk, game: str) -> Record:
    """Return the record of a stored game; one that is not as it was written raises `Changed`.

    A record that was checked is kept under the digest it led to. A game that goes on, or whose digest was changed, is
    read and checked anew.
    """
    head = desk.ledger.head(game)
    if head.kind != GAME.name:
        raise ReplayError(f"{head.name} is a {head.kind}, not a game")
    return desk.records.of(_key(head), lambda: _checked_record(desk, head))


def keep_record(desk: Desk, head: Head, record: Record) -> None:
    """Keep the record of a game that was just stored and now has this head, so that it need not be read back."""
    desk.records.of(_key(head), lambda: record)


def _key(head: Head) -> tuple[str, bytes, str]:
    return head.id, head.digest, head.name


def _checked_record(desk: Desk, head: Head) -> Record:
    refuse_changed(desk.ledger, head)
    return of_entries(head.name, list(desk.ledger.entries(head)))


def _judged(
    record: Record | None,
    name: str,
    rules: Rules,
    began: float,
    problems: tuple[Problem, ...] = (),
    stored: bool = False,
) -> JudgedText:
    found = None if record is None else dated(verify(record), rules)
    took = round((time.perf_counter() - began) * 1000)
    return JudgedText(name, record, found, problems, stored, took)


def _problems(error: NotationError) -> tuple[Problem, ...]:
    """Return the errors of a text in the order of their lines."""
    found = [Problem(one.line, one.column, one.width, one.says, one.source, one.known) for one in error.all()]
    return tuple(sorted(found, key=lambda problem: problem.line))

"""Branches with written moves, which are read from a point of a record on as a transcript is."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ledger.events import Identified
from replays.branches.branch import Branch, branch_of, place_of, resumed
from replays.branches.replay import Replayer, decisions
from replays.errors import NotationError, ReplayError
from replays.meaning.writer import Writer
from replays.notation.lines import Document, Header, Line
from replays.notation.parser import Parser, no_files
from replays.reading.ignored_moves import Waiting
from replays.reading.later_lines import Coming
from replays.reading.runner import Runner
from replays.reading.search import Anchor, outer_frame
from replays.reading.unknown_cards import Learned
from replays.records.record import Record
from replays.records.results import Assumption, Confirmed, Expectation, Run, Violation


class Continuation(Runner):
    """A runner that goes on with written `lines` after the entry of a record with index `place`.

    `learned` are the unknown cards that a line names. They are known from the point where the lines leave the record
    on, not before. `ends` says that the record ends with these lines.
    """

    def __init__(self, record: Record, place: int, lines: Sequence[Line], learned: dict[int, str], ends: bool) -> None:
        self.ends, self.own = ends, place + 1
        self.document, self.learned = Document(record.pack, _header(record), tuple(lines)), learned
        self.names = record.names
        self.recording = resumed(record, place)
        if learned:
            self.recording.note(*(Identified(number, card) for number, card in learned.items()))
        self.writer = Writer(record.pack, record.names)
        self.applying = self.strict = False
        self.anchor = Anchor(place, outer_frame(self.recording.pos))
        self.violations: list[Violation] = []
        self.assumed: list[Assumption] = []
        self.expected: list[Expectation] = []
        self.waiting: list[Waiting] = []
        self.confirmed: list[Confirmed] = []
        self.last: Violation | None = None
        self.coming = Coming(self.document, self.names)
        self.opening = _NoOpening()  # type: ignore[assignment]
        self.line = 0


class _NoOpening:
    """A stand-in for the set-up of a game that has begun: no card may be added to any zone."""

    open_zones: frozenset[str] = frozenset()


class _MoveParser(Parser):
    """A parser for moves alone: the heading and the set-up are those of a record."""

    def __init__(self, record: Record, text: str) -> None:
        super().__init__(text, no_files)
        self.header, self.pack, self.seats = _header(record), record.pack, dict(record.table(1).seats)
        self.setup_over = self.has_position = True


def _header(record: Record) -> Header:
    """Return the heading a transcript of the record would have."""
    return Header(number=0, source="", version=1, pack=record.pack.id, format=record.table(1).format)


def _parsed(record: Record, text: str) -> tuple[Line, ...]:
    """Return the lines of moves, outcomes and expectations in a text; raise `NotationError` if there are none."""
    lines = _MoveParser(record, text).read("").lines
    if all(type(line) is Line for line in lines):
        raise NotationError("nothing is written here: a line is the moves that would have been played")
    return lines


def play_on(record: Record, place: int, text: str, ends: bool = True) -> tuple[Run, Continuation]:
    """Run written moves after the entry of a record with index `place`; return the results and the runner.

    The entries of the results are those of the record up to there, then the new ones. Illegal moves are noted and
    ignored unless a line says otherwise. `ends` is False if recorded moves come after them. Moves that cannot be
    understood raise NotationError, and a card that no unknown card can be ReplayError.
    Example: `play_on(record, 4, "A use duplicate of ned")`.
    """
    lines = _parsed(record, text)
    learned: dict[int, str] = {}
    while True:
        runner = Continuation(record, place, lines, learned, ends)
        try:
            return runner.run(), runner
        except Learned as news:
            if not news.number:
                raise ReplayError(
                    f"{news.player} has no unknown card in {news.zone} that could be `{news.card}`"
                ) from None
            learned[news.number] = news.card


def continued(record: Record, seq: int | None, text: str) -> tuple[Branch, Continuation]:
    """Return the branch that goes on with written moves after the action of event `seq`, and its runner.

    If `seq` is None, it goes on after the last action. Errors are those of `play_on`.
    """
    place = record.index(seq)
    _, runner = play_on(record, place, text)
    return _branch(record, place, runner, None), runner


def replaced(record: Record, seq: int, text: str) -> tuple[Branch, Continuation]:
    """Return the branch with written moves in place of the move of event `seq`, and its runner.

    The rest of the record is played again after them. An event that belongs to no move raises ReplayError.
    """
    place = place_of(record, seq)
    return _then_replay(record, place - 1, text, place)


def inserted(record: Record, seq: int, text: str) -> tuple[Branch, Continuation]:
    """Return the branch with written moves before the move of event `seq`, and its runner.

    That move and the rest of the record are played again after them. An event that belongs to no move raises
    ReplayError.
    """
    place = place_of(record, seq)
    return _then_replay(record, place - 1, text, place - 1)


def _then_replay(record: Record, place: int, text: str, rest: int) -> tuple[Branch, Continuation]:
    """Run written moves after the entry at a place, then play the record's decisions from number `rest` on again."""
    _, runner = play_on(record, place, text, ends=False)
    replayer = Replayer(record, runner.recording)
    replayer.play(decisions(record)[rest:])
    return _branch(record, place, runner, replayer), runner


def _branch(record: Record, place: int, runner: Continuation, replayer: Replayer | None) -> Branch:
    """Return the branch that the runner's recording has become, with what the runner assumed."""
    made = branch_of(record, place, runner.recording, replayer)
    return msgspec.structs.replace(made, assumed=(*runner.assumed, *made.assumed))

"""Written moves from a point of a record on: found, judged and kept as in a transcript, on a line of their own."""

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
    """A runner that goes on from a record. A card named from an unknown hand was that card from where the line leaves
    the record: what lies before belongs to the record."""

    def __init__(self, record: Record, at: int, lines: Sequence[Line], learned: dict[int, str], ends: bool) -> None:
        self.ends, self.own = ends, at + 1
        self.document, self.learned = Document(record.pack, _header(record), tuple(lines)), learned
        self.names = record.names
        self.recording = resumed(record, at)
        if learned:
            self.recording.note(*(Identified(number, card) for number, card in learned.items()))
        self.writer = Writer(record.pack, record.names)
        self.applying = self.strict = False
        self.anchor = Anchor(at, outer_frame(self.recording.pos))
        self.violations: list[Violation] = []
        self.assumed: list[Assumption] = []
        self.expected: list[Expectation] = []
        self.waiting: list[Waiting] = []
        self.confirmed: list[Confirmed] = []
        self.last: Violation | None = None
        self.coming = Coming(self.document, self.names)
        self.opening = _Closed()  # type: ignore[assignment]
        self.line = 0


class _Closed:
    """A record's zones hold what they hold: nothing is added to them afterwards."""

    open_zones: frozenset[str] = frozenset()


class _MoveReader(Parser):
    """Reads lines that follow a beginning which stands elsewhere."""

    def __init__(self, record: Record, text: str) -> None:
        super().__init__(text, no_files)
        self.header, self.pack, self.seats = _header(record), record.pack, dict(record.table(1).seats)
        self.setup_over = self.has_position = True


def _header(record: Record) -> Header:
    return Header(number=0, source="", version=1, pack=record.pack.id, format=record.table(1).format)


def written(record: Record, text: str) -> tuple[Line, ...]:
    """The lines of moves, outcomes and expectations in a text."""
    lines = _MoveReader(record, text).read("").lines
    if all(type(line) is Line for line in lines):
        raise NotationError("nothing is written here: a line is the moves that would have been played")
    return lines


def play_on(record: Record, at: int, text: str, ends: bool = True) -> tuple[Run, Continuation]:
    """Run moves that go on after the entry at a place of a record. What is not legal is noted and ignored unless they
    say otherwise. Unless the line `ends` with them, recorded moves come after."""
    lines = written(record, text)
    learned: dict[int, str] = {}
    while True:
        runner = Continuation(record, at, lines, learned, ends)
        try:
            return runner.run(), runner
        except Learned as news:
            if not news.number:
                raise ReplayError(
                    f"{news.player} has no unknown card in {news.zone} that could be `{news.card}`"
                ) from None
            learned[news.number] = news.card


def continued(record: Record, seq: int | None, text: str) -> tuple[Branch, Continuation]:
    """The line that leaves a record after the action that holds an event and goes on with written moves."""
    at = record.index(seq)
    _, runner = play_on(record, at, text)
    return _branch(record, at, runner, None), runner


def replaced(record: Record, seq: int, text: str) -> tuple[Branch, Continuation]:
    """The line on which other moves were made in the place of one, and the rest was played again."""
    place = place_of(record, seq)
    return _then(record, place - 1, text, place)


def inserted(record: Record, seq: int, text: str) -> tuple[Branch, Continuation]:
    """The line on which moves were made before one, and everything from it on was played again."""
    place = place_of(record, seq)
    return _then(record, place - 1, text, place - 1)


def _then(record: Record, at: int, text: str, rest: int) -> tuple[Branch, Continuation]:
    _, runner = play_on(record, at, text, ends=False)
    replayer = Replayer(record, runner.recording)
    replayer.play(decisions(record)[rest:])
    return _branch(record, at, runner, replayer), runner


def _branch(record: Record, at: int, runner: Continuation, replayer: Replayer | None) -> Branch:
    made = branch_of(record, at, runner.recording, replayer)
    return msgspec.structs.replace(made, assumed=(*runner.assumed, *made.assumed))

"""Branches with written moves, which are read from a point of a record on as a transcript is."""

from __future__ import annotations

import msgspec

from replays.branches.branch import Branch, branch_of, place_of, resumption
from replays.branches.replay import Replayer, decisions
from replays.errors import NotationError
from replays.notation.lines import Document, Header, Line
from replays.notation.parser import Parser, no_files
from replays.reading.reader import read_on
from replays.records.record import Record
from replays.records.recording import Recording
from replays.records.results import Run


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
        raise NotationError("there are no moves here; write at least one, such as `A pass`")
    return lines


def play_on(record: Record, place: int, text: str) -> tuple[Run, Recording]:
    """Read written moves after the entry of a record with index `place`; return the results and the recording.

    The entries of the results are those of the record up to there, then the new ones. Illegal moves are noted and
    ignored unless a line says otherwise. Moves that cannot be understood raise NotationError, and a card that no
    unknown card can be ReplayError. Example: `play_on(record, 4, "A use duplicate of ned")`.
    """
    document = Document(record.pack, _header(record), _parsed(record, text))
    return read_on(record, document, resumption(record, place))


def continued(record: Record, seq: int | None, text: str) -> tuple[Branch, Run]:
    """Return the branch that goes on with written moves after the action of event `seq`, and what was found of them.

    If `seq` is None, it goes on after the last action. Errors are those of `play_on`.
    """
    place = record.index(seq)
    run, recording = play_on(record, place, text)
    return _branch(record, place, run, recording, None), run


def replaced(record: Record, seq: int, text: str) -> tuple[Branch, Run]:
    """Return the branch with written moves in place of the move of event `seq`, and what was found of them.

    The rest of the record is played again after them. An event that belongs to no move raises ReplayError.
    """
    place = place_of(record, seq)
    return _then_replay(record, place - 1, text, place)


def inserted(record: Record, seq: int, text: str) -> tuple[Branch, Run]:
    """Return the branch with written moves before the move of event `seq`, and what was found of them.

    That move and the rest of the record are played again after them. An event that belongs to no move raises
    ReplayError.
    """
    place = place_of(record, seq)
    return _then_replay(record, place - 1, text, place - 1)


def _then_replay(record: Record, place: int, text: str, rest: int) -> tuple[Branch, Run]:
    """Read written moves after the entry at a place, then play the record's decisions from number `rest` on again."""
    run, recording = play_on(record, place, text)
    replayer = Replayer(record, recording)
    replayer.play(decisions(record)[rest:])
    return _branch(record, place, run, recording, replayer), run


def _branch(record: Record, place: int, run: Run, recording: Recording, replayer: Replayer | None) -> Branch:
    """Return the branch that a recording has become, with what reading its lines assumed."""
    made = branch_of(record, place, recording, replayer)
    return msgspec.structs.replace(made, assumed=(*run.assumed, *made.assumed))

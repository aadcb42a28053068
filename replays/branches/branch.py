"""Other lines: from any event of a record on, with a move changed, left out or made at another time, and the rest
played again.

The record is never touched.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ledger.entries import Entry
from ledger.events import Move
from ledger.table import Table
from replays.branches.replay import Impossible, RecordedDecision, Replayer, decisions, forced
from replays.errors import ReplayError
from replays.records.record import Record
from replays.records.recording import Recording
from replays.records.rejudging import answer
from replays.records.results import Assumption
from rules.kernel.position import Position


class Branch(msgspec.Struct, frozen=True):
    """A new line: the record it leaves after event `at`, its own entries, what could not be played again, and what
    could (`again`: entries of the record with those they became)."""

    record: Record
    at: int
    entries: tuple[Entry, ...]
    impossible: tuple[Impossible, ...] = ()
    assumed: tuple[Assumption, ...] = ()
    again: tuple[tuple[Entry, Entry], ...] = ()

    @property
    def whole(self) -> tuple[Entry, ...]:
        """The line from its beginning."""
        return (*(entry for entry in self.record.entries if entry.seq <= self.at), *self.entries)


def resumed(record: Record, at: int) -> Recording:
    """A recording that stands after the entry at a place of a record."""
    first = record.entries[0]

    def opening() -> Position:
        pos = Position(record.pack, Table())
        for event in first.events[: first.own]:
            pos.emit(event)
        return pos

    recording = Recording(record.pack, opening, first.origin)
    recording.entries[:] = record.entries[: at + 1]
    recording.decisions[:] = [answer(entry) for entry in record.entries[: at + 1]]
    recording.rewind(at + 1)
    return recording


def replace(record: Record, seq: int, player: str, move: Move) -> Branch:
    """The line on which another move was made where the entry that holds an event stands, and the rest was played
    again.
    """
    place = place_of(record, seq)
    recording = resumed(record, place - 1)
    replayer = Replayer(record, recording)
    original = decisions(record)[place - 1]
    if isinstance(original, RecordedDecision) and (original.player, original.move) == (player, move):
        replayer.play([original])
    else:
        recording.decide(player, move)
    replayer.play(decisions(record)[place:])
    return branch_of(record, place - 1, recording, replayer)


def skip(record: Record, seq: int) -> Branch:
    """The line on which a move was not made."""
    place = place_of(record, seq)
    return _again(record, place - 1, decisions(record)[place:])


def reorder(record: Record, seq: int, after: int) -> Branch:
    """The line on which a move was made after another one, not where it was."""
    place, target = place_of(record, seq), place_of(record, after)
    found = decisions(record)
    moved = found[place - 1]
    first = min(place, target + 1)
    between = [*found[place:target], moved, *found[target:]]
    rest = between if target > place else [moved, *found[target : place - 1], *found[place:]]
    return _again(record, first - 1, rest)


def _again(record: Record, at: int, rest: Sequence[RecordedDecision | Entry]) -> Branch:
    recording = resumed(record, at)
    replayer = Replayer(record, recording)
    replayer.play(rest)
    return branch_of(record, at, recording, replayer)


def branch_of(record: Record, at: int, recording: Recording, replayer: Replayer | None = None) -> Branch:
    """The line a recording has become since it left the record after the entry at a place."""
    own = tuple(recording.entries[at + 1 :])
    if replayer is None:
        return Branch(record, record.end(at), own)
    return Branch(
        record, record.end(at), own, tuple(replayer.impossible), tuple(replayer.assumed), tuple(replayer.again)
    )


def place_of(record: Record, seq: int) -> int:
    """The place of the entry that holds an event; it must decide something."""
    place = record.index(seq)
    if place == 0 or (answer(record.entries[place]) is None and forced(record.entries[place]) is None):
        raise ReplayError(f"event {seq} of {record.name} belongs to no move: name an event of a move that was made")
    return place

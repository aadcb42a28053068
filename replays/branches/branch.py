"""Branches with one recorded move replaced, left out or moved, after which the rest of the record is played again.

The record itself is never changed. A `place` is the index of an entry in `record.entries`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from ledger.entries import Entry
from ledger.events import Move
from ledger.folding import fold
from ledger.table import Table, freeze
from replays.branches.replay import Impossible, RecordedDecision, Replayer, decisions, illegal_move
from replays.errors import ReplayError
from replays.records.record import Record
from replays.records.recording import RecordedPast, Recording
from replays.records.rejudging import answer, correction
from replays.records.results import Assumption
from rules.kernel.position import Position


class Branch(msgspec.Struct, frozen=True):
    """A branch that leaves `record` after event `at`, with the `entries` of its own.

    `impossible` are the recorded moves that could not be made on it, and `assumed` the decisions it needed that nobody
    made. `again` pairs each entry of the record that was played again with the entry it became.
    """

    record: Record
    at: int
    entries: tuple[Entry, ...]
    impossible: tuple[Impossible, ...] = ()
    assumed: tuple[Assumption, ...] = ()
    again: tuple[tuple[Entry, Entry], ...] = ()

    @property
    def whole(self) -> tuple[Entry, ...]:
        """All entries of the branch: those of the record up to event `at`, then its own."""
        return (*(entry for entry in self.record.entries if entry.seq <= self.at), *self.entries)


def replace(record: Record, seq: int, player: str, move: Move) -> Branch:
    """Return the branch on which a player makes another move in place of the one that event `seq` belongs to.

    The move must be legal there, which is not checked. The rest of the record is played again. If the move is the
    recorded one, that is played as recorded. An event that belongs to no move raises ReplayError.
    """
    place = place_of(record, seq)
    found = decisions(record)
    recording = resumed(record, place - 1)
    replayer = Replayer(record, recording)
    original = found[place - 1]
    if isinstance(original, RecordedDecision) and (original.player, original.move) == (player, move):
        replayer.play([original])
    else:
        recording.decide(player, move)
    replayer.play(found[place:])
    return branch_of(record, place - 1, recording, replayer)


def skip(record: Record, seq: int) -> Branch:
    """Return the branch without the move that event `seq` belongs to; the rest of the record is played again.

    An event that belongs to no move raises ReplayError.
    """
    place = place_of(record, seq)
    return _play_rest(record, place - 1, decisions(record)[place:])


def reorder(record: Record, seq: int, after: int) -> Branch:
    """Return the branch on which the move of event `seq` is made right after the move of event `after`.

    If it is not legal there, it is made at the next point where it is, or kept as impossible. An event that belongs to
    no move raises ReplayError.
    """
    place, target = place_of(record, seq), place_of(record, after)
    found = decisions(record)
    moved = found[place - 1]
    if target > place:
        return _play_rest(record, place - 1, [*found[place:target], moved, *found[target:]])
    return _play_rest(record, min(place - 1, target), [moved, *found[target : place - 1], *found[place:]])


def _play_rest(record: Record, place: int, rest: Sequence[RecordedDecision | Entry]) -> Branch:
    """Return the line that leaves a record after the entry at a place and goes on with these decisions."""
    recording = resumed(record, place)
    replayer = Replayer(record, recording)
    replayer.play(rest)
    return branch_of(record, place, recording, replayer)


def resumed(record: Record, place: int) -> Recording:
    """Return a recording of a record's entries from the first to the one with index `place`, that one included, to go
    on from.
    """
    return resumption(record, place)()


def resumption(record: Record, place: int) -> Callable[[], Recording]:
    """Return what gives such a recording, a new one each time; the entries are folded only once."""
    first, entries = record.entries[0], record.entries[: place + 1]
    table = freeze(fold(event for entry in entries for event in entry.events))
    past = RecordedPast(entries, tuple(answer(entry) for entry in entries), table)

    def opening() -> Position:
        pos = Position(record.pack, Table())
        for event in first.events[: first.own]:
            pos.emit(event)
        return pos

    return lambda: Recording(record.pack, opening, first.origin, past)


def branch_of(record: Record, place: int, recording: Recording, replayer: Replayer | None = None) -> Branch:
    """Return the branch a recording has become since it left the record after the entry with index `place`.

    `replayer` is what played recorded moves on it, if anything did.
    """
    own = tuple(recording.entries[place + 1 :])
    if replayer is None:
        return Branch(record, record.end(place), own)
    return Branch(
        record, record.end(place), own, tuple(replayer.impossible), tuple(replayer.assumed), tuple(replayer.again)
    )


def place_of(record: Record, seq: int) -> int:
    """Return the index in `record.entries` of the move that an event belongs to.

    An illegal move that was noted counts, even if it was ignored, and so does a correction of the table. Raise
    `ReplayError` if the event belongs to no move.
    """
    place = record.index(seq)
    entry = record.entries[place]
    if place == 0 or not (answer(entry) or illegal_move(entry) or correction(entry)):
        raise ReplayError(f"event {seq} of {record.name} belongs to no move: name an event of a move that was made")
    return place

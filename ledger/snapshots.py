"""Snapshots of the table every so many events, so that any event of a long game is as near as any other.

A snapshot is a cache, never the truth. It carries a digest of itself and a fingerprint of the code that folded it: one
that does not match is passed over on reading, replaced on the next pass, and named by `ledger check`.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from inspect import getsource
from typing import NamedTuple
from uuid import UUID

from eventsourcing.persistence import AggregateRecorder, StoredEvent

from ledger import events, facts, fold_components, fold_frames, folding, table
from ledger.chain import DIGEST_SIZE
from ledger.table import Table, freeze, thaw

EVERY = 1_000
THE_FOLD = (facts, events, table, folding, fold_frames, fold_components)
TOPIC = "table"
_CANDIDATES = 3


class Snapshot(NamedTuple):
    """A stored table: the event it stands after, whether this code folded it, whether it is whole, and its bytes."""

    seq: int
    ours: bool
    whole: bool
    data: bytes


@cache
def fingerprint() -> bytes:
    """Changes with any change of the fold: a table folded by other code is not taken for one of ours."""
    return sha256("".join(map(getsource, THE_FOLD)).encode()).digest()


class Snapshots:
    """Reads and writes the snapshots of one ledger through the library's snapshot recorder."""

    def __init__(self, recorder: AggregateRecorder) -> None:
        self.recorder = recorder

    def nearest(self, stream: UUID, seq: int) -> Table | None:
        """The latest usable snapshot of a stream at or before an event."""
        for stored in self.recorder.select_events(stream, lte=seq, desc=True, limit=_CANDIDATES):
            snapshot = _read(stored)
            if snapshot.ours and snapshot.whole:
                return thaw(snapshot.data)
        return None

    def all(self, stream: UUID) -> list[Snapshot]:
        """Every snapshot of a stream, in order."""
        return [_read(stored) for stored in self.recorder.select_events(stream)]

    def keep(self, stream: UUID, tables: list[tuple[int, bytes]]) -> None:
        """Store frozen tables under the events they stand after."""
        self.recorder.insert_events(
            [StoredEvent(stream, seq, TOPIC, _with_digest(stream, seq, data)) for seq, data in tables]
        )


class SnapshotTaker:
    """Takes a snapshot of a table being folded whenever it has come far enough since the last one."""

    def __init__(self, last: int) -> None:
        self.last = last
        self.taken: list[tuple[int, bytes]] = []

    def take_if_due(self, current: Table) -> None:
        """Take one, if it is time."""
        if current.seq - self.last >= EVERY:
            self.taken.append((current.seq, freeze(current)))
            self.last = current.seq


def _with_digest(stream: UUID, seq: int, data: bytes) -> bytes:
    return _digest(stream, seq, fingerprint() + data) + fingerprint() + data


def _read(stored: StoredEvent) -> Snapshot:
    """SQLite lets a hand put anything into any column: what is not even bytes is not whole."""
    stream, seq, state = stored.originator_id, stored.originator_version, stored.state
    assert isinstance(stream, UUID)
    if type(seq) is not int or type(state) is not bytes:
        return Snapshot(0, ours=False, whole=False, data=b"")
    whole = stored.topic == TOPIC and state[:DIGEST_SIZE] == _digest(stream, seq, state[DIGEST_SIZE:])
    return Snapshot(seq, state[DIGEST_SIZE : 2 * DIGEST_SIZE] == fingerprint(), whole, state[2 * DIGEST_SIZE :])


def _digest(stream: UUID, seq: int, rest: bytes) -> bytes:
    return sha256(b"%b%d\0%b" % (stream.bytes, seq, rest)).digest()

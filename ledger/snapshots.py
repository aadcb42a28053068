"""Snapshots: the table stored every thousand events, so that no event of a long game is far to fold to.

A snapshot is a cache, never the truth. It carries a digest of itself and a fingerprint of the code that folded it. One
with a wrong digest or the fingerprint of other code is passed over on reading and replaced on the next pass; `ledger
check` names one whose digest is wrong.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from inspect import getsource
from typing import Any, NamedTuple
from uuid import UUID

from eventsourcing.persistence import StoredEvent

from ledger import events, facts, fold_components, fold_frames, folding, table
from ledger.chain import DIGEST_SIZE
from ledger.table import Table, freeze, thaw

EVERY = 1_000
"""Events between two snapshots, or a few more: a snapshot is taken where an action ends."""
THE_FOLD = (facts, events, table, folding, fold_frames, fold_components)
"""The modules that decide which table the events fold to."""
TOPIC = "table"
"""The library's word for what a stored snapshot is."""
_CANDIDATES = 3
"""How many of the latest snapshots are looked at for a usable one."""


class Snapshot(NamedTuple):
    """A stored table: the event it stands after, whether this code folded it, whether it is intact, and its bytes."""

    seq: int
    ours: bool
    whole: bool
    data: bytes


@cache
def fingerprint() -> bytes:
    """Return a digest of the fold's source code. It changes with the code, so that no table of other code is used."""
    return sha256("".join(map(getsource, THE_FOLD)).encode()).digest()


class Snapshots:
    """Reads and writes the snapshots of one ledger through the library's snapshot recorder."""

    def __init__(self, recorder: Any) -> None:
        self.recorder = recorder

    def nearest(self, stream: UUID, seq: int) -> Table | None:
        """Return the table of the latest usable snapshot of a stream at or before an event.

        Only the latest three are looked at; None, if none of them is usable.
        """
        for stored in self.recorder.select_events(stream, lte=seq, desc=True, limit=_CANDIDATES):
            snapshot = _read(stored)
            if snapshot.ours and snapshot.whole:
                return thaw(snapshot.data)
        return None

    def all(self, stream: UUID) -> list[Snapshot]:
        """Return every snapshot of a stream in order, usable or not."""
        return [_read(stored) for stored in self.recorder.select_events(stream)]

    def streams(self) -> set[str]:
        """Return the ids of all streams that have snapshots."""
        found: set[str] = self.recorder.streams()
        return found

    def keep(self, stream: UUID, tables: list[tuple[int, bytes]]) -> None:
        """Store frozen tables, each with the event it stands after; they replace older ones of the same events."""
        self.recorder.insert_events(
            [StoredEvent(stream, seq, TOPIC, _with_digest(stream, seq, data)) for seq, data in tables]
        )


class SnapshotTaker:
    """Takes snapshots of a table while it is folded; `taken` has them, each with its event, until they are stored.

    `last` is the event of the latest snapshot, or where the folding began.
    """

    def __init__(self, last: int) -> None:
        self.last = last
        self.taken: list[tuple[int, bytes]] = []

    def take_if_due(self, current: Table) -> None:
        """Take a snapshot if the table has come far enough since the last one."""
        if current.seq - self.last >= EVERY:
            self.taken.append((current.seq, freeze(current)))
            self.last = current.seq


def _with_digest(stream: UUID, seq: int, data: bytes) -> bytes:
    """Return a snapshot as it is stored: its digest, the fold's fingerprint, and the table's bytes."""
    return _digest(stream, seq, fingerprint() + data) + fingerprint() + data


def _read(stored: StoredEvent) -> Snapshot:
    """Return a stored snapshot and whether it can be used.

    SQLite lets a person put anything into any column: a snapshot that is not even bytes is not whole.
    """
    stream, seq, state = stored.originator_id, stored.originator_version, stored.state
    assert isinstance(stream, UUID)
    if type(seq) is not int or type(state) is not bytes:
        return Snapshot(0, ours=False, whole=False, data=b"")
    whole = stored.topic == TOPIC and state[:DIGEST_SIZE] == _digest(stream, seq, state[DIGEST_SIZE:])
    return Snapshot(seq, state[DIGEST_SIZE : 2 * DIGEST_SIZE] == fingerprint(), whole, state[2 * DIGEST_SIZE :])


def _digest(stream: UUID, seq: int, rest: bytes) -> bytes:
    return sha256(b"%b%d\0%b" % (stream.bytes, seq, rest)).digest()

"""Checking one stream from its first entry: its chain, its fold, its snapshots and its seals.

Along the chain only the first fault is named, since it spoils everything after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from ledger.chain import entry_digest, genesis, split_row, stream_prefix
from ledger.codec import GAME
from ledger.errors import BrokenEvent, LedgerError, Unreadable
from ledger.folding import fold
from ledger.queries import LedgerReader
from ledger.seals import Seal, read_seal, tally
from ledger.side_tables import StreamRow
from ledger.signing import is_genuine
from ledger.streams import Head, Stored
from ledger.table import Table, freeze, thaw

Progress = Callable[[int], None]
"""Called with the number of events that were checked since the last call."""


MOST_TABLES = 200
"""The most tables at which branches leave that a check keeps."""


class Finding(msgspec.Struct, frozen=True):
    """One fault: the stream's name and id, the event (0: the stream as a whole), and in words what is wrong there."""

    game: str
    id: str
    seq: int
    says: str

    def __str__(self) -> str:
        return f"{self.game}@{self.seq}: {self.says}" if self.seq else f"{self.game}: {self.says}"


class LeavingTables:
    """The tables at which branches leave, as the check of the streams they leave folded them.

    They spare folding a game from its beginning for every branch of it, and of a branch of it. Only the latest few are
    kept; a branch that finds none folds by itself.
    """

    def __init__(self, wanted: set[tuple[str, int]]) -> None:
        self._wanted, self._kept = wanted, dict[tuple[str, int], bytes]()

    def keep(self, stream: str, seq: int, table: Table) -> None:
        """Keep the table of a stream after an event, if a branch leaves there."""
        if (stream, seq) in self._wanted:
            self._kept[stream, seq] = freeze(table)
            if len(self._kept) > MOST_TABLES:
                self._kept.pop(next(iter(self._kept)))

    def find(self, stream: str, seq: int) -> Table | None:
        """Return a new table of a stream after an event; None if it was not kept."""
        found = self._kept.get((stream, seq))
        return None if found is None else thaw(found)


class StreamCheck:
    """A check of one stream, and what it has seen so far.

    `wanted_digests` are events whose digests are kept in `digests`, such as those where branches leave. `stored` is the
    number of entries the database holds under the stream's id, and `name` the name it should have. `owner` is the id of
    the stream that a branch leaves, and `leaving` has the tables of the streams that were checked before. `sealed` and
    `with_snapshots` are whether it holds any seals and snapshots of the stream: most have none, and each question costs
    more than checking ten events.
    """

    def __init__(
        self,
        ledger: LedgerReader,
        row: StreamRow,
        head: Head,
        wanted_digests: set[int],
        stored: int,
        *,
        owner: str,
        leaving: LeavingTables,
        sealed: bool,
        with_snapshots: bool,
    ) -> None:
        self.ledger, self.head, self.row, self.stored = ledger, head, row, stored
        self.owner, self.leaving = owner, leaving
        self.name = head.about.name
        self.sealed, self.with_snapshots = sealed, with_snapshots
        self.last, self.digest, self.entries = head.about.at, genesis(head.about), 0
        self.wanted_digests = wanted_digests
        self.digests: dict[int, bytes] = {self.last: self.digest}
        self.table: Table | None = None
        self.snapshots: dict[int, bytes] = {}
        self.snapshot_findings: list[Finding] = []
        self.seals: list[Seal] = []

    def findings(self, progress: Progress, rows: list[Stored] | None = None) -> Iterator[Finding]:
        """Walk the stream once and yield what is wrong with it; its rows are read unless they are given.

        Along the chain only the first fault is named; of snapshots and seals, every one.
        """
        row, about = self.row, self.head.about
        if (row.id, row.kind, row.name) != (about.id, about.kind, self.name):
            yield self._finding(0, "its id, kind or name was changed after it was opened")
        seals = self.ledger.ask(lambda tables, cursor: tables.seals(cursor, row.id)) if self.sealed else []
        self.seals = [seal for seal in map(_try_seal, seals) if seal is not None]
        self.wanted_digests |= {seal.last for seal in self.seals}
        yield from self._read_snapshots()
        bad = self._walk_chain(progress, rows) or self._check_end()
        yield from self.snapshot_findings
        if bad:
            yield bad
        else:
            yield from (self._finding(seq, "its snapshot stands where no action ends") for seq in self.snapshots)
        yield from self._check_seals(seals)
        self.table, self.snapshots = None, {}  # nobody asks for them again, and a ledger has many streams

    def _walk_chain(self, progress: Progress, rows: list[Stored] | None) -> Finding | None:
        """Follow the chain to its end and fold the events; return the first fault, if there is one."""
        head = self.head
        prefix = stream_prefix(head.about.uuid, head.kind)
        try:
            self.table = self._base_table()
            for page in self.ledger.pages(head, -1) if rows is None else (rows,):
                before = self.last
                for stored in page:
                    bad = self._check_entry(stored, prefix)
                    if bad:
                        return self._finding(self.last + 1, bad)
                progress(self.last - before)
        except BrokenEvent as error:
            return self._finding(self.table.seq + 1 if self.table else self.last + 1, f"cannot be true: {error}")
        except LedgerError as error:
            return self._finding(self.last + 1, f"cannot be read: {error}")
        return None

    def _check_entry(self, stored: Stored, prefix: bytes) -> str:
        """Say what is wrong with the next row; if nothing is, go on behind it and return an empty string."""
        version, kind, _ = stored
        if version != self.last + 1:
            return f"is missing: the next entry in store starts at {version}"
        if kind != self.head.kind:
            return f"is stored as part of a {kind!r}, in a {self.head.kind!r}"
        written, data = split_row(stored)
        digest = entry_digest(self.digest, prefix, version, data)
        if written != digest:
            return "was changed, or something before it was: its digest does not follow from what is stored"
        entry = self.ledger.decode(stored, self.head)
        if entry.seq != version:
            return f"says it is event {entry.seq}"
        if self.table is not None:
            fold(entry.events, self.table)
        self.last += len(entry.events)
        self.digest = digest
        self.entries += 1
        if self.last in self.wanted_digests:
            self.digests[self.last] = digest
        if self.table is not None:
            self.leaving.keep(self.head.id, self.last, self.table)
        if self.last in self.snapshots:
            self._compare_snapshot()
        return ""

    def _check_end(self) -> Finding | None:
        """Compare the end of the chain with the stream's head and with the number of stored entries."""
        if self.last < self.head.last:
            return self._finding(self.last + 1, f"is missing: the head says there are events up to {self.head.last}")
        if self.last > self.head.last:
            return self._finding(self.head.last + 1, f"was added: the head says the last event is {self.head.last}")
        if self.digest != self.head.digest:
            return self._finding(self.last, "is not what the head's digest says")
        if self.entries != self.stored:
            return self._finding(
                0, f"{self.stored} entries are in store under its id, but {self.entries} are its record"
            )
        return None

    def _base_table(self) -> Table | None:
        """Return the table a game's first own event applies to; None for a stream that is no game."""
        about = self.head.about
        if self.head.kind != GAME.name:
            return None
        if not about.parent:
            return Table()
        return self.leaving.find(self.owner, about.at) or self.ledger.table_at(about.parent, about.at)

    def _read_snapshots(self) -> Iterator[Finding]:
        """Name the snapshots that were changed, and keep the others to compare them on the way."""
        for snapshot in self.ledger.all_snapshots(self.head) if self.with_snapshots else ():
            if not snapshot.whole:
                yield self._finding(snapshot.seq, "its snapshot was changed (the record itself is checked apart)")
            elif snapshot.ours:
                self.snapshots[snapshot.seq] = snapshot.data

    def _compare_snapshot(self) -> None:
        """Compare the snapshot of this event with the table as it was just folded."""
        if self.table is None or self.snapshots.pop(self.last) != freeze(self.table):
            self.snapshot_findings.append(
                self._finding(self.last, "its snapshot is of another table than the events fold to")
            )

    def _check_seals(self, stored: list[bytes]) -> Iterator[Finding]:
        """Check that the seals are those the head counts, are genuine, and vouch for this very record."""
        numbers = (
            self.ledger.ask(lambda tables, cursor: tables.seal_numbers(cursor, self.row.id)) if self.sealed else []
        )
        if tally(stored) != self.head.seals or numbers != list(range(1, len(stored) + 1)):
            yield self._finding(0, "a seal was taken off, added or changed: the seals are not those its head counts")
        for data in stored:
            seal = _try_seal(data)
            if seal is None or seal.id != self.row.id or not is_genuine(seal):
                yield self._finding(
                    seal.last if seal else 0, "a seal on it was changed or forged: its signature does not hold"
                )
            elif self.digests.get(seal.last, b"").hex() != seal.digest:
                who = f"{seal.by} (key {seal.fingerprint}) on {seal.when}"
                yield self._finding(
                    seal.last, f"the seal by {who} no longer matches: this is not the record that was sealed"
                )

    def _finding(self, seq: int, says: str) -> Finding:
        return Finding(self.row.name, self.row.id, seq, says)


def _try_seal(data: bytes) -> Seal | None:
    try:
        return read_seal(data)
    except Unreadable:
        return None

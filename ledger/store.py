"""The ledger: streams of entries that are only ever appended to.

    with Ledger.open("tournament.db") as ledger:        a file, `memory:` or postgresql://USER@HOST/DATABASE
        head = ledger.start("table-7", pack="agot2")    open a game; its head is where its record stands
        ledger.start("table-8", entries=entries)        with its first entries: the game and they, or nothing
        head = ledger.append(head, entries)             all of them or none; `Conflict` if somebody else was first
        ledger.games()                                  the heads of all games
        ledger.head("table-7")                          by name, id, or the beginning of either
        ledger.entries(head, start=40)                  entries from the one holding event 40, streamed
        ledger.envelopes(head, start=40)                events with their frame, cause, origin and evidence
        ledger.table_at(head, 120)                      the table after event 120
        ledger.follow(head)                             entries as they are appended, by whomever

A stream's version is the number of its last event, and a stored row's version that of its first event. A branch is a
stream with a parent: whoever reads it reads the parent's entries up to where it leaves, then its own.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from types import TracebackType
from typing import Any, NamedTuple, Self

from msgspec import structs

from ledger.address import open_address
from ledger.chain import chained_rows, genesis
from ledger.codec import GAME, KINDS, Kinds
from ledger.errors import Conflict, LedgerError, Unwritable
from ledger.faults import translated_faults
from ledger.own_tables import foreign_on_server, refuse_foreign
from ledger.queries import LedgerReader, StreamRef
from ledger.seals import Seal, read_seal, seal_bytes
from ledger.snapshots import EVERY, SnapshotTaker
from ledger.streams import About, Change, Head, Row, check_name, new_id, owner_of_event
from ledger.table import Table

POLL = 0.1
"""Seconds between two looks for new entries."""


class NewStream(NamedTuple):
    """A stream that is not opened yet: the head it will have, and its rows."""

    head: Head
    rows: Sequence[Row]


class Ledger(LedgerReader):
    """An opened ledger, for reading and writing. The module's docstring shows how it is used."""

    @classmethod
    def open(cls, address: str, *, kinds: Kinds = KINDS, create: bool = True) -> Self:
        """Open a ledger by its address, making an empty one if there is none and `create` is set.

        Raises `BadAddress` if it cannot be opened, or holds triggers or the like that Last Word did not make.
        """
        application = open_address(address, kinds, create=create)
        opened = cls(application, kinds, application.address)
        schema = getattr(opened.recorder.datastore, "schema", None)  # only a server has schemas; files are looked at
        if schema is not None:
            try:
                refuse_foreign("on the server", opened.ask(lambda _, cursor: foreign_on_server(cursor, schema)))
            except LedgerError:
                opened.close()
                raise
        return opened

    def close(self) -> None:
        """Close the connections to the file or the server."""
        self.recorder.release()
        self.application.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def start(
        self,
        name: str,
        *,
        pack: str = "",
        pack_version: str = "",
        note: str = "",
        created: str = "",
        kind: str = GAME.name,
        id: str = "",  # noqa: A002
        parent: StreamRef | None = None,
        at: int | None = None,
        entries: Iterable[Any] = (),
        table: Table | None = None,
    ) -> Head:
        """Open a new stream with its first entries, all of it in one transaction, and return its head.

        With a `parent` it is a branch that leaves the parent after event `at` (its last, unless given), which must end
        an action; pack and version are the parent's unless given. If `table` is the table after the last entry, a
        snapshot can be taken without folding. Raises `NameTaken` if the name is in use. Example:
        `ledger.start("table-7-claim", parent="table-7", at=120, entries=moves)`.
        """
        about = About(id or new_id(), kind, check_name(name), pack, pack_version, note, created)
        new = self.new_stream(about, entries, parent=parent, at=at)
        self.write(new.rows, [Change(new.head)])
        head = self.head(new.head.id)
        if table is not None and table.seq == head.last:
            self._take_snapshot(structs.replace(head, last=head.about.at), head, table)
        return head

    def new_stream(
        self, about: About, entries: Iterable[Any] = (), *, parent: StreamRef | None = None, at: int | None = None
    ) -> NewStream:
        """Return a stream that is ready to be opened, as `append` takes it in `opening`; nothing is stored."""
        kind = self.kind(about.kind)
        if parent is not None:
            about = self._branch(about, self.head(parent), at)
        rows, head = chained_rows(Head(about, 0, about.at, genesis(about)), kind, entries)
        return NewStream(head, rows)

    def _branch(self, about: About, parent: Head, at: int | None) -> About:
        """Return a stream's description with its parent, the event at which it leaves, and the digest there.

        The parent is the stream that holds that event: whoever leaves a branch before its own first event leaves the
        stream the branch came from.
        """
        leaves = parent.last if at is None else at
        parent = owner_of_event(parent, leaves, self.head)
        return structs.replace(
            about,
            pack=about.pack or parent.about.pack,
            pack_version=about.pack_version or parent.about.pack_version,
            parent=parent.id,
            at=leaves,
            trunk=self.digest_at(parent, leaves).hex(),
        )

    def append(
        self,
        stream: StreamRef,
        entries: Iterable[Any],
        expected: int | None = None,
        *,
        table: Table | None = None,
        opening: Sequence[NewStream] = (),
    ) -> Head:
        """Append entries in one transaction and return the new head.

        The head that is given, or the event number `expected`, says where the writer thinks the stream stands. If it
        stands elsewhere, nothing is written and `Conflict` is raised. If `table` is the table after the last entry, a
        snapshot can be taken without folding. The streams in `opening` are opened in the same transaction.
        """
        head = stream if isinstance(stream, Head) else self.head(stream)
        if expected is not None and head.last != expected:
            raise Conflict(f"{head.name} stands at event {head.last}, not {expected}: read it again and retry")
        made, after = chained_rows(head, self.kind(head.kind), entries)
        new_rows = [row for new in opening for row in new.rows]
        self.write([*made, *new_rows], [Change(after, head), *(Change(new.head) for new in opening)])
        if table is not None and table.seq == after.last:
            self._take_snapshot(head, after, table)
        return after

    def write(self, made: Sequence[Row], changes: Sequence[Change]) -> None:
        """Store rows and the heads they lead to, together or not at all; raises `Unwritable` on a read-only ledger."""
        self._allow_writing()
        with translated_faults(self.address):
            self.application.events.put(made, changes=changes)

    def _allow_writing(self) -> None:
        if not self.writable:
            raise Unwritable(f"the ledger {self.address} is read-only here: nothing was written")

    def put_seal(self, head: Head, seal: Seal) -> None:
        """Put a signed seal on a stream, and count it in the stream's head; several may do so at once.

        Raises `LedgerError` if the seals in store are not those the head counts.
        """
        self._allow_writing()
        with translated_faults(self.address):
            self.recorder.with_side_tables(
                lambda tables, cursor: tables.add_seal(cursor, head, seal_bytes(seal)), commit=True
            )

    def checkpoint(self) -> list[str]:
        """Chain the head of every stream that has moved on into the register, and return the names of those streams.

        What lies before a checkpoint cannot be cut off unseen. Opening and sealing a stream make checkpoints by
        themselves. A ledger of format 1 becomes one of format 2, which version 0.1.0 does not open.
        """
        self._allow_writing()
        with translated_faults(self.address):
            made: list[str] = self.recorder.with_side_tables(
                lambda tables, cursor: tables.checkpoint_all(cursor), commit=True
            )
            return made

    def seals(self, stream: StreamRef) -> list[Seal]:
        """Return the seals on a stream, oldest first."""
        head = self.head(stream)
        return [read_seal(data) for data in self.ask(lambda tables, cursor: tables.seals(cursor, head.id))]

    def _take_snapshot(self, before: Head, after: Head, table: Table) -> None:
        """Keep a snapshot of the table if the appended entries passed a multiple of `EVERY` events."""
        taker = SnapshotTaker(before.last - before.last % EVERY)
        taker.take_if_due(table)
        self._keep_snapshots(after, taker)

    def follow(self, stream: StreamRef, start: int | None = None, *, idle: float | None = None) -> Iterator[Any]:
        """Yield entries as they are appended, by whomever: from the one that holds event `start`, or from now on.

        Ends after `idle` seconds without a new entry; never, if `idle` is None.
        """
        head = self.head(stream)
        wanted = head.last + 1 if start is None else start
        news = time.monotonic()
        while idle is None or time.monotonic() - news < idle:
            stamp = self.recorder.stamp()
            for entry in self.entries(head.id, wanted):
                yield entry
                wanted, news = entry.seq + len(entry.events), time.monotonic()
            while self.recorder.stamp() == stamp and (idle is None or time.monotonic() - news < idle):
                time.sleep(POLL)

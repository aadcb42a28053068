"""The ledger in one SQLite file, or in memory.

The recorders of the library `eventsourcing` are extended so that heads are written in the same transaction as the
entries.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from typing import Any, TypeVar, cast
from uuid import UUID

from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import (
    SQLiteAggregateRecorder,
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteFactory,
)

from ledger.errors import BadAddress, newer_format
from ledger.own_tables import foreign_in_file, refuse_foreign
from ledger.side_tables import LEDGER_FORMAT, Dialect, SideTables
from ledger.streams import Change, Stored

APPLICATION = 0x4C737457  # "LstW": marks the file as a ledger of ours
LOCK_TIMEOUT = 30
"""Seconds to wait for another process to let go of the file."""
LAST_TABLE = "stored_snapshots"
"""The table that is made last: if it is there, all are."""
READABLE = partial(str, encoding="utf-8", errors="replace")
"""Reads a text from its bytes even if it is not UTF-8."""
DISTRUST = "PRAGMA trusted_schema = OFF"
"""Nothing that a file's schema says may call functions with side effects."""
T = TypeVar("T")


class Pool(SQLiteConnectionPool):
    """A pool of connections that wait for the disk at each commit: what was acknowledged survives a power cut, too.

    A text that is not UTF-8 is read all the same, so that the check can name the damage instead of failing.
    """

    def _create_connection(self) -> SQLiteConnection:
        connection = super()._create_connection()
        connection._sqlite_conn.text_factory = READABLE
        connection.cursor().execute("PRAGMA synchronous = FULL")
        connection.cursor().execute(DISTRUST)
        return connection


class Datastore(SQLiteDatastore):
    """A datastore whose connections always come back to the pool without an open transaction."""

    @contextmanager
    def get_connection(self, *, commit: bool) -> Iterator[SQLiteConnection]:
        """Lend a connection for the length of a `with` block; any error rolls its transaction back."""
        with super().get_connection(commit=commit) as connection:
            try:
                yield connection
            except BaseException:
                # A commit that failed, on a full disk say, leaves its transaction open.
                connection.rollback()
                raise


class SQLiteLedgerRecorder(SQLiteApplicationRecorder):
    """Stores entries, heads, the register and seals in one file."""

    def __init__(self, datastore: SQLiteDatastore, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name)
        self.side_tables = SideTables(Dialect())
        self._watch: sqlite3.Connection | None = None

    def _create_table(self, c: SQLiteCursor) -> None:
        super()._create_table(c)
        self.side_tables.create(c.sqlite_cursor)
        c.execute(f"PRAGMA application_id = {APPLICATION}")
        c.execute(f"PRAGMA user_version = {LEDGER_FORMAT}")

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Iterable[StoredEvent], *, changes: Iterable[Change] = (), **_: Any
    ) -> None:
        for change in changes:
            self.side_tables.change(c.sqlite_cursor, change)
        # Streams through: an import hands over a generator of any length. Ids are not collected, nobody asks for them.
        rows = (
            (cast(UUID, stored.originator_id).hex, stored.originator_version, stored.topic, stored.state)
            for stored in stored_events
        )
        c.executemany(self.insert_events_statement, rows)

    def read(self, stream: UUID, after: int, stop: int, limit: int) -> list[Stored]:
        """Return up to `limit` rows of a stream in order: those that start after event `after`, up to `stop`.

        The library's own way makes an object and an id of each row, which costs more than decoding it.
        """
        with self.datastore.transaction(commit=False) as c:
            c.sqlite_cursor.row_factory = None
            c.execute(
                "SELECT originator_version, topic, CASE typeof(state) WHEN 'blob' THEN state ELSE x'' END "
                f"FROM {self.events_table_name} WHERE originator_id = ? "
                "AND originator_version > ? AND originator_version <= ? ORDER BY originator_version LIMIT ?",
                (stream.hex, after, stop, limit),
            )
            found: list[Stored] = c.fetchall()
            return found

    def read_many(self, streams: list[UUID], after: int, stop: int) -> dict[str, list[Stored]]:
        """Return the rows of several streams, as `read` does, by the streams' ids."""
        marks = ",".join("?" * len(streams))
        found: dict[str, list[Stored]] = {}
        with self.datastore.transaction(commit=False) as c:
            c.sqlite_cursor.row_factory = None
            c.execute(
                "SELECT originator_id, originator_version, topic, CASE typeof(state) WHEN 'blob' THEN state ELSE x'' "
                f"END FROM {self.events_table_name} WHERE originator_id IN ({marks}) "
                "AND originator_version > ? AND originator_version <= ? ORDER BY originator_id, originator_version",
                (*(stream.hex for stream in streams), after, stop),
            )
            for stream, version, topic, state in c.fetchall():
                found.setdefault(stream, []).append((version, topic, state))
        return found

    def with_side_tables(self, ask: Callable[[SideTables, Any], T], *, commit: bool = False) -> T:
        """Call `ask` with the side tables and a cursor, in a transaction of its own, and return its answer."""
        with self.datastore.transaction(commit=commit) as c:
            return ask(self.side_tables, c.sqlite_cursor)

    def counts(self) -> dict[str, int]:
        """Return how many entries are stored under each id."""
        with self.datastore.transaction(commit=False) as c:
            c.execute(f"SELECT originator_id, count(*) FROM {self.events_table_name} GROUP BY originator_id")
            return {str(row[0]): row[1] for row in c.fetchall()}

    def damage(self) -> list[str]:
        """Return in words what SQLite finds wrong with the file, and what in it Last Word did not make.

        At most three faults that SQLite finds are named. Tables, indexes, triggers and views are named if Last Word did
        not make them or if they were changed.
        """
        with self.datastore.transaction(commit=False) as c:
            c.execute("PRAGMA integrity_check(3)")
            faults = [text for (text,) in c.fetchall() if text != "ok"]
            return [*faults, *(f"it holds {what}" for what in foreign_in_file(c.sqlite_cursor.connection))]

    def stamp(self) -> int:
        """Return a number that changes whenever anybody, this ledger included, has committed anything to the file.

        That costs reading a few bytes of shared memory. In memory it changes with appended entries only.
        """
        if self.datastore.pool.is_sqlite_memory_mode:
            return self.max_notification_id() or 0
        if self._watch is None:
            self._watch = sqlite3.connect(self.datastore.pool.db_name, uri=True, check_same_thread=False)
            self._watch.execute(DISTRUST)
        return int(self._watch.execute("PRAGMA data_version").fetchone()[0])

    def on_outage(self, tell: Callable[[str], None]) -> None:
        """Do nothing: a file does not go away and come back."""

    def release(self) -> None:
        """Close the connection that `stamp` keeps open, if it has one."""
        if self._watch is not None:
            self._watch.close()
            self._watch = None


class SQLiteSnapshotRecorder(SQLiteAggregateRecorder):
    """Stores snapshots; a newer one of the same event replaces the older, since they are only a cache."""

    def __init__(self, datastore: SQLiteDatastore, events_table_name: str = "stored_snapshots") -> None:
        super().__init__(datastore, events_table_name)
        self.insert_events_statement = f"INSERT OR REPLACE INTO {events_table_name} VALUES (?,?,?,?)"

    def streams(self) -> set[str]:
        """Return the ids under which snapshots are stored."""
        with self.datastore.transaction(commit=False) as c:
            c.execute(f"SELECT DISTINCT originator_id FROM {self.events_table_name}")
            return {str(row[0]) for row in c.fetchall()}


class SQLiteLedgerFactory(SQLiteFactory):
    """The library's factory, making the recorders, datastore and pool above."""

    application_recorder_class = SQLiteLedgerRecorder
    aggregate_recorder_class = SQLiteSnapshotRecorder

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        made = self.datastore
        self.datastore = Datastore(made.pool.db_name, lock_timeout=made.pool.lock_timeout)
        self.datastore.pool = Pool(db_name=made.pool.db_name, lock_timeout=made.pool.lock_timeout)


def is_made(uri: str, address: str, *, create: bool) -> bool:
    """Whether all tables are there. The database is only read.

    Raises `BadAddress` for another program's database, for a ledger of a newer version, and for a ledger that holds
    triggers, views or anything else that Last Word did not make. An empty file is refused,
    too, unless `create` allows to make a ledger in it: somebody who only looks must not be told that all is well.
    """
    with closing(sqlite3.connect(uri, uri=True, timeout=LOCK_TIMEOUT)) as connection:
        connection.execute(DISTRUST)
        connection.execute("BEGIN")  # somebody may be making it right now: all three answers are of one moment
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        foreign = foreign_in_file(connection)
    if tables and application != APPLICATION:
        raise BadAddress(f"{address} is an SQLite database, but not a ledger of Last Word")
    if version > LEDGER_FORMAT:
        raise newer_format(address, version, LEDGER_FORMAT)
    refuse_foreign(address, foreign)
    if not tables and not create:
        raise BadAddress(
            f"{address} is empty: no ledger was made in it yet, or everything in it was lost; restore a copy"
        )
    return LAST_TABLE in tables

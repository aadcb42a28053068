"""The ledger on a PostgreSQL server, which a whole tournament can share.

The recorders of the library `eventsourcing` are extended so that heads are written in the same transaction as the
entries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar
from uuid import UUID

from eventsourcing.persistence import StoredEvent
from eventsourcing.postgres import (
    PostgresAggregateRecorder,
    PostgresApplicationRecorder,
    PostgresDatastore,
    PostgresFactory,
)
from psycopg import Connection
from psycopg.sql import SQL

from ledger.errors import newer_format
from ledger.side_tables import LEDGER_FORMAT, Dialect, SideTables
from ledger.streams import Change, Stored

ROWS_PER_CALL = 500
BYTES_PER_CALL = 1_000_000
FIRST_TABLE = "ledger_register"
"""The table whose comment says which format the ledger has."""
LAST_TABLE = "ledger_snapshots"
"""The table that is made last: if it is there, all are."""
MADE_BY = "lastword ledger "
"""The beginning of that comment; the number of the format follows."""
MAKING_LOCK = 0x4C737457
"""The key of the advisory lock that whoever makes the tables holds."""
T = TypeVar("T")


class PostgresLedgerRecorder(PostgresApplicationRecorder):
    """Stores entries, heads, the register and seals in one schema."""

    def __init__(self, datastore: PostgresDatastore, *, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        self.side_tables = SideTables(Dialect(mark="%s", blob="BYTEA", schema=f'"{datastore.schema}".'))

    def _create_table(self, curs: Any) -> None:
        super()._create_table(curs)
        self.side_tables.create(curs)
        curs.execute(f"COMMENT ON TABLE {self.side_tables.dialect.schema}{FIRST_TABLE} IS '{MADE_BY}{LEDGER_FORMAT}'")

    def insert_events(self, stored_events: Iterable[StoredEvent], *, changes: Iterable[Change] = (), **_: Any) -> None:
        """Store entries and the changes of heads they lead to, in one transaction.

        The library's pipeline and retries are not used: a large call in a pipeline can hang, and an append whose answer
        was lost must be looked up, not sent again.
        """
        with self.datastore.transaction(commit=True) as cursor:
            for change in changes:
                self.side_tables.change(cursor, change)
            self._lock_table(cursor)
            self._notify_channel(cursor)
            for batch in _batches(stored_events):
                PostgresAggregateRecorder._insert_stored_events(self, cursor, batch)

    def read(self, stream: UUID, after: int, stop: int, limit: int) -> list[Stored]:
        """Return up to `limit` rows of a stream in order: those that start after event `after`, up to `stop`."""
        found = self.select_events(stream, gt=after, lte=stop, limit=limit)
        return [(stored.originator_version, stored.topic, stored.state) for stored in found]

    def with_side_tables(self, ask: Callable[[SideTables, Any], T], *, commit: bool = False) -> T:
        """Call `ask` with the side tables and a cursor, in a transaction of its own, and return its answer."""
        with self.datastore.transaction(commit=commit) as cursor:
            return ask(self.side_tables, cursor)

    def counts(self) -> dict[str, int]:
        """Return how many entries are stored under each id."""
        with self.datastore.transaction() as cursor:
            table = f'"{self.datastore.schema}"."{self.events_table_name}"'
            cursor.execute(f"SELECT originator_id, count(*) AS entries FROM {table} GROUP BY originator_id")
            return {row["originator_id"].hex: row["entries"] for row in cursor.fetchall()}

    def damage(self) -> list[str]:
        """Return nothing: a server looks after its own files."""
        return []

    def stamp(self) -> int:
        """Return a number that changes whenever anybody has appended entries."""
        return self.max_notification_id() or 0

    def release(self) -> None:
        """Do nothing: `stamp` keeps no connection open."""


class PostgresSnapshotRecorder(PostgresAggregateRecorder):
    """Stores snapshots; a newer one of the same event replaces the older, since they are only a cache."""

    def __init__(self, datastore: PostgresDatastore, *, events_table_name: str = "stored_snapshots") -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        self.insert_events_statement += SQL(
            " ON CONFLICT (originator_id, originator_version) "
            "DO UPDATE SET topic = EXCLUDED.topic, state = EXCLUDED.state"
        )


class PostgresLedgerFactory(PostgresFactory):
    """The library's factory, making the recorders above."""

    application_recorder_class = PostgresLedgerRecorder
    aggregate_recorder_class = PostgresSnapshotRecorder


def _batches(stored_events: Iterable[StoredEvent]) -> Iterator[list[StoredEvent]]:
    """Part stored events into lists that are short and small enough for one call."""
    batch: list[StoredEvent] = []
    size = 0
    for stored in stored_events:
        batch.append(stored)
        size += len(stored.state)
        if len(batch) >= ROWS_PER_CALL or size >= BYTES_PER_CALL:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def is_made(connection: Connection[Any], schema: str, address: str) -> bool:
    """Whether all tables are there; raises `BadAddress` for a ledger of a newer version, before anything touches it."""
    first, last = (f'"{schema or "public"}"."{table}"' for table in (FIRST_TABLE, LAST_TABLE))
    found = connection.execute(
        "SELECT to_regclass(%s), obj_description(to_regclass(%s), 'pg_class')", (last, first)
    ).fetchone()
    made, comment = found or (None, None)
    version = str(comment or "").removeprefix(MADE_BY)
    if version.isdecimal() and int(version) > LEDGER_FORMAT:
        raise newer_format(address, int(version), LEDGER_FORMAT)
    return made is not None


def wait_for_makers(connection: Connection[Any]) -> None:
    """Wait until nobody else is making tables, and keep others from it until this connection is closed."""
    connection.execute("SELECT pg_advisory_lock(%s)", (MAKING_LOCK,))

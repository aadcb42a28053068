"""The ledger on a PostgreSQL server, which a whole tournament can share.

The recorders of the library `eventsourcing` are extended so that heads are written in the same transaction as the
entries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar
from uuid import UUID
from zlib import crc32

from eventsourcing.persistence import IntegrityError, Notification, StoredEvent
from eventsourcing.postgres import (
    PostgresAggregateRecorder,
    PostgresApplicationRecorder,
    PostgresDatastore,
    PostgresFactory,
)
from psycopg import Connection, pq
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL

from ledger.errors import Conflict, newer_format
from ledger.server_connections import CONNECTING, ServerDatastore
from ledger.side_tables import LEDGER_FORMAT, Dialect, SideTables, moved_on
from ledger.streams import Change, Head, Stored
from ledger.turns import Turns, turn_key

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
LOCK_NUMBERS = 2**31
"""The numbers an advisory lock can have; ids beyond them start again from 0."""
HOLD = "pg_advisory_xact_lock_shared({family}, (coalesce(pg_sequence_last_value('{ids}'), 0) & 2147483647)::int)"
"""Takes the lock that says, until the transaction ends: ids above the last one given away may still appear."""
LAST_ID = "SELECT coalesce(pg_sequence_last_value('{ids}'), 0)"
OPEN_IDS = (
    "SELECT objid::bigint AS before FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted "
    "AND classid::bigint = ({family}::bigint & 4294967295) "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
"""The numbers of the locks that writers hold now."""
COLUMNS = "INSERT INTO {table} (originator_id, originator_version, topic, state) "
INSERT = COLUMNS + "SELECT * FROM unnest(%s::uuid[], %s::bigint[], %s::text[], %b::bytea[])"
MOVED = (
    "WITH moved AS (UPDATE {schema}ledger_streams SET last = %s, digest = %b "
    "FROM (SELECT pg_advisory_xact_lock_shared(%s::bigint)) AS turn "
    "WHERE id = %s AND last = %s AND digest = %b RETURNING " + HOLD + ") " + COLUMNS
)
"""The beginning of an append to one stream: nothing is stored unless the head is where the writer saw it."""
APPEND_ONE = MOVED + "SELECT %b::uuid, %s::bigint, %s::text, %b::bytea FROM moved"
APPEND = MOVED + "SELECT added.* FROM moved, unnest(%s::uuid[], %s::bigint[], %s::text[], %b::bytea[]) AS added"
READ_MANY = (
    "SELECT originator_id, originator_version, topic, state FROM {table} WHERE originator_id = ANY(%s) "
    "AND originator_version > %s AND originator_version <= %s ORDER BY originator_id, originator_version"
)
T = TypeVar("T")


class PostgresLedgerRecorder(PostgresApplicationRecorder):
    """Stores entries, heads, the register and seals in one schema."""

    datastore: ServerDatastore

    def __init__(self, datastore: PostgresDatastore, *, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        self.turns = Turns(self.datastore)
        schema = f'"{datastore.schema}".'
        self.side_tables = SideTables(Dialect(mark="%s", blob="BYTEA", schema=schema))
        names = {
            "schema": schema,
            "table": f'{schema}"{events_table_name}"',
            "ids": f'{schema}"{events_table_name}_notification_id_seq"',
            "family": crc32(f"{datastore.schema}.{events_table_name}".encode()) - 2**31,
        }
        self._insert, self._append, self._append_one, self._hold, self._last_id, self._open_ids = (
            text.format(**names) for text in (INSERT, APPEND, APPEND_ONE, "SELECT " + HOLD, LAST_ID, OPEN_IDS)
        )
        self._read_many = READ_MANY.format(**names)

    def _create_table(self, curs: Any) -> None:
        super()._create_table(curs)
        self.side_tables.create(curs)
        # Heads are rewritten at each append: few to a page, so that their writers do not wait for each other's pages.
        curs.execute(f"ALTER TABLE {self.side_tables.dialect.schema}ledger_streams SET (fillfactor = 20)")
        curs.execute(f"COMMENT ON TABLE {self.side_tables.dialect.schema}{FIRST_TABLE} IS '{MADE_BY}{LEDGER_FORMAT}'")

    def insert_events(self, stored_events: Iterable[StoredEvent], *, changes: Iterable[Change] = (), **_: Any) -> None:
        """Store entries and the changes of heads they lead to, in one transaction.

        If the server goes away, the entries are looked up when it is back, and sent again only if they are not there. A
        stream of entries that can be read only once is not sent again.
        """
        changes = list(changes)
        if not isinstance(stored_events, Sequence):
            self._store(stored_events, changes)
            return
        entries, tries = stored_events, 0

        def attempt() -> None:
            nonlocal tries
            tries += 1
            if tries > 1 and self._is_stored(entries, changes):
                return
            try:
                self._store(entries, changes)
            except (Conflict, IntegrityError):
                # A server that was frozen may have stored the first try after it was looked for.
                if tries == 1 or not self._is_stored(entries, changes):
                    raise

        self.datastore.patiently(attempt, changing=True)

    def _store(self, stored_events: Iterable[StoredEvent], changes: list[Change]) -> None:
        """Store entries and changes of heads: a small append to one stream in one statement, the rest in several."""
        batches = _batches(stored_events)
        first = next(batches, [])
        second = next(batches, None)
        if second is None and first and len(changes) == 1 and changes[0].before is not None:
            self._store_at_once(first, changes[0].before, changes[0].after)
            return
        with self.datastore.transaction(commit=True) as cursor:
            for change in changes:
                self.side_tables.change(cursor, change)
            cursor.execute(self._hold)
            for batch in (first, second or [], *batches):
                if batch:
                    cursor.execute(self._insert, _columns(batch))

    def _store_at_once(self, batch: list[StoredEvent], before: Head, after: Head) -> None:
        """Store a batch of one stream in one statement; raises `Conflict` if its head is not where the writer saw it.

        Whoever is too late is told so when it is their turn to try again.
        """
        moved = (after.last, after.digest, turn_key(before), before.id, before.last, before.digest)
        with self.turns.connection(before) as connection:
            if len(batch) == 1:  # lists cost more to send than all the rest
                added = batch[0]
                row = (added.originator_id, added.originator_version, added.topic, added.state)
                stored = connection.kept.execute(self._append_one, (*moved, *row), prepare=True).rowcount
            else:
                stored = connection.kept.execute(self._append, (*moved, *_columns(batch)), prepare=True).rowcount
        if stored != len(batch):
            self.turns.wait_for(before)
            raise moved_on(before)

    def _is_stored(self, entries: Sequence[StoredEvent], changes: list[Change]) -> bool:
        """Whether a transaction whose answer was lost took place: its last entry, or else its last stream, is there."""
        if not entries:
            return self.with_side_tables(
                lambda tables, cursor: bool(tables.find(cursor, changes[-1].after.id)), commit=False
            )
        wanted = entries[-1]
        assert isinstance(wanted.originator_id, UUID)
        found = self.read(wanted.originator_id, wanted.originator_version - 1, wanted.originator_version, 1)
        return found == [(wanted.originator_version, wanted.topic, wanted.state)]

    def final_id(self) -> int:
        """Return the notification id up to which nothing will appear any more: every writer of those ids has ended.

        Writers do not wait for each other, so a higher id may be committed before a lower one. Each writer holds a lock
        from before it takes ids until it has ended, and the lock's number is the last id that was given away before. So
        whoever first reads the last id, then the locks, and then the entries, misses none up to the lowest of these.
        """
        with self.datastore.get_connection() as connection, connection.cursor() as cursor:
            last = int(_one(cursor.execute(self._last_id)))
            held = cursor.execute(self._open_ids).fetchall()
        return min((last - (last - row["before"]) % LOCK_NUMBERS for row in held), default=last)

    def max_notification_id(self) -> int | None:
        """Return the highest notification id that can be read; None if there is none."""
        return self.datastore.patiently(self.final_id) or None

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """Return entries of all streams in the order of their notification ids, never one that a lower may follow."""

        def attempt() -> Sequence[Notification]:
            last = self.final_id()
            end = last if stop is None else min(stop, last)
            found: Sequence[Notification] = super(PostgresLedgerRecorder, self).select_notifications(
                start, limit, end, topics, inclusive_of_start=inclusive_of_start
            )
            return found

        return self.datastore.patiently(attempt)

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Any:
        """Refuse. Writers send no NOTIFY, since commits that do wait for each other; `Ledger.follow` looks itself."""
        raise NotImplementedError("a ledger is followed by `Ledger.follow`")

    def select_events(self, originator_id: UUID | str, **options: Any) -> Sequence[StoredEvent]:
        """Return the rows of a stream; a server that is away is tried again."""
        return self.datastore.patiently(
            lambda: super(PostgresLedgerRecorder, self).select_events(originator_id, **options)
        )

    def read(self, stream: UUID, after: int, stop: int, limit: int) -> list[Stored]:
        """Return up to `limit` rows of a stream in order: those that start after event `after`, up to `stop`."""
        found = self.select_events(stream, gt=after, lte=stop, limit=limit)
        return [(stored.originator_version, stored.topic, stored.state) for stored in found]

    def read_many(self, streams: list[UUID], after: int, stop: int) -> dict[str, list[Stored]]:
        """Return the rows of several streams, as `read` does, by the streams' ids."""

        def attempt() -> dict[str, list[Stored]]:
            found: dict[str, list[Stored]] = {}
            with self.datastore.transaction() as cursor:
                cursor.execute(self._read_many, (streams, after, stop))
                for row in cursor.fetchall():
                    stored = (row["originator_version"], row["topic"], bytes(row["state"]))
                    found.setdefault(row["originator_id"].hex, []).append(stored)
            return found

        return self.datastore.patiently(attempt)

    def with_side_tables(self, ask: Callable[[SideTables, Any], T], *, commit: bool = False) -> T:
        """Call `ask` with the side tables and a cursor, and return its answer; a change is a transaction of its own.

        If the server goes away, a question is asked again; a change is not made again.
        """
        if commit:
            with self.datastore.transaction(commit=True) as cursor:
                return ask(self.side_tables, cursor)

        def attempt() -> T:
            with self.datastore.get_connection() as connection:
                return ask(self.side_tables, connection.cursor())

        return self.datastore.patiently(attempt)

    def counts(self) -> dict[str, int]:
        """Return how many entries are stored under each id."""

        def attempt() -> dict[str, int]:
            with self.datastore.transaction() as cursor:
                table = f'"{self.datastore.schema}"."{self.events_table_name}"'
                cursor.execute(f"SELECT originator_id, count(*) AS entries FROM {table} GROUP BY originator_id")
                return {row["originator_id"].hex: row["entries"] for row in cursor.fetchall()}

        return self.datastore.patiently(attempt)

    def damage(self) -> list[str]:
        """Return nothing: a server looks after its own files."""
        return []

    def stamp(self) -> tuple[int, int]:
        """Return what changes whenever anybody has appended entries: the highest id in store, and `final_id`.

        An id below the highest may be stored later; then `final_id` changes.
        """

        def attempt() -> tuple[int, int]:
            with self.datastore.get_connection() as connection, connection.cursor() as cursor:
                highest = _one(cursor.execute(self.max_notification_id_statement))
            return highest or 0, self.final_id()

        return self.datastore.patiently(attempt)

    def on_outage(self, tell: Callable[[str], None]) -> None:
        """Have `tell` called with what to say of the server when it goes away, and when it is back."""
        self.datastore.on_outage = tell

    def release(self) -> None:
        """End the turns that were not used; `stamp` keeps no connection open."""
        self.turns.close()


class PostgresSnapshotRecorder(PostgresAggregateRecorder):
    """Stores snapshots; a newer one of the same event replaces the older, since they are only a cache."""

    datastore: ServerDatastore

    def __init__(self, datastore: PostgresDatastore, *, events_table_name: str = "stored_snapshots") -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        self.insert_events_statement += SQL(
            " ON CONFLICT (originator_id, originator_version) "
            "DO UPDATE SET topic = EXCLUDED.topic, state = EXCLUDED.state"
        )

    def insert_events(self, stored_events: Sequence[StoredEvent], **options: Any) -> None:
        """Store snapshots; a server that is away is tried again."""
        self.datastore.patiently(lambda: super(PostgresSnapshotRecorder, self).insert_events(stored_events, **options))

    def select_events(self, originator_id: UUID | str, **options: Any) -> Sequence[StoredEvent]:
        """Return the snapshots of a stream; a server that is away is tried again."""
        return self.datastore.patiently(
            lambda: super(PostgresSnapshotRecorder, self).select_events(originator_id, **options)
        )

    def streams(self) -> set[str]:
        """Return the ids under which snapshots are stored."""

        def attempt() -> set[str]:
            table = f'"{self.datastore.schema}"."{self.events_table_name}"'
            with self.datastore.get_connection() as connection:
                found = connection.execute(f"SELECT DISTINCT originator_id FROM {table}").fetchall()
            return {row["originator_id"].hex for row in found}

        return self.datastore.patiently(attempt)


class PostgresLedgerFactory(PostgresFactory):
    """The library's factory, making the recorders above."""

    application_recorder_class = PostgresLedgerRecorder
    aggregate_recorder_class = PostgresSnapshotRecorder

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        made = self.datastore
        made.close()
        self.datastore = ServerDatastore(self.env.get("POSTGRES_CONNINFO") or "", made.schema, made.lock_timeout)


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


def _columns(batch: list[StoredEvent]) -> tuple[list[Any], ...]:
    """Return the ids, versions, topics and states of stored events, as the statements take them."""
    return (
        [stored.originator_id for stored in batch],
        [stored.originator_version for stored in batch],
        [stored.topic for stored in batch],
        [stored.state for stored in batch],
    )


def _one(cursor: Any) -> Any:
    """Return the only value of the only row."""
    return next(iter(cursor.fetchone().values()))


def option_names() -> list[str]:
    """Return the names of all options that libpq takes."""
    return [option.keyword.decode() for option in pq.Conninfo.get_defaults()]


def conninfo(options: dict[str, str]) -> str:
    """Return libpq's text for these options, with a time limit for connecting."""
    return make_conninfo(**{"connect_timeout": str(CONNECTING), **options})


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

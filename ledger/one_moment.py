"""Reading a ledger as it stood at one moment, while others go on writing to it.

A check reads heads, entries, seals and the register one after another. Were each read in a transaction of its own, an
append in between would look like damage.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from typing import Any, TypeVar

from eventsourcing.sqlite import SQLiteCursor, SQLiteDatastore

from ledger.errors import Unwritable

R = TypeVar("R")


class PinnedDatastore:
    """A stand-in for a recorder's datastore: every transaction is a cursor of one connection, in one transaction.

    Whatever else a recorder asks of its datastore is answered by the real one.
    """

    def __init__(self, real: Any, connection: Any) -> None:
        self._real, self._connection = real, connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    @contextmanager
    def transaction(self, *, commit: bool = False) -> Iterator[Any]:
        """Lend a cursor that reads from the moment; raises `Unwritable` if something is to be written."""
        if commit:
            raise Unwritable(
                "this is the ledger as it stood at one moment, which can only be read: nothing was written"
            )
        yield self._connection.cursor()

    @contextmanager
    def get_connection(self, *, commit: bool = False) -> Iterator[Any]:
        """Lend the connection itself, which some recorders ask for."""
        yield self._connection


@contextmanager
def pinned_recorders(*recorders: R) -> Iterator[tuple[R, ...]]:
    """Lend copies of recorders of one datastore that all read what was stored when the `with` block began.

    The recorders themselves stay usable for writing meanwhile.
    """
    real: Any = recorders[0].datastore  # type: ignore[attr-defined]
    with _sqlite_moment(real) if isinstance(real, SQLiteDatastore) else _postgres_moment(real) as connection:
        pinned = PinnedDatastore(real, connection)
        copies = tuple(map(copy, recorders))
        for recorder in copies:
            recorder.datastore = pinned  # type: ignore[attr-defined]
        yield copies


@contextmanager
def _sqlite_moment(datastore: SQLiteDatastore) -> Iterator[Any]:
    """Lend a connection with an open read transaction, which the first question fixes in time."""
    pool = datastore.pool
    connection = pool.get_connection(is_writer=False)
    try:
        cursor: SQLiteCursor = connection.cursor()
        cursor.execute("BEGIN")
        cursor.execute("SELECT count(*) FROM sqlite_master")
        cursor.fetchone()
        yield connection
    finally:
        connection.rollback()
        if pool.closed:  # an export that was not read to its end may be dropped after the ledger was closed
            connection.close()
        else:
            pool.put_connection(connection)


@contextmanager
def _postgres_moment(datastore: Any) -> Iterator[Any]:
    """Lend a connection with an open transaction that sees nothing committed after its first question."""
    with datastore.get_connection() as connection, connection.transaction(force_rollback=True):
        connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        connection.execute("SELECT 1")
        yield connection

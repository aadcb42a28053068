"""Connections to a PostgreSQL server that may stop, restart or freeze: each fault is noticed within seconds.

A dropped connection is noticed at once. A server that is silent for `SILENCE` seconds is asked over a second connection
whether it still answers: if it does, it is only busy and is waited for, and if not, it is away. Whoever asked tries
again with growing pauses, says so, and gives up after `PATIENCE` seconds.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from threading import Lock
from typing import Any, TypeVar

import eventsourcing.persistence as library
import psycopg
from eventsourcing.persistence import PersistenceError
from eventsourcing.postgres import PostgresDatastore
from psycopg import Connection, Cursor
from psycopg.rows import DictRow, dict_row

from ledger.faults import ServerAway

CONNECTING = 5
"""Seconds a server has to accept a connection, unless the address says otherwise."""
SILENCE = 3.0
"""Seconds without an answer after which the server is asked whether it still runs."""
LONGEST = 600.0
"""Seconds after which one question is given up although the server answers others."""
PATIENCE = 30.0
"""Seconds for which a server that is away is tried again."""
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0
"""Seconds between two tries: the pause doubles from the first to the longest."""
IDLE = 2
"""Connections that are kept open while nobody uses them."""
T = TypeVar("T")


class WatchedConnection(Connection[DictRow]):
    """A connection on which no answer is waited for after the server has frozen."""

    conninfo = ""

    @cached_property
    def kept(self) -> Cursor[DictRow]:
        """A cursor that stays with the connection: making one costs a fifth of a small append."""
        return self.cursor()

    def wait(self, gen: Any, *args: Any, **options: Any) -> Any:
        """Run one exchange with the server; raises `OperationalError` and closes the connection if it has frozen."""
        return super().wait(self._watched(gen), *args, **options)

    def _watched(self, exchange: Generator[Any, Any, T]) -> Generator[Any, Any, T]:
        """Pass an exchange on, looking after the server whenever it has been silent too long."""
        started = asked = time.monotonic()
        ready = None
        while True:
            try:
                wanted = next(exchange) if ready is None else exchange.send(ready)
            except StopIteration as done:
                result: T = done.value
                return result
            ready = yield wanted
            now = time.monotonic()
            if ready:
                asked = now
            elif now - asked >= SILENCE:
                if now - started >= LONGEST or not answers(self.conninfo):
                    self.pgconn.finish()
                    raise psycopg.OperationalError(
                        f"the database server has not answered for {time.monotonic() - started:.0f} seconds"
                    )
                asked = time.monotonic()


def answers(conninfo: str) -> bool:
    """Whether a server accepts a connection, or refuses it in its own words."""
    try:
        psycopg.connect(conninfo, connect_timeout=int(SILENCE)).close()
    except psycopg.OperationalError as error:
        return "FATAL" in str(error)  # a full server refuses connections, but it runs
    return True


class ServerDatastore(PostgresDatastore):
    """The library's datastore, lending connections that it makes itself.

    The library's pool would go on trying in the background for minutes, and log.
    """

    def __init__(self, conninfo: str, schema: str, lock_timeout: int) -> None:
        super().__init__("", "", "", "", "", schema=schema, lock_timeout=lock_timeout)
        self.conninfo = conninfo
        self.on_outage: Callable[[str], None] = lambda _: None
        self._idle: list[WatchedConnection] = []
        self._lock = Lock()

    @contextmanager
    def get_connection(self, held: WatchedConnection | None = None) -> Iterator[WatchedConnection]:
        """Lend a connection in auto-commit mode for the length of a `with` block; raises `ServerAway` if there is none.

        It is the one that is given, if any. Errors of the database are raised as those of the library.
        """
        connection = held or self.take()
        try:
            yield connection
        except psycopg.Error as error:
            reason = " ".join(str(error).split())
            if connection.closed:
                raise ServerAway(reason, sent=True) from None
            raise _library_error(error)(reason) from None
        finally:
            self.give_back(connection)

    @contextmanager
    def transaction(self, *, commit: bool = False) -> Iterator[Cursor[DictRow]]:
        """Lend a cursor inside a transaction, which is rolled back after an error and unless `commit` is set."""
        with self.get_connection() as connection:
            connection.execute("BEGIN")
            try:
                yield connection.cursor()
            except BaseException:
                with suppress(psycopg.Error):
                    connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT" if commit else "ROLLBACK")

    def patiently(self, act: Callable[[], T], *, changing: bool = False) -> T:
        """Return what `act` returns; while the server is away, say so and try again, for `PATIENCE` seconds.

        `act` must be harmless to repeat; `changing` is whether it changes anything. Raises `ServerAway` in the end.
        """
        began, pause, told, sent = time.monotonic(), FIRST_PAUSE, False, False
        while True:
            try:
                result = act()
            except ServerAway as away:
                sent = changing and (sent or away.sent)
                self._drop_idle()  # they lead to the same server
                if not told:
                    self.on_outage(f"does not answer ({away}); trying again for up to {PATIENCE:.0f} seconds")
                    told = True
                    began = time.monotonic()
                elif time.monotonic() - began + pause > PATIENCE:
                    raise ServerAway(f"{away}; tried for {time.monotonic() - began:.0f} seconds", sent=sent) from None
            else:
                if told:
                    self.on_outage("answers again")
                return result
            # By chance, lest everybody comes back at the same moment.
            time.sleep(pause * random.uniform(0.7, 1.0))
            pause = min(2 * pause, LONGEST_PAUSE)

    def close(self) -> None:
        """Close all connections that are not lent."""
        super().close()
        self._drop_idle()

    def take(self) -> WatchedConnection:
        """Return a connection to be given back; raises `ServerAway` if there is none."""
        with self._lock:
            if self._idle:
                return self._idle.pop()
        try:
            connection = WatchedConnection.connect(self.conninfo, autocommit=True, row_factory=dict_row)
        except psycopg.Error as error:
            raise ServerAway(" ".join(str(error).split())) from None
        connection.conninfo = self.conninfo
        with suppress(psycopg.Error):  # whoever uses it will meet the same error
            connection.execute(
                f"SET lock_timeout = '{self.lock_timeout}s'; SET idle_in_transaction_session_timeout = '5s'"
            )
        return connection

    def give_back(self, connection: WatchedConnection) -> None:
        """Keep a connection for the next one who needs it, or close it."""
        usable = not connection.closed and connection.pgconn.transaction_status == psycopg.pq.TransactionStatus.IDLE
        with self._lock:
            if usable and len(self._idle) < IDLE:
                self._idle.append(connection)
                return
        connection.close()

    def _drop_idle(self) -> None:
        while True:
            with suppress(AttributeError), self._lock:  # the library closes a datastore that was never made, too
                if self._idle:
                    self._idle.pop().close()
                    continue
            return


def _library_error(error: psycopg.Error) -> type[PersistenceError]:
    """Return the library's class of error for one of the database."""
    for name in ("InterfaceError", "OperationalError", "DataError", "IntegrityError", "InternalError"):
        if isinstance(error, getattr(psycopg, name)):
            found: type[PersistenceError] = getattr(library, name)
            return found
    return library.ProgrammingError if isinstance(error, psycopg.ProgrammingError) else PersistenceError

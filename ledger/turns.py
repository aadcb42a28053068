"""Turns among writers of one game on a PostgreSQL server: whoever was too late is let through next, in order.

A writer whose append lost has to read the head again, while the writer who won already knows it and would win again and
again. So a writer who lost waits for an exclusive lock on the game, which the server grants in the order of asking, and
keeps it until its next append or for `TURN` seconds. Every append waits while somebody has the lock. Nothing depends on
it but fairness: heads guard the record.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock, Timer

import psycopg

from ledger.faults import ServerAway
from ledger.server_connections import ServerDatastore, WatchedConnection
from ledger.streams import Head

TURN = 0.5
"""Seconds for which others wait for a writer whose turn it is."""


def turn_key(head: Head) -> int:
    """Return the number of the lock on a game."""
    return int.from_bytes(head.about.uuid.bytes[:8], signed=True)


class Turns:
    """The turns that the writers of one process have, each with the connection that holds its lock."""

    def __init__(self, datastore: ServerDatastore) -> None:
        self.datastore = datastore
        self._held: dict[int, tuple[WatchedConnection, Timer]] = {}
        self._lock = Lock()

    def wait_for(self, head: Head) -> None:
        """Wait for a turn on a game, and keep it for this process's next append to it."""
        key = turn_key(head)
        with suppress(ServerAway):
            connection = self.datastore.take()
            try:
                connection.execute("SELECT pg_advisory_lock(%s)", (key,))
            except psycopg.Error:  # no turn came in time: the next append tries without
                self.datastore.give_back(connection)
                return
            timer = Timer(TURN, self._pass_on, (key,))
            timer.daemon = True
            with self._lock:
                self._held[key] = connection, timer
            timer.start()

    @contextmanager
    def connection(self, head: Head) -> Iterator[WatchedConnection]:
        """Lend the connection for an append: the one that holds the turn, if there is one, which ends with it."""
        held = self._let_go(turn_key(head))
        with self.datastore.get_connection(held) as connection:
            try:
                yield connection
            finally:
                if held is not None:
                    _unlock(held)

    def close(self) -> None:
        """End all turns."""
        for key in list(self._held):
            self._pass_on(key)

    def _pass_on(self, key: int) -> None:
        """End a turn that was not used."""
        held = self._let_go(key)
        if held is not None:
            _unlock(held)
            self.datastore.give_back(held)

    def _let_go(self, key: int) -> WatchedConnection | None:
        with self._lock:
            held = self._held.pop(key, None) if self._held else None
        if held is None:
            return None
        held[1].cancel()
        return held[0]


def _unlock(connection: WatchedConnection) -> None:
    with suppress(psycopg.Error):  # a connection that is gone holds no lock
        connection.execute("SELECT pg_advisory_unlock_all()")

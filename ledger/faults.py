"""Turns what a database says into what a judge can act on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from eventsourcing.persistence import IntegrityError, PersistenceError

from ledger.errors import Conflict, LedgerError, Unwritable

_FULL = ("disk is full", "disk I/O error", "No space left")
_READ_ONLY = ("readonly database", "read-only", "permission denied")
_DAMAGED = ("malformed", "not a database", "corrupt")


@contextmanager
def faults(address: str) -> Iterator[None]:
    """Whatever the database refuses inside becomes one of the ledger's own errors."""
    try:
        yield
    except IntegrityError:
        raise Conflict("somebody else wrote the same events first: read the game again and retry") from None
    except (PersistenceError, sqlite3.Error) as error:
        raise _plain(address, str(error)) from None


def _plain(address: str, reason: str) -> LedgerError:
    if any(sign in reason for sign in _FULL):
        return Unwritable(f"the disk under the ledger {address} is full or failing ({reason}): nothing was written")
    if any(sign in reason for sign in _READ_ONLY):
        return Unwritable(f"the ledger {address} may not be written here ({reason}): nothing was written")
    if "locked" in reason or "lock timeout" in reason:
        return Unwritable(f"another process has kept the ledger {address} to itself too long: nothing was written; try again")
    if any(sign in reason for sign in _DAMAGED):
        return LedgerError(f"the ledger {address} is damaged on disk ({reason}): restore a copy or import its last export")
    return LedgerError(f"the ledger {address} failed: {reason}")

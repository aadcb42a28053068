"""Turning the errors of a database into errors of the ledger that a judge can act on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from eventsourcing.persistence import IntegrityError, PersistenceError

from ledger.errors import Conflict, LedgerError, Unreachable, Unwritable

# Parts of the messages of SQLite, PostgreSQL and the library, by which their errors are told apart.
_FULL = ("disk is full", "disk I/O error", "No space left")
_READ_ONLY = ("readonly database", "read-only", "permission denied")
_DAMAGED = (
    "malformed",
    "not a database",
    "corrupt",
    "no such table",
    "no such column",
    "does not exist",
    "Could not decode",
)


class ServerAway(PersistenceError):
    """The server dropped the connection, refused a new one, or does not answer.

    `sent` is whether a change may have reached it.
    """

    def __init__(self, reason: str, *, sent: bool = False) -> None:
        super().__init__(reason)
        self.sent = sent


@contextmanager
def translated_faults(address: str) -> Iterator[None]:
    """Raise errors of the database inside the `with` block as the ledger's own; `address` is named in the message.

    Two writers of the same event give `Conflict`, a full, locked or read-only database `Unwritable`, a server that is
    away `Unreachable`, damage and anything else `LedgerError`.
    """
    try:
        yield
    except IntegrityError:
        raise Conflict("somebody else wrote the same events first: read the game again and retry") from None
    except ServerAway as error:
        unsure = "; whether the last change was stored is not known: read the game again" if error.sent else ""
        raise Unreachable(
            f"the server of the ledger {address} does not answer ({error}){unsure}; "
            "what was acknowledged before is stored: try again when the server runs"
        ) from None
    except (PersistenceError, sqlite3.Error) as error:
        raise _ledger_error(address, str(error)) from None
    except UnicodeDecodeError:  # a damaged file may even damage the message
        raise LedgerError(damage_message(address, "what it holds is not text")) from None


def _ledger_error(address: str, reason: str) -> LedgerError:
    """Return the ledger's error for a database's reason."""
    if any(sign in reason for sign in _FULL):
        return Unwritable(f"the disk under the ledger {address} is full or failing ({reason}): nothing was written")
    if any(sign in reason for sign in _READ_ONLY):
        return Unwritable(f"the ledger {address} may not be written here ({reason}): nothing was written")
    if "locked" in reason or "lock timeout" in reason:
        return Unwritable(
            f"another process has kept the ledger {address} to itself too long: nothing was written; try again"
        )
    if is_damage(reason):
        return LedgerError(damage_message(address, reason))
    return LedgerError(f"the ledger {address} failed: {reason}")


def is_damage(reason: str) -> bool:
    """Whether a database's message says that its file is damaged or lacks its tables."""
    return any(sign in reason for sign in _DAMAGED)


def damage_message(address: str, reason: str) -> str:
    """Return the sentence that says a ledger is damaged, and what to do about it."""
    return f"the ledger {address} is damaged ({reason}): restore a copy, or import its last export into a new ledger"

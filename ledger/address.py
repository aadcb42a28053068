"""Opening a ledger by its address, as `--ledger` takes it; a refusal says in one sentence what is wrong."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import UUID, uuid4

from eventsourcing.application import Application
from eventsourcing.persistence import InfrastructureFactory, PersistenceError
from eventsourcing.utils import Environment, EnvType

from ledger.codec import Kinds
from ledger.errors import BadAddress, LedgerError
from ledger.faults import damage_message, is_damage
from ledger.mapper import ClosedMapper
from ledger.server_address import MASK, SCHEME, masked, server_options

_MAGIC = b"SQLite format 3\0"
"""The first bytes of every SQLite file."""
_TRIES = 40
"""How often a database that is locked is tried, at intervals of 0.05 seconds."""
HOW_TO_MAKE_ONE = "`lastword demo` and `lastword import` make one"


class LedgerApplication(Application[UUID]):
    """The event-sourcing library's application, with this package's mapper and recorders.

    It is set up by the address alone. With `make`, it creates the tables.
    """

    name = "ledger"
    is_snapshotting_enabled = True
    writable = True
    """Whether entries may be appended; false for a file that may only be read."""
    address = ""
    """The ledger's address as every message shows it: without a password."""

    def __init__(self, factory: type[InfrastructureFactory[Any]], kinds: Kinds, env: EnvType, *, make: bool) -> None:
        self._factory_class, self._kinds = factory, kinds
        super().__init__({**env, "IS_SNAPSHOTTING_ENABLED": "y", "CREATE_TABLE": "yes" if make else "no"})

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """Return these settings alone.

        The library would add the process's environment, and a variable left in somebody's shell must not change where
        a ledger is kept.
        """
        return Environment(name, env)

    def construct_factory(self, env: Environment) -> InfrastructureFactory[Any]:
        """Make the factory of the database that the address names."""
        return self._factory_class(env)

    def construct_mapper(self) -> ClosedMapper:
        """Make the mapper that knows these kinds of streams and no other."""
        return ClosedMapper(self._kinds)


def open_address(address: str, kinds: Kinds, *, create: bool) -> LedgerApplication:
    """Open `memory:`, a PostgreSQL URL or a file; make the tables if there are none and `create` is set.

    Raises `BadAddress` if the address cannot be opened, or is no ledger.
    """
    shown = masked(address)
    opened = _open_any(address, shown, kinds, create=create)
    opened.address = shown
    return opened


def _open_any(address: str, shown: str, kinds: Kinds, *, create: bool) -> LedgerApplication:
    """Open an address of any form; errors name it as `shown`."""
    if address in ("memory:", ":memory:"):
        return _open_sqlite(f"file:lastword-{uuid4().hex}?mode=memory&cache=shared", kinds, address, create=True)
    if SCHEME.match(address):
        return _open_postgres(address, shown, kinds, create=create)
    if "://" in address or (shown != address and not _may_be_file(Path(address), create=create)):
        raise BadAddress(
            f"{shown!r} is no address of a ledger: give a file, `memory:` or postgresql://USER@HOST/DATABASE"
        )
    return _open_file(Path(address), kinds, create=create)


def _may_be_file(path: Path, *, create: bool) -> bool:
    """Whether an address that looks as if it held a password is a file after all, or one that can be made."""
    try:
        return path.exists() or (create and path.absolute().parent.is_dir())
    except (OSError, ValueError):
        return False


def _open_file(path: Path, kinds: Kinds, *, create: bool) -> LedgerApplication:
    """Open a file, read-only if it or its folder may not be written."""
    try:
        fresh = not path.exists()
    except OSError as error:  # a folder on the way may not be entered
        raise BadAddress(f"the ledger {path} cannot be read: {error.strerror}") from None
    if fresh and not create:
        raise BadAddress(f"there is no ledger {path}; {HOW_TO_MAKE_ONE}, `--ledger` names another")
    folder = path.absolute().parent
    if fresh and not folder.is_dir():
        raise BadAddress(f"there is no directory {folder} to make the ledger {path.name} in")
    if fresh and not os.access(folder, os.W_OK):
        raise BadAddress(f"the ledger {path.name} cannot be made: you may not write into {folder}")
    if path.is_dir():
        raise BadAddress(f"{path} is a directory; a ledger is a file")
    if not fresh:
        _refuse_other_files(path)
    uri = f"file:{quote(os.fsencode(path.absolute()))}"
    if fresh:
        return _make_file(uri, path, kinds)
    if os.access(path, os.W_OK) and os.access(folder, os.W_OK):
        return _open_sqlite(uri, kinds, str(path), create=create)
    return _open_read_only(uri, path, kinds)


def _make_file(uri: str, path: Path, kinds: Kinds) -> LedgerApplication:
    """Make a new ledger; if that fails, on a full disk say, leave no empty file behind."""
    try:
        return _open_sqlite(uri, kinds, str(path), create=True)
    except LedgerError:
        log = Path(f"{path}-wal")
        unmade = path.exists() and path.stat().st_size == 0 and not (log.exists() and log.stat().st_size)
        if unmade:
            for left in (path, log, Path(f"{path}-shm"), Path(f"{path}-journal")):
                left.unlink(missing_ok=True)
        raise


def _refuse_other_files(path: Path) -> None:
    """Raise `BadAddress` unless this is an SQLite file or an empty one, before anything touches it."""
    if not path.is_file():
        raise BadAddress(f"{path} is not a file, and a ledger is a file")
    try:
        with path.open("rb") as file:
            opening = file.read(len(_MAGIC))
    except OSError as error:
        raise BadAddress(f"the ledger {path} cannot be read: {error.strerror}") from None
    if opening not in (b"", _MAGIC):
        raise BadAddress(f"{path} is not a ledger (nor any SQLite database)")


def _open_read_only(uri: str, path: Path, kinds: Kinds) -> LedgerApplication:
    """Open a file that may not be written, also where SQLite could not make its shared memory beside it."""
    try:
        return _open_sqlite(f"{uri}?mode=ro", kinds, str(path), create=False, writable=False)
    except BadAddress:
        log = Path(f"{path}-wal")
        if log.exists() and log.stat().st_size:
            raise BadAddress(
                f"{path} is read-only and was not closed properly: its last entries are in {log.name}, "
                "which cannot be read from here; copy both files to where you may write"
            ) from None
        # Without a log there is nobody writing: the file may be read as one that never changes.
        return _open_sqlite(f"{uri}?mode=ro&immutable=1", kinds, str(path), create=False, writable=False)


def _open_sqlite(uri: str, kinds: Kinds, address: str, *, create: bool, writable: bool = True) -> LedgerApplication:
    from ledger.sqlite import LOCK_TIMEOUT, SQLiteLedgerFactory, is_made

    try:
        made = is_made(uri, address, create=create)
    except sqlite3.Error as error:
        raise BadAddress(_cannot_open(address, str(error))) from None
    except UnicodeDecodeError:
        raise BadAddress(damage_message(address, "what it holds is not text")) from None
    env = {"SQLITE_DBNAME": uri, "SQLITE_LOCK_TIMEOUT": str(LOCK_TIMEOUT)}
    opened = _open(SQLiteLedgerFactory, kinds, env, address, make=writable and not made)
    opened.writable = writable
    return opened


def _open_postgres(address: str, shown: str, kinds: Kinds, *, create: bool) -> LedgerApplication:
    try:
        import psycopg

        from ledger.postgres import PostgresLedgerFactory, conninfo, is_made, option_names, wait_for_makers
        from ledger.server_connections import WatchedConnection
    except ImportError:
        raise BadAddress("a PostgreSQL ledger needs the extra packages of `pip install 'lastword[postgres]'`") from None
    password = ""
    try:
        options, schema = server_options(address, option_names())
        password = options.get("password", "")
        info = conninfo(options)
        with WatchedConnection.connect(info, autocommit=True) as first:
            first.conninfo = info
            if not is_made(first, schema, shown):
                if not create:
                    raise BadAddress(f"there is no ledger {shown}; {HOW_TO_MAKE_ONE}, `--ledger` names another")
                wait_for_makers(first)
            env = _postgres_env(info, schema)
            return _open(PostgresLedgerFactory, kinds, env, shown, make=not is_made(first, schema, shown))
    except (psycopg.Error, ValueError) as error:
        reason = " ".join(str(error).split())
        reason = reason.replace(password, MASK) if password else reason
        raise BadAddress(f"the ledger {shown} cannot be opened: {reason}") from None


def _postgres_env(info: str, schema: str) -> dict[str, str]:
    """Return the settings of the library; what it wants besides those of libpq is never used."""
    return {
        "POSTGRES_DBNAME": "",
        "POSTGRES_HOST": "",
        "POSTGRES_USER": "",
        "POSTGRES_PASSWORD": "",
        "POSTGRES_CONNINFO": info,
        "POSTGRES_SCHEMA": schema,
        "POSTGRES_LOCK_TIMEOUT": "30",
        "POSTGRES_ENABLE_DB_FUNCTIONS": "no",
    }


def _open(
    factory: type[InfrastructureFactory[Any]], kinds: Kinds, env: EnvType, address: str, *, make: bool
) -> LedgerApplication:
    """Open the database, making the tables if `make` is set.

    When two processes make the tables of one file at once, one of them finds it locked, waits and tries again.
    """
    for attempt in range(_TRIES):
        try:
            return LedgerApplication(factory, kinds, env, make=make)
        except (PersistenceError, sqlite3.Error) as error:
            if "locked" not in str(error) or attempt == _TRIES - 1:
                raise BadAddress(_cannot_open(address, str(error))) from None
            time.sleep(0.05)
    raise AssertionError("the loop above returns or raises")


def _cannot_open(address: str, reason: str) -> str:
    """Return the sentence that refuses an address, given the database's own reason."""
    return damage_message(address, reason) if is_damage(reason) else f"the ledger {address} cannot be opened: {reason}"

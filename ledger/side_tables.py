"""SQL for the tables beside the entries: streams with their heads, the register that chains them, checkpoints, seals.

The same statements serve SQLite and PostgreSQL. They work on any cursor whose rows are read by column name, inside the
caller's transaction.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ledger.chain import EMPTY_REGISTER, genesis, register_digest
from ledger.checkpoints import Checkpoint, checkpoint_digest
from ledger.errors import SEE_CHECK, Conflict, LedgerError, NameTaken, Unreadable
from ledger.seals import tally
from ledger.streams import Change, Head, about_bytes, read_about, refuse_name

LEDGER_FORMAT = 2
"""The format of all tables of a ledger. A ledger of a higher format was made by a newer version, and is refused.

Format 1 has no checkpoints. Such a ledger is read and written as it is, until somebody asks for a checkpoint.
"""

CREATE_TABLES = (
    (
        "CREATE TABLE IF NOT EXISTS {schema}ledger_streams (number BIGINT PRIMARY KEY, id TEXT UNIQUE NOT NULL, "
        "kind TEXT NOT NULL,\n"
        "    name TEXT UNIQUE NOT NULL, about {blob} NOT NULL, last BIGINT NOT NULL, digest {blob} NOT NULL, "
        "seals {blob} NOT NULL)"
    ),
    (
        "CREATE TABLE IF NOT EXISTS {schema}ledger_register (one INTEGER PRIMARY KEY CHECK (one = 1), "
        "streams BIGINT NOT NULL,\n"
        "    digest {blob} NOT NULL)"
    ),
    (
        "CREATE TABLE IF NOT EXISTS {schema}ledger_seals (id TEXT NOT NULL, number BIGINT NOT NULL, "
        "seal {blob} NOT NULL,\n"
        "    PRIMARY KEY (id, number))"
    ),
    (
        "CREATE TABLE IF NOT EXISTS {schema}ledger_checkpoints (number BIGINT PRIMARY KEY, streams BIGINT NOT NULL,\n"
        "    id TEXT NOT NULL, name TEXT NOT NULL, last BIGINT NOT NULL, digest {blob} NOT NULL)"
    ),
)
"""SQLite keeps these texts in the file, line ends included: they stay as they are."""
SELECT_STREAMS = "SELECT number, id, kind, name, about, last, digest, seals FROM {schema}ledger_streams "
"""All columns of `ledger_streams`; a WHERE or ORDER clause follows."""
STREAM_EXACTLY = SELECT_STREAMS + "WHERE name = ? OR id = ?"
STREAMS_LIKE = SELECT_STREAMS + "WHERE substr(id, 1, ?) = ? OR substr(name, 1, ?) = ? ORDER BY number LIMIT 6"


class Dialect(msgspec.Struct, frozen=True):
    """The differences between the two databases: parameter mark, column type for bytes, and prefix of table names.

    Only tables on a server have a prefix, that of their schema.
    """

    mark: str = "?"
    blob: str = "BLOB"
    schema: str = ""

    @property
    def find_checkpoints(self) -> str:
        """The question that has an answer if the ledger has checkpoints."""
        if self.schema:
            return f"SELECT 1 AS found WHERE to_regclass('{self.schema}ledger_checkpoints') IS NOT NULL"
        return "SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = 'ledger_checkpoints'"

    @property
    def set_format(self) -> str:
        """The statement that says which format a ledger has."""
        if self.schema:
            return f"COMMENT ON TABLE {self.schema}ledger_register IS 'lastword ledger {LEDGER_FORMAT}'"
        return f"PRAGMA user_version = {LEDGER_FORMAT}"


class Register(msgspec.Struct, frozen=True):
    """The number of streams ever opened (-1: the row is missing), and the digest over beginnings and checkpoints."""

    streams: int = 0
    digest: bytes = EMPTY_REGISTER


class StreamRow(msgspec.Struct, frozen=True):
    """A stream's row just as it is stored, not yet checked.

    SQLite lets a person put anything into any column, so `number` and `last` may not even be numbers.
    """

    number: Any
    id: str
    kind: str
    name: str
    about: bytes
    last: Any
    digest: bytes
    seals: bytes

    def head(self) -> Head:
        """Return where the stream stands; raises `Unreadable` if the row was damaged."""
        if type(self.last) is not int:
            raise Unreadable(
                f"where it ends was changed and cannot be read: {self.last!r} is not the number of an event"
            )
        about = read_about(self.about)
        refuse_name(self.name)
        alias = self.name if self.name != about.name else ""
        return Head(about, self.number, self.last, self.digest, self.seals, alias)


class SideTables:
    """Reads and writes the tables beside the entries, in the dialect of one database."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self._cache: dict[str, str] = {}
        self._has_checkpoints = False

    def create(self, cursor: Any) -> None:
        """Make the tables and the register's row, unless they are there."""
        for statement in CREATE_TABLES:
            self._run(cursor, statement)
        self._run(cursor, "INSERT INTO {schema}ledger_register VALUES (1, 0, ?) ON CONFLICT DO NOTHING", EMPTY_REGISTER)

    def rows(self, cursor: Any, kind: str | None = None) -> list[StreamRow]:
        """Return every stream as it is stored, or those of one kind, in the order they were opened."""
        if kind is None:
            self._run(cursor, SELECT_STREAMS + "ORDER BY number")
        else:
            self._run(cursor, SELECT_STREAMS + "WHERE kind = ? ORDER BY number", kind)
        return [_row(row) for row in cursor.fetchall()]

    def find(self, cursor: Any, word: str) -> list[StreamRow]:
        """Return the stream of this name or id; if there is none, up to six whose name or id begins like this."""
        self._run(cursor, STREAM_EXACTLY, word, word)
        found = cursor.fetchall()
        if not found:
            self._run(cursor, STREAMS_LIKE, len(word), word, len(word), word)
            found = cursor.fetchall()
        return [_row(row) for row in found]

    def register(self, cursor: Any) -> Register:
        """Return the register as it stands."""
        self._run(cursor, "SELECT streams, digest FROM {schema}ledger_register")
        row = cursor.fetchone()
        return Register(row["streams"], _bytes(row["digest"])) if row else Register(-1)

    def change(self, cursor: Any, change: Change) -> Head:
        """Write one change of a head: open a new stream with its seals, or move a stream's head on.

        Raises `NameTaken` if a new stream's name or id is in use, `Conflict` if the head is not where the writer saw
        it.
        """
        if change.before is not None:
            return self._advance(cursor, change.before, change.after)
        for number, seal in enumerate(change.seals, 1):
            self._put_seal(cursor, change.after.id, number, seal)
        return self._open(cursor, change.after)

    def _advance(self, cursor: Any, before: Head, after: Head) -> Head:
        self._run(
            cursor,
            "UPDATE {schema}ledger_streams SET last = ?, digest = ? WHERE id = ? AND last = ? AND digest = ?",
            *(after.last, after.digest, before.id, before.last, before.digest),
        )
        if cursor.rowcount != 1:
            raise moved_on(before)
        return after

    def _open(self, cursor: Any, head: Head) -> Head:
        # The register is written first: it is the lock that makes streams open one after another.
        self._run(cursor, "UPDATE {schema}ledger_register SET streams = streams + 1")
        register = self.register(cursor)
        about = head.about
        self._run(cursor, "SELECT name FROM {schema}ledger_streams WHERE name = ? OR id = ?", head.name, about.id)
        if cursor.fetchone():
            raise NameTaken(f"the ledger already has a game {head.name!r} (or one with its id); choose another name")
        digest = register_digest(register.digest, genesis(about))
        self._run(cursor, "UPDATE {schema}ledger_register SET digest = ?", digest)
        self._run(
            cursor,
            "INSERT INTO {schema}ledger_streams VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            *(
                register.streams,
                about.id,
                about.kind,
                head.name,
                about_bytes(about),
                head.last,
                head.digest,
                head.seals,
            ),
        )
        self._add_checkpoint(cursor, about.id, head.name, head.last, head.digest)
        return msgspec.structs.replace(head, number=register.streams)

    def has_checkpoints(self, cursor: Any) -> bool:
        """Whether the ledger is of a format that has checkpoints."""
        if not self._has_checkpoints:
            self._run(cursor, self.dialect.find_checkpoints)
            self._has_checkpoints = cursor.fetchone() is not None
        return self._has_checkpoints

    def checkpoints(self, cursor: Any) -> list[Checkpoint]:
        """Return every checkpoint as it is stored, in order; none, if the ledger has no table of them."""
        self._run(cursor, self.dialect.find_checkpoints)
        if cursor.fetchone() is None:
            return []
        self._run(
            cursor, "SELECT number, streams, id, name, last, digest FROM {schema}ledger_checkpoints ORDER BY number"
        )
        return [
            Checkpoint(
                *(row["number"], row["streams"], str(row["id"]), str(row["name"]), row["last"], _bytes(row["digest"]))
            )
            for row in cursor.fetchall()
        ]

    def checkpoint_all(self, cursor: Any) -> list[str]:
        """Make a checkpoint of every stream that has moved on or was renamed since its last one, and return their
        names.

        A checkpoint chains the head of a stream into the register, so that nothing before it can be cut off unseen. A
        ledger of an older format becomes one of this format.
        """
        self._lock_register(cursor)
        if not self.has_checkpoints(cursor):
            for statement in CREATE_TABLES:
                self._run(cursor, statement)
            self._run(cursor, self.dialect.set_format)
        known = {point.id: (point.name, point.last, point.digest) for point in self.checkpoints(cursor)}
        moved = [row for row in self.rows(cursor) if known.get(row.id) != (row.name, row.last, row.digest)]
        for row in moved:
            self._add_checkpoint(cursor, row.id, row.name, row.last, row.digest)
        return [row.name for row in moved]

    def _lock_register(self, cursor: Any) -> None:
        """Make others who open streams or make checkpoints wait until this transaction ends."""
        self._run(cursor, "UPDATE {schema}ledger_register SET streams = streams")

    def _add_checkpoint(self, cursor: Any, stream: str, name: str, last: Any, digest: bytes) -> None:
        """Chain a stream's head into the register, unless the ledger is of a format without checkpoints.

        The caller has locked the register.
        """
        if not self.has_checkpoints(cursor):
            return
        register = self.register(cursor)
        self._run(cursor, "SELECT max(number) AS number FROM {schema}ledger_checkpoints")
        number = cursor.fetchone()["number"] or 0
        if type(number) is not int:
            raise Unreadable(f"the checkpoints in the register were changed: nothing was written; {SEE_CHECK}")
        point = Checkpoint(number + 1, register.streams, stream, name, last, digest)
        self._run(
            cursor, "INSERT INTO {schema}ledger_checkpoints VALUES (?, ?, ?, ?, ?, ?)", *msgspec.structs.astuple(point)
        )
        self._run(cursor, "UPDATE {schema}ledger_register SET digest = ?", checkpoint_digest(register.digest, point))

    def seals(self, cursor: Any, stream: str) -> list[bytes]:
        """Return the stored seals on the stream of this id, oldest first."""
        self._run(cursor, "SELECT seal FROM {schema}ledger_seals WHERE id = ? ORDER BY number", stream)
        return [_bytes(row["seal"]) for row in cursor.fetchall()]

    def seal_numbers(self, cursor: Any, stream: str) -> list[int]:
        """Return the numbers of the seals on a stream: 1, 2, 3 and so on, if nobody touched them."""
        self._run(cursor, "SELECT number FROM {schema}ledger_seals WHERE id = ? ORDER BY number", stream)
        return [row["number"] for row in cursor.fetchall()]

    def sealed(self, cursor: Any) -> set[str]:
        """Return the ids of all streams that have a seal, whether such a stream exists or not."""
        self._run(cursor, "SELECT DISTINCT id FROM {schema}ledger_seals")
        return {str(row["id"]) for row in cursor.fetchall()}

    def add_seal(self, cursor: Any, head: Head, seal: bytes) -> None:
        """Add a seal to a stream behind those it has, count it in the stream's head, and make a checkpoint.

        Raises `LedgerError` if the seals in store are not those the head counts: a new count would hide that one was
        taken off.
        """
        # Written first: this is the lock that makes seals on a stream come one after another.
        self._run(cursor, "UPDATE {schema}ledger_streams SET seals = seals WHERE id = ?", head.id)
        self._run(cursor, SELECT_STREAMS + "WHERE id = ?", head.id)
        row = cursor.fetchone()
        seals = self.seals(cursor, head.id)
        if row is None or tally(seals) != _row(row).seals:
            raise LedgerError(
                f"the seals on {head.name} are not those its head counts: nothing was written; {SEE_CHECK}"
            )
        self._put_seal(cursor, head.id, len(seals) + 1, seal)
        counted = tally([*seals, seal])
        self._run(cursor, "UPDATE {schema}ledger_streams SET seals = ? WHERE id = ?", counted, head.id)
        self._lock_register(cursor)
        stands = _row(row)
        self._add_checkpoint(cursor, stands.id, stands.name, stands.last, stands.digest)

    def _put_seal(self, cursor: Any, stream: str, number: int, seal: bytes) -> None:
        self._run(cursor, "INSERT INTO {schema}ledger_seals VALUES (?, ?, ?)", stream, number, seal)

    def _run(self, cursor: Any, statement: str, *values: object) -> None:
        text = self._cache.get(statement)
        if text is None:
            dialect = self.dialect
            text = statement.format(schema=dialect.schema, blob=dialect.blob).replace("?", dialect.mark)
            self._cache[statement] = text
        cursor.execute(text, values)


def moved_on(before: Head) -> Conflict:
    """Return the error for an append to a stream whose head is no longer what the writer saw."""
    return Conflict(
        f"{before.name} has moved on from event {before.last} since it was read: "
        "somebody else appended to it; read it again and retry"
    )


def _bytes(value: Any) -> bytes:
    """Return a blob as bytes, even if a person has put something else in its place: the check will name it."""
    return bytes(value) if isinstance(value, bytes | memoryview) else str(value).encode("utf-8", "replace")


def _row(row: Any) -> StreamRow:
    id_, kind, name = (str(row[column]) for column in ("id", "kind", "name"))
    about, digest, seals = (_bytes(row[column]) for column in ("about", "digest", "seals"))
    return StreamRow(row["number"], id_, kind, name, about, row["last"], digest, seals)

"""Finding in a ledger's database what Last Word did not make there: triggers, views, rules, changed tables.

A trigger can swallow what is appended while everything that is read back looks sound, and a view can show rows that
nobody stored. A ledger that holds such things is refused, and they are named.
"""

from __future__ import annotations

import sqlite3
from typing import Any

from ledger.errors import BadAddress
from ledger.side_tables import CREATE_TABLES, Dialect

_ENTRIES = "originator_id TEXT, originator_version INTEGER, topic TEXT, state BLOB"
_LIBRARY_TABLES = (
    f"CREATE TABLE stored_events ({_ENTRIES}, PRIMARY KEY (originator_id, originator_version))",
    f"CREATE TABLE stored_snapshots ({_ENTRIES}, PRIMARY KEY (originator_id, originator_version)) WITHOUT ROWID",
)
"""The tables that the library makes in a file, as SQLite keeps their texts."""

_POSTGRES_COLUMNS = {
    "ledger_events": "originator_id originator_version topic state notification_id",
    "ledger_snapshots": "originator_id originator_version topic state",
    "ledger_streams": "number id kind name about last digest seals",
    "ledger_register": "one streams digest",
    "ledger_seals": "id number seal",
    "ledger_checkpoints": "number streams id name last digest",
}
"""The tables of a ledger on a server, and their columns in order."""


def _one_line(statement: str) -> str:
    return " ".join(statement.split())


_OWN_TEXTS = {
    text.split("(")[0].split()[-1]: text
    for text in (
        *_LIBRARY_TABLES,
        *(
            _one_line(text.format(schema="", blob=Dialect().blob).replace("IF NOT EXISTS ", ""))
            for text in CREATE_TABLES
        ),
    )
}
"""The text of each table of a file, by the table's name."""


def foreign_in_file(connection: sqlite3.Connection) -> list[str]:
    """Return what an SQLite file holds that Last Word did not make, in words; nothing, if all of it is its own.

    The whole text of a table counts: `PRIMARY KEY … ON CONFLICT IGNORE` swallows rows as silently as a trigger.
    """
    found = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name").fetchall()
    return [says for row in found if (says := _foreign(*map(_text, row)))]


def _text(value: object) -> str:
    """Return a value as text; a hand may have put anything into any column."""
    return value if isinstance(value, str) else "" if value is None else repr(value)


def _foreign(kind: str, name: str, table: str, text: str) -> str:
    """Say what is foreign about one object of a file; an empty text, if nothing is."""
    if kind == "index" and not text and name.startswith("sqlite_autoindex_"):
        return ""  # SQLite makes these itself, for keys
    if kind == "table" and name.startswith("sqlite_stat"):
        return ""  # the statistics of ANALYZE
    if kind == "table" and name in _OWN_TEXTS:
        changed = _one_line(text) != _OWN_TEXTS[name]
        return f"its table {name!r} has other columns or keys than it was made with" if changed else ""
    an = "an index" if kind == "index" else f"a {kind}"
    return f"{an} {name!r} on {table!r}" if kind in ("trigger", "index") else f"{an} {name!r}"


def foreign_on_server(cursor: Any, schema: str) -> list[str]:
    """Return in words what was added to the tables of a ledger on a PostgreSQL server.

    Other tables of the schema are not looked at.
    """
    names = list(_POSTGRES_COLUMNS)
    here = (
        "FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace {} WHERE n.nspname = %s AND c.relname = ANY(%s)"
    )

    def ask(what: str, join: str = "", more: str = "") -> list[Any]:
        cursor.execute(f"SELECT {what} {here.format(join)} {more}", (schema, names))
        return list(cursor.fetchall())

    columns = "ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped"
    found = []
    for row in ask(f"c.relname, c.relkind::text AS kind, c.relrowsecurity, {columns} ORDER BY attnum) AS columns"):
        if row["kind"] not in ("r", "p"):
            found.append(f"{row['relname']!r} is no table")
        elif " ".join(row["columns"]) != _POSTGRES_COLUMNS[row["relname"]]:
            found.append(f"its table {row['relname']!r} has other columns than it was made with")
        if row["relrowsecurity"]:
            found.append(f"a row-level security policy on {row['relname']!r}")
    triggers = ask("c.relname, t.tgname", "JOIN pg_trigger t ON t.tgrelid = c.oid", "AND NOT t.tgisinternal")
    found.extend(f"a trigger {row['tgname']!r} on {row['relname']!r}" for row in triggers)
    rules = ask("c.relname, r.rulename", "JOIN pg_rewrite r ON r.ev_class = c.oid", "AND c.relkind = 'r'")
    found.extend(f"a rule {row['rulename']!r} on {row['relname']!r}" for row in rules)
    return sorted(found)


def refuse_foreign(address: str, found: list[str]) -> None:
    """Raise `BadAddress` if anything foreign was found in a ledger."""
    if found:
        more = f" and {len(found) - 3} more" if len(found) > 3 else ""
        raise BadAddress(
            f"the ledger {address} holds what Last Word did not make: {', '.join(found[:3])}{more}. It could hide or "
            "change what is recorded: keep this ledger as it is, and go on from a copy or an export made before"
        )

"""SQLite lets a person put anything into any column: `check` names it, and no other reader fails with a traceback."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from ledger.errors import LedgerError
from ledger.exchange import export
from ledger.ledger_check import check
from ledger.signing import load_key, new_key, sign
from ledger.store import Ledger
from tests.samples import every_event, game

NOT_UTF_8 = "CAST(x'fffe80' AS TEXT)"
ANYTHING = (NOT_UTF_8, "'x'", "x'ff'", "7.5")
ALPHA = "(SELECT id FROM ledger_streams WHERE name = 'alpha')"
COLUMNS = [
    *(("ledger_streams", column) for column in ("number", "id", "kind", "name", "about", "last", "digest", "seals")),
    *(("ledger_register", column) for column in ("streams", "digest")),
    *(("ledger_seals", column) for column in ("id", "number", "seal")),
    *(("stored_events", column) for column in ("originator_id", "originator_version", "topic", "state")),
    *(("stored_snapshots", column) for column in ("originator_version", "topic", "state")),
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Two games, the first sealed and long enough to have a snapshot."""
    made = tmp_path / "ledger.db"
    with Ledger.open(str(made)) as ledger:
        head = ledger.append(ledger.start("alpha", pack="test"), game(150))
        ledger.put_seal(head, sign(head, load_key(new_key()), "Ada", "2026-01-01"))
        ledger.append(ledger.start("beta", pack="test"), every_event())
        ledger.table_at("alpha")
    return made


def strike(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        assert database.execute(statement).rowcount > 0, statement


def says(path: Path) -> list[str]:
    with Ledger.open(str(path)) as ledger:
        return [str(finding) for finding in check(ledger).findings]


def read_everything(path: Path) -> Iterator[object]:
    with Ledger.open(str(path)) as ledger:
        yield from ledger.heads()
        yield ledger.table_at("alpha")
        yield ledger.seals("alpha")
        yield from export(ledger, ledger.heads())


@pytest.mark.parametrize(("table", "column"), COLUMNS)
def test_whatever_stands_in_a_column_is_named(path: Path, table: str, column: str) -> None:
    row = {
        "ledger_streams": "name = 'alpha'",
        "stored_events": f"originator_version = 11 AND originator_id = {ALPHA}",
    }.get(table, "TRUE")
    whole = path.read_bytes()
    for value in ANYTHING:
        strike(path, f"UPDATE {table} SET {column} = {value} WHERE {row}")
        assert says(path), f"{value} in {column} of {table} went unseen"
        with suppress(LedgerError):  # a reader may refuse it, but in the ledger's own words
            list(read_everything(path))
        path.write_bytes(whole)


def test_what_a_stream_is_turned_into_text_is_named_with_its_place(path: Path) -> None:
    strike(path, f"UPDATE ledger_streams SET about = {NOT_UTF_8} WHERE name = 'alpha'")
    first = says(path)[0]
    assert first.startswith("alpha@1: what it is was changed and cannot be read: ")
    with Ledger.open(str(path)) as ledger:
        only = check(ledger, {ledger.row("alpha").id})
        assert [finding.game for finding in only.findings] == ["alpha"]
        assert check(ledger, {ledger.row("beta").id}).findings == []
        with pytest.raises(LedgerError, match=r"alpha: what it is was changed .* `lastword ledger check` says more"):
            ledger.head("alpha")


@pytest.mark.parametrize(
    "number", ["-originator_version", "originator_version || 'x'", "originator_version + 4611686018427387904"]
)
def test_entries_beside_the_chain_are_named(path: Path, number: str) -> None:
    """Orphan entries: nobody who reads the game from its first event to its last would ever meet them."""
    strike(
        path,
        f"INSERT INTO stored_events SELECT originator_id, {number}, topic, state "
        "FROM stored_events WHERE topic = 'game'",
    )
    assert any("entries are in store under its id, but" in text for text in says(path))


def test_a_new_seal_does_not_hide_that_one_was_taken_off(path: Path) -> None:
    with Ledger.open(str(path)) as ledger:
        strike(path, "DELETE FROM ledger_seals")
        head = ledger.head("alpha")
        with pytest.raises(LedgerError, match="not those its head counts: nothing was written"):
            ledger.put_seal(head, sign(head, load_key(new_key()), "Eve", "2026-01-02"))
        assert any("a seal was taken off" in str(finding) for finding in check(ledger).findings)


def test_a_table_or_column_that_is_gone_is_damage(path: Path) -> None:
    whole = path.read_bytes()
    damaged = r"is damaged .*: restore a copy, or import its last export into a new ledger"
    tables = ("ledger_streams", "ledger_register", "ledger_seals", "stored_events")
    for change, match in (
        *((f"DROP TABLE {table}", damaged) for table in tables),
        ("ALTER TABLE ledger_streams RENAME COLUMN about TO other", "its table 'ledger_streams' has other columns"),
    ):
        with closing(sqlite3.connect(path)) as database, database:
            database.execute(change)
        with pytest.raises(LedgerError, match=match):
            says(path)
        path.write_bytes(whole)

"""A ledger that holds more than Last Word made in it is refused, and what was added is named."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import structs

from ledger.chain import genesis
from ledger.errors import BadAddress, LedgerError
from ledger.ledger_check import check
from ledger.store import Ledger
from ledger.streams import about_bytes
from tests.cli.typed import lastword
from tests.postgres_server import USER
from tests.samples import game

SWALLOW = "CREATE TRIGGER swallow BEFORE INSERT ON {} BEGIN SELECT RAISE(IGNORE); END"
ADDED = {
    "a trigger 'swallow' on 'stored_events'": SWALLOW.format("stored_events"),
    "a trigger 'swallow' on 'ledger_seals'": SWALLOW.format("ledger_seals"),
    "a view 'shown'": "CREATE VIEW shown AS SELECT * FROM stored_events",
    "a table 'beside'": "CREATE TABLE beside (x)",
    "an index 'first' on 'stored_events'": "CREATE UNIQUE INDEX first ON stored_events (topic, originator_version)",
    "its table 'stored_events' has other columns": "ALTER TABLE stored_events ADD COLUMN more TEXT DEFAULT 'x'",
    "its table 'ledger_streams' has other columns": (
        "ALTER TABLE ledger_streams ADD COLUMN more TEXT GENERATED ALWAYS AS (name) VIRTUAL"
    ),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A ledger with a game."""
    made = tmp_path / "ledger.db"
    with Ledger.open(str(made)) as ledger:
        ledger.append(ledger.start("g"), game(3))
    return made


@pytest.mark.parametrize("says", ADDED)
def test_what_was_added_to_a_file_is_refused_and_named(path: Path, says: str) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(ADDED[says])
    for create in (True, False):
        with pytest.raises(BadAddress, match=says):
            Ledger.open(str(path), create=create)
    refused = lastword(path.parent, "--ledger", path, "ledger", "check", exits=2)
    assert f"holds what Last Word did not make: {says}" in refused


def test_a_key_that_swallows_rows_is_refused_and_named(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA writable_schema = ON")
        database.execute(
            "UPDATE sqlite_master SET sql = replace(sql, 'originator_version))', "
            "'originator_version) ON CONFLICT IGNORE)') WHERE name = 'stored_events'"
        )
    with pytest.raises(BadAddress, match="its table 'stored_events' has other columns or keys"):
        Ledger.open(str(path))


def test_what_is_added_to_a_ledger_that_is_open_is_named_by_a_check(path: Path) -> None:
    with Ledger.open(str(path)) as ledger:
        with closing(sqlite3.connect(path)) as database, database:
            database.execute(SWALLOW.format("stored_events"))
        assert [str(finding) for finding in check(ledger).findings] == [
            "the file: is damaged: it holds a trigger 'swallow' on 'stored_events'"
        ]


def test_statistics_of_the_database_are_no_harm(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("ANALYZE")
    with Ledger.open(str(path)) as ledger:
        assert check(ledger).findings == []


def test_a_connection_trusts_no_schema(path: Path) -> None:
    with Ledger.open(str(path)) as ledger, ledger.recorder.datastore.transaction(commit=False) as cursor:
        cursor.execute("PRAGMA trusted_schema")
        assert cursor.fetchone()[0] == 0


@pytest.mark.parametrize("name", ["../../outside", "/tmp/outside", "a/b", "", ".hidden", "x" * 65, "a\nb"])
def test_a_name_in_a_file_that_could_not_be_given_is_refused(path: Path, name: str) -> None:
    """Somebody wrote the name into the file with digests and register that fit."""
    with Ledger.open(str(path)) as ledger:
        about = structs.replace(ledger.head("g").about, name=name)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE ledger_streams SET about = ?, digest = ?", (about_bytes(about), genesis(about)))
    with Ledger.open(str(path)) as ledger:
        with pytest.raises(LedgerError, match=r"its name .* is not one"):
            ledger.head("g")
        assert "its name" in check(ledger).findings[0].says
    before = sorted(path.parent.rglob("*"))
    assert "is not one" in lastword(path.parent, "--ledger", path, "draw", "g", exits=2)
    assert [found for found in sorted(path.parent.rglob("*")) if found not in before] == []


POSTGRES_ADDED = {
    "a trigger 'swallow' on 'ledger_events'": (
        "CREATE FUNCTION {0}.nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'; "
        "CREATE TRIGGER swallow BEFORE INSERT ON {0}.ledger_events FOR EACH ROW EXECUTE FUNCTION {0}.nothing()"
    ),
    "a rule 'swallow' on 'ledger_seals'": "CREATE RULE swallow AS ON INSERT TO {0}.ledger_seals DO INSTEAD NOTHING",
    "its table 'ledger_streams' has other columns": "ALTER TABLE {0}.ledger_streams ADD COLUMN more TEXT",
    "a row-level security policy on 'ledger_events'": "ALTER TABLE {0}.ledger_events ENABLE ROW LEVEL SECURITY",
}


@pytest.mark.postgres
@pytest.mark.parametrize("says", POSTGRES_ADDED)
def test_what_was_added_on_a_server_is_refused_and_named(postgres_address: str, postgres: str, says: str) -> None:
    import psycopg

    with Ledger.open(postgres_address) as ledger:
        ledger.start("g")
    schema = postgres_address.rpartition("=")[2]
    with psycopg.connect(host=postgres, user=USER, dbname="postgres", autocommit=True) as connection:
        connection.execute(POSTGRES_ADDED[says].format(schema))
    with pytest.raises(BadAddress, match=says):
        Ledger.open(postgres_address)

"""The register keeps where streams stood: what lies before a checkpoint cannot be cut off without being missed."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ledger.entries import Entry
from ledger.errors import LedgerError
from ledger.events import Rolled
from ledger.ledger_check import check
from ledger.signing import load_key, new_key, sign
from ledger.store import Ledger
from tests.cli.typed import lastword
from tests.samples import game

GOLDEN = Path(__file__).parents[1] / "golden" / "ledger-0.1.0.db"


def roll(ledger: Ledger, name: str, times: int = 1) -> None:
    head = ledger.head(name)
    ledger.append(head, [Entry(head.last + number, (Rolled("die", (number,)),)) for number in range(1, times + 1)])


def cut_back(path: Path, name: str, last: int) -> None:
    """Cut a stream back to an event where an entry of one event ends, with its head and its seals.

    No digest is computed: the one that the head needs stands in the last row that is left.
    """
    with closing(sqlite3.connect(path)) as database, database:
        (stream,) = database.execute("SELECT id FROM ledger_streams WHERE name = ?", (name,)).fetchone()
        database.execute("DELETE FROM stored_events WHERE originator_id = ? AND originator_version > ?", (stream, last))
        (state,) = database.execute(
            "SELECT state FROM stored_events WHERE originator_id = ? AND originator_version = ?", (stream, last)
        ).fetchone()
        database.execute("DELETE FROM ledger_seals WHERE id = ?", (stream,))
        database.execute(
            "UPDATE ledger_streams SET last = ?, digest = ?, seals = x'' WHERE id = ?", (last, state[:32], stream)
        )


def says(path: Path) -> list[str]:
    with Ledger.open(str(path)) as ledger:
        return [str(finding) for finding in check(ledger).findings]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A ledger with a game of 36 events whose last ten are entries of one event."""
    made = tmp_path / "ledger.db"
    with Ledger.open(str(made)) as ledger:
        ledger.append(ledger.start("g"), game(3))
        roll(ledger, "g", 10)
    return made


CUT = "the register says that the record had come to this event: it was cut back, or written anew since"


def test_a_sealed_game_is_not_cut_back_unseen(path: Path) -> None:
    with Ledger.open(str(path)) as ledger:
        head = ledger.head("g")
        ledger.put_seal(head, sign(head, load_key(new_key()), "Ada", "2026-01-01"))
    cut_back(path, "g", 30)
    assert says(path) == [f"g@36: {CUT}"]


def test_a_game_that_was_stored_whole_is_not_cut_back_unseen(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with Ledger.open(str(path)) as ledger:
        last = [Entry(26 + number, (Rolled("die", (number,)),)) for number in range(1, 11)]
        ledger.start("g", entries=[*game(3), *last])
    cut_back(path, "g", 30)
    assert says(path) == [f"g@36: {CUT}"]


def test_a_checkpoint_is_made_when_asked_for(path: Path) -> None:
    assert (
        lastword(path.parent, "--ledger", path, "ledger", "checkpoint")
        == "noted the last event of g; all others were noted already\n"
    )
    assert (
        lastword(path.parent, "--ledger", path, "ledger", "checkpoint")
        == "the last event of every game was noted already\n"
    )
    cut_back(path, "g", 30)
    assert says(path) == [f"g@36: {CUT}"]


def test_what_lies_after_the_last_checkpoint_needs_a_receipt(path: Path) -> None:
    """This is the limit of the promise, and docs/architecture.md says so."""
    with Ledger.open(str(path)) as ledger:
        receipt = sign(ledger.head("g"), load_key(new_key()), "Ada", "2026-01-01")
    cut_back(path, "g", 30)
    assert says(path) == []
    with Ledger.open(str(path)) as ledger:
        assert [finding.says for finding in check(ledger, receipts=[receipt]).findings] == [
            "this is not the record that Ada sealed on 2026-01-01"
        ]


def test_checkpoints_are_not_taken_away_unseen(path: Path) -> None:
    lastword(path.parent, "--ledger", path, "ledger", "checkpoint")
    whole = path.read_bytes()
    for change in (
        "DELETE FROM ledger_checkpoints WHERE number = 2",
        "DELETE FROM ledger_checkpoints",
        "INSERT INTO ledger_checkpoints SELECT 3, 9, id, name, last, digest FROM ledger_checkpoints WHERE number = 2",
        "UPDATE ledger_checkpoints SET name = 'h'",
        "DROP TABLE ledger_checkpoints",
    ):
        with closing(sqlite3.connect(path)) as database, database:
            database.execute(change)
            database.execute("PRAGMA user_version = 1")
        assert any(line.startswith("the register: the games and checkpoints in the ledger") for line in says(path)), (
            change
        )
        path.write_bytes(whole)


def test_a_ledger_of_format_1_stays_one_until_a_checkpoint_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    shutil.copy(GOLDEN, path)

    def version() -> int:
        with closing(sqlite3.connect(path)) as database:
            return int(database.execute("PRAGMA user_version").fetchone()[0])

    with Ledger.open(str(path)) as ledger:
        head = ledger.start("new", entries=game(1))
        ledger.put_seal(head, sign(head, load_key(new_key()), "Ada", "2026-01-01"))
        assert (check(ledger).findings, version()) == ([], 1)
        assert len(ledger.checkpoint()) == len(ledger.heads())
        assert (check(ledger).findings, version()) == ([], 2)
        ledger.start("newer", entries=game(1))
    assert says(path) == []


def test_checkpoints_on_every_backend(address: str) -> None:
    with Ledger.open(address) as ledger:
        ledger.start("empty")
        head = ledger.start("g", entries=game(3))
        ledger.put_seal(head, sign(head, load_key(new_key()), "Ada", "2026-01-01"))
        roll(ledger, "g")
        assert ledger.checkpoint() == ["g"]
        points = ledger.ask(lambda tables, cursor: tables.checkpoints(cursor))
        assert [(point.number, point.streams, point.name, point.last) for point in points] == [
            (1, 1, "empty", 0),
            (2, 2, "g", 26),
            (3, 2, "g", 26),
            (4, 2, "g", 27),
        ]
        assert check(ledger).findings == []


def test_nothing_is_added_to_checkpoints_that_were_changed(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE ledger_checkpoints SET number = 'x'")
    with (
        Ledger.open(str(path)) as ledger,
        pytest.raises(LedgerError, match="the checkpoints in the register were changed"),
    ):
        ledger.start("more")
    assert any(line.startswith("the register") for line in says(path))


@pytest.mark.postgres
def test_a_ledger_of_format_1_on_a_server_gets_checkpoints_when_asked(postgres_address: str, postgres: str) -> None:
    with Ledger.open(postgres_address) as ledger:

        def older(tables: object, cursor: object) -> None:
            schema = postgres_address.rpartition("=")[2]
            cursor.execute(f"DROP TABLE {schema}.ledger_checkpoints")  # type: ignore[attr-defined]
            cursor.execute(f"COMMENT ON TABLE {schema}.ledger_register IS 'lastword ledger 1'")  # type: ignore[attr-defined]

        ledger.recorder.with_side_tables(older, commit=True)
    with Ledger.open(postgres_address) as ledger:
        ledger.start("g", entries=game(3))
        assert check(ledger).findings == []
        assert ledger.checkpoint() == ["g"]
    with Ledger.open(postgres_address) as ledger:
        assert check(ledger).findings == []
        assert len(ledger.ask(lambda tables, cursor: tables.checkpoints(cursor))) == 1

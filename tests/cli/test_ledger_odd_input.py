"""Odd input to the verbs of the ledger, and ledgers that a hand has changed: one sentence each, and no harm done."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import threading
from contextlib import closing
from pathlib import Path

import pytest

from ledger.store import Ledger
from tests.cli.typed import lastword, started
from tests.samples import every_event

NOT_UTF_8 = os.fsdecode(b"table-\xff")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    with Ledger.open(str(tmp_path / "lastword.db")) as ledger:
        ledger.append(ledger.start("table-7", pack="test"), every_event())
    return tmp_path


def strike(home: Path, statement: str) -> None:
    with closing(sqlite3.connect(home / "lastword.db")) as database, database:
        database.execute(statement)


@pytest.mark.parametrize("games", [(), ("table-7",)])
def test_check_names_a_stream_it_cannot_read_and_says_what_next(home: Path, games: tuple[str, ...]) -> None:
    strike(home, "UPDATE ledger_streams SET about = CAST(x'fffe80' AS TEXT)")
    done = started(home, "ledger", "check", *games)
    assert done.returncode == 1
    assert done.stdout.startswith("table-7@1: what it is was changed and cannot be read: ")
    assert "`lastword --ledger NEW.db ledger import FILE`" in done.stderr


def test_check_and_stats_survive_any_column(home: Path) -> None:
    strike(home, "UPDATE stored_events SET state = NULL WHERE originator_version = 1")
    assert "table-7@1" in lastword(home, "ledger", "check", exits=1)
    assert "table-7" in lastword(home, "ledger", "stats")
    assert "table-7: what is stored at event 1 is not an entry" in lastword(
        home, "ledger", "export", "-o", "x.jsonl", exits=2
    )
    strike(home, "UPDATE ledger_streams SET last = 'x'")
    assert "table-7@1: where it ends was changed" in lastword(home, "ledger", "check", exits=1)
    listed = started(home, "list")
    assert listed.returncode == 1
    assert "`lastword ledger check` says more" in listed.stderr


def test_an_empty_file_does_not_check_clean(home: Path) -> None:
    (home / "lastword.db").write_bytes(b"")
    assert "is empty: no ledger was made in it yet" in lastword(home, "ledger", "check", exits=2)
    assert (home / "lastword.db").stat().st_size == 0


@pytest.mark.parametrize("change", [{"last": "x"}, {"last": 2**70}, {"key": None}, {"more": 1}])
def test_a_receipt_that_is_no_seal(home: Path, change: dict[str, object]) -> None:
    sealed = lastword(home, "ledger", "seal", "table-7", "--key", "k.pem", "--new-key", "--by", "Ada", "--json")
    (home / "odd.seal").write_text(json.dumps({**json.loads(sealed), **change}))
    done = started(home, "ledger", "check", "--receipt", "odd.seal")
    assert (done.returncode, "the receipt is not" in done.stdout + done.stderr) in ((1, True), (2, True))


@pytest.mark.parametrize("date", ["never", "", "2026-13-01"])
def test_a_seal_is_of_a_date(home: Path, date: str) -> None:
    words = ("ledger", "seal", "table-7", "--key", "k.pem", "--new-key", "--by", "Ada", "--when", date)
    assert "is not a date" in lastword(home, *words, exits=2)
    assert not (home / "k.pem").exists()


def test_who_seals_has_a_name(home: Path) -> None:
    assert "say who, with --by NAME" in lastword(
        home, "ledger", "seal", "table-7", "--key", "k.pem", "--new-key", "--by", " ", exits=2
    )
    assert "the seal cannot be written" in lastword(
        home, "ledger", "seal", "table-7", "--key", "k.pem", "--by", NOT_UTF_8, exits=2
    )
    assert "27 events: all as they were written" in lastword(home, "ledger", "check")


def test_a_name_that_is_not_utf_8(home: Path) -> None:
    assert "has no game" in lastword(home, "state", NOT_UTF_8, exits=2)
    assert "has no game" in lastword(home, "ledger", "export", NOT_UTF_8, "-o", "x.jsonl", exits=2)


def test_an_export_is_written_into_a_pipe_not_over_it(home: Path) -> None:
    pipe, read = home / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    lastword(home, "ledger", "export", "-o", "pipe")
    assert stat.S_ISFIFO(pipe.lstat().st_mode)
    reader.join(timeout=10)
    lastword(home, "ledger", "export", "-o", "file.jsonl")
    assert read == [(home / "file.jsonl").read_bytes()]
    assert "is a directory" in lastword(home, "ledger", "export", "-o", ".", exits=2)

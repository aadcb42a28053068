"""The verbs of the ledger as a person meets them: results, exit codes, one sentence for an error, no traceback."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path

import pytest

from ledger.entries import Entry
from ledger.events import Rolled
from ledger.seals import fingerprint
from ledger.store import Ledger
from tests.cli.typed import COMMAND, environment, started
from tests.samples import every_event, game


def refused(*words: object, cwd: Path) -> str:
    """Run a command that must be refused (exit 2, nothing on stdout, one line on stderr) and return that line."""
    done = started(cwd, *words)
    assert (done.returncode, done.stdout) == (2, ""), done
    assert done.stderr.startswith("lastword: ")
    assert done.stderr.count("\n") == 1
    return done.stderr


@pytest.fixture
def home(tmp_path: Path) -> Path:
    with Ledger.open(str(tmp_path / "lastword.db")) as ledger:
        ledger.append(ledger.start("table-7", pack="test", created="2026-01-01"), every_event())
        ledger.append(ledger.start("table-8", pack="test"), game(20))
        ledger.append(ledger.start("what-if", parent="table-8", at=10), [Entry(11, (Rolled("die", (1,)),))])
    return tmp_path


def test_list(home: Path) -> None:
    text = started(home, "list").stdout.splitlines()
    assert text[0].split() == [
        *("NAME", "ID", "KIND", "PACK", "WHEN", "PLAYERS", "EVENTS", "RESULT", "VIOLATIONS", "SEAL", "FROM")
    ]
    assert text[3].endswith("branch of table-8@10")
    assert [game["last"] for game in json.loads(started(home, "list", "--json").stdout)] == [27, 162, 11]


def test_state(home: Path) -> None:
    assert started(home, "state", "table-7@4").stdout.startswith("test, joust, rules 1.0, after event 4\n")
    whole = json.loads(started(home, "state", "table-8", "--at", 100, "--json").stdout)
    mine = json.loads(started(home, "state", "table-8", "--at", 100, "--json", "--as", "B").stdout)
    assert whole["seq"] == mine["seq"] == 100
    assert {entity["card"] for entity in mine["entities"].values()} == {""}
    assert whole["seats"]["A"] == {"player": "A", "name": "Anna", "faction": "stark"}


def test_tail_shows_the_last_events_and_follows(home: Path) -> None:
    shown = started(home, "tail", "table-8", "-n", 3, "--json").stdout.splitlines()
    assert [json.loads(line)["seq"] for line in shown] == [160, 161, 162]
    process = subprocess.Popen(
        [*COMMAND, "tail", "table-8", "-n", "1", "--follow"],
        cwd=home,
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(
            signal.SIGINT, signal.SIG_DFL
        ),  # what runs in the background inherits that it is ignored
    )
    assert process.stdout is not None
    assert "162" in process.stdout.readline()
    time.sleep(0.3)
    with Ledger.open(str(home / "lastword.db")) as ledger:
        ledger.append("table-8", [Entry(163, (Rolled("die", (6,)),))])
    assert "at random, die: " in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=10) == 0
    process.stdout.close()


def test_check_seal_and_receipt(home: Path) -> None:
    assert (
        started(home, "ledger", "check").stdout
        == "3 records (games, cases and the like), 190 events: all as they were written\n"
    )
    words = ("--key", "k.pem", "--new-key", "--by", "Ada", "--when", "2026-01-02", "--json")
    sealed = started(home, "ledger", "seal", "table-7", *words)
    (home / "receipt.json").write_text(sealed.stdout)
    assert (home / "k.pem").stat().st_mode & 0o777 == 0o600
    assert started(home, "ledger", "check", "table-7", "--receipt", "receipt.json").returncode == 0
    other = started(home, "ledger", "check", "table-8", "--receipt", "receipt.json")
    assert other.returncode == 2
    assert "this receipt is for table-7; you asked about table-8" in other.stderr
    assert "`lastword ledger check table-7 --receipt receipt.json`" in other.stderr
    shown = started(home, "ledger", "check", "table-7").stderr
    assert f"key fingerprint {fingerprint(json.loads(sealed.stdout)['key'])}" in shown
    with closing(sqlite3.connect(home / "lastword.db")) as database, database:
        database.execute("UPDATE stored_events SET state = CAST(state || x'00' AS BLOB) WHERE originator_version = 22")
    found = started(home, "ledger", "check")
    assert found.returncode == 1
    assert "table-7@22: was changed" in found.stdout
    assert "table-7@27: the seal by Ada" in found.stdout
    report = json.loads(started(home, "ledger", "check", "--json").stdout)
    assert report["findings"][0]["game"] == "table-7"


def test_export_and_import(home: Path) -> None:
    assert started(home, "ledger", "export", "-o", "all.jsonl").returncode == 0
    done = started(home, "--ledger", "copy.db", "ledger", "import", "all.jsonl")
    assert "imported table-7 (27 events)" in done.stdout
    assert (
        started(home, "--ledger", "copy.db", "ledger", "export", "-o", "-").stdout == (home / "all.jsonl").read_text()
    )
    (home / "cut.jsonl").write_text((home / "all.jsonl").read_text()[:-5])
    assert "the file is cut off here; nothing was imported" in refused(
        "--ledger", "new.db", "ledger", "import", "cut.jsonl", cwd=home
    )
    assert not list(home.glob("*.partial"))


def test_stats(home: Path) -> None:
    stats = json.loads(started(home, "ledger", "stats", "--json").stdout)
    assert (stats["entries"], stats["events"]) == (10 + 21 + 1, 27 + 162 + 1)
    assert started(home, "ledger", "stats").stdout.startswith("NAME")


def test_what_is_wrong_is_said_in_one_sentence(home: Path) -> None:
    (home / "notes.txt").write_text("not a database at all")
    with closing(sqlite3.connect(home / "other.db")) as database:
        database.execute("CREATE TABLE recipes (name TEXT)")
    before = (home / "other.db").read_bytes()
    assert "there is no ledger nowhere.db" in refused("--ledger", "nowhere.db", "list", cwd=home)
    assert "is not a ledger" in refused("--ledger", "notes.txt", "list", cwd=home)
    assert "not a ledger of Last Word" in refused("--ledger", "other.db", "ledger", "import", "notes.txt", cwd=home)
    assert (home / "other.db").read_bytes() == before
    assert "is a directory" in refused("--ledger", ".", "list", cwd=home)
    assert "no directory" in refused("--ledger", "no/such.db", "ledger", "import", "notes.txt", cwd=home)
    assert "is no address of a ledger" in refused("--ledger", "ftp://x/y", "list", cwd=home)
    assert "cannot be opened" in refused("--ledger", "postgresql://nobody@/none?host=/nowhere", "list", cwd=home)
    assert "has no game 'table-9'" in refused("state", "table-9", cwd=home)
    assert "may be any of table-7, table-8" in refused("state", "table", cwd=home)
    assert "has no event 28; its last is event 27" in refused("state", "table-7@28", cwd=home)
    assert "is no address" in refused("state", "table-7@x", cwd=home)
    assert "two different events" in refused("state", "table-7@3", "--at", 4, cwd=home)
    assert "nobody at this table is 'Q'" in refused("state", "table-7", "--as", "Q", cwd=home)
    assert "there is no key none.pem; add --new-key" in refused(
        "ledger", "seal", "table-7", "--key", "none.pem", "--by", "A", cwd=home
    )
    assert "not an unencrypted private key" in refused(
        "ledger", "seal", "table-7", "--key", "notes.txt", "--by", "A", cwd=home
    )
    assert "never overwritten; leave out --new-key" in refused(
        "ledger", "seal", "table-7", "--key", "notes.txt", "--new-key", "--by", "A", cwd=home
    )
    assert "receipt is not a seal" in refused("ledger", "check", "--receipt", "notes.txt", cwd=home)


def test_a_damaged_file_is_said_to_be_damaged(home: Path) -> None:
    path = home / "lastword.db"
    data = bytearray(path.read_bytes())
    for at in range(4096, len(data), 512):
        data[at : at + 64] = b"\xff" * 64
    path.write_bytes(data)
    done = started(home, "ledger", "check")
    assert done.returncode in (1, 2)
    assert done.stdout or done.stderr.startswith("lastword: ")


def test_usage(home: Path) -> None:
    for words in (("nonsense",), ("state",), ("list", "--what"), ("tail", "table-7", "-n", "x")):
        done = started(home, *words)
        assert (done.returncode, done.stdout) == (2, ""), words
        assert "Error: " in done.stderr
    assert "did you mean 'state'" in started(home, "stat").stderr
    assert "Usage: lastword" in started(home, "--help").stdout
    assert started(home, "--version").stdout.startswith("lastword 0.")


@pytest.mark.parametrize("words", ["-n 200 --follow", "-n 200", "-n 1", "-n 1 --json"])
def test_a_reader_that_goes_away_is_no_error(home: Path, words: str) -> None:
    """`tail` must notice that nobody reads it even while no event is recorded."""
    shell = f"{' '.join(COMMAND)} tail table-8 {words} | head -n 1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", shell],
        cwd=home,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_demo(tmp_path: Path) -> None:
    done = started(tmp_path, "demo", "-o", "here")
    assert done.returncode == 0, done.stderr
    assert list((tmp_path / "here").iterdir())

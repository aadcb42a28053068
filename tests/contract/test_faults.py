"""A ledger survives killed writers, two writers at once, a full disk, a read-only file, and a race to create it."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path
from types import SimpleNamespace

import pytest

from ledger.entries import Entry
from ledger.errors import BadAddress, LedgerError, Unwritable
from ledger.events import Rolled
from ledger.exchange import export
from ledger.ledger_check import check
from ledger.sqlite import is_made
from ledger.store import Ledger
from tests.postgres_server import USER
from tests.samples import game

ROOT = Path(__file__).parents[2]
NOBODY = 65534


def writer(*words: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.contract.writers", *map(str, words)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.slow
def test_a_killed_writer_loses_nothing_acknowledged(tmp_path: Path) -> None:
    address = str(tmp_path / "killed.db")
    with Ledger.open(address) as ledger:
        ledger.start("g")
    chance = random.Random(7)
    for _ in range(50):
        process = writer("steady", address, "g", chance.choice((1, 5, 50)))
        assert process.stdout is not None
        acknowledged = int(process.stdout.readline())
        time.sleep(chance.uniform(0, 0.08))
        process.send_signal(signal.SIGKILL)
        rest, _ = process.communicate()
        lines = [line for line in rest.splitlines(keepends=True) if line.endswith("\n")]
        acknowledged = int(lines[-1]) if lines else acknowledged
        with Ledger.open(address) as ledger:
            assert check(ledger).findings == []
            assert ledger.head("g").last >= acknowledged


@pytest.mark.slow
def test_two_writers_never_interleave(shared_address: str) -> None:
    batches, lost, game = 500, 0, ""
    for game in ("g", "h", "i"):  # on a busy machine one may be done before the other begins
        with Ledger.open(shared_address) as ledger:
            ledger.start(game)
        for process in [writer("contending", shared_address, game, who, batches) for who in ("left", "right")]:
            out, err = process.communicate(timeout=300)
            assert process.returncode == 0, err
            lost += int(out.split()[2])
        if lost:
            break
    assert lost > 0, "they never met: this shows nothing"
    with Ledger.open(shared_address) as ledger:
        assert check(ledger).findings == []
        rolled = [event for entry in ledger.entries(game) for event in entry.events]
    assert len(rolled) == 2 * batches * 3
    for start in range(0, len(rolled), 3):
        trio = rolled[start : start + 3]
        assert [event.what for event in trio] == [trio[0].what] * 3
        assert [event.result for event in trio] == [(trio[0].result[0], part) for part in range(3)]
    for who in ("left", "right"):
        assert [event.result[0] for event in rolled if event.what == who][::3] == list(range(batches))


def test_a_full_disk_gives_an_error_and_an_intact_ledger(tmp_path: Path) -> None:
    address = str(tmp_path / "full.db")
    with Ledger.open(address) as ledger:
        ledger.start("g")
        process = writer("filling", address, "g", 400_000)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    acknowledged, says = out.strip().split("\n")
    assert says.startswith("Unwritable: the disk under the ledger")
    assert "nothing was written" in says
    with Ledger.open(address) as ledger:
        assert check(ledger).findings == []
        assert ledger.head("g").last == int(acknowledged) > 0
        ledger.append(ledger.head("g"), [Entry(int(acknowledged) + 1, (Rolled("more", (1,)),))])


def test_a_ledger_one_may_not_write_can_be_read(open_folder: Path) -> None:
    folder = open_folder / "shelf"
    folder.mkdir()
    path = folder / "kept.db"
    with Ledger.open(str(path)) as ledger:
        ledger.append(ledger.start("g"), game(200))
        whole = b"".join(export(ledger, ledger.heads()))
    path.chmod(0o444)
    folder.chmod(0o555)

    def read() -> None:
        with Ledger.open(str(path), create=False) as ledger:
            assert not ledger.writable
            assert check(ledger).findings == []
            assert ledger.table_at("g", 1_500).seq == 1_500
            assert b"".join(export(ledger, ledger.heads())) == whole
            with pytest.raises(Unwritable, match="read-only"):
                ledger.append("g", [Entry(1_603, (Rolled("x", (1,)),))])

    try:
        as_somebody_else(read)
    finally:
        folder.chmod(0o755)


def test_what_is_no_ledger_is_refused_and_left_alone(tmp_path: Path) -> None:
    empty, pipe = tmp_path / "empty.db", tmp_path / "pipe"
    empty.touch()
    os.mkfifo(pipe)
    with pytest.raises(BadAddress, match="is empty: no ledger was made in it yet, or everything in it was lost"):
        Ledger.open(str(empty), create=False)
    assert empty.read_bytes() == b""
    dropped = tmp_path / "dropped.db"
    with Ledger.open(str(dropped)) as ledger:
        ledger.start("g")
    with closing(sqlite3.connect(dropped)) as database, database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            database.execute(f"DROP TABLE {name}")
    with pytest.raises(BadAddress, match="is empty"):
        Ledger.open(str(dropped), create=False)
    with pytest.raises(BadAddress, match="is not a file"):
        Ledger.open(str(pipe))
    with pytest.raises(
        BadAddress, match=r"postgresql://ada:…@\[bad cannot be opened: the host .* must be written HOST or HOST:PORT"
    ):
        Ledger.open("postgresql://ada:p@ss@[bad")
    with Ledger.open(str(empty)) as ledger:  # whoever means to write may make one in it
        ledger.start("g")


def test_a_ledger_cut_short_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "cut.db"
    with Ledger.open(str(path)) as ledger:
        ledger.append(ledger.start("g"), game(50))
    whole = path.read_bytes()
    for size in (100, 5_000, len(whole) // 2):
        path.write_bytes(whole[:size])
        with (
            pytest.raises(LedgerError, match=r"is damaged .*: restore a copy, or import its last export"),
            Ledger.open(str(path)) as ledger,
        ):
            check(ledger)


def test_a_ledger_may_have_any_name_a_file_may_have(tmp_path: Path) -> None:
    for name in (b"table 7?#%.db", b"\xff.db"):
        address = os.fsdecode(os.fsencode(tmp_path) + b"/" + name)
        with Ledger.open(address) as ledger:
            ledger.start("g")
        assert Path(address).is_file()


def test_a_ledger_one_may_not_read_is_refused(open_folder: Path) -> None:
    closed = open_folder / "closed"
    closed.mkdir()
    path = open_folder / "secret.db"
    with Ledger.open(str(path)) as ledger:
        ledger.start("g")
    path.chmod(0o000)

    def read() -> None:
        with pytest.raises(BadAddress, match="cannot be read: Permission denied"):
            Ledger.open(str(path))
        with pytest.raises(BadAddress, match="cannot be read: Permission denied"):
            Ledger.open(str(closed / "ledger.db"))
        with pytest.raises(BadAddress, match=r"the ledger new.db cannot be made: you may not write into"):
            Ledger.open(str(open_folder / "new.db"))

    closed.chmod(0o000)
    as_somebody_else(read)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user may enter, unlike those pytest makes."""
    with tempfile.TemporaryDirectory(dir="/tmp") as made:
        Path(made).chmod(0o755)
        yield Path(made)


def as_somebody_else(act: Callable[[], None]) -> None:
    """Run a function in a child process that is not root, since root may read and write any file."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            act()
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.postgres
def test_looking_into_a_database_makes_no_ledger_there(postgres_address: str) -> None:
    for _ in range(2):
        with pytest.raises(BadAddress, match="there is no ledger postgresql:"):
            Ledger.open(postgres_address, create=False)


def test_a_newer_version_s_file_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "newer.db"
    with Ledger.open(str(path)) as ledger:
        ledger.start("g")
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (2,)
        database.execute("PRAGMA user_version = 3")
    with pytest.raises(
        BadAddress, match=r"newer.db is a ledger of format 3; this version of Last Word knows 2: upgrade it"
    ):
        Ledger.open(str(path))


@pytest.mark.postgres
def test_a_newer_version_s_database_is_refused_by_name(postgres_address: str, postgres: str) -> None:
    import psycopg

    with Ledger.open(postgres_address) as ledger:
        ledger.start("g")
    with psycopg.connect(host=postgres, user=USER, dbname="postgres", autocommit=True) as connection:
        schema = postgres_address.rpartition("=")[2]
        found = connection.execute("SELECT obj_description(%s::regclass)", (f"{schema}.ledger_register",)).fetchone()
        assert found == ("lastword ledger 2",)
        connection.execute(f"COMMENT ON TABLE {schema}.ledger_register IS 'lastword ledger 3'")
    with pytest.raises(BadAddress, match=r"is a ledger of format 3; this version of Last Word knows 2: upgrade it"):
        Ledger.open(postgres_address)


def create(address: str, name: str) -> str:
    try:
        with Ledger.open(address) as ledger:
            ledger.start(name)
    except LedgerError as error:
        return str(error)
    return ""


def test_many_processes_may_create_one_ledger_at_once(shared_address: str) -> None:
    with get_context("spawn").Pool(4) as pool:
        assert pool.starmap(create, [(shared_address, f"g{number}") for number in range(4)], chunksize=1) == [""] * 4
    with Ledger.open(shared_address) as ledger:
        assert len(ledger.games()) == 4
        assert check(ledger).findings == []


def test_a_ledger_being_made_is_not_taken_for_another_program_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ledger is made while somebody opens it: all answers about the file must be of the same point in time."""
    path = tmp_path / "ledger.db"
    made: list[threading.Thread] = []

    class Slow(sqlite3.Connection):
        def execute(self, statement: str, *values: object) -> sqlite3.Cursor:  # type: ignore[override]
            answer = super().execute(statement, *values)
            if answer.description and not made:
                made.append(threading.Thread(target=create, args=(str(path), "g")))
                made[0].start()
                made[0].join(0.5)  # it has to wait until the transaction of the reader ends
            return answer

    connect = sqlite3.connect
    with monkeypatch.context() as patched:
        patched.setattr(
            "ledger.sqlite.sqlite3",
            SimpleNamespace(
                connect=lambda *a, **k: connect(*a, **k, factory=Slow if not made else sqlite3.Connection),
                Connection=sqlite3.Connection,
            ),
        )
        assert is_made(f"file:{path}", str(path), create=True) is False
    made[0].join()
    with Ledger.open(str(path)) as ledger:
        assert [head.name for head in ledger.games()] == ["g"]

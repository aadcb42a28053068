"""A PostgreSQL server that stops, restarts or freezes: it is said within seconds, tried again, and nothing is lost."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.entries import Entry
from ledger.errors import BadAddress, Conflict, Unreachable
from ledger.events import Rolled
from ledger.ledger_check import check
from ledger.store import Ledger
from tests.postgres_server import USER, binaries, server, start

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.postgres, pytest.mark.slow]


class Server:
    """A server of our own that can be crashed, started again, frozen and thawed."""

    def __init__(self, where: Path, home: str) -> None:
        self.where, self.home = where, Path(home)
        self.address = f"postgresql://{USER}@/postgres?host={home}&connect_timeout=2"
        self.again: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        return int((self.home / "data" / "postmaster.pid").read_text().split()[0])

    def crash(self) -> None:
        """End the server at once, as a power cut would, and wait until it is gone."""
        pid = self.pid
        os.kill(pid, signal.SIGQUIT)
        while _parents().get(pid) and (self.home / "data" / "postmaster.pid").exists():
            time.sleep(0.05)

    def start(self) -> None:
        self.end()
        self.again = start(self.where, self.home)

    def end(self) -> None:
        if self.again is not None:
            self.again.send_signal(signal.SIGINT)
            self.again.wait(timeout=30)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the server and to all its processes."""
        found = _parents()
        for pid in [self.pid, *(pid for pid, parent in found.items() if parent == self.pid)]:
            os.kill(pid, number)


def _parents() -> dict[int, int]:
    """Return the parent of every process that runs."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if words[0] != "Z":
            found[int(path.parent.name)] = int(words[1])
    return found


@pytest.fixture
def own_server() -> Iterator[Server]:
    where = binaries()
    if where is None:
        pytest.skip("this machine has no PostgreSQL server binaries: nothing was shown about PostgreSQL")
    with server(where) as home:
        made = Server(where, home)
        try:
            yield made
        finally:
            made.end()


def roll(seq: int) -> Entry:
    return Entry(seq, (Rolled("die", (seq,)),))


def line_within(stream: object, seconds: float) -> str:
    """Return the next line of a pipe; fails if none comes in time."""
    assert hasattr(stream, "fileno")
    assert hasattr(stream, "readline")
    ready, _, _ = select.select([stream], [], [], seconds)
    assert ready, f"nothing was said within {seconds} seconds"
    return str(stream.readline())


def test_tail_says_that_the_server_is_gone_and_goes_on_when_it_is_back(own_server: Server) -> None:
    with Ledger.open(own_server.address) as ledger:
        ledger.append(ledger.start("g"), [roll(1)])
    command = [sys.executable, "-m", "replays.cli.main", "--ledger", own_server.address, "tail", "g", "--follow"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1
    ) as tail:
        try:
            assert line_within(tail.stdout, 20).split()[0] == "1"
            own_server.crash()
            assert "does not answer" in line_within(tail.stderr, 5)
            own_server.start()
            assert "answers again" in line_within(tail.stderr, 10)
            with Ledger.open(own_server.address) as ledger:
                ledger.append("g", [roll(2)])
            assert line_within(tail.stdout, 5).split()[0] == "2"
        finally:
            tail.kill()


def test_a_writer_goes_on_after_a_crash_and_stores_everything_once(own_server: Server) -> None:
    acknowledged, failed, stop = [0], [], threading.Event()

    def write() -> None:
        try:
            with Ledger.open(own_server.address) as ledger:
                head = ledger.start("g")
                while not stop.is_set():
                    head = ledger.append(head, [roll(head.last + 1)])
                    acknowledged[0] = head.last
        except Exception as error:
            failed.append(error)

    writer = threading.Thread(target=write)
    writer.start()
    for _ in range(3):
        before = acknowledged[0]
        while acknowledged[0] < before + 20 and not failed:
            time.sleep(0.01)
        own_server.crash()
        own_server.start()
    stop.set()
    writer.join(40)
    assert failed == []
    with Ledger.open(own_server.address) as ledger:
        assert check(ledger).findings == []
        assert [entry.events[0].result for entry in ledger.entries("g")] == [
            (seq,) for seq in range(1, acknowledged[0] + 1)
        ]


def test_a_frozen_server_is_a_timeout(own_server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.server_connections.SILENCE", 1.0)
    monkeypatch.setattr("ledger.server_connections.PATIENCE", 1.0)
    said: list[tuple[float, str]] = []
    with Ledger.open(own_server.address) as ledger:
        ledger.recorder.on_outage(lambda says: said.append((time.monotonic(), says)))
        head = ledger.append(ledger.start("g"), [roll(1)])
        own_server.signal(signal.SIGSTOP)
        try:
            began = time.monotonic()
            with pytest.raises(
                Unreachable, match=r"does not answer .* whether the last change was stored is not known"
            ):
                ledger.append(head, [roll(2)])
            assert said[0][0] - began < 5, "it was said too late"
            assert time.monotonic() - began < 30
            assert "has not answered for" in said[0][1]
            with pytest.raises(BadAddress, match="cannot be opened: connection timeout expired"):
                Ledger.open(own_server.address)
        finally:
            own_server.signal(signal.SIGCONT)
        # What was sent may be stored by now: the head tells, as the message says.
        head = ledger.head("g")
        assert head.last in (1, 2)
        assert ledger.append(head, [roll(head.last + 1)]).last == head.last + 1
        assert check(ledger).findings == []


def test_a_server_that_is_gone_for_good_is_given_up_with_a_sentence(
    own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ledger.server_connections.PATIENCE", 2.0)
    with Ledger.open(own_server.address) as ledger:
        head = ledger.start("g")
        own_server.crash()
        began = time.monotonic()
        for act in (lambda: ledger.head("g"), lambda: ledger.append(head, [roll(1)]), ledger.counts):
            with pytest.raises(Unreachable, match="what was acknowledged before is stored: try again when the server"):
                act()
        assert time.monotonic() - began < 12


def test_a_busy_server_is_waited_for(own_server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody keeps the head locked for longer than the silence that is taken for a sign: nobody gives up."""
    import psycopg

    monkeypatch.setattr("ledger.server_connections.SILENCE", 0.5)
    with Ledger.open(own_server.address) as ledger:
        head = ledger.start("g")
        with psycopg.connect(host=str(own_server.home), user=USER, dbname="postgres") as other:
            other.execute("SELECT * FROM ledger_streams FOR UPDATE")
            release = threading.Timer(2.0, other.rollback)
            release.start()
            began = time.monotonic()
            assert ledger.append(head, [roll(1)]).last == 1
            assert time.monotonic() - began > 1.5
            release.join()


def test_an_append_whose_answer_was_lost_is_not_stored_twice(
    own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection ends right after the server has stored an append, so that no answer comes."""
    from ledger.postgres import PostgresLedgerRecorder
    from ledger.server_connections import ServerAway

    store, lost = PostgresLedgerRecorder._store, []

    def losing(self: PostgresLedgerRecorder, *words: object) -> None:
        store(self, *words)  # type: ignore[arg-type]
        if not lost:
            lost.append(words)
            raise ServerAway("lost", sent=True)

    with Ledger.open(own_server.address) as ledger:
        head = ledger.start("g")
        monkeypatch.setattr(PostgresLedgerRecorder, "_store", losing)
        after = ledger.append(head, [roll(1)])
        assert lost
        assert ledger.head("g") == after
        with pytest.raises(Conflict):
            ledger.append(head, [roll(1)])
        lost.clear()
        assert ledger.start("h").last == 0
        assert lost
        assert check(ledger).findings == []

"""The ledger against raw SQLite and msgspec with the same bytes: append, read and fold, seek, memory, check."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from ledger.chain import DIGEST_SIZE, chained_rows, genesis
from ledger.codec import GAME
from ledger.entries import Entry
from ledger.events import Event
from ledger.folding import fold
from ledger.ledger_check import check
from ledger.store import Ledger
from ledger.streams import About, Change, Head, new_id
from ledger.table import Table
from tests.bench.measuring import STANDARD, Calibration, Result, best, seconds
from tests.samples import game

ACTIONS = 12_500
BATCH = 50
SEEKS = (1_000, 10_000, 100_000, 1_000_000)
LONG = 125_000
GAMES, SMALL = 10_000, 25
"""How many small games are checked, and the actions of each."""


def run(calibration: Calibration) -> Iterator[Result]:
    """Every figure of the ledger."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        entries = list(game(ACTIONS))
        yield from _append(calibration, home, entries)
        yield from _read(calibration, home, entries)
        yield from _check(calibration, home)
    with tempfile.TemporaryDirectory() as folder:
        long = Path(folder) / "long.db"
        _write_long(long)
        yield from _memory(long)
        yield from _seek(long)
        many = Path(folder) / "many.db"
        _write_many(many)
        yield from _check_many(many, long)


def _append(calibration: Calibration, home: Path, entries: list[Entry]) -> Iterator[Result]:
    events = sum(len(entry.events) for entry in entries)
    tries, raw_tries, single_tries = [], [], []
    for number in range(3):  # in turn, so that a slow minute of the machine slows all three
        tries.append(seconds(lambda path=home / f"ours-{number}.db": _append_ours(path, entries)))
        raw_tries.append(_append_raw(home / f"raw-{number}.db", entries, BATCH * 8))
        single_tries.append(_append_raw(home / f"single-{number}.db", entries, events))
    ours, raw, single = events / min(tries), events / min(raw_tries), events / min(single_tries)
    yield calibration.result("append, with encoding, reading back and chain", ours)
    yield calibration.result("append, raw executemany of a row an event, same batches", raw)
    yield calibration.result("append, raw executemany of a row an event, one transaction", single)
    yield Result("append / raw, same batches", ours / raw, "ratio", least=1.0)
    yield Result("append / raw, all raw rows in one transaction", ours / single, "ratio")


def _append_ours(path: Path, entries: list[Entry]) -> None:
    with Ledger.open(str(path)) as ledger:
        head = ledger.start("bench")
        for start in range(0, len(entries), BATCH):
            head = ledger.append(head, entries[start : start + BATCH])


def _append_raw(path: Path, entries: list[Entry], batch: int) -> float:
    encoder = msgspec.msgpack.Encoder()
    rows = [
        ("0" * 32, entry.seq + place, "game", encoder.encode(event))
        for entry in entries
        for place, event in enumerate(entry.events)
    ]
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.execute("CREATE TABLE t (id TEXT, version INTEGER, topic TEXT, state BLOB, PRIMARY KEY (id, version))")

    def insert() -> None:
        for start in range(0, len(rows), batch):
            database.execute("BEGIN")
            database.executemany("INSERT INTO t VALUES (?, ?, ?, ?)", rows[start : start + batch])
            database.execute("COMMIT")

    try:
        return seconds(insert)
    finally:
        database.close()


def _read(calibration: Calibration, home: Path, entries: list[Entry]) -> Iterator[Result]:
    events = sum(len(entry.events) for entry in entries)
    path = home / "ours-0.db"
    decoder = msgspec.msgpack.Decoder(Entry)

    def raw() -> Table:
        database, table = sqlite3.connect(path), Table()
        for (state,) in database.execute("SELECT state FROM stored_events ORDER BY originator_version"):
            fold(decoder.decode(state[DIGEST_SIZE:]).events, table)
        database.close()
        return table

    with Ledger.open(str(path)) as ledger:

        def ours() -> Table:
            table = Table()
            for entry in ledger.entries("bench"):
                fold(entry.events, table)
            return table

        assert ours() == raw()
        rate, raw_rate = events / best(ours), events / best(raw)
    yield calibration.result("read and fold", rate)
    yield calibration.result("read and fold, raw select and decode", raw_rate)
    yield Result("read and fold / raw", rate / raw_rate, "ratio", least=0.5)
    encoded = [GAME.encode(entry) for entry in entries]
    yield calibration.result("decode alone", events / best(lambda: [GAME.decode(data) for data in encoded]))
    flat: list[Event] = [event for entry in entries for event in entry.events]
    yield calibration.result("fold alone", events / best(lambda: fold(flat)))


def _check(calibration: Calibration, home: Path) -> Iterator[Result]:
    with Ledger.open(str(home / "ours-0.db")) as ledger:
        ledger.table_at("bench")  # leaves the snapshots that a used ledger has, and that check folds and compares
        report = check(ledger)
        assert not report.findings
        rate = report.events / best(lambda: check(ledger), 5)
        yield calibration.result("chain check", rate, least=200_000)
        yield Result("chain check, scaled by dispatch alone", rate * STANDARD / calibration.bare, "events/s")


def _write_long(path: Path) -> None:
    with Ledger.open(str(path)) as ledger:
        head, table, batch = ledger.start("long"), Table(), []
        for entry in game(LONG):
            batch.append(entry)
            fold(entry.events, table)
            if len(batch) == BATCH:
                head, batch = ledger.append(head, batch, table=table), []
        ledger.append(head, batch, table=table)


def _memory(path: Path) -> Iterator[Result]:
    """Measure, in a process of its own, the memory that reading and folding a million events needs."""
    script = "from tests.bench.ledger_bench import measure_memory; measure_memory(__import__('sys').argv[1])"
    out = subprocess.run(
        [sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True
    ).stdout.split()
    yield Result("memory, opened", float(out[0]), "MiB")
    yield Result("memory, after folding a million-event game", float(out[1]), "MiB")
    yield Result("size of a million-event game on disk", path.stat().st_size / 2**20, "MiB")


def measure_memory(path: str) -> None:
    """Read and fold a game, and print the peak of memory before and after, in MiB."""
    with Ledger.open(path) as ledger:
        before = _peak()
        table = Table()
        for entry in ledger.entries("long"):
            fold(entry.events, table)
        assert table.seq > 1_000_000
    print(before, _peak())


def _write_many(path: Path) -> None:
    """Write ten thousand small games, some hundreds in a transaction."""
    entries = list(game(SMALL))
    with Ledger.open(str(path)) as ledger:
        for first in range(0, GAMES, 500):
            changes, made = [], []
            for number in range(first, first + 500):
                about = About(new_id(), GAME.name, f"game-{number}", "test")
                rows, after = chained_rows(Head(about, 0, 0, genesis(about)), GAME, entries)
                changes.append(Change(after))
                made += rows
            ledger.write(made, changes)


def _check_many(many: Path, long: Path) -> Iterator[Result]:
    """Measure a check of many small games beside one of a long game, each in processes of its own, in turn."""
    script = "from tests.bench.ledger_bench import measure_check; measure_check(__import__('sys').argv[1])"
    times: dict[Path, list[float]] = {many: [], long: []}
    memory = 0.0
    for _ in range(3):
        for path in (many, long):
            out = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=True)
            taken, peak = map(float, out.stdout.split())
            times[path].append(taken)
            memory = max(memory, peak if path is many else 0)
    small, one = min(times[many]), min(times[long])
    yield Result(f"check of {GAMES} games of {8 * SMALL + 2} events, memory", memory, "MiB", most=150)
    yield Result(f"check of {GAMES} games of {8 * SMALL + 2} events", small, "us/event")
    yield Result("check of one long game", one, "us/event")
    yield Result("check, small games / long game, time per event", small / one, "ratio", most=1.5)


def measure_check(path: str) -> None:
    """Check a ledger, and print the time of the processor per event in microseconds, and the peak of memory in MiB."""
    with Ledger.open(path) as ledger:
        began = time.process_time()
        report = check(ledger)
        taken = time.process_time() - began
    assert not report.findings
    print(1e6 * taken / report.events, _peak())


def _peak() -> float:
    """Return the most memory this process has held, in MiB.

    `getrusage` would also count what the parent process held when it started this one.
    """
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


def _seek(path: Path) -> Iterator[Result]:
    """Measure seeks to random events shortly before each mark, the marks in turn, and yield the medians."""
    chance = random.Random(5)
    with Ledger.open(str(path)) as ledger:
        head = ledger.head("long")
        times: dict[int, list[float]] = {mark: [] for mark in SEEKS}
        for _ in range(200):
            for mark in SEEKS:
                at = mark - chance.randrange(1_000)
                start = time.perf_counter()
                ledger.table_at(head, at)
                times[mark].append(time.perf_counter() - start)
    middle = {mark: sorted(taken)[len(taken) // 2] * 1_000 for mark, taken in times.items()}
    for mark, taken in middle.items():
        yield Result(f"seek near event {mark}", taken, "ms")
    yield Result("seek at 1 M / at 1 k", middle[SEEKS[-1]] / middle[SEEKS[0]], "ratio", most=1.5)

"""Sixteen writers at once on PostgreSQL against raw inserts of the same rows, and sixteen on one game."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from typing import Any

from ledger.chain import chained_rows
from ledger.codec import GAME
from ledger.entries import Entry
from ledger.errors import Conflict
from ledger.events import Rolled
from ledger.ledger_check import check
from ledger.store import Ledger
from ledger.streams import Head
from tests.bench.measuring import Calibration, Result
from tests.postgres_server import USER, binaries, server
from tests.samples import game

WRITERS = 16
ENTRIES = 400
ROUNDS = 3
SHARED = 40
"""Entries that each writer appends to the one game that all of them share."""
SAMPLES = 0.02
"""Seconds between two looks at what the server's processes wait for."""
RAW = "INSERT INTO raw (id, version, topic, state) VALUES (%s, %s, %s, %b)"


def run(calibration: Calibration) -> Iterator[Result]:
    """Every figure of many writers; none on a machine without PostgreSQL."""
    where = binaries()
    if where is None:
        return
    for fsync, told in ((True, "commits wait for the disk"), (False, "they do not")):
        with server(where, fsync=fsync) as home:
            yield from _many_games(home, told, 0.5 if fsync else None)
            if fsync:
                yield from _one_game(home)


def _many_games(home: str, told: str, least: float | None) -> Iterator[Result]:
    """Measure ours and raw in turn, so that a slow minute of the machine slows both."""
    ours, raw, waits = [], [], []
    for number in range(ROUNDS):
        address = _fresh(home, f"many_{number}")
        rate, waited = _together(home, _append_own, address)
        ours.append(rate)
        waits.append(waited)
        raw.append(_together(home, _insert_raw, address)[0])
        with Ledger.open(address) as ledger:
            report = check(ledger)
            assert (report.findings, len(ledger.games())) == ([], WRITERS)
            assert report.events == WRITERS * sum(len(entry.events) for entry in game(ENTRIES))
    events = sum(len(entry.events) for entry in game(ENTRIES)) / (ENTRIES + 1)
    yield Result(f"16 writers, 16 games ({told})", max(ours) * events, "events/s")
    yield Result(f"16 writers, raw inserts of the same rows ({told})", max(raw) * events, "events/s")
    ratio = sorted(mine / other for mine, other in zip(ours, raw, strict=True))[ROUNDS // 2]
    yield Result(f"16 writers / raw inserts ({told})", ratio, "ratio", least=least)
    yield Result(f"time waiting for locks, 16 games ({told})", 100 * max(waits), "percent", most=20)


def _one_game(home: str) -> Iterator[Result]:
    """Measure how long writers of one and the same game take for an append, tries that lost included."""
    address = _fresh(home, "one")
    context = get_context("spawn")
    with context.Manager() as manager:
        taken = manager.list()
        rate, _ = _together(home, _append_shared, address, taken)
        times = sorted(taken)
    with Ledger.open(address) as ledger:
        assert check(ledger).findings == []
        assert ledger.head("shared").last == WRITERS * SHARED
    yield Result("16 writers of one game", rate, "entries/s")
    for percent in (50, 99):
        yield Result(f"16 writers of one game, append, p{percent}", 1000 * times[len(times) * percent // 100], "ms")
    yield Result("16 writers of one game, append, longest", 1000 * times[-1], "ms")


def _fresh(home: str, schema: str) -> str:
    """Make a schema with an empty ledger and its games, and a plain table beside it; return the ledger's address."""
    import psycopg

    with psycopg.connect(host=home, user=USER, dbname="postgres", autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {schema}")
        connection.execute(
            f"CREATE TABLE {schema}.raw (id uuid, version bigint, topic text, state bytea, number bigserial UNIQUE, "
            "PRIMARY KEY (id, version))"
        )
    address = f"postgresql://{USER}@/postgres?host={home}&schema={schema}&options=-csearch_path%3D{schema}"
    with Ledger.open(address) as ledger:
        for number in range(WRITERS) if schema != "one" else ():
            ledger.start(f"g{number}")
        if schema == "one":
            ledger.start("shared")
    return address


def _together(home: str, act: Callable[..., None], address: str, *more: Any) -> tuple[float, float]:
    """Run sixteen processes that begin at once; return appends a second, and the share of the time in lock waits."""
    import psycopg

    context = get_context("spawn")
    ready, go, done = context.Semaphore(0), context.Event(), context.Semaphore(0)
    writers = [context.Process(target=act, args=(address, n, ready, go, done, *more)) for n in range(WRITERS)]
    for writer in writers:
        writer.start()
    for _ in writers:
        assert ready.acquire(timeout=60), "a writer did not begin"
    with psycopg.connect(host=home, user=USER, dbname="postgres", autocommit=True) as watcher:
        began, finished, looks, waiting = time.perf_counter(), 0, 0, 0
        go.set()
        while finished < WRITERS:
            while done.acquire(timeout=SAMPLES if not finished else 0.001):
                finished += 1
                if finished == WRITERS:
                    break
            if not finished:  # while all of them write
                found = watcher.execute(
                    "SELECT count(*) FILTER (WHERE state = 'active' AND wait_event_type = 'Lock') "
                    "FROM pg_stat_activity "
                    "WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
                ).fetchone()
                looks, waiting = looks + WRITERS, waiting + (found[0] if found else 0)
        seconds = time.perf_counter() - began
    for writer in writers:
        writer.join()
        assert writer.exitcode == 0
    entries = SHARED if act is _append_shared else ENTRIES + 1
    return WRITERS * entries / seconds, waiting / max(looks, 1)


def _append_own(address: str, number: int, ready: Any, go: Any, done: Any) -> None:
    entries = list(game(ENTRIES))
    with Ledger.open(address) as ledger:
        head = ledger.head(f"g{number}")
        ready.release()
        go.wait()
        for entry in entries:
            head = ledger.append(head, [entry])
        done.release()


def _insert_raw(address: str, number: int, ready: Any, go: Any, done: Any) -> None:
    """Insert the very rows that the ledger stores, each in a transaction of its own, by a prepared statement."""
    import psycopg

    with Ledger.open(address) as ledger:
        head: Head = ledger.head(f"g{number}")
        empty = Head(head.about, head.number, 0, head.digest)
        made, _ = chained_rows(empty, GAME, game(ENTRIES))
        rows = [(row.originator_id, row.originator_version, row.kind, row.digest + row.data) for row in made]
        conninfo = ledger.recorder.datastore.conninfo
    with psycopg.connect(conninfo, autocommit=True) as connection:
        ready.release()
        go.wait()
        for row in rows:
            connection.execute(RAW, row, prepare=True)
        done.release()


def _append_shared(address: str, number: int, ready: Any, go: Any, done: Any, taken: Any) -> None:
    """Append to the game that all share, reading its head again whenever another writer was faster."""
    times = []
    with Ledger.open(address) as ledger:
        head = ledger.head("shared")
        ready.release()
        go.wait()
        for place in range(SHARED):
            began = time.perf_counter()
            while True:
                try:
                    head = ledger.append(head, [Entry(head.last + 1, (Rolled(f"w{number}", (place,)),))])
                    break
                except Conflict:
                    head = ledger.head("shared")
            times.append(time.perf_counter() - began)
        done.release()
    taken.extend(times)

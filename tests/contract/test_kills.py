"""A process that is killed at any of its writes or syncs, or at any moment: nothing acknowledged is lost, nothing is
half-written, and the check that follows raises no alarm.
"""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from ledger.entries import Entry
from ledger.events import Rolled
from ledger.exchange import export
from ledger.importing import import_streams
from ledger.ledger_check import check
from ledger.signing import load_key, new_key, sign
from ledger.snapshots import EVERY
from ledger.store import Ledger
from tests.kills import Watched, can_trace, kill_after, watch

pytestmark = pytest.mark.slow
KEY = load_key(new_key())
SIZES = (1, 4, 60)
AFRESH = 25
"""Kills after which the next ledger is a new one, so that the making of one is hit, too."""


def batch(first: int, size: int) -> list[Entry]:
    """Return entries of two events; each says how many were appended together, and which of them it is."""
    return [Entry(first + 2 * n, (Rolled("part", (n,)), Rolled("of", (size,)))) for n in range(size)]


def busy(address: str, number: int, parcel: list[bytes], acknowledge: Callable[[str], object]) -> None:
    """Do all that writes to a ledger (open, start, append, snapshots, branch, seal, import); say what is done."""
    with Ledger.open(address) as ledger:
        names = [head.name for head in ledger.games()]
        head = ledger.head("steady") if "steady" in names else ledger.start("steady")
        for size in SIZES:
            head = ledger.append(head, batch(head.last + 1, size))
            acknowledge(f"steady {head.last}")
        new = ledger.append(ledger.start(f"new-{number}"), batch(1, 3))
        acknowledge(f"new-{number} {new.last}")
        ledger.put_seal(new, sign(new, KEY, "Ada", "2026-01-01"))
        acknowledge(f"seal new-{number}")
        ledger.append(ledger.start(f"branch-{number}", parent=new, at=2), batch(3, 2))
        acknowledge(f"branch-{number} 6")
        ledger.table_at(head)
        import_streams(ledger, parcel)
        acknowledge("parcel-a 4")
        acknowledge("parcel-b 4")


def parcel(number: int) -> list[bytes]:
    """Return an export of two games, which are to come in together."""
    with Ledger.open("memory:") as ledger:
        for name in ("parcel-a", "parcel-b"):
            ledger.append(ledger.start(f"{name}-{number}"), batch(1, 2))
        return list(export(ledger, ledger.games()))


def assert_whole(address: str, number: int, lines: Iterable[str], seen: Counter[str]) -> None:
    """Assert that all that was acknowledged is there, that nothing is there by half, and that a check is content."""
    with Ledger.open(address) as ledger:
        found = {head.name: head for head in ledger.games()}
        for line in lines:
            first, second = line.split()
            if first == "seal":
                assert len(ledger.seals(second)) == 1, line
            else:
                name = f"{first}-{number}" if first.startswith("parcel") else first
                assert found[name].last >= int(second), f"{line} was acknowledged, but {found[name].last} is in store"
        assert (f"parcel-a-{number}" in found) == (f"parcel-b-{number}" in found), "an import is whole or not there"
        for head in found.values():
            if head.name == "steady" or head.name.endswith(f"-{number}"):
                assert_batches(list(ledger.entries(head, head.about.at + 1)))
        assert [str(finding) for finding in check(ledger).findings] == []
        seen["entries"] += sum(head.last // 2 for head in found.values())


def assert_batches(entries: list[Entry]) -> None:
    """Assert that what was appended together is there together."""
    while entries:
        size = entries[0].events[1].result[0]  # type: ignore[union-attr]
        parts = [entry.events[0].result[0] for entry in entries[:size]]  # type: ignore[union-attr]
        assert parts == list(range(size)), f"only {parts} of {size} that were appended together are in store"
        entries = entries[size:]


def test_a_batch_cut_in_two_would_be_noticed() -> None:
    with pytest.raises(AssertionError, match="of 4 that were appended together"):
        assert_batches([*batch(1, 3), *batch(7, 4)[:3]])


def kill_many(kills: int, fresh: Callable[[int], str], *, traced: bool) -> Counter[str]:
    """Kill so many processes, at each of their writes in turn or at random, and look at the ledger each time."""
    chance, seen, address = random.Random(24), Counter[str](), fresh(0)
    at, number = 0, 0
    while seen["killed"] < kills:
        number += 1
        if number % AFRESH == 0:
            address = fresh(number)
        brought = parcel(number)

        def act(acknowledge: Callable[[str], object], number: int = number, brought: list[bytes] = brought) -> None:
            busy(address, number, brought, acknowledge)  # noqa: B023

        # Three strides through all writes: every one of them is met, in ledgers of every age.
        at += 3
        end: Watched = watch(act, at) if traced else kill_after(act, chance.uniform(0, 0.08))
        if not end.killed:
            at = chance.randrange(3)
        seen["killed"] += end.killed
        seen["acknowledged"] += len(end.acknowledged)
        seen["furthest"] = max(seen["furthest"], at if end.killed else 0)
        assert_whole(address, number, end.acknowledged, seen)
    return seen


@pytest.fixture
def fresh_file(tmp_path: Path) -> Callable[[int], str]:
    def make(number: int) -> str:
        shutil.rmtree(tmp_path / "kills", ignore_errors=True)
        (tmp_path / "kills").mkdir()
        return str(tmp_path / "kills" / f"{number}.db")

    return make


def test_killed_at_every_write(fresh_file: Callable[[int], str], full: bool) -> None:
    if not can_trace():
        pytest.skip("system calls cannot be watched here: nothing was shown about kills at a given write")
    seen = kill_many(500 if full else 40, fresh_file, traced=True)
    assert seen["furthest"] > 40, f"the later writes were never reached: {seen}"
    assert seen["acknowledged"], "the kills came before anything was acknowledged: this shows nothing"


def test_killed_at_any_moment(fresh_file: Callable[[int], str], full: bool) -> None:
    seen = kill_many(300 if full else 15, fresh_file, traced=False)
    assert seen["acknowledged"], "the kills came before anything was acknowledged: this shows nothing"


@pytest.mark.postgres
def test_killed_while_writing_to_a_server(postgres: str, full: bool) -> None:
    import psycopg

    from tests.postgres_server import USER

    if not can_trace():
        pytest.skip("system calls cannot be watched here: nothing was shown about kills at a given write")

    def fresh(number: int) -> str:
        with psycopg.connect(host=postgres, user=USER, dbname="postgres", autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA killed_{number}")
        return f"postgresql://{USER}@/postgres?host={postgres}&schema=killed_{number}"

    seen = kill_many(200 if full else 20, fresh, traced=True)
    assert seen["furthest"] > 15, f"the later writes were never reached: {seen}"
    assert seen["acknowledged"], "the kills came before anything was acknowledged: this shows nothing"


def test_the_killed_processes_take_snapshots() -> None:
    """Whether the busy process reaches the point where a snapshot is due, so that kills can hit it."""
    assert 2 * sum(SIZES) * (AFRESH - 1) > EVERY

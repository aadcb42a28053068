"""A check, an export and a seal beside writers: they raise no false alarm and write no half of anything."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections import Counter
from multiprocessing import get_context
from pathlib import Path

import pytest

from ledger.entries import Entry
from ledger.events import Rolled
from ledger.exchange import export
from ledger.importing import import_streams
from ledger.ledger_check import check
from ledger.signing import load_key, new_key, sign
from ledger.store import Ledger
from ledger.streams import Head
from tests.contract.writers import everything
from tests.samples import game

ROOT = Path(__file__).parents[2]
KEY = load_key(new_key())


def roll(ledger: Ledger, name: str) -> Head:
    """Append one event to a game."""
    head = ledger.head(name)
    return ledger.append(head, [Entry(head.last + 1, (Rolled("die", (1,)),))])


def seal(ledger: Ledger, name: str, by: str = "Ada") -> None:
    head = ledger.head(name)
    ledger.put_seal(head, sign(head, KEY, by, "2026-01-01"))


def test_a_check_is_of_one_moment_whatever_is_written_meanwhile(shared_address: str) -> None:
    with Ledger.open(shared_address) as ledger, Ledger.open(shared_address) as other:
        for name in ("a", "b", "c"):
            ledger.append(ledger.start(name), game(3))
        written: list[int] = []

        def write(events: int) -> None:
            """Write in the middle of the check: append, seal, branch, and open a game."""
            written.append(events)
            for name in ("a", "b", "c"):
                roll(other, name)
            seal(other, "c")
            other.start(f"new-{len(written)}", parent="c")

        report = check(ledger, progress=write)
        assert written, "nothing was written meanwhile: this shows nothing"
        assert [str(finding) for finding in report.findings] == []
        assert (report.streams, report.events, report.seals) == (3, 3 * 26, [])
        assert check(ledger).findings == []
        assert len(check(ledger).seals) == len(written)


@pytest.mark.slow
def test_checks_beside_a_busy_writer_find_nothing(shared_address: str, full: bool) -> None:
    with Ledger.open(shared_address) as ledger:
        ledger.append(ledger.start("g"), game(200))
    command = [sys.executable, "-m", "tests.contract.writers", "steady", shared_address, "g", "1"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        process.stdout.readline()
        with Ledger.open(shared_address) as ledger:
            before = ledger.head("g").last
            for _ in range(50 if full else 8):
                assert [str(finding) for finding in check(ledger).findings] == []
            assert ledger.head("g").last > before
    finally:
        process.send_signal(signal.SIGKILL)
        process.communicate()


@pytest.mark.slow
def test_many_who_append_seal_open_and_check_never_alarm_each_other(shared_address: str, full: bool) -> None:
    with Ledger.open(shared_address) as ledger:
        for name in ("g", "h"):
            ledger.start(name, entries=game(3))
    with get_context("spawn").Pool(3) as pool:
        words = [(shared_address, ["g", "h"], seed, 60 if full else 3) for seed in range(3)]
        done = pool.starmap(everything, words)
    acts = sum((Counter(one) for one in done), Counter[str]())
    assert [act for act in acts if act.startswith("found")] == []
    assert min(acts[act] for act in ("append", "seal", "open", "both", "checkpoint", "check")) > 0
    with Ledger.open(shared_address) as ledger:
        assert [str(finding) for finding in check(ledger).findings] == []
        assert sum(len(ledger.seals(name)) for name in ("g", "h")) == acts["seal"]
        assert len(ledger.heads()) == 2 + acts["open"] + acts["both"]


def test_several_seals_at_once_are_all_kept(shared_address: str) -> None:
    """Each judge read the head before any of the others had sealed it."""
    with Ledger.open(shared_address) as ledger:
        head = ledger.append(ledger.start("g"), game(3))
        for judge in ("Ada", "Bea", "Cyd"):
            ledger.put_seal(head, sign(head, KEY, judge, "2026-01-01"))
        assert [found.by for found in ledger.seals("g")] == ["Ada", "Bea", "Cyd"]
        assert check(ledger).findings == []


def test_an_export_is_of_one_moment(shared_address: str) -> None:
    with Ledger.open(shared_address) as ledger, Ledger.open("memory:") as copy:
        ledger.append(ledger.start("g"), game(3))
        heads = ledger.heads()
        roll(ledger, "g")
        seal(ledger, "g")
        lines = export(ledger, heads)
        first = next(lines)
        with Ledger.open(shared_address) as other:
            roll(other, "g")
            seal(other, "g", "Bea")
        import_streams(copy, [first, *lines])
        assert [str(finding) for finding in check(copy).findings] == []
        assert (copy.head("g").last, [found.by for found in copy.seals("g")]) == (27, ["Ada"])

"""Judging a whole ledger again: on all cores, each game once, exactly the planted changes, and on from where a killed
run stopped.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ledger.codec import VERDICTS
from ledger.entries import Entry
from ledger.events import Move, Reason, ViolationNoted
from ledger.revisions import ClauseRevised
from ledger.store import Ledger
from replays.records.random_games import Simulation
from replays.reference.shelf import Shelf
from replays.verdicts.revised_rules import changes
from replays.verdicts.whole_ledger import judge_all
from rules.catalogue import load

COMMAND = [sys.executable, "-m", "replays.cli.main"]
PACK = "hbo"
GONE, KEPT, REWORDED = "hbo/challenges-1#3", "hbo/challenges-1#2", "hbo/challenges-1#1"
PLANTED = {"1": (GONE,), "3": (KEPT,), "5": (GONE, KEPT), "7": (REWORDED,), "9": (GONE, REWORDED)}
BUSY = 1.6
"""The load above which something else than this test is being measured."""
ROOT = Path(__file__).parents[3]


def fill(path: Path, count: int) -> dict[str, tuple[str, ...]]:
    """A ledger of random games, some with a violation noted in them, and two clauses revised from 2026 on."""
    pack = load(PACK)
    planted = {}
    with Ledger.open(str(path)) as ledger:
        for number in range(count):
            entries = list(Simulation(pack, 2, "duel", number % 40).entries())
            rules = PLANTED.get(str(number % 20))
            if rules and number < 100:
                last = entries[-1].seq + len(entries[-1].events)
                entries.append(
                    Entry(
                        last, (ViolationNoted("A", Move("challenge"), tuple(map(Reason, rules)), False, 0, last - 1),)
                    )
                )
                planted[f"game-{number}"] = rules
            head = ledger.start(f"game-{number}", pack=PACK)
            ledger.append(head, entries)
        shelf = Shelf(ledger, "2026-06-01")
        for rule, says in ((GONE, "Withdrawn."), (REWORDED, "Somebody else may be declared.")):
            entry, _, clause = rule.partition("#")
            shelf.revise(ClauseRevised(entry, int(clause), says, "a test", "2026-01-01"), PACK)
    return planted


def verdicts(path: Path) -> list[str]:
    """The games that verdicts were kept of, once for each verdict."""
    with Ledger.open(str(path)) as ledger:
        return [
            event.game
            for head in ledger.heads(VERDICTS.name)
            for entry in ledger.entries(head)
            for event in entry.events
        ]


def test_exactly_the_planted_changes_are_reported_and_no_game_is_judged_twice(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    planted = fill(path, 20)
    with Ledger.open(str(path)) as ledger:
        heads = {head.id: (head.last, head.digest) for head in ledger.games()}
        found, _ = judge_all(ledger, str(path), 1, lambda _: None)
        names = {head.id: head.name for head in ledger.games()}
        later = {item.name: item.after for item in changes(found.values(), names, Shelf(ledger, "2026-06-01"))}
        before = list(changes(found.values(), names, Shelf(ledger, "2025-12-31")))
        judge_all(ledger, str(path), 1, lambda _: None)
        assert heads == {head.id: (head.last, head.digest) for head in ledger.games()}
    # The planted notes are of moves nobody can explain again. Even where every clause they name is withdrawn, the rest
    # was never judged.
    expected = {name: "to be judged by a person" for name, rules in planted.items() if KEPT not in rules}
    assert later == expected
    assert len(expected) == 3
    assert before == []
    assert sorted(verdicts(path)) == sorted(heads)


def test_a_killed_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    planted = fill(path, 40)
    words = [
        *COMMAND,
        "--ledger",
        str(path),
        "verify",
        "--all",
        "--rules-as-of",
        "2026-06-01",
        "--workers",
        "2",
        "--json",
    ]
    first = subprocess.Popen(
        words, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and first.poll() is None and not verdicts(path):
        time.sleep(0.05)
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    kept = verdicts(path)
    assert kept
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 1, done.stderr
    data = json.loads(done.stdout)
    assert data["games"] == 40
    assert {item["name"] for item in data["changed"]} == {name for name, rules in planted.items() if KEPT not in rules}
    now = verdicts(path)
    assert now[: len(kept)] == kept
    assert len(now) == len(set(now)) == 40


def test_a_cluster_finds_what_a_pool_of_processes_finds(tmp_path: Path) -> None:
    distributed = pytest.importorskip(
        "distributed", reason="no cluster without lastword[cluster]; make proof installs it"
    )
    path = tmp_path / "ledger.db"
    planted = fill(path, 20)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
        Ledger.open(str(path)) as ledger,
    ):
        found = judge_all(ledger, str(path), 1, lambda _: None, client.get_executor())
        names = {head.id: head.name for head in ledger.games()}
        changed = {item.name for item in changes(found.values(), names, Shelf(ledger, "2026-06-01"))}
    assert changed == {name for name, rules in planted.items() if KEPT not in rules}
    assert len(verdicts(path)) == len(set(verdicts(path))) == 20


@pytest.mark.slow
def test_two_workers_are_nearly_twice_as_fast(tmp_path: Path, full: bool) -> None:
    if (os.cpu_count() or 1) < 2:
        pytest.skip("this machine has one core: nothing was shown about two")
    if not full:
        pytest.skip("measured at full size, under make proof: what else runs here would be measured too")
    path = tmp_path / "ledger.db"
    planted = fill(path, 1_000)
    if os.getloadavg()[0] > BUSY:
        pytest.skip(f"other work runs here (load {os.getloadavg()[0]:.1f}): nothing was shown about two cores")
    seconds = {}
    for workers in (1, 2):
        copy = tmp_path / f"{workers}.db"
        copy.write_bytes(path.read_bytes())
        with Ledger.open(str(copy)) as ledger:
            began = time.monotonic()
            found = judge_all(ledger, str(copy), workers, lambda _: None)
            seconds[workers] = time.monotonic() - began
            names = {head.id: head.name for head in ledger.games()}
            changed = {item.name for item in changes(found.values(), names, Shelf(ledger, "2026-06-01"))}
        assert len(found) == 1_000
        assert changed == {name for name, rules in planted.items() if KEPT not in rules}
    assert seconds[1] / seconds[2] >= 1.7, seconds

"""The desk and the command line write one SQLite ledger at the same time, each in its own process: nothing is lost."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from ledger.ledger_check import check
from ledger.store import Ledger
from replays.branches.storage import store
from replays.cases.acts import Cases
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import of_run
from tests.sequences import SAVE
from tests.served import Served, get, post, served

pytestmark = pytest.mark.slow
CASE = "case-shared-1"
MOST = 500
"""The most rounds that the desk goes while the command line works; it needs a small part of them."""
COMMAND_LINE = """
import json, sys
from click.testing import CliRunner
from replays.cli.main import cli

ledger, file, case = sys.argv[1:4]
done = {"games": [], "remarks": [], "refused": []}
for number in range(int(sys.argv[4])):
    name = f"typed-{number}"
    for kind, words in (
        ("games", ["import", file, "--name", name]),
        ("remarks", ["case", "remark", case, "--by", "Maria", "--says", name]),
    ):
        answer = CliRunner().invoke(cli, ["--ledger", ledger, *words])
        done[kind if answer.exit_code == 0 else "refused"].append(name)
        if answer.exit_code and "again and retry" not in answer.output:
            raise SystemExit(answer.output)
print(json.dumps(done))
"""
"""A process that imports games and adds remarks by the command line, and says which of them were done."""


def at_the_desk(desk: Served, typing: subprocess.Popen[str]) -> dict[str, list[str]]:
    """Store games and add remarks at the desk until the other process has ended, and once more; say what was done."""
    done: dict[str, list[str]] = {"games": [], "remarks": [], "refused": []}
    with closing(desk.connection()) as connection:
        for number in range(MOST):
            over, name = typing.poll() is not None, f"clicked-{number}"
            status, _ = post(connection, "/desk/store", token=desk.token, text=SAVE, name=name)
            done["games" if status == 303 else "refused"].append(name)
            seen = re.search(r'name="seen" value="([^"]+)"', get(connection, f"/cases/{CASE}")[1])
            assert seen is not None
            sent = {"token": desk.token, "seen": seen[1], "by": "", "other": "Ivo", "says": name}
            status, _ = post(connection, f"/cases/{CASE}/remark", **sent)
            done["remarks" if status == 303 else "refused"].append(name)
            assert status in (200, 303, 409), status
            if over:
                return done
    raise AssertionError(f"the command line had not ended after {MOST} rounds of the desk")


def test_both_write_one_ledger(tmp_path: Path, full: bool) -> None:
    address, file = str(tmp_path / "tour.db"), tmp_path / "dispute.lw"
    file.write_text(SAVE, encoding="utf-8")
    with Ledger.open(address) as ledger:
        store(ledger, of_run(run(read(SAVE, "dispute.lw")), "shared"))
        Cases(ledger, "2026-11-16T12:00:00+00:00").open("shared", 81, "May he?", "B", CASE)
    rounds = str(40 if full else 8)
    with served(address) as desk:
        typing = subprocess.Popen(
            [sys.executable, "-c", COMMAND_LINE, address, str(file), CASE, rounds],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            clicked = at_the_desk(desk, typing)
            said, faults = typing.communicate(timeout=60)
        finally:
            typing.kill()
        assert typing.returncode == 0, faults
        typed = json.loads(said)
        with closing(desk.connection()) as connection:
            assert f'href="/games/{typed["games"][-1]}"' in get(connection, "/games")[1], "the desk shows it at once"
    with Ledger.open(address) as ledger:
        games = {head.name: head.last for head in ledger.games()}
        remarks = [remark.says for remark in Cases(ledger, "").case(CASE).remarks]
        assert [str(finding) for finding in check(ledger).findings] == []
    assert set(games) == {"shared", *typed["games"], *clicked["games"]}
    assert set(games.values()) == {games["shared"]}, "a game is there by half"
    assert sorted(remarks) == sorted(typed["remarks"] + clicked["remarks"]), "a remark is lost, or there twice"
    assert typed["games"]
    assert typed["remarks"]
    among = [at for at, says in enumerate(remarks) if says in typed["remarks"]]
    assert among[-1] < len(remarks) - 1, "the desk goes on after the command line has ended"

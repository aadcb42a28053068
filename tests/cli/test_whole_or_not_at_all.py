"""What a verb stores is stored whole or not at all, under a full disk, a killed process and several writers at once."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from ledger.errors import Unwritable
from ledger.ledger_check import check
from ledger.store import Ledger
from replays.branches.storage import store
from replays.cases.acts import Cases, ClaimedMoves
from replays.cli.main import cli
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import of_run
from tests.sequences import SAVE

NOW = "2026-01-31T12:00:00+00:00"
FULL = "the disk under the ledger is full: nothing was written"


def lastword(home: Path, *words: str) -> Result:
    return CliRunner().invoke(cli, ["--ledger", str(home / "l.db"), *words], catch_exceptions=False)


def fail_at_write(patch: pytest.MonkeyPatch, number: int) -> None:
    """Let the disk be full at the write of this number, counted from 1, and at all after it."""
    real, done = Ledger.write, []

    def write(self: Ledger, *words: Any) -> None:
        done.append(words)
        if len(done) >= number:
            raise Unwritable(FULL)
        real(self, *words)

    patch.setattr(Ledger, "write", write)


def empty_streams(address: str) -> list[str]:
    """Return the names of streams that have no entries of their own, once a check has found nothing."""
    with Ledger.open(address) as ledger:
        assert [str(finding) for finding in check(ledger).findings] == []
        return [head.name for head in ledger.heads() if head.last == head.about.at]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_full_disk_leaves_whole_games_and_says_which(
    home: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [home / f"round-{place}.lw" for place in (1, 2, 3)]
    for file in files:
        file.write_text(SAVE, encoding="utf-8")
    with monkeypatch.context() as patch:
        fail_at_write(patch, number)
        done = lastword(home, "import", *map(str, files))
    assert done.exit_code == 2
    with Ledger.open(str(home / "l.db")) as ledger:
        names = [head.name for head in ledger.games()]
    assert names == [f"round-{place}" for place in range(1, number)]
    assert empty_streams(str(home / "l.db")) == []
    says = done.stderr
    assert f"round-{number}.lw was not stored: {FULL}" in says
    assert f"Stored before it: {', '.join(names) or 'nothing'}. Not stored: {4 - number} file" in says
    assert [line.split()[0] for line in done.stdout.splitlines()] == names


def test_a_process_that_is_killed_after_any_write_leaves_no_half(home: Path) -> None:
    address = str(home / "l.db")

    def acts() -> None:
        with Ledger.open(address) as ledger:
            store(ledger, of_run(run(read(SAVE)), "dispute"))
            desk = Cases(ledger, NOW)
            case = desk.open("dispute", None, "May the save be cancelled?")
            desk.claim(case, "B", "It may.", ClaimedMoves("b.lw", "A use duplicate of ned\n"))

    for number in (1, 2, 3, 4):
        (home / "l.db").unlink(missing_ok=True)
        assert killed_after_write(acts, number) == (number <= 3), "the acts are three: three writes store all of them"
        assert empty_streams(address) == []
        with Ledger.open(address) as ledger:
            lines = [head.name for head in ledger.games() if head.name.startswith("line-")]
            claimed = [name for case in Cases(ledger, NOW).all_cases() for name in line_names(case.claims)]
            assert claimed == lines, "a claimed line is stored together with the claim"


def line_names(claims: Sequence[Any]) -> list[str]:
    return [claim.line.name for claim in claims if claim.line]


def killed_after_write(acts: Any, number: int) -> bool:
    """Run acts in a child that is killed right after its write of this number; return whether it was."""
    child = os.fork()
    if child == 0:
        real, done = Ledger.write, []

        def write(self: Ledger, *words: Any) -> None:
            real(self, *words)
            done.append(words)
            if len(done) == number:
                os.kill(os.getpid(), signal.SIGKILL)

        Ledger.write = write  # type: ignore[method-assign]
        try:
            acts()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def take_names_first(patch: pytest.MonkeyPatch, address: str, times: int) -> None:
    """Let somebody else take the name of each stream that is started, this many times, just before it is."""
    real, taken = Ledger.start, []

    def start(self: Ledger, name: str, **words: Any) -> Any:
        if len(taken) < times:
            taken.append(name)
            with Ledger.open(address) as other:
                real(other, name)
        return real(self, name, **words)

    patch.setattr(Ledger, "start", start)


def test_a_name_that_somebody_else_takes_meanwhile_is_not_the_end(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        take_names_first(patch, str(home / "l.db"), 3)
        done = lastword(home, "import", str(home / "dispute.lw"), "--json")
    assert done.exit_code == 0
    assert json.loads(done.stdout)[0]["name"] == "dispute-4"
    with monkeypatch.context() as patch:
        take_names_first(patch, str(home / "l.db"), 1)
        assert lastword(home, "case", "open", "dispute-4", "--question", "Why?").exit_code == 0
    assert "case-dispute-4-2" in lastword(home, "case", "list").stdout


def test_a_name_that_was_asked_for_is_not_exchanged_for_another(home: Path) -> None:
    assert lastword(home, "import", str(home / "dispute.lw"), "--name", "table-7").exit_code == 0
    again = lastword(home, "import", str(home / "dispute.lw"), "--name", "table-7")
    assert again.exit_code == 2
    assert "already has a game 'table-7'" in again.stderr

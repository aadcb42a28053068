"""Helpers that type a verb in a folder: within this process, or as a program of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import chdir
from pathlib import Path

from click.testing import CliRunner

from replays.cli.main import cli

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "replays.cli.main"]


def lastword(home: Path, *words: object, exits: int = 0, stdin: str | bytes | None = None) -> str:
    """Run a verb within this process, check its exit code, and return what it printed.

    Return stdout, or stderr if it should be refused (exit 2). A fault of the program fails the test.
    """
    with chdir(home):
        done = CliRunner(env={"LASTWORD_LEDGER": "lastword.db"}).invoke(
            cli, [str(word) for word in words], stdin, prog_name="lastword"
        )
    assert done.exit_code == exits, done.output
    assert "a fault of the program" not in done.stderr, done.stderr
    return done.stderr if exits == 2 else done.stdout


def started(home: Path, *words: object, stdin: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run a verb as a program of its own and return how it ended; the caller checks the exit code."""
    done = subprocess.run(
        [*COMMAND, *map(str, words)],
        cwd=home,
        env=environment(**more),
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert "a fault of the program" not in done.stderr, done.stderr
    return done


def environment(**more: str) -> dict[str, str]:
    """Return the variables to start the program with: none of the user's own LASTWORD settings but a ledger in
    the folder, and `more`."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("LASTWORD")}
    return {**kept, "PYTHONPATH": str(ROOT), "LASTWORD_LEDGER": "lastword.db", **more}

"""Typing a verb in a folder, as the tests of the verbs do: within this process, or as a program of its own."""

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
    """Type a verb, and give what it printed: its result, or what it complained of when it is refused. No fault of the
    program will do.
    """
    with chdir(home):
        done = CliRunner(env={"LASTWORD_LEDGER": None}).invoke(
            cli, [str(word) for word in words], stdin, prog_name="lastword"
        )
    assert done.exit_code == exits, done.output
    assert "a fault of the program" not in done.stderr, done.stderr
    return done.stderr if exits == 2 else done.stdout


def started(home: Path, *words: object, stdin: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Start the program with these words and wait for it; what it left with is the caller's to look at."""
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
    """The variables a program is started with: nothing of the person's own settings, and more."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("LASTWORD")}
    return {**kept, "PYTHONPATH": str(ROOT), **more}

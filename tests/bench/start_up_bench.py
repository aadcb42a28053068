"""Start-up: CPU time of `verify` of a small file, with and without the cache of parsed packs, beside a bare Python."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from tests.bench.measuring import Calibration, Result

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
FILES = (
    "agot2/cancelling-a-duplicates-save.lw",
    "agot2/the-last-limited-card.lw",
    "l5r/the-last-replacement-applies.lw",
)
TRIES = 9
BEFORE = {"agot2/cancelling-a-duplicates-save.lw": 14.2}
"""What the code before the cache took, in times of a bare Python: the median of nine, in turns with it and with the
code that brought the cache, which took 9.7 times. Not measured again here."""


def run(calibration: Calibration) -> Iterator[Result]:
    """Measure each file in turns with a bare Python; medians, as times of what that takes."""
    with tempfile.TemporaryDirectory() as folder:
        for file in FILES:
            typed = [sys.executable, "-m", "replays.cli.main", "--ledger", "none.db", "verify", str(EXAMPLES / file)]
            bare, off, kept = _medians(
                ([sys.executable, "-c", "pass"], "off"), (typed, "off"), (typed, str(Path(folder) / "cache"))
            )
            if file in BEFORE:
                yield Result(f"start-up: verify {file}, before the cache", BEFORE[file], "times a bare Python")
            yield Result(f"start-up: verify {file}, nothing cached", off / bare, "times a bare Python")
            yield Result(f"start-up: verify {file}", kept / bare, "times a bare Python")


def _medians(*commands: tuple[Sequence[str], str]) -> list[float]:
    """Return the median CPU seconds of each command, with the setting of its cache; the commands take turns."""
    for command, cache in commands:
        _seconds(command, cache)
    times = [[_seconds(command, cache) for command, cache in commands] for _ in range(TRIES)]
    return [median(column) for column in zip(*times, strict=True)]


def _seconds(command: Sequence[str], cache: str) -> float:
    env = {**os.environ, "LASTWORD_CACHE": cache}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=EXAMPLES.parents[1], env=env, stdout=subprocess.DEVNULL, timeout=60)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

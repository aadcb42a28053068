"""What the tests of what-if lines share: every example transcript as a record."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import Record, of_run

EXAMPLES = sorted((Path(__file__).parents[3] / "docs" / "examples").glob("*/*.lw"))


@cache
def record_of(path: Path) -> Record:
    """The record an example becomes."""
    text = path.read_text(encoding="utf-8")
    return of_run(run(read(text, path.name, lambda name: (path.parent / name).read_text(encoding="utf-8"))), path.stem)


def record_from(text: str, name: str = "test") -> Record:
    """The record a transcript becomes."""
    return of_run(run(read(text, name)), name)

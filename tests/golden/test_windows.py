"""The window audit of every example: what each player did in each window that somebody could use."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from replays.notation.parser import read
from replays.reading.reader import run
from replays.watching.opportunities import count_windows
from replays.watching.window_audit import audit
from replays.watching.words import audit_counts, audit_lines

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "examples"
GOLDEN = ROOT / "tests" / "golden" / "windows"
FILES = sorted(EXAMPLES.rglob("*.lw"))


@pytest.mark.parametrize("file", FILES, ids=[str(file.relative_to(EXAMPLES)) for file in FILES])
def test_the_audit_of_an_example_is_the_golden_one(file: Path, golden: Callable[[Path, str], None]) -> None:
    text = file.read_text(encoding="utf-8")
    done = run(read(text, file.name, lambda name: (file.parent / name).read_text(encoding="utf-8")))
    windows = audit(done.entries, done.pack)
    names = {letter: seat.name for letter, seat in done.table.seats.items() if seat.name}
    golden(
        (GOLDEN / file.relative_to(EXAMPLES)).with_suffix(".txt"),
        "".join(f"{line}\n" for line in audit_lines(windows, False, names)),
    )
    assert audit_counts(windows)["windows"] == count_windows(done.pack, done.entries), "verify counts the same windows"
    if not any(violation.applied for violation in done.violations):
        assert not any(window.wrong for window in windows), "the runner denies nobody an opportunity"


def test_audits_have_their_examples() -> None:
    left = [
        path for path in GOLDEN.rglob("*.txt") if not (EXAMPLES / path.relative_to(GOLDEN)).with_suffix(".lw").is_file()
    ]
    assert not left

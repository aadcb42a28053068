"""The judge's examples of this game run, their expectations hold, and only the moves they call illegal are."""

from __future__ import annotations

from pathlib import Path

import pytest

from replays.notation.parser import read
from replays.reading.reader import run

EXAMPLES = sorted((Path(__file__).parents[4] / "docs" / "examples" / "hbo").glob("*.lw"))


def test_there_are_six() -> None:
    assert len(EXAMPLES) >= 6


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_an_example_says_what_is_so(path: Path) -> None:
    done = run(read(path.read_text(encoding="utf-8"), path.name))
    assert done.expected
    assert not [item for item in done.expected if not item.held]
    lines = path.read_text(encoding="utf-8").splitlines()
    for violation in done.violations:
        assert lines[violation.line].startswith("expect illegal"), violation

"""The examples in the documentation: each is as a judge would write it, and its expectations come true."""

from __future__ import annotations

from pathlib import Path

import pytest

from replays.notation.layout import formatted
from replays.notation.lines import Said
from replays.notation.parser import read
from replays.reading.reader import run

FOLDER = Path(__file__).parents[2] / "docs" / "examples"
FILES = sorted(FOLDER.rglob("*.lw"))


@pytest.mark.parametrize("file", FILES, ids=[str(file.relative_to(FOLDER)) for file in FILES])
def test_an_example_holds_is_tidy_and_needs_no_written_pass(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    document = read(text, file.name, lambda name: (file.parent / name).read_text(encoding="utf-8"))
    done = run(document)
    assert done.expected, "an example says what it shows"
    assert [f"line {item.line}: {item.text}: {item.says}" for item in done.expected if not item.held] == []
    assert formatted(document) == text, "run `lastword fmt` on it"
    passing = [line.number for line in document if isinstance(line, Said) and line.verb == "pass" and not line.step]
    if passing and done.pack.id == "agot2":
        without = "".join(f"{line.source}\n" for line in document if line.number not in passing)
        assert all(item.held for item in run(read(without)).expected), "it needs a written pass"
    assert 6 <= len([line for line in document if line.source.strip()]) <= 40

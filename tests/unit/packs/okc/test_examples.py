"""The example disputes: every expectation holds, and each violation is one that the example expects."""

from __future__ import annotations

from pathlib import Path

import pytest

from ledger.events import FrameOpened
from replays.notation.layout import formatted
from replays.notation.lines import Expect
from replays.notation.parser import read
from replays.reading.reader import run

EXAMPLES = sorted((Path(__file__).parents[4] / "docs" / "examples" / "okc").glob("*.lw"))


def test_there_are_six() -> None:
    assert len(EXAMPLES) >= 6


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example(path: Path) -> None:
    document = read(path.read_text(encoding="utf-8"), path.name)
    done = run(document)
    assert not [f"{item.text} ({item.says})" for item in done.expected if not item.held]
    spoken = [
        line.number for line in document if isinstance(line, Expect) and line.kind == "illegal" and line.move is None
    ]
    for violation in done.violations:
        assert any(violation.line < number <= violation.line + 2 for number in spoken), violation.text
    assert not done.assumed
    assert formatted(document) == document.text()


def test_one_has_a_second_clash_and_assassins_who_eliminate_each_other() -> None:
    text = next(path for path in EXAMPLES if path.stem == "second-clash-and-spies").read_text(encoding="utf-8")
    done = run(read(text))
    opened = [event for entry in done.entries for event in entry.events if isinstance(event, FrameOpened)]
    assert sum(event.kind == "clash" and (event.data or {}).get("region") == "lowlands" for event in opened) == 3
    killed = [part for event in opened for part in event.occurrences if part.kind == "eliminated"]
    assert {part.subject for part in killed} == {part.source for part in killed}

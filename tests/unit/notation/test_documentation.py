"""The specification of the notation runs: its transcripts hold, its error is the one it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from replays.errors import NotationError
from replays.notation.layout import formatted
from replays.notation.parser import read
from replays.reading.reader import run
from rules.catalogue import load

SPECIFICATION = Path(__file__).parents[3] / "docs" / "notation.md"
BLOCKS = re.findall(
    r"```(lw|lw error)\n(.*?)```(?:\n\n```text\n(.*?)```)?", SPECIFICATION.read_text(encoding="utf-8"), re.DOTALL
)
GOOD = [text for kind, text, _ in BLOCKS if kind == "lw"]
BAD = [(text, shown) for kind, text, shown in BLOCKS if kind == "lw error"]


def test_the_specification_has_examples() -> None:
    assert len(GOOD) >= 5
    assert BAD


@pytest.mark.parametrize("text", GOOD)
def test_examples_hold(text: str) -> None:
    done = run(read(text))
    assert done.expected
    assert [item for item in done.expected if not item.held] == []


@pytest.mark.parametrize("text", GOOD)
def test_examples_survive_reading_writing_and_formatting(text: str) -> None:
    document = read(text)
    assert document.text() == text
    tidy = formatted(document)
    assert formatted(read(tidy)) == tidy
    before, after = run(document), run(read(tidy))
    assert [entry.events for entry in before.entries] == [entry.events for entry in after.entries]


@pytest.mark.parametrize(("text", "shown"), BAD)
def test_errors_are_as_shown(text: str, shown: str) -> None:
    with pytest.raises(NotationError) as caught:
        run(read(text))
    assert str(caught.value) == shown.rstrip("\n")


def test_every_verb_of_the_first_game_is_in_the_specification() -> None:
    text = SPECIFICATION.read_text(encoding="utf-8")
    missing = [verb for verb in load("agot2").notation.verbs() if not re.search(rf"\b{verb}\b", text)]
    assert missing == []

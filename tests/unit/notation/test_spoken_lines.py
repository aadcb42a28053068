"""Lines written as people speak: understood, or told what is missing, and never taken for a broken rule."""

from __future__ import annotations

import re

import pytest

from replays.errors import NotationError
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import of_run
from replays.verdicts.verification import verify
from tests.sequences import SAVE

POSITION = SAVE.partition("B challenge")[0]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("B challenge military hound", "`challenge` takes `military` alone; put `with`"),
        ("B challenges Anna military with hound", "`challenge` takes `military` alone"),
        ("A use duplicate", "whose duplicate? Write `duplicate of`"),
        ("A discards duplicate", "whose duplicate? Write `duplicate of`"),
    ],
)
def test_a_line_as_it_is_spoken_is_no_accusation(line: str, says: str) -> None:
    with pytest.raises(NotationError, match=re.escape(says)):
        run(read(f"{POSITION}{line}\n"))


@pytest.mark.parametrize(
    "line", ["Borys challenges military with the hound", "B challenges military with hound", "Borys passes"]
)
def test_a_verb_may_be_written_as_it_is_spoken(line: str) -> None:
    assert not verify(of_run(run(read(f"{POSITION}{line}\n")), "spoken")).violations

"""Disputes written from the rulebooks by people new to the notation, each with the lines that are illegal by the book.

Nobody else may be accused, and whoever broke a rule must be told. `UNSETTLED` lists those that are not read rightly
yet, with the cause: one that is read rightly must leave the list.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from replays.errors import NotationError
from replays.notation.parser import read
from replays.reading.reader import run

FOLDER = Path(__file__).parents[2] / "disputes"
FILES = sorted(FOLDER.glob("*/*.lw"))
"""A dispute that says `"in": "proof"` was read rightly at first sight, and is looked at under `make proof`."""
UNSETTLED = json.loads((FOLDER / "unsettled.json").read_text(encoding="utf-8"))


def _is_right(file: Path) -> bool:
    """Whether exactly the lines are accused that the book calls illegal."""
    told = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    try:
        done = run(read(file.read_text(encoding="utf-8"), file.name))
    except NotationError:
        return False
    return {bad.line for bad in done.violations} == {item["line"] for item in told["illegal"]}


@pytest.mark.parametrize("file", FILES, ids=[f"{file.parent.name}/{file.stem}" for file in FILES])
def test_only_the_guilty_are_accused(file: Path, full: bool) -> None:
    name = f"{file.parent.name}/{file.stem}"
    if not full and json.loads(file.with_suffix(".json").read_text(encoding="utf-8")).get("in") == "proof":
        pytest.skip("looked at under make proof")
    if name in UNSETTLED:
        assert not _is_right(file), f"{name} is read rightly now: take it off the list"
        pytest.xfail(UNSETTLED[name])
    assert _is_right(file)

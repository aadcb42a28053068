"""A table ready to be drawn: who sits where, and borders that run behind no third place."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from replays.tables.drawing import CELL, way
from rules.kernel.layout import Place


def corners(path: str) -> list[tuple[float, float]]:
    """The points of a path."""
    parts = [part.split() for part in path.removeprefix("M").split(" L")]
    return [(float(x), float(y)) for x, y in parts]


def cells_behind(path: str) -> set[tuple[int, int]]:
    """The cells in whose inner part a path runs; the gaps between cells belong to none."""
    found = set()
    for (x1, y1), (x2, y2) in pairwise(corners(path)):
        for step in range(401):
            x, y = x1 + (x2 - x1) * step / 400, y1 + (y2 - y1) * step / 400
            column, row = int(x // CELL), int(y // CELL)
            inside = all(8 < value % CELL < CELL - 8 for value in (x, y))
            if inside:
                found.add((row, column))
    return found


@pytest.mark.parametrize("start", list(product(range(4), range(4))))
def test_no_border_runs_behind_a_third_place(start: tuple[int, int]) -> None:
    one = Place("one", "One", *start)
    for end in product(range(4), range(4)):
        if end != start:
            path = way(one, Place("other", "Other", *end))
            assert cells_behind(path) <= {start, end}, (start, end, path)
            assert corners(path)[0] == (start[1] * CELL + CELL / 2, start[0] * CELL + CELL / 2)
            assert corners(path)[-1] == (end[1] * CELL + CELL / 2, end[0] * CELL + CELL / 2)

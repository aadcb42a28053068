"""Records in which one move was made illegal: verifying must report it, at that event and under the right rule."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.catalogue import load, pack_ids
from tests.mutations import cases

SMALL, FULL = 40, 500


@pytest.mark.parametrize("pack", pack_ids())
def test_illegal_moves_are_reported_where_and_why(pack: str, full: bool) -> None:
    count = FULL if full else SMALL
    found = load(pack)
    format_, (players, _) = next(iter(found.formats.items()))
    problems, kinds = [], Counter[str]()
    for case in cases(found, players, format_, count):
        kinds[case.mutation.kind] += 1
        problem = case.problem(found)
        if problem:
            problems.append(problem)
    assert len(kinds) >= 5, kinds
    assert len(problems) <= count // 100, "\n".join(problems[:10])

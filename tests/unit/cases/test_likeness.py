"""Precedents: of twenty disputes, ten kinds played twice, the twin is found first, with or without rulings, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from ledger.store import Ledger
from replays.branches.storage import store
from replays.cases.acts import Cases, DraftRuling
from replays.cases.case import Case
from replays.cases.citations import pin_rules
from replays.cases.precedents import Part, Shape, most_like
from replays.cases.search import like, shape_in
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import of_run
from replays.reference.shelf import Shelf
from tests.disputes import PAIRS

Planted = tuple[Cases, dict[str, tuple[Case, Case]]]


@pytest.fixture(scope="module")
def planted() -> Iterator[Planted]:
    """Twenty games with a case about the last violation of each, in pairs by kind of dispute."""
    with Ledger.open("memory:") as ledger:
        desk = Cases(ledger, "2026-01-31T12:00:00+00:00")
        cases: dict[str, list[Case]] = {}
        for half in (0, 1):  # all first halves, then all second ones: twins do not stand beside one another
            for number, (kind, texts) in enumerate(PAIRS.items()):
                game = store(ledger, of_run(run(read(texts[half])), "table"), f"table-{number}-{half}")
                cases.setdefault(kind, []).append(desk.open(game.name, None, "Is this allowed?"))
        yield desk, {kind: (pair[0], pair[1]) for kind, pair in cases.items()}


@pytest.mark.parametrize("kind", PAIRS)
@pytest.mark.parametrize("half", [0, 1])
def test_the_true_twin_comes_first(planted: Planted, kind: str, half: int) -> None:
    desk, cases = planted
    found = like(desk, cases[kind][half], desk.all_cases())
    assert found[0].case.name == cases[kind][1 - half].name, [(item.case.name, item.score) for item in found[:3]]
    assert len(found) == 1 or found[0].score > found[1].score
    assert cases[kind][half].name not in [item.case.name for item in found]


@pytest.mark.parametrize("kind", PAIRS)
def test_it_says_why(planted: Planted, kind: str) -> None:
    desk, (one, other) = planted[0], planted[1][kind]
    best = like(desk, one, desk.all_cases())[0]
    assert best.why[0].startswith("rules ")
    broken = {name for part, name in shape_in(desk, other).features if part is Part.RULES}
    assert any(rule in best.why[0] for rule in broken)


def test_most_twins_are_found_by_the_shape_of_the_sequence_alone(planted: Planted) -> None:
    desk, cases = planted
    shapes = {case.name: (case, _without_rules(shape_in(desk, case))) for pair in cases.values() for case in pair}
    right = 0
    for pair in cases.values():
        for half in (0, 1):
            _, wanted = shapes[pair[half].name]
            others = [item for name, item in shapes.items() if name != pair[half].name]
            right += most_like(wanted, others)[0].case.name == pair[1 - half].name
    assert right >= 18, f"{right} of 20"


def _without_rules(shape: Shape) -> Shape:
    return Shape(Counter({feature: count for feature, count in shape.features.items() if feature[0] is not Part.RULES}))


def test_cases_that_cite_the_same_rule_are_alike_without_their_games(planted: Planted) -> None:
    desk, cases = planted
    citations = pin_rules(Shelf(desk.ledger, "2026-01-31"), ["okc/ambush#1"])
    decision = DraftRuling("It does.", citations, "none", "Maria", "2026-01-31")
    shapes = []
    for pair in list(cases.values())[:2]:
        ruled = desk.rule(pair[0], decision)
        shapes.append((ruled, _only_rules(shape_in(desk, ruled))))
    best = most_like(shapes[0][1], shapes[1:])
    assert "okc/ambush#1" in best[0].why[0]


def _only_rules(shape: Shape) -> Shape:
    return Shape(Counter({feature: count for feature, count in shape.features.items() if feature[0] is Part.RULES}))


def test_two_shapes_with_nothing_in_them_are_not_alike() -> None:
    assert most_like(Shape(Counter()), []) == []

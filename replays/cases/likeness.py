"""Precedents: which cases are most like one, best first, and what they have in common.

Aspects are compared one by one, each as the share of features two shapes have in common, where a feature that few cases have
counts for more than one that most have. A precedent is first of all about the same rule, so the rules weigh most.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import msgspec

from replays.cases.case import Case
from replays.cases.shapes import Feature, Part, Shape

WEIGHTS = {Part.RULES: 3.0, Part.OCCURRENCES: 2.0, Part.ABILITIES: 2.0, Part.FRAMES: 1.0}
LEAST = 0.1
"""Below this likeness two cases have nothing to say to one another."""
SHOWN = 3
"""Features named for each aspect, the rarest first."""


class Likeness(msgspec.Struct, frozen=True):
    """A case, how like it is (1 is the same shape), and why."""

    case: Case
    score: float
    why: tuple[str, ...]


def most_like(wanted: Shape, others: Sequence[tuple[Case, Shape]], least: float = LEAST) -> list[Likeness]:
    """The cases like a shape, the most like first; the older one first among equals."""
    rarity = _rarity([wanted, *(shape for _, shape in others)])
    scored = [Likeness(case, *compare(wanted, shape, rarity)) for case, shape in others]
    return sorted((item for item in scored if item.score >= least), key=lambda item: -item.score)


def compare(one: Shape, other: Shape, rarity: dict[Feature, float]) -> tuple[float, tuple[str, ...]]:
    """How like two shapes are, from 0 to 1, and what they share."""
    total = weight = 0.0
    why = []
    for part, worth in WEIGHTS.items():
        mine, theirs = one.of(part), other.of(part)
        if not mine and not theirs:
            continue
        every = mine.keys() | theirs.keys()
        both = sum(rarity[feature] * min(mine.get(feature, 0), theirs.get(feature, 0)) for feature in every)
        either = sum(rarity[feature] * max(mine.get(feature, 0), theirs.get(feature, 0)) for feature in every)
        total += worth * both / either
        weight += worth
        shared = sorted(mine.keys() & theirs.keys(), key=lambda feature: (-rarity[feature], -len(feature[1]), feature[1]))
        if shared:
            names = ", ".join(name for _, name in shared[:SHOWN])
            why.append(f"{part} {both / either:.0%} alike: {names}{' …' if len(shared) > SHOWN else ''}")
    return (round(total / weight, 4) if weight else 0.0), tuple(why)


def _rarity(shapes: Sequence[Shape]) -> dict[Feature, float]:
    counts: dict[Feature, int] = {}
    for shape in shapes:
        for feature in shape.features:
            counts[feature] = counts.get(feature, 0) + 1
    return {feature: log(1 + len(shapes) / count) for feature, count in counts.items()}

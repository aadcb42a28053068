"""The prices of readings: each is explained on the page for judges, and they keep the order that the page promises."""

from __future__ import annotations

from pathlib import Path

import pytest

from replays.reading.prices import REFUSED, StepKind

PAGE = (Path(__file__).parents[3] / "docs" / "notation.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", StepKind, ids=[kind.name for kind in StepKind])
def test_every_price_is_explained_to_judges(kind: StepKind) -> None:
    assert f"| {kind.cost} | {kind.says} |" in PAGE


def test_an_omission_is_supposed_before_a_line_is_refused() -> None:
    ordinary = (
        StepKind.PASS,
        StepKind.NO,
        StepKind.YES,
        StepKind.LUCK,
        StepKind.ORDER,
        StepKind.CHOICE,
        StepKind.NEXT_ROUND,
        StepKind.COPY,
        StepKind.LATER,
    )
    assert all(kind.cost < min(REFUSED.values()) for kind in ordinary)


def test_a_line_is_refused_before_the_implausible_is_supposed() -> None:
    implausible = (
        StepKind.FITS_HERE,
        StepKind.NEW_CHOICE,
        StepKind.CHOICE_BEFORE,
        StepKind.CHOICE_LATER,
        StepKind.OWN_CHOICE,
        StepKind.DECLINED,
    )
    assert all(kind.cost > max(REFUSED.values()) for kind in implausible)
    assert max(kind.cost for kind in StepKind) == StepKind.LEGAL_HERE.cost

"""The prices of readings: each is explained on the page for judges, and they keep the order that the page promises."""

from __future__ import annotations

from pathlib import Path

import pytest

from replays.reading.prices import REFUSED, Kind

PAGE = (Path(__file__).parents[3] / "docs" / "notation.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", Kind, ids=[kind.name for kind in Kind])
def test_every_price_is_explained_to_judges(kind: Kind) -> None:
    assert f"| {kind.cost} | {kind.says} |" in PAGE


def test_an_omission_is_supposed_before_a_line_is_refused() -> None:
    ordinary = (
        Kind.PASS,
        Kind.NO,
        Kind.YES,
        Kind.LUCK,
        Kind.ORDER,
        Kind.CHOICE,
        Kind.NEXT_ROUND,
        Kind.COPY,
        Kind.LATER,
    )
    assert all(kind.cost < min(REFUSED.values()) for kind in ordinary)


def test_a_line_is_refused_before_the_implausible_is_supposed() -> None:
    implausible = (
        Kind.FITS_HERE,
        Kind.NEW_CHOICE,
        Kind.CHOICE_BEFORE,
        Kind.CHOICE_LATER,
        Kind.OWN_CHOICE,
        Kind.DECLINED,
    )
    assert all(kind.cost > max(REFUSED.values()) for kind in implausible)
    assert max(kind.cost for kind in Kind) == Kind.LEGAL_HERE.cost

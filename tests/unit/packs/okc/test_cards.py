"""Every card with a text does what it says when it should, and not when it should not."""

from __future__ import annotations

import pytest

from rules.catalogue import load
from tests.unit.packs.okc.cases import factions, kingdom_a_to_m, kingdom_n_to_z, tactics
from tests.unit.packs.okc.cases.bids import BIDS
from tests.unit.packs.okc.table import FOUR, TWO, holds, judge

CASES = kingdom_a_to_m.CASES | kingdom_n_to_z.CASES | tactics.CASES | factions.CASES


@pytest.mark.parametrize("card", CASES)
def test_card(card: str) -> None:
    assert card in load("okc").cards
    holds(CASES[card], FOUR)


@pytest.mark.parametrize("card", BIDS)
def test_card_in_bids(card: str) -> None:
    assert card in load("okc").cards
    done = judge(BIDS[card], TWO)
    assert not [f"{item.text} ({item.says})" for item in done.expected if not item.held]
    assert not done.violations


def test_every_card_with_a_text_is_tested() -> None:
    written = {card.id for card in load("okc").cards.values() if card.abilities}
    assert written <= {*CASES, *BIDS}, written - {*CASES, *BIDS}


def test_cards_that_are_ours_are_marked_as_training() -> None:
    """Only cards whose text the rulebook states are without the mark."""
    stated = {card.id for card in load("okc").cards.values() if not card.training}
    assert stated == {"castle", "wilds", "farmlands", "kingdoms-favour", "herald", "sea-routes", "hideouts"}

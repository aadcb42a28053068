"""A card leads to the rules it falls under, and to the playthroughs that name it."""

from __future__ import annotations

import pytest

from replays.cards.lookup import matching
from replays.cards.shown_card import show_card
from rules.books.shelf import load_book
from rules.catalogue import load


@pytest.mark.parametrize(
    ("game", "card", "rules"),
    [
        (
            "agot2",
            "eddard-stark",
            {
                "agot2/character-cards": "card type",
                "agot2/renown": "keyword",
                "agot2/reaction": "ability",
                "agot2/challenge-icons": "icon",
                "agot2/unique-cards": "printed",
            },
        ),
        ("agot2", "the-hands-judgment", {"agot2/cancel": "effect", "agot2/interrupt": "ability"}),
        ("tegot", "eddard-stark", {"tegot/eddard-stark#1": "named on the card", "tegot/hero-card": "card type"}),
        ("agot2", "hand-of-the-king", {"agot2/hand-of-the-king": "this card", "agot2/titles": "card type"}),
    ],
)
def test_a_card_leads_to_its_rules(game: str, card: str, rules: dict[str, str]) -> None:
    shown = show_card(load(game).cards[card], load_book(game), ())
    found = {rule.rule: rule.because for rule in shown.rules}
    assert rules.items() <= found.items()
    assert all(rule.says for rule in shown.rules)
    assert "agot2/power" not in found, "an icon is not the token of that name"


def test_an_example_names_the_card_by_its_whole_title() -> None:
    shown = show_card(load("agot2").cards["the-hands-judgment"], load_book("agot2"), ())
    assert "cancelling-a-duplicates-save" in shown.examples
    assert "duplicate-rules" not in shown.examples


def test_cards_match_by_title_then_words_then_beginnings() -> None:
    assert [found.card.id for found in matching("The Hand’s Judgment")] == ["the-hands-judgment"]
    assert {found.game for found in matching("edd sta")} == {"agot2", "hbo", "tegot"}
    assert matching("…") == []
    assert matching("xyzzy", ["agot2"]) == []

"""What makes a deck legal, and each thing that does not (`agot2/deckbuilding`, `agot2/loyal`, `agot2/deck-limits`)."""

from __future__ import annotations

import random

import pytest

from replays.cards.decks import judge_deck, read_deck
from rules.books.addresses import parse_address
from rules.books.shelf import find
from rules.catalogue import load
from rules.errors import CardError
from rules.language.cards import Deck, Portion
from rules.packs.agot2.components import build

PACK = load("agot2")
PLOTS = "plots\n2 A Storm of Swords\n1 Summons\n1 Sneak Attack\n1 Confiscation\n1 Rebuilding\n1 A Noble Cause\n"


def deck_of(
    *, faction: str = "House Stark", agenda: str = "", plots: str = PLOTS, extra: str = "", own: int = 20
) -> str:
    """Sixty cards: twenty Stark titles three times each, less or more."""
    cards = sorted(
        card.name
        for card in PACK.cards.values()
        if card.faction == "stark" and card.type in ("character", "event", "location", "attachment")
    )
    neutral = ["Littlefinger", "Varys"]
    lines = [f"3 {name}" for name in (cards + neutral)[:own]]
    return "\n".join(
        [f"faction {faction}" if faction else "", f"agenda {agenda}" if agenda else "", plots, "cards", *lines, extra]
    )


def broken(text: str) -> list[tuple[str, int]]:
    """The rules a deck breaks, with their lines."""
    return [
        (check.rule, check.line) for check in judge_deck(PACK, read_deck(PACK, text, "deck.txt")) if not check.holds
    ]


def rules_broken(text: str) -> list[str]:
    return [rule for rule, _ in broken(text)]


def test_a_legal_deck() -> None:
    assert broken(deck_of()) == []


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (deck_of(faction=""), "agot2/deckbuilding#1"),
        (deck_of(extra="faction House Lannister"), "agot2/deckbuilding#1"),
        (
            deck_of(
                agenda="Fealty",
                extra="agenda Banner of the Lion\ncards\n3 Burned Men\n3 Gold Cloaks\n3 The Tickler\n3 Western Fiefdom",
            ),
            "agot2/deckbuilding#2",
        ),
        (deck_of(plots=PLOTS + "1 Taxation\n"), "agot2/deckbuilding#3"),
        (deck_of(plots=PLOTS.replace("1 Summons\n1 Sneak Attack\n", "2 Summons\n")), "agot2/deckbuilding#3"),
        (deck_of(plots=PLOTS.replace("2 A Storm of Swords\n1 Summons", "3 A Storm of Swords")), "agot2/deckbuilding#3"),
        (deck_of(plots=PLOTS.replace("2 A Storm of Swords", "2 A Feast for Crows")), "agot2/plot-deck-limit#2"),
        (deck_of(own=19), "agot2/deckbuilding#4"),
        (deck_of(extra="1 Eddard Stark"), "agot2/deck-limits#1"),
        (deck_of(extra="1 Burned Men"), "agot2/deckbuilding#5"),
        (deck_of(extra="1 Tywin Lannister"), "agot2/loyal#1"),
        (deck_of(extra="1 Summons"), "agot2/deckbuilding#4"),
        (deck_of(plots=PLOTS.replace("1 Summons", "1 Ice")), "agot2/deckbuilding#3"),
        (deck_of(extra="1 Training Septon"), "agot2/deckbuilding#5"),
        (deck_of(agenda="Banner of the Lion", extra="3 Burned Men"), "agot2/agenda-cards#1"),
        (
            deck_of(
                agenda="Fealty",
                extra="3 Little Bird\n3 Bodyguard\n3 The Roseroad\n3 The Kingsroad\n3 Milk of the Poppy",
            ),
            "agot2/agenda-cards#1",
        ),
    ],
)
def test_what_is_wrong_with_a_deck(text: str, rule: str) -> None:
    assert rules_broken(text) == [rule]
    assert find(parse_address(rule))


def test_a_banner_allows_others_that_are_not_loyal() -> None:
    guests = "3 Burned Men\n3 Gold Cloaks\n3 The Tickler\n3 Western Fiefdom"
    assert broken(deck_of(agenda="Banner of the Lion", extra=guests)) == []
    assert rules_broken(deck_of(agenda="Banner of the Lion", extra=guests + "\n1 Tywin Lannister")) == ["agot2/loyal#1"]
    assert rules_broken(deck_of(agenda="Banner of the Kraken", extra=guests)) == ["agot2/deckbuilding#5"] * 4 + [
        "agot2/agenda-cards#1"
    ]


def test_problems_know_their_line() -> None:
    text = deck_of(extra="1 Tywin Lannister")
    assert broken(text) == [("agot2/loyal#1", len(text.splitlines()))]


def test_copies_count_over_all_lines() -> None:
    assert rules_broken(deck_of(extra="1 eddard stark")) == ["agot2/deck-limits#1"]


@pytest.mark.parametrize(
    ("text", "line", "hint"),
    [
        ("cards\n3 Edard Stark", 2, "Eddard Stark"),
        ("faction House Strak", 1, "House Stark"),
        ("cards\nEddard Stark", 2, "3 Eddard Stark"),
    ],
)
def test_unreadable_lines_are_located(text: str, line: int, hint: str) -> None:
    with pytest.raises(CardError) as caught:
        read_deck(PACK, text, "deck.txt")
    assert caught.value.line == line
    assert hint in str(caught.value)


def test_decks_of_random_games_are_legal() -> None:
    chance = random.Random("decks")
    agendas = set()
    headings = {"faction": "faction", "agenda": "agenda", "plots": "plots", "deck": "cards"}
    for _ in range(60):
        parts: dict[str, tuple[Portion, ...]] = {}
        for card, zone in build(PACK.cards, chance.randrange):
            parts[headings[zone]] = (*parts.get(headings[zone], ()), Portion(1, PACK.cards[card]))
        assert [check for check in judge_deck(PACK, Deck(parts)) if not check.holds] == []
        agendas |= {portion.card.id for portion in parts.get("agenda", ())}
    assert "fealty" in agendas
    assert len(agendas) > 4

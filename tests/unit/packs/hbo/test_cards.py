"""Cards are printed, with their stand-ins marked, or training cards; every mechanism is on at least two of them."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from rules.books.shelf import load_book
from rules.catalogue import load
from tests.exercised import place, refresh

PRINTED = (
    "eddard-stark", "sansa-stark", "maester-luwin", "varys", "littlefinger", "winterfell", "cunning-of-the-lion",
    "a-lannister-always-pays-his-debts", "not-today", "illyrios-gift",
)  # fmt: skip


def test_every_card_is_printed_with_its_stand_ins_named_or_is_training() -> None:
    for card in load("hbo").cards.values():
        if card.type in ("banner", "duplicate"):
            continue
        assert card.training != bool(card.facts.get("stand_in")), card.id
        assert card.training == card.name.startswith("Training"), card.id


def test_the_printed_cards_and_fourteen_plots_are_there() -> None:
    cards = load("hbo").cards
    assert all(name in cards for name in PRINTED)
    for house in ("stark", "lannister"):
        assert sum(1 for card in cards.values() if card.type == "plot" and card.faction == house) == 7
    assert sum(1 for card in cards.values() if card.type == "plot") == 32


@pytest.mark.parametrize("house", ["stark", "lannister"])
def test_house_decks_of_fifty(house: str) -> None:
    assert sum(card.facts.get(f"in {house} deck", 0) for card in load("hbo").cards.values()) == 50


def test_every_mechanism_is_used_by_two_cards() -> None:
    found: Counter[str] = Counter()
    for card in load("hbo").cards.values():
        used = set(card.keywords) | {f"unique {card.type}"} if card.unique else set(card.keywords)
        for ability in card.abilities:
            used.add(f"{ability.kind} on {card.type}")
            used.add("save" if ability.slot == "response!" else ability.kind)
            used |= {f"lasts {sentence.until}" for sentence in ability.sentences if sentence.until}
            used |= {effect.word.name for sentence in ability.sentences for effect in sentence.effects}
            used |= {f"pays {effect.word.name}" for effect in ability.cost}
        found.update(used)
    assert found["save"] >= 5
    for name in (
        "limited",
        "renown",
        "stealth",
        "passive",
        "response",
        "action",
        "constant",
        "when revealed",
        "unique character",
        "unique location",
    ):
        assert found[name] >= 2, name
    for name in (
        "kill",
        "discard",
        "kneel",
        "stand",
        "gain",
        "draw_cards",
        "save",
        "pays pay",
        "pays kneel",
        "pays discard",
    ):
        assert found[name] >= (1 if name == "kneel" else 2), name


def test_abilities_cite_rules_that_exist() -> None:
    book = load_book("hbo")
    for card in load("hbo").cards.values():
        for ability in card.abilities:
            if ability.rule:
                entry, _, clause = ability.rule.removeprefix("hbo/").partition("#")
                assert any(part.n == int(clause) for part in book.entry(entry).clauses), ability.rule


SECTIONS = """
    setup-1 setup-2 setup-3 setup-4 setup-5 setup-6 setup-7 mulligan draft draft-1 draft-2 draft-3 draft-4 draft-5
    plot-1 plot-2 plot-3 plot-4 plot-5 plot-6 draw-1 marshalling-1 marshalling-2 marshalling-3 marshalling-4
    challenges-1 challenges-2 challenges-3 challenge-windows claim high-claim-military unopposed renown stealth
    dominance-1 dominance-2 dominance-3 standing-1 standing-2 taxation-1 taxation-2
    action phase-ability passive response save-response cost-of-effect duplicate unique limited attachment event
    opportunity using-abilities cannot winning
""".split()


@pytest.mark.parametrize("entry", SECTIONS)
def test_every_section_about_steps_windows_saves_and_claim_is_exercised(entry: str) -> None:
    refresh(["hbo"])
    rules = json.loads(place("hbo").read_text(encoding="utf-8"))
    assert any(rule.partition("#")[0] == f"hbo/{entry}" for rule in rules), entry

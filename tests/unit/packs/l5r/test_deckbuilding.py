"""Deckbuilding: random decks are legal, and each rule catches the deck that breaks it."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from replays.cards.decks import judge_deck, read_deck
from rules.catalogue import load
from rules.packs.l5r.components import Decks, check, random_decks

PACK = load("l5r")
CARDS = PACK.cards


def _decks(clan: str, seed: int = 1) -> Decks:
    keep = next(card for card in CARDS.values() if card.type == "stronghold" and card.faction == clan)
    return random_decks(CARDS, keep, "standard", random.Random(seed).randrange)


def _failed(decks: Decks, format_: str = "standard") -> set[str]:
    return {item.name for item in check(CARDS, decks, format_) if not item.holds}


@pytest.mark.parametrize("clan", ["crab", "crane", "dragon", "lion", "phoenix", "scorpion", "unicorn"])
def test_random_decks_are_legal(clan: str) -> None:
    for seed in range(20):
        assert _failed(_decks(clan, seed)) == set()


def _ids(faction: str, side: str, *types: str) -> list[str]:
    return [
        card.id
        for card in CARDS.values()
        if card.faction == faction and card.facts.get("side") == side and (not types or card.type in types)
    ]


def _replace(decks: Decks, field: str, *new: str) -> Decks:
    old = getattr(decks, field)
    return msgspec.structs.replace(decks, **{field: (*new, *old[len(new) :])})


BREAKERS: list[tuple[str, str, Callable[[Decks], Decks]]] = [
    ("dynasty size", "l5r/deckbuilding#3", lambda decks: msgspec.structs.replace(decks, dynasty=decks.dynasty[:39])),
    ("conflict size", "l5r/deckbuilding#4", lambda decks: msgspec.structs.replace(decks, conflict=decks.conflict * 2)),
    ("dynasty clan", "l5r/deckbuilding#3", lambda decks: _replace(decks, "dynasty", "doji-whisperer")),
    ("dynasty side", "l5r/deckbuilding#3", lambda decks: _replace(decks, "dynasty", "fine-katana")),
    ("conflict side", "l5r/deckbuilding#4", lambda decks: _replace(decks, "conflict", "matsu-berserker")),
    ("copies", "l5r/deck-limits#1", lambda decks: _replace(decks, "conflict", *["fine-katana"] * 4)),
    (
        "characters",
        "l5r/deckbuilding#5",
        lambda decks: _replace(
            decks, "conflict", *(["master-of-the-spear", "vengeful-oathkeeper", "hiruma-ambusher", "stoic-gunso"] * 3)
        ),
    ),
    ("one clan", "l5r/influence#2", lambda decks: _replace(decks, "conflict", "admit-defeat", "let-go")),
    ("buyable", "l5r/influence#4", lambda decks: _replace(decks, "conflict", "way-of-the-crane")),
    (
        "influence",
        "l5r/influence#2",
        lambda decks: _replace(decks, "conflict", *["height-of-fashion"] * 3, *["admit-defeat"] * 3),
    ),
    ("provinces", "l5r/deckbuilding#6", lambda decks: msgspec.structs.replace(decks, provinces=decks.provinces[:4])),
    ("province clan", "l5r/deckbuilding#6", lambda decks: _replace(decks, "provinces", "the-art-of-peace")),
]


@pytest.mark.parametrize(("name", "rule", "breaking"), BREAKERS, ids=[name for name, _, _ in BREAKERS])
def test_each_rule_catches_its_deck(name: str, rule: str, breaking: Callable[[Decks], Decks]) -> None:
    decks = breaking(_decks("lion", seed=2))
    assert name in _failed(decks)
    assert {item.rule for item in check(CARDS, decks) if item.name == name} == {rule}


def test_the_rulebooks_example_spends_exactly_ten_influence() -> None:
    """Three cards of 2, three of 1 and one of 1 are all of a Lion deck's 10 influence; one more is too much."""
    bought = ["admit-defeat"] * 3 + ["the-perfect-gift"] * 3 + ["duelist-training"]
    decks = _replace(_decks("lion", seed=2), "conflict", *bought)
    decks = msgspec.structs.replace(decks, role="")
    assert "influence" not in _failed(decks)
    assert "influence" in _failed(_replace(decks, "conflict", *bought, "duelist-training"))
    assert "influence" not in _failed(
        msgspec.structs.replace(_replace(decks, "conflict", *bought, "duelist-training"), role="keeper-of-fire")
    )


def test_a_seeker_may_have_two_provinces_of_one_element_and_nobody_else() -> None:
    decks = msgspec.structs.replace(
        _decks("lion"),
        provinces=("manicured-garden", "entrenched-position", "night-raid", "meditations-on-the-tao", "pilgrimage"),
        role="seeker-of-fire",
    )
    assert "provinces" not in _failed(decks)
    assert "provinces" in _failed(msgspec.structs.replace(decks, role="seeker-of-air"))
    assert "provinces" in _failed(msgspec.structs.replace(decks, role=""))


def test_a_single_core_set_allows_thirty_cards() -> None:
    decks = _decks("crane")
    small = msgspec.structs.replace(decks, dynasty=decks.dynasty[:30], conflict=decks.conflict[:30])
    assert {"dynasty size", "conflict size"} <= _failed(small)
    assert not {"dynasty size", "conflict size"} & _failed(small, "core")


def test_a_written_deck_list_is_judged() -> None:
    text = (Path(__file__).parents[4] / "docs" / "examples" / "cards" / "cranes.txt").read_text(encoding="utf-8")
    assert all(item.holds for item in judge_deck(PACK, read_deck(PACK, text, "cranes.txt")))
    two = text.replace("stronghold Shizuka Toshi", "stronghold Shizuka Toshi\nstronghold lion")
    assert [item.rule for item in judge_deck(PACK, read_deck(PACK, two, "two.txt")) if not item.holds] == [
        "l5r/deckbuilding#1"
    ]
    other = text.replace("2 Keeper Initiate", "2 Seeker Initiate")
    assert [item.rule for item in judge_deck(PACK, read_deck(PACK, other, "other.txt")) if not item.holds] == [
        "l5r/role-cards#4"
    ]
    bare = text.replace("3 Forged Edict", "3 Way of the Scorpion")
    assert "l5r/influence#4" in [
        item.rule for item in judge_deck(PACK, read_deck(PACK, bare, "bare.txt")) if not item.holds
    ]

"""Every card with abilities has a test that names it, and every mechanism of the rules is used by two cards or more."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rules.catalogue import load
from rules.language.cards import Ability, Card

PACK = load("agot2")
TESTS = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_cards_*.py"))
ACTING = sorted(
    card.name for card in PACK.cards.values() if card.abilities and card.type not in ("attached", "duplicate")
)


@pytest.mark.parametrize("name", ACTING)
def test_there_is_a_test_of(name: str) -> None:
    assert f'"{name}"' in TESTS


def test_every_card_is_written() -> None:
    assert [card.id for card in PACK.cards.values() if card.unwritten] == []


def _effects(ability: Ability) -> str:
    """Return the text of an ability's cost and sentences."""
    sentences = (*ability.sentences, *ability.later)
    return " ".join([*(effect.text for effect in ability.cost), *(sentence.text for sentence in sentences)])


def _grants(ability: Ability) -> set[str]:
    """Return the words of everything an ability gives, constantly or for a time."""
    lasting = [grant for sentence in ability.sentences for grant in sentence.grants]
    return {grant.word for grant in (*ability.grants, *lasting)}


def _choosers(ability: Ability) -> list[str]:
    """Return who makes each choice of an ability's sentences: a player, `each` or `chance`."""
    return [sentence.choose.by for sentence in ability.sentences if sentence.choose]


def _says(word: str) -> Callable[[Ability], bool]:
    """Return the test whether an ability's effects use a word."""
    return lambda ability: f"{word}(" in _effects(ability) or _effects(ability).split()[:1] == [word]


def _takes(ability: Ability) -> bool:
    """Whether an ability targets another player's card in a discard pile, to bring it into play."""
    return any("discard" in choice.zones and "controller != you" in choice.text for choice in ability.targets)


MECHANISMS: dict[str, Callable[[Ability], bool]] = {
    "cancel": lambda ability: "cancel" in _effects(ability).split(),
    "save": _says("save"),
    "would": lambda ability: ability.slot.endswith("!"),
    "interrupt": lambda ability: ability.kind == "interrupt",
    "reaction": lambda ability: ability.kind == "reaction",
    "forced": lambda ability: ability.kind.startswith("forced"),
    "action": lambda ability: ability.kind == "action",
    "when revealed": lambda ability: ability.kind == "when revealed",
    "constant": lambda ability: ability.kind == "constant",
    "replacement": _says("replace"),
    "then": lambda ability: any(sentence.then for sentence in ability.sentences),
    "may": lambda ability: any(
        sentence.may or (sentence.choose and not sentence.choose.least) for sentence in ability.sentences
    ),
    "delayed": lambda ability: bool(ability.later),
    "lasting": lambda ability: any(sentence.until for sentence in ability.sentences),
    "standing condition": lambda ability: bool(_grants(ability) & {"dies_at_zero", "sacrificed_at_once"}),
    "blank": lambda ability: "blank" in _grants(ability),
    "immunity": lambda ability: "immune" in _grants(ability),
    "cannot": lambda ability: "cannot" in _grants(ability),
    "gained keywords": lambda ability: "keyword" in _grants(ability),
    "gained and lost icons": lambda ability: bool(_grants(ability) & {"icon", "no_icon"}),
    "cost reduction": lambda ability: (
        "reduce_next(" in _effects(ability) or any(grant.about == "cost" for grant in ability.grants)
    ),
    "costs of several parts": lambda ability: len(ability.cost) > 1,
    "chosen costs": lambda ability: ability.cost_choice is not None,
    "limit": lambda ability: any(not limit.title for limit in ability.limits),
    "maximum": lambda ability: any(limit.title for limit in ability.limits),
    "several targets": lambda ability: any(choice.most > 1 for choice in ability.targets),
    "put into play": _says("put_into_play"),
    "sacrifice": _says("sacrifice"),
    "return to hand": _says("return_to_hand"),
    "search": lambda ability: "shuffle_deck" in _effects(ability),
    "look": _says("look"),
    "random": lambda ability: any(by.startswith("chance") for by in _choosers(ability)),
    "simultaneous choices": lambda ability: "each" in _choosers(ability),
    "cannot be saved": lambda ability: "cannot be saved" in _effects(ability),
    "moving tokens": _says("move"),
    "tokens of its own": lambda ability: bool(
        {"place", "spend"} & {part.partition("(")[0] for part in _effects(ability).split()}
    ),
    "participants come and go": lambda ability: _says("join")(ability) or _says("remove_from_challenge")(ability),
    "additional challenges": lambda ability: "allow" in _grants(ability),
    "other zones": lambda ability: ability.reaches != "play",
    "control": lambda ability: _says("take_control")(ability) or _takes(ability),
}  # fmt: skip

KEYWORDS = ("insight", "intimidate", "pillage", "renown", "stealth", "limited")
FACTS: dict[str, Callable[[Card], bool]] = {
    **{word: lambda card, word=word: word in card.keywords for word in KEYWORDS},  # type: ignore[misc]
    "terminal": lambda card: "terminal" in card.keywords or card.type == "attached",
    "ambush": lambda card: any(word.startswith("ambush") for word in card.keywords),
    "no attachments": lambda card: "no_attachments" in card.keywords,
    "no attachments except": lambda card: any(word.startswith("no_attachments except") for word in card.keywords),
    "loyal": lambda card: card.loyal,
    "X": lambda card: None in card.numbers.values(),
}  # fmt: skip


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_two_cards_use(mechanism: str) -> None:
    users = [
        card.name for card in PACK.cards.values() if any(MECHANISMS[mechanism](ability) for ability in card.abilities)
    ]
    assert len(users) >= 2, users


@pytest.mark.parametrize("fact", FACTS)
def test_two_cards_have(fact: str) -> None:
    assert sum(1 for card in PACK.cards.values() if FACTS[fact](card)) >= 2

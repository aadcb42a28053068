"""The cards: those the rulebook shows, the whole core set, and every mechanism on at least two of them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from rules.catalogue import card_files, load
from rules.language.cards import Ability, Card

PACK = load("l5r")
CARDS = [card for card in PACK.cards.values() if not card.unwritten]
PRINTED = (
    "Akodo Toturi",
    "Vengeful Oathkeeper",
    "Artisan Academy",
    "Shizuka Toshi",
    "Pilgrimage",
    "The Perfect Gift",
    "Guidance of the Ancestors",
    "Keeper of Fire",
    "Admit Defeat",
    "Duelist Training",
)


def test_every_card_the_rulebook_prints_is_written() -> None:
    names = {card.name for card in CARDS}
    assert set(PRINTED) <= names


def test_the_core_set_is_there_and_all_of_it_is_written() -> None:
    assert len(PACK.cards) >= 223
    assert [card.name for card in PACK.cards.values() if card.unwritten] == []


def test_what_the_core_set_prints_once_has_a_marked_training_card() -> None:
    training = [card for card in PACK.cards.values() if card.training]
    assert training
    assert all(card.name.startswith("Training ") for card in training)


def _text(card: Card) -> str:
    return "\n".join(text for _, text in card_files("l5r") for text in [_table(text, card.id)] if text)


def _table(text: str, card: str) -> str:
    found = re.search(rf'\[\[card\]\]\nid = "{re.escape(card)}"\n(.*?)(?=\n\[\[card\]\]|\Z)', text, re.DOTALL)
    return found.group(1) if found else ""


def _word(word: str) -> Callable[[Card], bool]:
    return lambda card: bool(re.search(rf"\b{word}\b", _text(card)))


def _keyword(word: str) -> Callable[[Card], bool]:
    return lambda card: any(part.startswith(word) for part in card.keywords)


def _ability(holds: Callable[[Ability], bool]) -> Callable[[Card], bool]:
    return lambda card: any(holds(ability) for ability in card.abilities)


MECHANISMS: dict[str, Callable[[Card], bool]] = {
    "action": _ability(lambda ability: ability.kind == "action"),
    "reaction": _ability(lambda ability: ability.kind == "reaction"),
    "interrupt": _ability(lambda ability: ability.kind == "interrupt"),
    "would": _ability(lambda ability: ability.slot.endswith("!")),
    "constant": _ability(lambda ability: ability.kind == "constant"),
    "stated limit": _ability(
        lambda ability: any(not part.title and (part.count, part.period) != (1, "round") for part in ability.limits)
    ),
    "maximum": _ability(lambda ability: any(part.title for part in ability.limits)),
    "cost by choice": _ability(lambda ability: ability.cost_choice is not None),
    "option before the dash": _ability(lambda ability: any(choice.words for choice in ability.targets)),
    "choice after the dash": _ability(lambda ability: any(part.choose is not None for part in ability.sentences)),
    "chosen by the opponent": lambda card: 'by = "opponent"' in _text(card),
    "lasting effect": _ability(lambda ability: any(part.until for part in ability.sentences)),
    "delayed effect": _word("at_end_of|after_conflict_won"),
    "then": _word("then"),
    "cancel": _word("cancel"),
    "replacement": _word("discard_instead|lose_status_instead|keep_instead|receive_instead"),
    "duel": _word("duel"),
    "ring effect": _word("resolve_ring"),
    "ring switched": _word("switch_ring|claim_ring"),
    "type switched": _word("switch_type"),
    "bid": _word("change_bid"),
    "honor": _word("honor\\("),
    "dishonor": _word("dishonor\\("),
    "status discarded": _word("discard_status|lose_status_instead"),
    "fate placed": _word("place_fate"),
    "fate removed": _word("remove_fate"),
    "fate to a ring": _word("spend_to"),
    "put into play": _word("put_into_play|put_into_conflict"),
    "moved in": _word("move_to_conflict"),
    "moved home": _word("move_home"),
    "control": _word("take_control|attach\\("),
    "search": _word("top_of"),
    "random discard": lambda card: 'by = "chance"' in _text(card),
    "cost reduced": _word("reduce_next|cost - 1"),
    "blank": _word("blank"),
    "untouchable": _word("untargetable|be_bowed_by_opponents"),
    "dash": lambda card: any(card.numbers.get(kind, 0) is None for kind in ("military", "political")),
    "ancestral": _keyword("ancestral"),
    "courtesy": lambda card: _keyword("courtesy")(card) or "courtesy" in _text(card),
    "covert": _keyword("covert"),
    "limited": lambda card: _keyword("limited")(card),
    "no attachments": _keyword("no_attachments"),
    "pride": lambda card: _keyword("pride")(card) or "keyword(pride)" in _text(card),
    "restricted": _keyword("restricted"),
    "sincerity": _keyword("sincerity"),
    "holding": lambda card: card.type == "holding",
    "role": lambda card: card.type == "role",
    "character as attachment": lambda card: bool(card.facts.get("as_attachment")),
}


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_every_mechanism_is_used_by_at_least_two_cards(mechanism: str) -> None:
    users = [card.name for card in CARDS if MECHANISMS[mechanism](card)]
    assert len(users) >= 2, users


def test_every_ability_says_in_words_what_it_does() -> None:
    assert all(len(ability.says) > 10 for card in PACK.cards.values() for ability in card.abilities)


def test_a_dash_is_shown_as_a_dash_and_an_x_as_an_x() -> None:
    """A dash is neither a number nor an X: nothing modifies it (`l5r/dash#4`)."""
    liar, born = PACK.cards["bayushi-liar"], PACK.cards["born-in-war"]
    assert [liar.shown("military"), liar.shown("political")] == ["–", "3"]
    assert born.shown("military_bonus") == "X"
    assert "military_bonus" not in born.dashes


def test_every_card_that_is_not_as_printed_names_the_version_of_its_wording() -> None:
    corrected = {card.name: card.facts["wording"] for card in CARDS if "wording" in card.facts}
    assert corrected == {
        "City of the Open Hand": "corrected in Rules Reference v9, 2019-04",
        "Restoration of Balance": "corrected in Rules Reference v9, 2019-04",
        "Steward of Law": "corrected in Rules Reference v11",
    }

"""What a card is shown to say and what is coded for it agree on whom it may choose."""

from __future__ import annotations

import re

import pytest

from rules.catalogue import load, pack_ids
from rules.language.cards import Ability, Choice

SAID = {
    r"\bnot unique\b": r"non-?unique|not unique",
    r"(?<!not )\bunique\b": r"\bunique\b",
    r"\bcost\)? [<>]=? \d": r"\bcosts?\b",
    r"\bstrength [<>]=? \d": r"\bstr(ength)?\b",
}
"""A condition on what may be chosen, and what the shown text must say where there is one."""


def _asked(ability: Ability) -> str:
    """Return the filters of what an ability chooses, pays with and answers."""
    choices: list[Choice | None] = [*ability.targets, ability.cost_choice, *(one.choose for one in ability.sentences)]
    return " ; ".join([*(one.text for one in choices if one is not None), *(one.text for one in ability.triggers)])


@pytest.mark.parametrize("game", pack_ids())
def test_a_coded_condition_stands_in_the_shown_text(game: str) -> None:
    silent = [
        f"{card.id}: “{ability.says}” does not say {coded}"
        for card in load(game).cards.values()
        for ability in card.abilities
        for coded, said in SAID.items()
        if ability.says and re.search(coded, _asked(ability)) and not re.search(said, ability.says.lower())
    ]
    assert silent == []


def test_a_unique_character_may_be_summoned_and_the_courtier_may_leave_by_its_own_ability() -> None:
    cards = load("hbo").cards
    assert "unique" not in _asked(cards["training-summons"].abilities[0])
    assert "other" not in _asked(cards["training-lion-courtier"].abilities[0])

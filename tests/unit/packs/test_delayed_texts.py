"""A card that says "until the end" has a lasting effect: it is not written as something that happens at the end."""

from __future__ import annotations

import pytest

from rules.catalogue import load, pack_ids


@pytest.mark.parametrize("game", pack_ids())
def test_nothing_that_lasts_until_an_end_is_written_as_delayed(game: str) -> None:
    delayed = [
        (card.name, ability.says)
        for card in load(game).cards.values()
        for ability in card.abilities
        if any("at_end_of(" in effect.text for sentence in ability.sentences for effect in sentence.effects)
    ]
    assert [name for name, says in delayed if "until" in says.lower()] == []


def test_there_are_delayed_effects_to_look_at() -> None:
    texts = [
        effect.text
        for game in pack_ids()
        for card in load(game).cards.values()
        for ability in card.abilities
        for sentence in ability.sentences
        for effect in sentence.effects
    ]
    assert sum("at_end_of(" in text for text in texts) >= 4

"""Every ability of the pack's cards stands in a playthrough: a triggered one is used, a constant one lies there."""

from __future__ import annotations

import pytest

from ledger.events import FrameOpened, MoveMade
from ledger.folding import fold
from replays.records.results import Run
from rules.catalogue import load
from rules.language.cards import Ability, Card
from tests.played import runs_of

PACK = load("l5r")
CONSTANT = "constant"
AS_ATTACHMENT = " attached"
"""The end of a card's id for the text a character has while it is an attachment."""


@pytest.fixture(scope="module")
def runs() -> list[Run]:
    """Every playthrough, run."""
    return list(runs_of("l5r").values())


def _used(runs: list[Run]) -> set[str]:
    """Return the keys of the abilities that were initiated."""
    events = [event for done in runs for entry in done.entries for event in entry.events]
    moved = {event.move.ability for event in events if isinstance(event, MoveMade)}
    return moved | {
        str(event.data.get("ability", "")) for event in events if isinstance(event, FrameOpened) and event.data
    }


def _cards_at_the_end(runs: list[Run]) -> set[str]:
    """Return the ids of the cards on a table at the end of a playthrough, as what they then were."""
    found = set()
    for done in runs:
        table = fold(event for entry in done.entries for event in entry.events)
        for entity in table.entities.values():
            found.add(f"{entity.card}{AS_ATTACHMENT}" if "attachment" in entity.marks else entity.card)
    return found


def _abilities(constant: bool) -> list[tuple[Card, Ability]]:
    return [
        (card, ability)
        for card in PACK.cards.values()
        for ability in card.abilities
        if (ability.kind == CONSTANT) is constant
    ]


def test_every_triggered_ability_is_used_in_a_playthrough(runs: list[Run]) -> None:
    used = _used(runs)
    assert [ability.key for _, ability in _abilities(constant=False) if ability.key not in used] == []


def test_every_constant_ability_lies_on_the_table_of_a_playthrough(runs: list[Run]) -> None:
    there = _cards_at_the_end(runs)
    assert [ability.key for card, ability in _abilities(constant=True) if card.id not in there] == []

"""Random games run from setup to a winner, nothing is lost or made, and each log folds back to the table it left."""

from __future__ import annotations

import pytest

from ledger.folding import fold
from ledger.table import freeze
from replays.records.random_games import Simulation
from rules.catalogue import load
from rules.packs.hbo import board

SMALL, FULL = 12, 500


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["duel", "draft"])
def test_random_games_end_with_a_winner_and_lose_no_card(variant: str, full: bool) -> None:
    pack = load("hbo")
    for seed in range(FULL if full else SMALL):
        game = Simulation(pack, 2, variant, seed)
        events = [event for entry in game.entries() for event in entry.events]
        table = game.position.table
        assert table.winners, seed
        assert board.power_of(game.position, table.winners[0]) >= 15, seed
        assert sorted(number for zone in table.zones.values() for number in zone) == sorted(table.entities), seed
        assert all(number in table.zones[entity.zone] for number, entity in table.entities.items()), seed
        assert all(not entity.host or entity.zone.endswith(".play") for entity in table.entities.values()), seed
        assert all(amount > 0 for entity in table.entities.values() for amount in entity.counters.values()), seed
        assert freeze(fold(events)) == freeze(table), seed

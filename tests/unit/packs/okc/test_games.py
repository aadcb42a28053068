"""Whole games: how long they last, their phases and steps, and what each setup leaves on the table."""

from __future__ import annotations

from collections import Counter

import pytest

from ledger.entries import Entry
from ledger.events import FrameOpened
from ledger.table import Table
from replays.records.random_games import Simulation
from rules.catalogue import load
from rules.packs.okc import board

PACK = load("okc")


def _play(players: int, format_: str, seed: int = 5) -> tuple[Table, list[FrameOpened]]:
    simulation = Simulation(PACK, players, format_, seed)
    entries: list[Entry] = list(simulation.entries())
    return simulation.position.table, [
        event for entry in entries for event in entry.events if isinstance(event, FrameOpened)
    ]


@pytest.mark.parametrize(
    ("format_", "rounds"),
    [("short", 4), ("normal", 5), ("long", 6), ("short-advanced", 4), ("normal-advanced", 5), ("long-advanced", 6)],
)
def test_a_game_lasts_as_many_rounds_as_agreed(format_: str, rounds: int) -> None:
    table, opened = _play(2, format_)
    kinds = Counter(event.kind for event in opened)
    assert table.winners
    assert kinds["round"] == kinds["spring"] == kinds["summer"] == kinds["autumn"] == kinds["winter"] == rounds
    assert kinds["year start"] == rounds - 1
    assert kinds["region"] == 3 * rounds
    assert kinds["clash"] >= 3 * rounds
    assert kinds["day"] == kinds["clash"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup_gives_everyone_what_the_rulebook_says(players: int) -> None:
    simulation = Simulation(PACK, players, "normal", 1)
    table = _until_first_bid(simulation)
    factions = {seat.faction for seat in table.seats.values()}
    assert len(factions) == players
    for player in table.seats:
        hand = [table.entities[number].card for number in table.zones[f"{player}.hand"]]
        assert len(hand) == 6
        assert "heir" in hand
        assert len(table.zones[f"{player}.power"]) == 5
        assert len(table.zones[f"{player}.tactics"]) == 4
        assert len(table.zones[f"{player}.herald"]) == 1
        assert table.counters[player]["supporters"] == 5
        assert table.counters[player].get("influence", 0) == table.counters[player].get("lore", 0) == 0
    assert len(table.zones["road"]) == board.ROAD
    assert [table.entities[number].up for number in table.zones["road"]] == [True] * board.ROAD
    assert sorted(table.roles["players"]) == sorted(table.seats)
    assert table.roles["first"] == table.roles["players"][:1]
    assert {table.entities[number].card for number in table.zones["farmlands"]} == {"kingdoms-favour"}


def test_the_advanced_setup_begins_with_one_occupied_kingdom_card_each() -> None:
    table = _until_first_bid(Simulation(PACK, 4, "normal-advanced", 2))
    for player in table.seats:
        occupied = [number for number in table.zones[f"{player}.board"] if table.entities[number].attached]
        moved = [
            number
            for zone in (f"{player}.supply", "temple")
            for number in table.zones[zone]
            if table.entities[number].card in ("royal-seal", "pilgrim-shrine")
        ]
        assert occupied or moved
        assert len(table.zones[f"{player}.hand"]) == 6
        assert not table.zones[f"{player}.dealt"]


def _until_first_bid(simulation: Simulation) -> Table:
    for _ in simulation.entries():
        ask = simulation.position.ask
        if ask is not None and ask.verb == "bid":
            break
    return simulation.position.table

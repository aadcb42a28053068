"""The table laid out in random games of every pack: nothing lost, values and totals as the engine counts them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest

from ledger.events import FrameAdvanced
from ledger.folding import apply
from ledger.table import Table, clone
from ledger.views import knows
from replays.records.random_games import Simulation
from replays.tables.laid_out import laid_out
from replays.tables.shown import ShownTable, Tile
from rules.catalogue import load, pack_ids
from rules.kernel.pack import Pack
from rules.kernel.position import Position

EVERY = 23
"""How many events lie between two tables that are looked at."""


def tables(pack: Pack, seed: int = 5) -> Iterator[Table]:
    """Yield tables of one random game, the same object again and again as it is folded on."""
    table = Table()
    for entry in Simulation(pack, 2, next(iter(pack.formats)), seed).entries():
        for event in entry.events:
            apply(table, event)
            if table.seq % EVERY == 0 and table.frames:
                yield table


def tiles(shown: ShownTable) -> Iterator[Tile]:
    """Yield every tile of a table once, those under others included."""
    rows = [row for side in shown.sides for row in side.rows]
    piles = [pile for side in shown.sides for pile in (side.hand, *side.piles)]
    top = [tile for row in (*rows, *shown.rows) for tile in row.tiles]
    for tile in [*top, *(tile for pile in (*piles, *shown.piles) for tile in pile.tiles)]:
        yield from within(tile)


def within(tile: Tile) -> Iterator[Tile]:
    yield tile
    for part in tile.attached:
        yield from within(part)


@pytest.mark.parametrize("pack", pack_ids())
def test_every_card_that_matters_is_shown_once(pack: str) -> None:
    found = load(pack)
    for table in tables(found):
        shown = laid_out(found, table)
        numbers = Counter(tile.number for tile in tiles(shown))
        assert not [number for number, times in numbers.items() if times > 1]
        missing = {
            table.entities[number].zone
            for name, spec in table.specs.items()
            if spec.inplay
            for number in table.zones[name]
            if number not in numbers
        }
        placed = {place.id for place in shown.places} | found.layout.hidden
        assert not {zone for zone in missing if zone.rpartition(".")[2] not in placed and zone not in placed}


@pytest.mark.parametrize("pack", pack_ids())
def test_values_are_those_of_the_engine_for_every_viewer(pack: str) -> None:
    found = load(pack)
    looked_at = 0
    for table in tables(found):
        engine = Position(found, clone(table))
        for viewer in ("", "A", "B"):
            for tile in tiles(laid_out(found, table, viewer)):
                if not tile.card or tile.number < 0:
                    continue
                assert tile.card == engine.entity(tile.number).card
                by_name = {shown.name: shown for shown in found.layout.numbers.get(tile.type, ())}
                for number in tile.numbers:
                    assert number.now == by_name[number.name].now(engine, tile.number), (table.seq, viewer, tile.name)
                    looked_at += 1
    assert looked_at > 100


@pytest.mark.parametrize("pack", ["agot2", "hbo", "l5r"])
def test_totals_are_those_that_the_engine_compares(pack: str) -> None:
    """Just before totals are compared, the lane shows what the engine then records."""
    found = load(pack)
    compared = 0
    for seed in (1, 2, 3):
        table = Table()
        for entry in Simulation(found, 2, next(iter(found.formats)), seed).entries():
            for event in entry.events:
                if isinstance(event, FrameAdvanced) and event.patch and "attack" in event.patch:
                    lane = laid_out(found, table).lane
                    assert lane is not None
                    assert [side.total for side in lane.sides] == [event.patch["attack"], event.patch["defence"]]
                    assert not lane.result
                    compared += 1
                apply(table, event)
    assert compared > 3


def test_the_totals_of_a_clash_are_those_that_are_announced() -> None:
    found = load("okc")
    table, compared = Table(), 0
    for entry in Simulation(found, 2, next(iter(found.formats)), 1).entries():
        for event in entry.events:
            patch = event.patch if isinstance(event, FrameAdvanced) else None
            if patch and any(name.startswith("strength ") for name in patch):
                lane = laid_out(found, table).lane
                assert lane is not None
                totals = {f"strength {side.player}": side.total for side in lane.sides}
                assert all(totals[name] == amount for name, amount in patch.items() if name in totals)
                compared += 1
            apply(table, event)
    assert compared > 3


@pytest.mark.parametrize("pack", pack_ids())
def test_a_players_table_holds_no_name_they_do_not_know(pack: str) -> None:
    """Cards that B does not know change places with each other: what B is shown stays the same, byte for byte."""
    found = load(pack)
    looked_at = 0
    for table in tables(found):
        hidden = [entity for entity in table.entities.values() if not knows(table, "B", entity) and entity.card]
        before = msgspec.json.encode(laid_out(found, table, "B"))
        other = clone(table)
        for entity in hidden:
            other.entities[entity.id].card = hidden[-1].card
        looked_at += bool(hidden)
        assert msgspec.json.encode(laid_out(found, other, "B")) == before, table.seq
    assert looked_at > 10

"""Random games that are corrected at random points keep every promise of a record, in every game."""

from __future__ import annotations

import random

import msgspec
import pytest

from ledger.entries import Entry
from ledger.events import Corrected, Event, Move
from ledger.table import freeze
from replays.branches.engine_replay import EngineReplay
from replays.meaning.corrections import CannotCorrect, corrected_at
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.random_games import Faults, Simulation
from replays.records.record import of_entries
from replays.records.rejudging import rejudge
from replays.records.transcript import transcribe
from rules.catalogue import load, pack_ids
from rules.engine import advance, correct, decide
from rules.kernel.asks import CHANCE
from rules.kernel.position import Position

OFTEN = 0.08
"""How likely a correction is before each decision."""


def any_correction(pos: Position, generator: random.Random) -> Corrected:
    """Return a correction of anything at all: it may be impossible, or so already."""
    table, notation = pos.table, pos.pack.notation
    in_play = [number for number in table.entities if pos.in_play(number)]
    card = generator.choice(in_play if in_play and generator.random() < 0.8 else list(table.entities))
    zones = [zone for zone in sorted(table.zones) if _suits(pos, card, zone)] or sorted(table.zones)
    player, host = generator.choice(list(table.seats)), generator.choice(in_play or [card])
    kinds = [
        Corrected(player, "tokens", generator.choice(sorted(notation.counters)), 0, generator.randrange(8), "A"),
        Corrected(card, "tokens", generator.choice([*sorted(notation.tokens), ""]), 0, generator.randrange(4), "B"),
        Corrected(card, "mark", generator.choice(sorted(notation.marks)), 0, generator.randrange(2), "the judge"),
        Corrected(card, "face", "", "", generator.choice(["up", "down"]), "the judge"),
        Corrected(card, "place", "", "", generator.choice(zones), "both players"),
        Corrected(card, "place", "", "", generator.choice(zones), "the recorder"),
        Corrected(card, "host", "", 0, host, "the judge"),
    ]
    return generator.choice([kind for kind in kinds if kind.what != "facedown"])


def _suits(pos: Position, card: int, zone: str) -> bool:
    """Whether a card of this type ever lies in a zone of this kind."""
    homes = pos.pack.zone_table.homes.get(pos.card(card).type, "").split()
    return zone in homes or zone.partition(".")[2] in homes


def corrected_game(game: str, seed: int) -> tuple[list[Entry], Position, Faults]:
    """Play a random game with corrections; return its entries, its last position, and the faults of its tables."""
    pack = load(game)
    format_, (players, _) = next(iter(pack.formats.items()))
    simulation, generator = Simulation(pack, players, format_, seed), random.Random(seed)
    pos, faults, entries = simulation.position, Faults(), [simulation.first]
    faults.look(simulation.first)
    while True:
        pos.log.clear()
        ask, seq = advance(pos), pos.table.seq + 1
        if ask is None:
            return entries, pos, faults
        events: list[Event] = []
        if generator.random() < OFTEN and not pos.kinds.get("setup"):
            try:
                event = corrected_at(pos, any_correction(pos, generator))
            except CannotCorrect:
                continue
            events = correct(pos, event) if event.old != event.new else []
            own = 1
        if not events:
            events = decide(pos, ask.player, _perhaps_unknown(ask.sample(pos, simulation.pick), generator))
            own = 2 if ask.player == CHANCE and len(events) > 1 else 1
        entries.append(Entry(seq, tuple(events), own=own))
        faults.look(entries[-1])


def _perhaps_unknown(move: Move, generator: random.Random) -> Move:
    """Return a move, or sometimes a challenge or conflict with attackers of whom only the total is known."""
    if move.verb not in ("challenge", "conflict") or generator.random() < 0.5:
        return move
    return msgspec.structs.replace(move, picks=(), pairs=(), amount=generator.randint(1, 12))


def without_line(entry: Entry) -> list[Event]:
    """Return the events of an entry, corrections without their line, which only a transcript gives them."""
    return [msgspec.structs.replace(event, line=0) if isinstance(event, Corrected) else event for event in entry.events]


@pytest.mark.parametrize("game", pack_ids())
def test_a_corrected_game_keeps_every_promise_of_a_record(game: str, full: bool) -> None:
    pack, found = load(game), set()
    for seed in range(30 if full else 4):
        entries, pos, faults = corrected_game(game, seed)
        found |= {event.aspect for entry in entries for event in entry.events if isinstance(event, Corrected)}
        assert faults.found == []
        assert freeze(faults.table) == freeze(pos.table), "folding the events gives another table"
        assert [finding.says for finding in rejudge(pack, entries)] == []
        replay = EngineReplay(of_entries("game", entries))
        replay.run()
        assert replay.findings == []
        assert [entry.events for entry in replay.entries] == [entry.events for entry in entries]
        done = run(read("".join(f"{line}\n" for line in transcribe(pack, entries))))
        assert done.violations == ()
        assert [without_line(entry) for entry in done.entries[1:]] == [without_line(entry) for entry in entries[1:]]
    assert found >= {"tokens", "place"}


@pytest.mark.parametrize("game", pack_ids())
def test_cards_lie_only_where_the_zone_table_says(game: str) -> None:
    pack = load(game)
    homes = pack.zone_table.homes
    for format_, sizes in pack.formats.items():
        simulation = Simulation(pack, max(sizes), format_, 5)
        for _ in simulation.entries():
            pos = simulation.position
            for entity in pos.table.entities.values():
                kinds, spec = homes[pos.card(entity.id).type].split(), pos.table.specs[entity.zone]
                kind = entity.zone.partition(".")[2] if spec.owner else entity.zone
                assert kind in kinds or ("*" in kinds and spec.inplay and not spec.owner), (entity.card, entity.zone)

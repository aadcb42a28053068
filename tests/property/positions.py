"""Positions of random games, for tests of what must hold at any table."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ledger.table import freeze
from replays.records.random_games import Simulation
from rules.catalogue import load


def positions(pack_id: str, seed: int) -> Iterator[bytes]:
    """Yield frozen tables of random games, some decisions apart, without end."""
    pack = load(pack_id)
    generator = random.Random(f"explore {pack_id} {seed}")
    number = 0
    while True:
        chosen = next(iter(pack.formats))
        simulation = Simulation(pack, pack.formats[chosen][0], chosen, seed * 1000 + number)
        number += 1
        wait = generator.randrange(5, 30)
        for _ in simulation.entries():
            wait -= 1
            if wait == 0:
                yield freeze(simulation.position.table)
                wait = generator.randrange(7, 40)

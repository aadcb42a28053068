"""Playing for a benchmark: one scenario again and again on a fresh table, and a random game judged again."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator

import msgspec

from ledger.events import Event, FrameOpened, Move
from ledger.table import freeze, thaw
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.random_games import Simulation
from replays.records.rejudging import answer, rejudge
from rules.engine import advance
from rules.kernel.pack import Pack
from rules.kernel.position import Position
from tests.bench.measuring import STANDARD, Calibration, Result

ROUNDS = 8


class Played(msgspec.Struct, frozen=True):
    """A scenario that was played: seconds of one play in the fastest round, its last position, and its events."""

    seconds: float
    position: Position
    events: list[Event]

    @property
    def moments(self) -> int:
        """How many moments and abilities were opened."""
        return sum(isinstance(event, FrameOpened) and event.kind in ("moment", "ability") for event in self.events)


def played(pack: Pack, start: bytes, play: Callable[[Position], None], tries: int) -> Played:
    """Play a scenario `tries` times in each of several rounds, on a fresh table each time, and measure it."""
    best, pos = 1e9, Position(pack, thaw(start))
    for _ in range(ROUNDS):
        total = 0.0
        gc.collect()
        gc.disable()
        for _ in range(tries):
            pos = Position(pack, thaw(start))
            advance(pos)
            pos.log.clear()
            began = time.process_time()
            play(pos)
            total += time.process_time() - began
        gc.enable()
        best = min(best, total / tries)
    return Played(best, pos, pos.log)


def scenario(start: str, moves: str) -> tuple[bytes, list[tuple[str, Move]]]:
    """Return the frozen table a transcript starts from, and the decisions its moves come to."""
    done = run(read(start + moves))
    assert done.clean, "the scenario is legal"
    said = [answer(entry) for entry in done.entries[1:]]
    return freeze(run(read(start)).table), [move for move in said if move is not None]


def judging(calibration: Calibration, pack: Pack, players: int, form: str, least: int) -> Iterator[Result]:
    """Measure how long it takes to judge a random game of at least `least` events again, as if it had 5,000."""
    entries, events, seed = list(Simulation(pack, players, form, 0).entries()), 0, 0
    while (events := sum(len(entry.events) for entry in entries)) < least:
        seed += 1
        entries = list(Simulation(pack, players, form, seed).entries())
    tries = []
    for _ in range(ROUNDS):
        began = time.process_time()
        assert not list(rejudge(pack, entries))
        tries.append((time.process_time() - began) * 5_000 / events)
    yield Result("verifying a game of 5,000 events, scaled", min(tries) * calibration.rate / STANDARD, "s", most=0.5)

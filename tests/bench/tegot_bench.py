"""One battle on one core: a march into a castle, cards on both sides, a Secret, the loss, the retreat and the castle that follows."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator

from ledger.events import Move
from ledger.table import freeze, thaw
from replays.notation.reading import read
from replays.rejudging import answer, rejudge
from replays.running import run as play
from replays.simulating import Simulation
from rules.catalogue import load
from rules.engine import advance, decide
from rules.position import Position
from tests.bench.measuring import Calibration, Result

TRIES = 200
PACK = load("tegot")
START = """lastword 1 tegot
players A "Ada" stark, B "Ben" lannister, C "Cai" martell, D "Dot" baratheon
position round 2, march, active A
winterfell "Stark power", "Hero of Stark"
silverhill s1 = "Stark power", s2 = "Stark power"
casterly-rock l1 = "Lannister power", l2 = "Lannister power"
ashemark "Lannister power"
sunspear "Martell power", "Hero of Martell"
storms-end "Baratheon power", "Hero of Baratheon"
the-eyrie 3 "Arryn power"
riverrun 3 "Tully power"
highgarden 3 "Tyrell power"
pyke 3 "Greyjoy power"
deck "Bend the Knee"
A hand big = "A Loyal Squire"
B hand secret = "Cache of Wildfire", "Survival"
B gold 1
"""
MOVES = """
A march s1, s2 to casterly-rock
A fight with big
B fight with secret
B retreat to ashemark
"""


def run(calibration: Calibration) -> Iterator[Result]:
    """Battles a second, and how fast a recorded game is judged again."""
    yield from _battles(calibration)
    yield from _verifying(calibration)


def _line() -> tuple[bytes, list[tuple[str, Move]]]:
    """The table before the battle, and its decisions."""
    table = freeze(play(read(START)).table)
    done = play(read(START + MOVES))
    assert done.clean, "the scenario is legal"
    said = [answer(entry) for entry in done.entries[1:]]
    return table, [move for move in said if move is not None]


def _battles(calibration: Calibration) -> Iterator[Result]:
    table, said = _line()
    best, events = 1e9, 0
    for _ in range(3):
        total = 0.0
        gc.collect()
        gc.disable()
        for _ in range(TRIES):
            pos = Position(PACK, thaw(table))
            advance(pos)
            pos.log.clear()
            began = time.process_time()
            for player, move in said:
                decide(pos, player, move)
            total += time.process_time() - began
        gc.enable()
        best = min(best, total / TRIES)
        events = len(pos.log)
    assert "castle-of-casterly-rock" in [pos.entity(number).card for number in pos.zone("A", "castles")]
    yield Result("events of a march and its battle", events, "events")
    yield calibration.result("battles with cards on both sides", 1 / best, 500, "battles/s")


def _verifying(calibration: Calibration) -> Iterator[Result]:
    entries = list(Simulation(PACK, 4, "standard", 0).entries())
    events = sum(len(entry.events) for entry in entries)
    tries = []
    for _ in range(3):
        began = time.process_time()
        assert not list(rejudge(PACK, entries))
        tries.append((time.process_time() - began) * 5_000 / events)
    seconds = min(tries) * calibration.rate / 4_000_000
    yield Result("verifying a game of 5,000 events, scaled", seconds, "s", most=0.5)

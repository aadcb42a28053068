"""The clash of one region with four players on one core: reveal, Day with an ambush, Night, Strength, rewards, every window recorded."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator

from ledger.events import FrameOpened, Move
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
PACK = load("okc")
START = """lastword 1 okc
players   G "Gus" gathering, N "Nadia" nobility, U "Ula" uprising, C "Clara" clans
position  round 2, summer plateau, order G N U C, markers plateau highlands lowlands, herald C battlefield, herald N battlefield
G plateau gus = "Champion" (facedown)
G supporters-plateau 1
N plateau trick = "Trickster" (facedown)
N hand    spy = "Spy", 2 "Levy"
N influence 2
U plateau heir = "Heir" (facedown)
U board   palace = "Forgotten Palace"
C plateau cap = "Captain" (facedown), cav = "Cavalry" (facedown)
C supporters-plateau 2
C board   horn = "Horn of the Swan's Song"
"""
MOVES = """
N ambush spy with trick
U use "Hideouts" targeting heir
U retreat heir
C use horn targeting cap
C use "Sea Routes" targeting cav
C flank cav to highlands
C pass
C claim battlefield
"""


def run(calibration: Calibration) -> Iterator[Result]:
    """Clashes a second, and how fast a recorded game is judged again."""
    yield from _clashes(calibration)
    yield from _verifying(calibration)


def _line() -> tuple[bytes, list[tuple[str, Move]]]:
    """The table before the clash, and the decisions of the clash."""
    table = freeze(play(read(START)).table)
    done = play(read(START + MOVES))
    assert done.clean, "the scenario is legal"
    said = [answer(entry) for entry in done.entries[1:]]
    return table, [move for move in said if move is not None]


def _clashes(calibration: Calibration) -> Iterator[Result]:
    table, said = _line()
    best, events, moments = 1e9, 0, 0
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
                region = pos.enclosing("region")
                if region is None or region.text("region") != "plateau":
                    break
                decide(pos, player, move)
            total += time.process_time() - began
        gc.enable()
        best = min(best, total / TRIES)
        events = len(pos.log)
        moments = sum(isinstance(event, FrameOpened) and event.kind in ("moment", "ability") for event in pos.log)
    yield Result("events of a region's clash with four players", events, "events")
    yield Result("moments of a region's clash with four players", moments, "moments")
    yield calibration.result("clashes of a region with four players", 1 / best, 200, "clashes/s")


def _verifying(calibration: Calibration) -> Iterator[Result]:
    seed = 0
    while True:
        entries = list(Simulation(PACK, 4, "normal", seed).entries())
        events = sum(len(entry.events) for entry in entries)
        if events >= 4_000:
            break
        seed += 1
    tries = []
    for _ in range(3):
        began = time.process_time()
        assert not list(rejudge(PACK, entries))
        tries.append((time.process_time() - began) * 5_000 / events)
    seconds = min(tries) * calibration.rate / 4_000_000
    yield Result("verifying a game of 5,000 events, scaled", seconds, "s", most=0.5)

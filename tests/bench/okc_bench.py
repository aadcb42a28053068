"""The clash of one region with four players, on one core and with every window recorded.

Cards are revealed, Day has an ambush, Night follows, Strength is compared, and rewards are claimed.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.catalogue import load
from rules.engine import decide
from rules.kernel.position import Position
from tests.bench.measuring import Calibration, Result
from tests.bench.playing import judging, played, scenario

TRIES = 200
PACK = load("okc")
START = """lastword 1 okc
players   G "Gus" gathering, N "Nadia" nobility, U "Ula" uprising, C "Clara" clans
position  round 2, summer plateau, order G N U C, markers plateau highlands lowlands, herald C battlefield, \
herald N battlefield
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
    yield from judging(calibration, PACK, 4, "normal", 4_000)


def _clashes(calibration: Calibration) -> Iterator[Result]:
    table, said = scenario(START, MOVES)

    def clash(pos: Position) -> None:
        for player, move in said:
            region = pos.enclosing("region")
            if region is None or region.text("region") != "plateau":
                break
            decide(pos, player, move)

    found = played(PACK, table, clash, TRIES)
    yield Result("events of a region's clash with four players", len(found.events), "events")
    yield Result("moments of a region's clash with four players", found.moments, "moments")
    yield calibration.result("clashes of a region with four players", 1 / found.seconds, 200, "clashes/s")

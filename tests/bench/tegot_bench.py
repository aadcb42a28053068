"""One battle on one core: a march into a castle, cards on both sides, a Secret, losses, the retreat and the castle."""

from __future__ import annotations

from collections.abc import Iterator

from rules.catalogue import load
from rules.engine import decide
from rules.kernel.position import Position
from tests.bench.measuring import Calibration, Result
from tests.bench.playing import judging, played, scenario

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
    yield from judging(calibration, PACK, 4, "standard", 0)


def _battles(calibration: Calibration) -> Iterator[Result]:
    table, said = scenario(START, MOVES)

    def battle(pos: Position) -> None:
        for player, move in said:
            decide(pos, player, move)

    found = played(PACK, table, battle, TRIES)
    pos = found.position
    assert "castle-of-casterly-rock" in [pos.entity(number).card for number in pos.zone("A", "castles")]
    yield Result("events of a march and its battle", len(found.events), "events")
    yield calibration.result("battles with cards on both sides", 1 / found.seconds, 500, "battles/s")

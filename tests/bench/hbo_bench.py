"""The HBO game on one core, every window recorded: a challenge with a save, and whole random games."""

from __future__ import annotations

import time
from collections.abc import Iterator

from ledger.events import Attached, Component, GameStarted, Introduced, Marked, Move, Seat, SeatChanged
from ledger.folding import fold
from ledger.table import freeze
from replays.records.random_games import Simulation
from rules.catalogue import load
from rules.engine import decide
from rules.kernel.asks import PASS
from rules.kernel.notation import Where
from rules.kernel.position import Position
from rules.packs.hbo.notation import place
from tests.bench.measuring import Calibration, Result
from tests.bench.playing import played

TRIES = 300
GAMES = 20
PACK = load("hbo")
NED, DUPLICATE, SANSA, GUARD, SPY = 11, 12, 13, 14, 15


def run(calibration: Calibration) -> Iterator[Result]:
    """Both figures of this pack."""
    found = played(PACK, _start(), _play, TRIES)
    name = f"challenge with a save ({found.moments} moments)"
    yield calibration.result(name, 1 / found.seconds, least=700, unit="challenges/s")
    yield calibration.result("events of whole random games", _games())


def _start() -> bytes:
    """Borys attacks; Eddard has a duplicate and Anna a Not Today."""
    seats = (Seat("A", "Anna", "stark"), Seat("B", "Borys", "lannister"))
    parts = (
        Component(1, "stark-banner", "A", "A.banner"),
        Component(2, "lannister-banner", "B", "B.banner"),
        Component(3, "the-old-gods", "A", "A.plot"),
        Component(4, "detained", "B", "B.plot"),
        Component(5, "not-today", "A", "A.hand"),
        Component(NED, "eddard-stark", "A", "A.play"),
        Component(DUPLICATE, "eddard-stark", "A", "A.play"),
        Component(SANSA, "sansa-stark", "A", "A.play"),
        Component(GUARD, "training-lion-guard", "B", "B.play"),
        Component(SPY, "training-lion-spy", "B", "B.play"),
        *(Component(20 + n, "", "AB"[n % 2], f"{'AB'[n % 2]}.deck") for n in range(60)),
    )
    table = fold(
        [
            GameStarted("hbo", "1.0", "duel", seats, PACK.zones(seats, "duel")),
            Introduced(parts),
            Marked(DUPLICATE, "duplicate"),
            Attached(DUPLICATE, NED),
            SeatChanged("first", ("A",)),
            SeatChanged("active", ("B",)),
        ]
    )
    place(Position(PACK, table), Where(1, ("challenges",), {"active": "B"}))
    return freeze(table)


def _play(pos: Position) -> None:
    """An undefended attack, Eddard given to claim, saved by his duplicate."""
    decide(pos, "B", Move("challenge", picks=(GUARD,), words=("military",)))
    while (ask := pos.ask) is not None and pos.enclosing("challenge") is not None:
        if ask.verb == "defend":
            move = Move("defend")
        elif ask.verb == "claim":
            move = Move("claim", picks=(NED,))
        else:
            move = next((one for one in ask.moves(pos) if one.subject == DUPLICATE), PASS)
        decide(pos, ask.player, move)
    assert pos.entity(NED).zone == "A.play"
    assert pos.entity(DUPLICATE).zone == "A.discard"


def _games() -> float:
    """Events a second of random games, choosing the moves included."""
    began, events = time.process_time(), 0
    for seed in range(GAMES):
        events += sum(len(entry.events) for entry in Simulation(PACK, 2, "duel", seed).entries())
    return events / (time.process_time() - began)

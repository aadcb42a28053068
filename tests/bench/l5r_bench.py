"""One l5r conflict on one core, every window recorded: a duel inside it and an event that is cancelled."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.events import Event, FrameOpened, Move, OccurrenceChanged, State
from ledger.table import freeze
from replays.meaning.opening import Opening
from replays.notation.parser import read
from rules.catalogue import load
from rules.engine import decide
from rules.kernel.position import Position
from tests.bench.measuring import Calibration, Result
from tests.bench.playing import played

TRIES = 200
PACK = load("l5r")
TABLE = """
lastword 1 l5r standard
players   A "Aiko" dragon, B "Botan" crane
position  round 2, conflict declare, first B, active A
A honor   12
A fate    3
A play    raitsugu = "Mirumoto Raitsugu" (fate 1), master = "Niten Master"
A hand    banzai = "Banzai!"
B honor   11
B fate    4
B play    hotaru = "Doji Hotaru" (honored, fate 2), whisperer = "Doji Whisperer" (fate 1)
B hand    voice = "Voice of Honor"
B province1 garden = "Manicured Garden" (facedown)
"""


def run(calibration: Calibration) -> Iterator[Result]:
    """Conflicts a second."""
    opening = Opening(read(TABLE), {}, [])
    names = opening.names.aliases
    start = freeze(opening.position().table)
    found = played(PACK, start, lambda pos: _play(pos, names), TRIES)
    _prove(found.events)
    yield Result("events of a conflict with a duel and a cancelled event", len(found.events), "events")
    yield calibration.result("conflicts with a duel and a cancelled event", 1 / found.seconds, 250, "conflicts/s")


def _play(pos: Position, names: dict[str, int]) -> None:
    """Declare, defend, duel, play an event that is cancelled, resolve the ring, and go home."""
    attackers = (names["raitsugu"], names["master"])
    decide(pos, "A", Move("conflict", names["garden"], picks=attackers, words=("military", "air")))
    while (ask := pos.ask) is not None and pos.enclosing("conflict") is not None:
        if ask.verb == "defend":
            move = Move("defend", picks=(names["hotaru"],))
        elif ask.verb == "bid":
            move = Move("bid", words=("2" if ask.player == "A" else "1",))
        else:
            move = next(iter(ask.moves(pos)))
        decide(pos, ask.player, move)


def _prove(log: list[Event]) -> None:
    """Assert that the scenario has the duel and the cancelled event that the figure is named for."""
    assert any(isinstance(event, FrameOpened) and event.kind == "duel" for event in log)
    assert any(isinstance(event, OccurrenceChanged) and event.state is State.CANCELLED for event in log)

"""The engine on one core with every window recorded: challenges, rounds, verifying, and a very long game."""

from __future__ import annotations

import time
from collections.abc import Iterator

from ledger.events import (
    Attached,
    Component,
    Counted,
    Event,
    FrameAdvanced,
    FrameOpened,
    GameStarted,
    Introduced,
    Marked,
    Move,
    Moved,
    Seat,
    SeatChanged,
)
from ledger.folding import fold
from ledger.table import freeze
from rules.catalogue import load
from rules.engine import advance, decide
from rules.kernel.position import Position
from tests.bench.measuring import Calibration, Result
from tests.bench.playing import judging, played

TRIES = 400
LONG = 100_000
PACK = load("agot2")
NED, CAT, HOUND, TYWIN, DUPLICATE = 11, 12, 13, 14, 15


def run(calibration: Calibration) -> Iterator[Result]:
    """Every figure of the engine."""
    yield from _challenges(calibration)
    yield from _whole(calibration)
    yield from judging(calibration, PACK, 2, "joust", 5_000)
    yield from _long()


def _start(crowd: int = 0) -> Position:
    """Eddard with a duplicate, kneeling, against an attack by the Hound; and as many bystanders as asked for."""
    seats = (Seat("A", "Anna", "stark"), Seat("B", "Borys", "lannister"))
    parts = [
        Component(1, "house-stark", "A", "A.faction"),
        Component(2, "house-lannister", "B", "B.faction"),
        Component(3, "a-noble-cause", "A", "A.plot"),
        Component(4, "a-clash-of-kings", "B", "B.plot"),
        Component(5, "the-winds-of-winter", "A", "A.plots"),
        Component(6, "the-winds-of-winter", "B", "B.plots"),
        Component(NED, "eddard-stark", "A", "A.play"),
        Component(CAT, "catelyn-stark", "A", "A.play"),
        Component(HOUND, "the-hound", "B", "B.play"),
        Component(TYWIN, "tywin-lannister", "B", "B.play"),
        Component(DUPLICATE, "eddard-stark", "A", "A.play"),
        *(Component(20 + n, "", "AB"[n % 2], f"{'AB'[n % 2]}.deck") for n in range(60)),
        *(Component(100 + n, "tumblestone-knight", "AB"[n % 2], f"{'AB'[n % 2]}.play") for n in range(crowd)),
    ]
    events: list[Event] = [
        GameStarted("agot2", "1.0", "joust", seats, PACK.zones(seats, "joust")),
        Introduced(tuple(parts)),
        Marked(DUPLICATE, "duplicate"),
        Attached(DUPLICATE, NED),
        Marked(NED, "kneeling"),
        Marked(CAT, "kneeling"),
        SeatChanged("first", ("A",)),
    ]
    return Position(PACK, fold(events))


def _at(pos: Position, phase: str, step: str, data: dict[str, list[int | str]] | None = None) -> None:
    pos.emit(FrameOpened("game", {"round": 1}))
    pos.go(pos.table.top, "rounds")
    pos.emit(FrameOpened("round", {"round": 1}))
    pos.go(pos.table.top, phase)
    pos.emit(FrameAdvanced(pos.table.top.id, pos.table.top.step + 1))
    pos.emit(FrameOpened(phase, dict(data or {})))
    pos.go(pos.table.top, step)


def _answers(pos: Position) -> None:
    """Use every reaction and save, declare no defenders, give Eddard to claim, until the challenge is over."""
    while (ask := pos.ask) is not None and pos.enclosing("challenge") is not None:
        if ask.verb == "claim":
            move = Move("claim", picks=(NED,))
        elif ask.verb == "defend":
            move = Move("defend")
        else:
            move = next(ask.moves(pos))
        decide(pos, ask.player, move)


def _play_challenge(pos: Position) -> None:
    decide(pos, "B", Move("challenge", picks=(HOUND,), words=("military", "A")))
    _answers(pos)


def _challenges(calibration: Calibration) -> Iterator[Result]:
    for crowd, least in ((0, 600), (60, 400)):
        pos = _start(crowd)
        pos.emit(SeatChanged("active", ("B",)))
        _at(pos, "challenges", "actions", {"active done": ["A", "B"]})
        found = played(PACK, freeze(pos.table), _play_challenge, TRIES)
        others = f", {crowd} more characters" if crowd else ""
        yield Result(f"events of a challenge with a save and a reaction{others}", len(found.events), "events")
        yield calibration.result(
            f"challenges with a save and a reaction{others}", 1 / found.seconds, least, "challenges/s"
        )
        if not crowd:
            yield calibration.result("moments in those challenges", found.moments / found.seconds, 5_000, "moments/s")


def _play_round(pos: Position) -> None:
    """Plots, the first player, draw, both marshal what they may, and the challenge."""
    while (ask := pos.ask) is not None:
        if ask.verb == "challenge" and ask.player == "B":
            _play_challenge(pos)
            return
        if ask.verb == "challenge":
            decide(pos, ask.player, Move("pass"))
        elif ask.verb == "first":
            decide(pos, ask.player, Move("first", words=("A",)))
        else:
            decide(pos, ask.player, next(ask.moves(pos)))


def _whole(calibration: Calibration) -> Iterator[Result]:
    pos = _start()
    hand = [Component(200 + n, "tumblestone-knight", "A", "A.hand") for n in range(2)]
    pos.emit(Introduced(tuple(hand)))
    _at(pos, "plot", "begin")
    found = played(PACK, freeze(pos.table), _play_round, TRIES)
    yield Result("events of plot, draw, marshaling and the challenge", len(found.events), "events")
    yield calibration.result("whole scenarios with plot and marshaling", 1 / found.seconds, 200, "scenarios/s")


def _long() -> Iterator[Result]:
    """One challenge after another on one table, until it has a hundred thousand events."""
    pos = _start()
    pos.emit(SeatChanged("active", ("B",)))
    _at(pos, "challenges", "actions", {"active done": ["A", "B"]})
    advance(pos)
    spent: dict[str, list[float]] = {"early": [], "late": []}
    while pos.table.seq < LONG:
        phase = pos.enclosing("challenges")
        assert phase is not None
        before, began = pos.table.seq, time.process_time()
        decide(pos, "B", Move("challenge", picks=(HOUND,), words=("military", "A")))
        while (ask := pos.ask) is not None and pos.enclosing("challenge") is not None:
            decide(pos, ask.player, Move("defend") if ask.verb == "defend" else next(ask.moves(pos)))
        each = (time.process_time() - began) / (pos.table.seq - before)
        if pos.table.seq < 3_000:
            spent["early"].append(each)
        elif pos.table.seq > LONG - 3_000:
            spent["late"].append(each)
        _again(pos, phase.id)
    early, late = sorted(spent["early"]), sorted(spent["late"])
    ratio = late[len(late) // 4] / early[len(early) // 4]
    yield Result("cost of an event at 100 k events / at 1 k", ratio, "ratio", most=1.3)


def _again(pos: Position, phase: int) -> None:
    """Put everything back as events, so that the next challenge is like the last one."""
    pos.ask = None
    pos.table.uses.get(phase, {}).clear()
    for number in (NED, CAT, HOUND):
        if pos.entity(number).zone != f"{pos.entity(number).owner}.play":
            pos.emit(Moved(number, f"{pos.entity(number).owner}.play"))
    if pos.entity(HOUND).marks:
        pos.emit(Marked(HOUND, "kneeling", False))
    for number in (NED, CAT):
        if not pos.entity(number).marks:
            pos.emit(Marked(number, "kneeling"))
    power = pos.entity(2).counters.get("power", 0)
    if power:
        pos.emit(Counted(2, "power", -power))
    pos.log.clear()
    advance(pos)

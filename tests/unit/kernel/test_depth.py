"""Nesting has no limit: ten thousand levels, without recursion and in bounded memory."""

from __future__ import annotations

import sys

from ledger.events import (
    Component,
    Event,
    FrameClosed,
    FrameOpened,
    GameStarted,
    Introduced,
    Move,
    Occurrence,
    Seat,
    SeatChanged,
)
from ledger.folding import apply, fold
from ledger.table import freeze, thaw
from rules.catalogue import load
from rules.engine import advance, decide
from rules.kernel.position import Position
from rules.language.card_files import CardReader

LEVELS = 10_000
ECHO = """
[[card]]
id = "training-echo"
name = "Training Echo"
type = "location"
training = true
cost = 0
[[card.ability]]
kind = "reaction"
says = "After you gain gold, gain 1 gold."
when = "gains_power(who == you)"
do = ["gain(gold, 1)"]
"""


def _position() -> Position:
    pack = load("agot2")
    pack = pack.extended(CardReader(pack.dialect).read(ECHO, "echo.toml"))
    seats = (Seat("A", "Anna", "stark"), Seat("B", "Borys", "lannister"))
    parts = [
        Component(1, "house-stark", "A", "A.faction"),
        Component(2, "house-lannister", "B", "B.faction"),
        Component(3, "training-echo", "A", "A.play"),
        *(Component(10 + n, "", "AB"[n % 2], f"{'AB'[n % 2]}.deck") for n in range(20)),
    ]
    zones = pack.zones(seats, "joust")
    start: list[Event] = [
        GameStarted("agot2", "1.0", "joust", seats, zones),
        Introduced(tuple(parts)),
        SeatChanged("first", ("A",)),
    ]
    position = Position(pack, fold(start))
    position.open("moment", None, (Occurrence("gained", player="A", amount=1, note="gold"),))
    advance(position)
    return position


def test_ten_thousand_nested_moments() -> None:
    position = _position()
    recursion = sys.getrecursionlimit()
    deepest = 0
    sys.setrecursionlimit(400)
    try:
        for _ in range(LEVELS):
            ask = advance(position)
            assert ask is not None
            decide(position, ask.player, next(ask.moves(position)))
            deepest = max(deepest, len(position.table.frames))
        while (ask := advance(position)) is not None:
            decide(position, ask.player, Move("pass"))
    finally:
        sys.setrecursionlimit(recursion)
    assert deepest == LEVELS + 1
    assert position.table.frames == []
    assert position.table.counters["A"]["gold"] == LEVELS + 1


def test_the_last_to_open_is_the_first_to_close() -> None:
    position = _position()
    base = freeze(position.table)
    position.log.clear()
    for _ in range(6):
        ask = advance(position)
        assert ask is not None
        decide(position, ask.player, next(ask.moves(position)))
    table = thaw(base)
    opened: list[int] = [frame.id for frame in table.frames]
    while (ask := advance(position)) is not None:
        decide(position, ask.player, Move("pass"))
    for event in position.log:
        if isinstance(event, FrameOpened):
            opened.append(table.seq + 1)
        if isinstance(event, FrameClosed):
            assert opened.pop() == event.frame
        apply(table, event)
    assert opened == []

"""Every order of what must resolve at one time: the distinct outcomes, and which orders lead to each."""

from __future__ import annotations

import msgspec

from ledger.events import Event, FrameClosed, Move
from ledger.folding import apply
from ledger.table import Table, clone
from replays.errors import ReplayError
from replays.meaning.writer import Writer
from replays.reading.assumptions import may_pass
from replays.records.record import Record
from replays.whatif.answers import is_order
from replays.whatif.differences import Change, table_changes
from replays.whatif.exploration import Explorer, Graph, Horizon, grounded
from rules.engine import advance, decide
from rules.kernel.asks import PASS
from rules.kernel.position import Position

FARTHEST = 200
"""Decisions passed over on the way to the first order somebody may choose."""

Line = list[tuple[str, Move]]


class OrderOutcome(msgspec.Struct, frozen=True):
    """Orders that come to the same, each as what was chosen in turn, and what they change on the table."""

    orders: tuple[tuple[str, ...], ...]
    changes: tuple[Change, ...]


class Orders(msgspec.Struct, frozen=True):
    """Every order from the decision after event `seq` on. `partial` says what was not tried."""

    seq: int
    player: str
    says: str
    outcomes: tuple[OrderOutcome, ...]
    partial: tuple[str, ...]


def orders(record: Record, at: int, limit: int) -> Orders:
    """Try every order. Everybody passes meanwhile; what somebody must choose, or chance decides, is tried every way."""
    pos = _first(record.position(at))
    ask = advance(pos)
    assert ask is not None
    start = clone(pos.table)
    graph = Explorer(
        record.pack,
        pos.table,
        Horizon(pos.table.top.id),
        chosen=frozenset({"nobody at the table"}),
        limit=limit,
        folding=False,
    ).run()
    partial = [*graph.partial, *([f"stopped at {limit} situations"] if graph.stopped else [])]
    groups: dict[tuple[Change, ...], list[tuple[str, ...]]] = {}
    for number, node in enumerate(graph.nodes):
        if node.end:
            line = graph.line(number)
            table = _played(record, start, line)
            names = _named(record, start, graph, number)
            groups.setdefault(tuple(table_changes(record, start, table)), []).append(names)
    found = tuple(OrderOutcome(tuple(dict.fromkeys(names)), changes) for changes, names in groups.items())
    return Orders(start.seq, ask.player, ask.says, found, tuple(partial))


def _first(pos: Position) -> Position:
    """The position at the first order somebody may choose, everybody passing until then."""
    for _ in range(FARTHEST):
        ask = advance(pos)
        if ask is not None and is_order(pos, ask):
            return pos
        if ask is None or not may_pass(pos, ask):
            break
        decide(pos, ask.player, PASS)
    raise ReplayError("nobody orders forced abilities from here on; name an event before such a choice with --at")


def _played(record: Record, start: Table, line: Line) -> Table:
    """The table a line leads to, where the frame it resolves in has just closed."""
    frame = start.frames[-1].id
    pos = Position(record.pack, clone(start))
    for player, move in grounded(line):
        advance(pos)
        before = clone(pos.table)
        pos.log.clear()
        events = decide(pos, player, move)
        if all(other.id != frame for other in pos.table.frames):
            return _until(before, events, frame)
    return pos.table


def _until(table: Table, events: list[Event], frame: int) -> Table:
    for event in events:
        apply(table, event)
        if isinstance(event, FrameClosed) and event.frame == frame:
            break
    return table


def _named(record: Record, start: Table, graph: Graph, number: int) -> tuple[str, ...]:
    """What was chosen in turn: the cards whose abilities were put next, and whatever else was not a pass."""
    writer = Writer(record.pack, record.names)
    pos = Position(record.pack, clone(start))
    found = []
    for player, move in grounded(graph.line(number)):
        ask = advance(pos)
        assert ask is not None
        if move.verb in ("use", "delayed") and is_order(pos, ask):
            found.append(writer.component(pos, move.subject))
        elif move != PASS:
            found.append(f"({writer.answer(pos, ask, move)})")
        decide(pos, player, move)
    return tuple(found)

"""Trying every order of what must resolve at one time: the different outcomes, and which orders lead to each."""

from __future__ import annotations

import msgspec

from ledger.events import Event, FrameClosed
from ledger.folding import apply
from ledger.table import Table, clone
from replays.errors import ReplayError
from replays.meaning.writer import Writer
from replays.reading.implied import may_pass
from replays.records.record import Record
from replays.whatif.answers import is_order
from replays.whatif.differences import Change, table_changes
from replays.whatif.exploration import Explorer, Graph, Horizon, MoveLine, grounded
from rules.engine import advance, decide
from rules.kernel.asks import PASS
from rules.kernel.position import Position

FARTHEST = 200
"""Decisions that are passed on the way to the first one about an order, at most."""

_NOBODY = frozenset({"nobody at the table"})
"""As the players who choose: none of those present, so that everybody passes who may. An empty set would mean all."""


class OrderOutcome(msgspec.Struct, frozen=True):
    """Orders that change the table in the same way: each order as the names chosen in turn, and the changes."""

    orders: tuple[tuple[str, ...], ...]
    changes: tuple[Change, ...]


class Orders(msgspec.Struct, frozen=True):
    """The outcomes of every order that was tried, from the decision after event `seq` on, which `player` makes.

    `says` is that decision, and `partial` says what was not tried.
    """

    seq: int
    player: str
    says: str
    outcomes: tuple[OrderOutcome, ...]
    partial: tuple[str, ...]


def orders(record: Record, place: int, limit: int) -> Orders:
    """Try every order from the first decision about an order on, and return the different outcomes.

    The search begins after the entry with index `place`, and lines end with the frame that is innermost at that
    decision. Everybody passes wherever they may. Whatever else a player must choose, or chance decides, is tried in
    every way, up to `limit` situations. Raise `ReplayError` if no decision about an order comes before one that cannot
    be passed, or within `FARTHEST` passes.
    """
    pos = _first_order(record.position(place))
    ask = advance(pos)
    assert ask is not None
    start = clone(pos.table)
    graph = Explorer(
        record.pack,
        pos.table,
        Horizon(pos.table.top.id),
        chosen=_NOBODY,
        limit=limit,
        merging=False,
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


def _first_order(pos: Position) -> Position:
    """Move a position on to the first decision about an order, everybody passing until then, and return it."""
    start = pos.table.seq
    for _ in range(FARTHEST):
        ask = advance(pos)
        if ask is not None and is_order(pos, ask):
            return pos
        if ask is None or not may_pass(pos, ask):
            break
        decide(pos, ask.player, PASS)
    raise ReplayError(
        f"no player has to choose an order of forced abilities after event {start}; name another event with --at"
    )


def _played(record: Record, start: Table, line: MoveLine) -> Table:
    """Return the table a line leads to, as it is when the innermost frame of `start` has just been closed."""
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
    """Apply events to a table up to the one that closes a frame, and return it."""
    for event in events:
        apply(table, event)
        if isinstance(event, FrameClosed) and event.frame == frame:
            break
    return table


def _named(record: Record, start: Table, graph: Graph, number: int) -> tuple[str, ...]:
    """Return what was chosen in turn on the line to a node; passes are left out.

    Where an order was chosen, that is the card whose ability came next; any other move stands in brackets.
    """
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

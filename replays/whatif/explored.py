"""Exploring a game from a decision on, as a person asks for it: what to ask, how far, and who chooses."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from ledger.table import Table, clone
from replays.errors import ReplayError
from replays.records.record import Record
from replays.records.views import player_of
from replays.whatif.conclusion import Conclusion, conclude
from replays.whatif.exploration import Explorer, Graph, Horizon
from replays.whatif.question import Question
from rules.engine import advance
from rules.errors import nearest
from rules.kernel.position import Position


class Exploration(msgspec.Struct, frozen=True):
    """What is asked of an exploration.

    `ask` is what to ask at the end of each line. Lines end with the innermost frame, or with the innermost one of the
    kind `until`, or after `depth` decisions. `players`, such as `A,B`, choose, and the others pass wherever they may.
    `limit` is the most situations to look at.
    """

    ask: str = ""
    depth: int | None = None
    until: str | None = None
    players: str = ""
    limit: int = 20_000


def explored(
    record: Record, place: int, asked: Exploration, progress: Callable[[int], None] | None = None
) -> tuple[Position, Conclusion, Graph]:
    """Explore every line from the decision after the entry at index `place`.

    Return the position there, what the lines show, and the graph of situations. `progress` is told how many situations
    were looked at so far. Refuse a game that is over there, and what cannot be asked.
    """
    refuse_hidden(record, place)
    pos = record.position(place)
    if advance(pos) is None:
        raise ReplayError("the game is over here: there is nothing to explore")
    question = Question(record.pack, record.names, asked.ask) if asked.ask else None
    if question is not None:
        question.holds(Position(record.pack, clone(pos.table)))
    explorer = Explorer(
        record.pack,
        pos.table,
        _horizon(pos, asked.depth, asked.until),
        question.holds if question else None,
        _chosen(pos.table, asked.players),
        asked.limit,
        progress=progress,
        about=question.about(pos.table) if question else None,
    )
    graph = explorer.run()
    return pos, conclude(graph, pos.table), graph


def refuse_hidden(record: Record, place: int) -> None:
    """Refuse to explore as a player from a decision that comes of cards which that player does not know."""
    found = record.decision(place) if record.viewer else None
    if found is not None and found.ask is None:
        viewer, decider = (record.players().get(player, player) for player in (record.viewer, found.player))
        raise ReplayError(
            f"{decider} decides here ({found.step}), and what {decider} may do depends on cards that {viewer} does not "
            f"know; name another event with --at, or leave out --as to look with all cards known"
        )


def _chosen(table: Table, players: str) -> frozenset[str]:
    """Return the players that `--players A,B` names; refuse one who does not sit at the table."""
    return frozenset(player_of(table.seats, part.strip()) for part in players.split(",") if part.strip())


def _horizon(pos: Position, depth: int | None, until: str | None) -> Horizon:
    """Return where lines end: with the frame `until` names or the innermost one, or after `depth` decisions."""
    if until is None:
        return Horizon(0 if depth is not None else pos.table.top.id, depth)
    frame = pos.enclosing(until)
    if frame is None:
        kinds = list(dict.fromkeys(frame.kind for frame in reversed(pos.table.frames)))
        raise ReplayError(
            f"nothing called {until!r} is being resolved here, only: {', '.join(kinds)}{nearest(until, kinds)}"
        )
    return Horizon(frame.id, depth)

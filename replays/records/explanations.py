"""Why a move is or is not legal at a point, condition by condition, and which moves are."""

from __future__ import annotations

from itertools import islice

import msgspec

from ledger.events import Move
from replays.errors import NotationError
from replays.meaning.fit import NEAR, NOWHERE, fit, where_of
from replays.meaning.writer import Writer
from replays.meaning.written_moves import UnknownCard, WrittenMove
from replays.notation.lines import Said
from replays.notation.parser import read_move_text
from replays.records.record import Record
from replays.records.rejudging import answer
from rules.engine import advance, decide, legal
from rules.kernel.asks import CHANCE, Ask, Check
from rules.kernel.position import Position

SHOWN = 200
"""Options listed at most; a form with many answers lists the smaller ones first."""

NEAREST = 1 + NEAR
"""The worst fit of a window that closed by itself where somebody is asked something else after the same event."""


class Explained(msgspec.Struct, frozen=True):
    """A move at a point: every condition. `snapped` says that the point asked for lies inside an action that ends at
    `seq`.
    """

    seq: int
    snapped: bool
    player: str
    text: str
    where: str
    checks: tuple[Check, ...]

    @property
    def legal(self) -> bool:
        """Whether every condition holds."""
        return legal(list(self.checks))


class Options(msgspec.Struct, frozen=True):
    """The legal moves at a decision, as they are written; `more` says that there are others."""

    seq: int
    snapped: bool
    player: str
    where: str
    rule: str
    moves: tuple[str, ...]
    more: bool = False


def explain_at(record: Record, seq: int | None, text: str) -> Explained:
    """Explain a written move after an event (the last one unless said), also in a window there that nobody could use."""
    at = record.index(seq) if seq != 0 else 0
    end = record.end(at)
    position = record.position(at)
    said = read_move_text(text, position.table.seats, record.pack)
    closed = _inside(record, at, seq, said) if seq else None
    if closed is not None and seq != end:
        return closed[1]
    ask = advance(position)
    if ask is None:
        over = Check("over", record.pack.rule("over"), "the game goes on", False)
        return Explained(end, False, said.player, text, "the game is over", (over,))
    rank, best = _best(position, ask, said, record)
    if closed is not None and closed[0] < rank and closed[0][0] <= NEAREST:  # it closed after the very last event
        return closed[1]
    return Explained(end, seq is not None and seq != end, said.player, text, where_of(position, ask), best)


def _best(pos: Position, ask: Ask, said: Said, record: Record) -> tuple[tuple[int, int], tuple[Check, ...]]:
    """The conditions of the meaning that fits best, and how well: a legal one, or the one with the fewest that fail."""
    judged: list[tuple[int, int, Move, list[Check]]] = []
    wording = _wording(pos, said, record)
    for move in wording.moves(pos, ask, every=True):
        checks = ask.checks(pos, said.player, move)
        failed = sum(1 for check in checks if check.holds is False)
        judged.append((0 if not failed else 1 + fit(pos, ask, move, checks), failed, move, checks))
    if not judged:
        return (1 + NOWHERE, 0), tuple(ask.checks(pos, said.player, Move(said.verb)))
    fitting, failed, move, checks = min(judged, key=lambda item: item[:2])
    return (fitting, failed), (*checks, *wording.target_checks(pos, move, checks))


def _wording(pos: Position, said: Said, record: Record) -> WrittenMove:
    try:
        return WrittenMove(said, record.names, pos)
    except UnknownCard as unknown:
        says = f"no `{unknown.ref.text}` is known here; only a card somebody has can be explained"
        raise NotationError(says, 0, said.source, unknown.ref.column, unknown.ref.width) from None


def _inside(record: Record, at: int, seq: int, said: Said) -> tuple[tuple[int, int], Explained] | None:
    """A window that closed by itself: go through the action again and look. Where nobody decided anything, the rules go
    on from the event. Of several that closed after one event the move belongs to the one it fits best."""
    made = answer(record.entries[at])
    position = Position(record.pack, record.table(seq)) if made is None else record.position(at - 1)
    found: list[tuple[tuple[int, int], Explained]] = []

    def watch(ask: Ask) -> None:
        if position.table.seq != seq:
            return
        ask.player = ask.player or said.player
        rank, checks = _best(position, ask, said, record)
        found.append((rank, Explained(seq, False, said.player, said.source, where_of(position, ask), checks)))

    position.observer = watch
    if made is None:
        advance(position)
    else:
        decide(position, *made)
    return min(found, key=lambda item: item[0]) if found else None


def options(record: Record, seq: int | None) -> Options:
    """The legal moves at the decision after an event."""
    at = record.index(seq) if seq != 0 else 0
    end = record.end(at)
    position = record.position(at)
    ask = advance(position)
    snapped = seq is not None and seq != end
    if ask is None:
        return Options(end, snapped, "", "the game is over", record.pack.rule("over"), ())
    writer = Writer(record.pack, record.names)
    moves = list(islice(ask.moves(position), SHOWN + 1))
    written = [writer.answer(position, ask, move) for move in moves[:SHOWN]]
    player = "" if ask.player == CHANCE else ask.player
    return Options(
        end, snapped, player, where_of(position, ask), ask.rule, tuple(dict.fromkeys(written)), len(moves) > SHOWN
    )

"""A move explained at a point of a record, condition by condition, and the legal moves there."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

import msgspec

from ledger.events import Move
from replays.errors import NotationError, ReplayError
from replays.meaning.fit import NEAR, NOWHERE, fit, where_of
from replays.meaning.missed_windows import FARTHEST_BACK, is_late, missed
from replays.meaning.writer import Writer
from replays.meaning.written_moves import UnknownCard, WrittenMove
from replays.notation.lines import Said
from replays.notation.parser import read_move_text
from replays.records.record import Record
from replays.records.rejudging import answer
from replays.records.walk import violations
from rules.engine import advance, decide, game_over, legal
from rules.kernel.asks import CHANCE, PASS, Ask, Check
from rules.kernel.position import Position

MOST_OPTIONS = 200
"""The most legal moves that `options` lists."""

CLOSED_WINDOW_RANK = 1 + NEAR
"""The worst rank at which a move is explained in a window that closed by itself after the last event of an action.

After the same event somebody is asked something else. The move is explained at that decision if it fits it as well, or
if it fits the closed window worse than `NEAR`.
"""


class Explained(msgspec.Struct, frozen=True):
    """A written move at a point of a record, with every condition there.

    `seq` is the event after which it is explained. `snapped` says that this is a later event than the one asked for,
    which was 0 or lay inside an action: the decision after that action was taken. `text` is the move as written,
    `where` the decision in words. After the end of a game, `snapped` is always False.
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
    """Legal moves at a decision, as they are written in a transcript.

    `seq` is the event before the decision; `snapped` says that this is a later event than the one asked for, which was
    0 or lay inside an action. `by_itself` says that the decision made itself there, inside the action: only what is
    listed was legal. `player` is the player asked (of several who choose at once, one), and only that player's moves
    are listed; empty if chance decides or the game is over, or if a window that made itself was everybody's. `more`
    says that the list ends at `MOST_OPTIONS`. Where a decision has very many answers, some are left out besides: see
    `Ask.moves`. `hidden` says that no move is listed because the viewer may not know them.
    """

    seq: int
    snapped: bool
    player: str
    where: str
    rule: str
    moves: tuple[str, ...]
    more: bool = False
    hidden: bool = False
    by_itself: bool = False


def explain_at(record: Record, seq: int | None, text: str) -> Explained:
    """Return the conditions of a written move at the decision after an event, whether it is legal there or not.

    The event may lie inside an action. If a decision was made by itself right after it (a window nobody could use, a
    single possible answer), the move is explained there, else at the decision after the action. `seq` None is the last
    event; 0 is taken as the end of the opening. Once the game is over, the one condition is that it goes on. An event
    that the record does not have raises ReplayError, a move that cannot be understood NotationError.

        explain_at(record, 64, "A use duplicate of ned").legal
    """
    at = record.index(seq) if seq != 0 else 0
    end = record.end(at)
    position = record.position(at)
    said = read_move_text(text, position.table.seats, record.pack)
    closed = _in_closed_window(record, at, seq, said) if seq else None
    if closed is not None and seq != end:
        return _if_late(record, at, said, closed[0][0] - 1, closed[1])
    if record.viewer and (unknown := _unknown_question(record, at, said.player, text)) is not None:
        return unknown
    ask = advance(position)
    if ask is None:
        return Explained(end, False, said.player, text, "the game is over", (game_over(position),))
    rank, best = _best_meaning(position, ask, said, record)
    if closed is not None and closed[0] < rank and closed[0][0] <= CLOSED_WINDOW_RANK:
        return closed[1]  # the window closed after the very last event
    found = Explained(end, seq is not None and seq != end, said.player, text, where_of(position, ask), best)
    return _if_late(record, at, said, rank[0] - 1, found)


def _if_late(record: Record, at: int, said: Said, fitting: int, found: Explained) -> Explained:
    """Return an explanation with one more reason, the first, if the move comes too late for a window.

    To a viewer the windows of others are not shown again, so nothing is added.
    """
    if record.viewer or not is_late(fitting, found.checks):
        return found
    late = _missed_window(record, at, said)
    return found if late is None else msgspec.structs.replace(found, checks=(late, *found.checks))


def _missed_window(record: Record, at: int, said: Said) -> Check | None:
    """Return the condition that a window is still open in which a move was legal and its player passed, or None."""
    for before in range(at, max(0, at - FARTHEST_BACK), -1):
        if answer(record.entries[before]) == (said.player, PASS):
            position = record.position(before - 1)
            ask = advance(position)
            if ask is not None:
                written = _written_move(position, said, record)
                found = missed(position, ask, said.player, written.moves(position, ask))
                if found is not None:
                    return found
    return None


def _unknown_question(record: Record, at: int, player: str, text: str) -> Explained | None:
    """Return that the decision after an entry is not the player's, where the viewer does not know what it is about.

    None if the viewer knows the question, or if the game is over. Whether the player who is asked may do something
    there rests on cards that the viewer does not know: that raises `ReplayError`.
    """
    found = record.decision(at)
    if found is None or found.ask is not None:
        return None
    names = record.players()
    if player == found.player:
        viewer = names.get(record.viewer, record.viewer)
        raise ReplayError(
            f"{viewer} cannot tell whether {names.get(player, player)} may do this: it rests on cards that {viewer} "
            "does not know; without --as it is explained"
        )
    says = (
        f"the decision is {names.get(player, player)}'s; it is {names.get(found.player, found.player)}'s: {found.step}"
    )
    return Explained(record.end(at), False, player, text, found.step, (Check("decider", found.rule, says, False),))


def _best_meaning(pos: Position, ask: Ask, said: Said, record: Record) -> tuple[tuple[int, int], tuple[Check, ...]]:
    """Return the conditions of the meaning of a move that fits a decision best, and its rank (smaller is better).

    The rank is 0 for a legal meaning, else 1 and the fit, and then the number of conditions that failed.
    """
    judged: list[tuple[int, int, Move, list[Check]]] = []
    written = _written_move(pos, said, record)
    for move in written.moves(pos, ask, every=True):
        checks = ask.checks(pos, said.player, move)
        failed = sum(1 for check in checks if check.holds is False)
        judged.append((0 if not failed else 1 + fit(pos, ask, move, checks), failed, move, checks))
    if not judged:
        return (1 + NOWHERE, 0), tuple(ask.checks(pos, said.player, Move(said.verb)))
    fitting, failed, move, checks = min(judged, key=lambda item: item[:2])
    return (fitting, failed), (*checks, *written.target_checks(pos, move, checks))


def _written_move(pos: Position, said: Said, record: Record) -> WrittenMove:
    """Return a parsed move ready to be compared with decisions; a card that nobody is known to have is an error."""
    try:
        return WrittenMove(said, record.names, pos)
    except UnknownCard as unknown:
        says = f"no `{unknown.ref.text}` is known here; only a card somebody has can be explained"
        raise NotationError(says, 0, said.source, unknown.ref.column, unknown.ref.width) from None


def _in_closed_window(record: Record, at: int, seq: int, said: Said) -> tuple[tuple[int, int], Explained] | None:
    """Return the explanation of a move in a window that closed by itself after an event, with its rank, or None.

    Of several windows that closed after the event, the one that the move fits best is taken.
    """
    found: list[tuple[tuple[int, int], Explained]] = []

    def judge(pos: Position, ask: Ask) -> None:
        ask.player = ask.player or said.player
        rank, checks = _best_meaning(pos, ask, said, record)
        found.append((rank, Explained(seq, False, said.player, said.source, where_of(pos, ask), checks)))

    _watch_closed(record, at, seq, judge)
    return min(found, key=lambda item: item[0]) if found else None


def _watch_closed(record: Record, at: int, seq: int, judge: Callable[[Position, Ask], None]) -> None:
    """Call `judge` with each decision that made itself right after an event, and the position there.

    `at` is the index of the entry that holds the event. The action is carried out again and watched; an entry in which
    nobody decided anything is run on from the event. A viewer is shown each decision as they know it.
    """
    made = answer(record.entries[at])
    whole = msgspec.structs.replace(record, viewer="")
    position = Position(record.pack, whole.table(seq)) if made is None else whole.position(at - 1)

    def here(pos: Position, ask: Ask) -> None:
        if pos.table.seq == seq:
            judge(pos, ask)

    def watch(ask: Ask) -> None:
        if not record.viewer or position.table.seq != seq:
            here(position, ask)
            return
        seen = record.onlooker.position(position.table)  # the same window, as the viewer knows it
        seen.observer = lambda again: here(seen, again)
        advance(seen)

    position.observer = watch
    if made is None:
        advance(position)
    else:
        decide(position, *made)


def options(record: Record, seq: int | None) -> Options:
    """Return legal moves at the decision after an event; None is the last event, 0 the end of the opening.

    For an event inside an action, it is the decision that made itself right there, at which an illegal move may have
    been tried; if there is none, it is the decision after the action. At most `MOST_OPTIONS` are listed. An event that
    the record does not have raises ReplayError.
    """
    at = record.index(seq) if seq != 0 else 0
    end = record.end(at)
    snapped = seq is not None and seq != end
    closed = _closed_options(record, at, seq) if seq and snapped else None
    if closed is not None:
        return closed
    found = record.decision(at)
    if found is None:
        return Options(end, snapped, "", "the game is over", record.pack.rule("over"), ())
    ask, pos = found.ask, found.pos
    player = "" if found.player == CHANCE else found.player
    if ask is None or not found.open:
        return Options(end, snapped, player, found.step, found.rule, (), hidden=True)
    writer = Writer(record.pack, record.names)
    moves = list(islice(ask.moves(pos), MOST_OPTIONS + 1))
    written = tuple(dict.fromkeys(writer.answer(pos, ask, move) for move in moves[:MOST_OPTIONS]))
    return Options(end, snapped, player, where_of(pos, ask), ask.rule, written, len(moves) > MOST_OPTIONS)


def _closed_options(record: Record, at: int, seq: int) -> Options | None:
    """Return the legal moves at a decision that made itself right after an event inside an action; None without one.

    Of several, it is the one that an illegal move tried there fits best, else the first. A window nobody could use is
    every player's: each may pass there. A viewer sees only their own moves.
    """
    tried = violations(record.entries).get(seq)
    attempt = tried[0][1] if tried else None
    found: list[tuple[tuple[int, int], Options]] = []

    def list_moves(pos: Position, ask: Ask) -> None:
        asked = ask.player
        rank = (0, 0)
        if attempt is not None:
            ask.player = asked or attempt.player
            checks = ask.checks(pos, attempt.player, attempt.move)
            failed = sum(1 for check in checks if check.holds is False)
            rank = (fit(pos, ask, attempt.move, checks), failed)
        found.append((rank, _options_by_itself(record, pos, ask, asked)))

    _watch_closed(record, at, seq, list_moves)
    return min(found, key=lambda item: item[0])[1] if found else None


def _options_by_itself(record: Record, pos: Position, ask: Ask, asked: str) -> Options:
    """Return the moves at a decision that made itself; `asked` is the player asked, "" for a window of everybody's."""
    players = [asked] if asked else [record.viewer] if record.viewer else list(pos.table.seats)
    hidden = bool(record.viewer) and players != [record.viewer]
    writer, written = Writer(record.pack, record.names), list[str]()
    for player in [] if hidden else players:
        ask.player = player
        written += [writer.answer(pos, ask, move) for move in islice(ask.moves(pos), MOST_OPTIONS)]
    moves = tuple(dict.fromkeys(written))
    player = "" if asked == CHANCE else asked
    where = where_of(pos, ask)
    return Options(pos.table.seq, False, player, where, ask.rule, moves, hidden=hidden, by_itself=True)

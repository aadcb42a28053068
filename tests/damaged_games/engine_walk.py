"""What the engine allows where: a line tried along implied passes, and a game played on from a changed point.

Nothing here reads a transcript as a whole, so it can say of a damaged one what a good reader should find.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice

from ledger.events import Move
from ledger.table import clone
from replays.errors import NotationError
from replays.meaning.names import Names
from replays.meaning.written_moves import UnknownCard, WrittenMove
from replays.notation.parser import read_move_text
from replays.records.engine import FAULTS
from rules.catalogue import load
from rules.engine import advance, decide, legal
from rules.kernel.asks import CHANCE, PASS, Ask, Check, Choose, Say
from rules.kernel.chance import Chance, Shuffle
from rules.kernel.position import Position
from tests.damaged_games.games import Step

FARTHEST = 80
"""The most unwritten decisions that are made on the way to the point of a line."""
SUPPOSED = 4
"""The most choices nobody wrote that are made up on the way to the point of a line."""


class Unreadable(Exception):
    """A line that names nothing on the table, or cannot be parsed: no reader can place it."""


def meaning(position: Position, ask: Ask, step: Step) -> tuple[str, Move] | None:
    """Return who makes which legal move if a line is read at a decision; None if it is not legal there.

    A line may mean several moves, such as a use that answers any of several occurrences. One that names nothing here
    raises Unreadable. One that the engine cannot judge is not legal.
    """
    if step.is_chance:
        return (CHANCE, step.move) if legal(ask.checks(position, CHANCE, step.move)) else None
    if ask.player == CHANCE:
        return None
    try:
        return next(((step.player, move) for move, checks in judged(position, ask, step) if legal(checks)), None)
    except FAULTS:  # the engine cannot judge it, which is a fault that the reader meets and shows as well
        return None


def judged(position: Position, ask: Ask, step: Step) -> Iterator[tuple[Move, list[Check]]]:
    """Yield every move that a player's line may mean at a decision, with its conditions there.

    A line that names nothing here raises Unreadable.
    """
    try:
        said = read_move_text(step.line, position.table.seats, position.pack)
        for move in WrittenMove(said, _names(position.pack.id), position).moves(position, ask, every=True):
            yield move, ask.checks(position, step.player, move)
    except (NotationError, UnknownCard) as error:
        raise Unreadable(str(error)) from error


@cache
def _names(pack_id: str) -> Names:
    """Return the names of a pack's cards, made once."""
    return Names(load(pack_id))


def implied(position: Position, ask: Ask) -> Move | None:
    """Return the answer that is implied where nobody wrote one, or None: a pass, a no, the only possible answer."""
    if ask.player == CHANCE:
        return None
    if legal(ask.checks(position, ask.player, PASS)):
        return PASS
    if isinstance(ask, Say) and "no" in ask.words:
        return Move(ask.verb, words=("no",))
    answers = list(islice(ask.moves(position), 2))
    return answers[0] if len(answers) == 1 else None


def points(position: Position) -> Iterator[Ask]:
    """Yield the pending decision and those after it that implied answers lead to; the position moves along.

    It ends where somebody must choose, or chance decides, or after `FARTHEST` decisions.
    """
    for _ in range(FARTHEST):
        ask = advance(position)
        if ask is None:
            return
        yield ask
        answer = implied(position, ask)
        if answer is None:
            return
        decide(position, ask.player, answer)
        position.log.clear()


def copy(position: Position) -> Position:
    """Return a position of its own with the same table; the pending decision is asked anew."""
    return Position(position.pack, clone(position.table))


def refused(position: Position, steps: Sequence[Step]) -> list[int]:
    """Play decisions on from a position, one by one, and return the indices of those that are legal nowhere.

    A recorded pass is made where its player may pass, and dropped elsewhere. Any other decision is made at the first
    point where its line is legal, with implied answers before it, and if need be up to `SUPPOSED` choices made up.
    One that is legal nowhere changes nothing.
    """
    found = []
    for at, step in enumerate(steps):
        after = _after_pass(position, step) if step.is_pass else _after(position, step)
        if after is None:
            found.append(at)
        else:
            position = after
            position.log.clear()
    return found


def _after_pass(position: Position, step: Step) -> Position:
    """Return the position after a recorded pass: the same one if its player is not asked or may not pass."""
    ask = advance(position)
    if ask is not None and ask.player == step.player and legal(ask.checks(position, step.player, PASS)):
        decide(position, step.player, PASS)
    return position


def _after(position: Position, step: Step) -> Position | None:
    """Return the position after a decision made at the first point where it is legal; None if there is none."""
    for most in (0, SUPPOSED):
        trial = copy(position)
        for ask in _with_choices(trial, most):
            made = meaning(trial, ask, step)
            if made is not None:
                decide(trial, *made)
                return trial
    return None


def _with_choices(position: Position, most: int) -> Iterator[Ask]:
    """Yield decisions as `points` does, but make up to `most` choices and outcomes on the way, in the same round."""
    outer = _round(position)
    for made_up in range(most + 1):
        for ask in points(position):
            if made_up and _round(position) != outer:
                return
            yield ask
        ask_left = position.ask
        answer = _supposed(position, ask_left) if ask_left is not None and made_up < most else None
        if ask_left is None or answer is None:
            return
        decide(position, ask_left.player, answer)
        position.log.clear()


def _round(position: Position) -> int:
    """Return the number of the frame of the round or the set-up; 0 once the game is over."""
    frames = position.table.frames
    return frames[1].id if len(frames) > 1 else 0


def _supposed(position: Position, ask: Ask) -> Move | None:
    """Return a choice or an outcome for a decision that nobody wrote anything for; None if it has no answer."""
    if isinstance(ask, Shuffle):
        return Move("shuffle", picks=tuple(position.table.zones[ask.zone]))
    if isinstance(ask, Chance | Choose):
        return next(iter(ask.moves(position)), None)
    return next((move for move in ask.moves(position) if move != PASS), None)

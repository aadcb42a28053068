"""Illegal moves that are made all the same, as far as they mean anything."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from ledger.events import FrameOpened
from ledger.table import freeze
from replays.meaning.fit import JudgedPoint
from replays.meaning.written_moves import choice_line
from replays.notation.lines import Said
from replays.reading.ground import Ground, Observer
from replays.reading.implied import implied
from replays.reading.later_choices import may_answer
from replays.reading.prices import StepKind
from replays.reading.readings import Fate, PendingChoice, ReadingNode, Step
from rules.engine import advance, cannot_force, decide, force
from rules.kernel.asks import Ask, Choose, Say
from rules.kernel.position import Position
from rules.resolution.moments import Window
from rules.resolution.windows import ActionWindow


class Forced(msgspec.Struct, frozen=True):
    """An illegal move that was made: the implied steps before it and the move itself, and the table after them.

    `cut` is the index of the move among the steps.

    `silent` is the number of the decision it was made at, if that had decided itself: then the step before the move
    ends there. It is -1 otherwise. `begun` is the first frame that the move opened, if it is still open, or 0;
    of an answer to a question, the innermost one it was given in.
    """

    steps: list[Step]
    data: bytes
    cut: int
    silent: int
    begun: int


class _Stopped(Exception):
    """Raised to stop the engine at a decision that it is about to make by itself."""

    def __init__(self, ask: Ask) -> None:
        super().__init__(ask.says)
        self.ask = ask


def forced(
    ground: Ground, node: ReadingNode, said: Said, point: JudgedPoint, behind: int, observer: Observer | None = None
) -> Forced | None:
    """Make an illegal move at the point where it was judged; None if it could mean nothing there.

    `behind` is, for a use that is legal but for a choice written behind it, how many implied steps lie before the use;
    else -1. Choices behind the move are made as they are written, allowed or not. `observer` is called with each
    decision that decides itself while what the move began is going on.
    """
    found = _to_use(ground, node, behind) if behind >= 0 else _to_point(ground, node, said, point)
    if found is None:
        return None
    steps, pos, ask = found
    asked = ask or advance(pos)
    begun = _Begun(pos, asked is not None and not isinstance(asked, Window | ActionWindow))
    if observer is not None:
        pos.observer = lambda silent: observer(pos, silent) if begun.still(pos) else None
    cut = len(steps)
    if behind >= 0 and point.silent and observer is not None:
        step = _with_only_choice(ground, pos, said, point)
    else:
        step = _legal_use(ground, pos, said) if behind >= 0 else _illegal_move(pos, said, point, ask)
    if step is None:
        return None
    steps += [step, *_choices(ground, said, pos)]
    still = begun.left(pos)
    pos.log.clear()
    pos.observer = None
    return Forced(steps, freeze(pos.table), cut, point.number if behind < 0 else -1, still)


class _Begun:
    """The first frame that a move opens, the challenge or the ability say, for as long as it is open."""

    def __init__(self, pos: Position, answers: bool) -> None:
        self.after, self.logged, self.frame = pos.table.seq, len(pos.log), 0
        self.answers = answers
        self.within = {frame.id for frame in pos.table.frames}

    def left(self, pos: Position) -> int:
        """Return the number of that frame if it is still open; of an answer, the innermost one it was given in."""
        still = self.still(pos)
        if still or not self.answers:
            return still
        return max((frame.id for frame in pos.table.frames if frame.id in self.within), default=0)

    def still(self, pos: Position) -> int:
        """Return the number of that frame if it is still open, else 0."""
        if not self.frame:
            kinds = (type(event) for event in pos.log[self.logged :])
            self.frame = next((self.after + at for at, kind in enumerate(kinds, 1) if kind is FrameOpened), 0)
        return self.frame if any(frame.id == self.frame for frame in pos.table.frames) else 0


_Reached = tuple[list[Step], Position, Ask | None]
"""The implied steps to a point, the position there, and a decision to be answered that is not the pending one."""


def _to_use(ground: Ground, node: ReadingNode, behind: int) -> _Reached | None:
    """Return how a use that is legal in itself is reached; None if it is not."""
    pos = ground.position_at(node)
    steps = _implied_steps(pos, behind)
    return None if steps is None else (steps, pos, None)


def _legal_use(ground: Ground, pos: Position, said: Said) -> Step | None:
    """Make a use that is legal in itself at the pending decision, and return it as a step; None if it is not legal."""
    ask = advance(pos)
    move = ground.meaning(said, pos, ask) if ask is not None else None
    if move is None:
        return None
    return Step(StepKind.READ, said.player, move, tuple(decide(pos, said.player, move)), said.number)


def _with_only_choice(ground: Ground, pos: Position, said: Said, point: JudgedPoint) -> Step | None:
    """Make a use, and the choice behind it that is not allowed where only one was, which decided itself.

    Returned is that choice as a step; None if it could mean nothing.
    """
    ask = advance(pos)
    move = ground.meaning(said, pos, ask) if ask is not None else None
    if move is None:
        return None
    use, watch = move, pos.observer

    def stop(silent: Ask) -> None:
        if silent.says == point.says and silent.player == point.player:
            raise _Stopped(silent)

    pos.observer = stop
    try:
        decide(pos, said.player, use)
    except _Stopped as stopped:
        pos.observer = watch
        return _illegal_move(pos, said, point, stopped.ask)
    finally:
        pos.observer = watch
    return None


def _illegal_move(pos: Position, said: Said, point: JudgedPoint, ask: Ask | None) -> Step | None:
    """Make a move that the rules forbid, and return it as a step; None if it means nothing there.

    `ask` is its decision if that had decided itself.
    """
    if cannot_force(pos, said.player, point.move, ask):
        return None
    force(pos, said.player, point.move, ask)
    return Step(StepKind.READ, said.player, point.move, (), said.number, forced=True)


def _choices(ground: Ground, said: Said, pos: Position) -> list[Step]:
    """Make the choices written behind a move as soon as they are asked for, allowed or not."""
    steps: list[Step] = []
    left = [PendingChoice(said, part) for part in ground.word(said, pos).later]
    while (ask := advance(pos)) is not None and ask.player == said.player and isinstance(ask, Choose | Say):
        choice = next((one for one in left if may_answer(one, ask)), None)
        if choice is None:
            break
        left.remove(choice)
        word = ground.word(choice_line(said, choice.part, ground.names, pos), pos)
        moves = list(word.moves(pos, ask, every=True))
        allowed = [move for move in moves if ask.allows(pos, said.player, move)]
        if allowed:
            decide(pos, said.player, allowed[0])
        elif not moves or cannot_force(pos, said.player, moves[0]):
            break
        else:
            force(pos, said.player, moves[0])
        steps.append(Step(StepKind.READ, said.player, (allowed or moves)[0], (), said.number, forced=not allowed))
    return steps


def _to_point(ground: Ground, node: ReadingNode, said: Said, point: JudgedPoint) -> _Reached | None:
    """Return how a point is reached, with its decision if that had decided itself; None if it is not."""
    if point.kept >= 0:
        pos = ground.position_at(node)
        steps = _implied_steps(pos, point.kept)
        if steps is None or not point.silent:
            return None if steps is None else (steps, pos, None)
        ask = _stopped(pos, lambda: _implied_step(pos), point.number)
        if ask is None:
            return None
        step = _next_step(ground, node, steps)
        assert step is not None
        return [*steps, step], pos, _answerable(ask, said)
    back = node
    while back.parent is not None and not back.steps:
        back = back.parent
    if point.kept < -1 or back.fate is Fate.FORCED:
        return None  # it lies too far back
    if back.parent is None:
        pos, last = ground.start(), ground.last
    else:
        pos, last = ground.again(back.parent, back.steps[:-1]), back.steps[-1]
    ask = _stopped(pos, lambda: advance(pos) if last is None else ground.repeat(pos, last), point.number)
    return None if ask is None else ([], pos, _answerable(ask, said))


def _implied_steps(pos: Position, count: int) -> list[Step] | None:
    """Make so many supposed answers, and return them; None if there are not as many."""
    steps = [step for step in (_implied_step(pos) for _ in range(count)) if step is not None]
    return steps if len(steps) == count else None


def _implied_step(pos: Position) -> Step | None:
    """Make the answer that is supposed at the pending decision; None if nothing more is decided."""
    ask = advance(pos)
    found = implied(pos, ask) if ask is not None else None
    if found is None:
        return None
    pos.log.clear()
    decide(pos, found.player, found.move)
    return Step(found.kind, found.player, found.move, tuple(pos.log))


def _next_step(ground: Ground, node: ReadingNode, steps: list[Step]) -> Step | None:
    """Return the implied step that comes after some others."""
    pos = ground.again(node, steps)
    return _implied_step(pos)


def _stopped(pos: Position, run: Callable[[], object], number: int) -> Ask | None:
    """Run the engine up to the decision with this number among those that decide themselves, and return it.

    None if it does not come again.
    """
    seen = -1

    def watch(ask: Ask) -> None:
        nonlocal seen
        seen += 1
        if seen == number:
            raise _Stopped(ask)

    pos.observer = watch
    try:
        run()
    except _Stopped as stopped:
        return stopped.ask
    finally:
        pos.observer = None
    return None


def _answerable(ask: Ask, said: Said) -> Ask:
    """Return a decision that came again, as one of the player who made the move."""
    ask.player = ask.player or said.player
    return ask

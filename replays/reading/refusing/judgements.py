"""The judgement on a line that is to be refused: where it fits best, and whether it could be made soon."""

from __future__ import annotations

import msgspec

from replays.errors import NotationError
from replays.meaning.fit import ELSEWHERE, JudgedPoint
from replays.meaning.written_moves import UnknownCard
from replays.notation.lines import Said
from replays.reading.ground import Ground, is_pass, period
from replays.reading.prices import StepKind
from replays.reading.readings import LineWalk, ReadingNode, Step
from replays.reading.refusing.by_itself import ByItself
from replays.reading.refusing.points import Judging
from rules.kernel.position import Position


class Judged(msgspec.Struct, frozen=True):
    """What was found of a line that is to be refused.

    `point` is where it fits best (None: nowhere). `legal` says that it could be made after some implied steps, `here`
    that these pass for nobody else, `answered` that it was an answer to something before any choice was supposed,
    `windowed` that a window was open then, also one that closed by itself, in which it had to wait for its time.
    `supposed` says that it could be made only after a choice nobody wrote.
    `happened` is the reading on which it turns out to have happened by itself after some implied steps, if there is
    one.
    """

    point: JudgedPoint | None
    legal: bool = False
    here: bool = False
    answered: bool = False
    windowed: bool = False
    supposed: bool = False
    happened: ReadingNode | None = None


class Judgements:
    """Judges lines at the points they may have been meant for, once for each reading."""

    def __init__(self, ground: Ground, by_itself: ByItself) -> None:
        self.ground, self.by_itself = ground, by_itself

    def was_answer(self, node: ReadingNode, said: Said) -> bool:
        """Whether the line, though not legal, was an answer to something before any choice that nobody wrote."""
        return self.judged(node, said).answered

    def was_in_window(self, node: ReadingNode, said: Said) -> bool:
        """Whether a window for other moves was open, or closed by itself, before any choice that nobody wrote."""
        return self.judged(node, said).windowed

    def leaves_position(self, node: ReadingNode, pos: Position) -> bool:
        """Whether the phase is over in whose window the position stands, before the first line is made."""
        if node.parent is not None or self.ground.goes_on or not self.ground.begins_in_window():
            return False
        return period(pos, 2) != self.ground.first_phase()

    def fit_of(self, node: ReadingNode, said: Said) -> int:
        """Return how well the line fits the decision it fits best in this round."""
        point = self.judged(node, said).point
        return point.fit if point is not None else ELSEWHERE

    def is_own_move(self, node: ReadingNode, line: Said) -> bool:
        """Whether a line is a move that could soon be made although the line before it was refused."""
        return not is_pass(line) and self.judged(node, line).legal

    def judged(self, node: ReadingNode, said: Said) -> Judged:
        if not isinstance(node.points, Judged):
            node.points = self._judge(node, said)
        return node.points

    def _judge(self, node: ReadingNode, said: Said) -> Judged:
        """Look for the point that the line fits best: in what decided itself since the last line, here, or later on."""
        try:
            word = self.ground.word(said, self.ground.position_at(node))
        except (NotationError, UnknownCard):
            return Judged(None)
        judging = Judging(self.ground, word, full=node.applying)
        judging.before(node)
        walk = LineWalk(node, said, self.ground.position_at(node), ELSEWHERE)
        ahead = judging.ahead(walk)
        here = ahead.legal and all(goes_without_saying(step, said.player) for step in walk.steps)
        here = here and walk.pos is not None and not self.leaves_position(node, walk.pos)
        happened = self.by_itself.after(walk, said) if ahead.settled else None
        supposed = ahead.legal and any(step.kind is StepKind.CHOICE for step in walk.steps)
        answered, windowed = judging.was_answer(), judging.was_in_window()
        return Judged(judging.best(), ahead.legal, here, answered, windowed, supposed, happened)


def goes_without_saying(step: Step, player: str) -> bool:
    """Whether an implied step stands in nobody's way: it was not for anybody but this player to decide."""
    return step.kind in (StepKind.ONLY, StepKind.UNSEEN, StepKind.LUCK, StepKind.LEARNED) or (
        step.player == player and step.kind in (StepKind.PASS, StepKind.NO)
    )

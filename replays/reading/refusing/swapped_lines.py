"""Two lines of different players in the wrong order: the second is made first."""

from __future__ import annotations

from collections.abc import Sequence

from replays.errors import NotationError
from replays.meaning.fit import ELSEWHERE
from replays.meaning.written_moves import UnknownCard
from replays.notation.lines import Said
from replays.reading.ground import Ground, ReadLine, is_pass, period
from replays.reading.implied import implied
from replays.reading.later_choices import make
from replays.reading.prices import StepKind
from replays.reading.readings import LineWalk, ReadingNode, Step
from rules.engine import advance


def may_swap(lines: Sequence[ReadLine], at: int) -> bool:
    """Whether the line after one may be read before it: both are moves, of different players, and no passes."""
    if at + 1 >= len(lines):
        return False
    line, other = lines[at], lines[at + 1]
    if not isinstance(line, Said) or not isinstance(other, Said):
        return False
    return line.player != other.player and not is_pass(line) and not is_pass(other)


def swapped(ground: Ground, node: ReadingNode, cost: int) -> LineWalk | None:
    """Return the walk that stands where the line after the next is legal, before the next one is read; or None."""
    line, other = ground.lines[node.at], ground.lines[node.at + 1]
    assert isinstance(line, Said)
    assert isinstance(other, Said)
    walk = LineWalk(node, other, ground.position_at(node), ELSEWHERE)
    walk.cost, pos = cost, walk.pos
    assert pos is not None
    now = period(pos, 1)
    for _ in range(4):
        ask = advance(pos)
        if ask is None or period(pos, 1) != now:
            return None
        try:
            walk.word = ground.word(other, pos)
        except (UnknownCard, NotationError):
            return None
        if ground.legal_move(other, walk.word, pos, ask) is not None:
            walk.done |= {other.number}
            return walk
        found = implied(pos, ask)
        if node.strict or found is None or found.kind.cost > StepKind.PASS.cost:
            return None
        make(ground, walk, found.player, found.move, Step(found.kind, found.player, found.move, ()))
    return None

"""The points at which a line that is not legal may be judged, and which of them it fits best."""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

from ledger.events import Move
from replays.meaning.fit import ELSEWHERE, MATCHED, NEAR, WRONG_TIME, JudgedPoint, fit, where_of
from replays.meaning.steps import at_step
from replays.meaning.written_moves import WrittenMove
from replays.reading.ground import Ground, period
from replays.reading.implied import Implied, implied
from replays.reading.later_choices import Answer, answer
from replays.reading.one_choice import joined_lines
from replays.reading.prices import StepKind
from replays.reading.readings import Fate, LineWalk, ReadingNode, Step
from rules.engine import advance, legal
from rules.kernel.asks import Ask, Check, Choose
from rules.kernel.chance import Chance
from rules.kernel.position import Position

FARTHEST = 200
"""The most decisions that are looked at ahead."""
MISSING = 4
"""The most choices nobody wrote that are supposed on the way."""


class Judging:
    """One line that is judged at points of a reading; `found` are the points at which it is not legal.

    A point knows how many implied steps lie before it (`kept`, 0: none) and, if the decision decided itself, which one
    of those within the next step it was (`number`). In what was decided before the line was written, `kept` counts the
    steps back: -1 is the last one. Only with `full`, points are described in words.
    """

    def __init__(self, ground: Ground, word: WrittenMove, full: bool = False) -> None:
        self.ground, self.word, self.said, self.full = ground, word, word.said, full
        self.found: list[JudgedPoint] = []
        self.rest: JudgedPoint | None = None
        """The point at which the line is the rest of the choice that the line before made."""
        self.first = 0
        """The number of points before the first choice that was supposed."""
        self.supposed = False
        """Whether a choice was supposed on the way: beyond it, a window that is only right in kind does not count."""

    def at(self, pos: Position, ask: Ask, ahead: int, number: int = -1) -> bool:
        """Judge the line at a decision; return whether it is legal there, and otherwise keep the point."""
        if not at_step(pos, self.said.step):
            return False
        asked, ask.player = ask.player, ask.player or self.said.player
        try:
            for move in self.word.moves(pos, ask, every=True):
                checks = ask.checks(pos, self.said.player, move)
                if legal(checks):
                    return True
                self.found.append(self._point(pos, ask, move, checks, ahead, number, asked))
        finally:
            ask.player = asked
        return False

    def _point(
        self, pos: Position, ask: Ask, move: Move, checks: list[Check], ahead: int, number: int, asked: str
    ) -> JudgedPoint:
        """Return the point of a move that is not legal at a decision."""
        # "explained" only repeats what the conditions of each candidate say
        failed = sum(1 for check in checks if check.holds is False and check.name != "explained")
        failed = min(failed, 1) if isinstance(ask, Chance) else failed  # no answer of a player is one of chance
        how_well = ELSEWHERE if self._is_for_others(ask, move, checks) else fit(pos, ask, move, checks)
        aimed = self.word.target_checks(pos, move, checks) if self.full else []
        where = where_of(pos, ask) if self.full else ""
        behind_choice = self.supposed and how_well == NEAR
        return JudgedPoint(
            fit=ELSEWHERE if self.supposed and how_well >= NEAR else how_well,
            failed=failed,
            order=len(self.found),
            seq=pos.table.seq,
            kept=ahead,
            move=move,
            checks=(*checks, *aimed),
            says=ask.says,
            silent=number >= 0,
            player=asked,
            where=where,
            pays=isinstance(ask, Choose) and ask.slot == "paid",
            number=number,
            for_uses=ask.verb == "use",
            behind_choice=behind_choice,
            ended=ask.ended and move.verb in ask.verb.split(),
        )

    def _is_for_others(self, ask: Ask, move: Move, checks: list[Check]) -> bool:
        """Whether another player is asked, and for other cards than the line names, which any question could ask for.

        Such a line answers something else: so does `B discard x` where A chooses what to pay with.
        """
        if not isinstance(ask, Choose) or not move.picks or {*move.picks} & {*ask.candidates}:
            return False
        anything = self.said.verb == "choose" or ask.slot == "paid"
        return anything and any(check.name == "decider" and check.holds is False for check in checks)

    def during(self, pos: Position, step: Step, ahead: int) -> bool:
        """Carry a step out and judge the line at what decides itself in it; return whether it is legal there."""
        number, hit = -1, False

        def watch(ask: Ask) -> None:
            nonlocal number, hit
            number += 1
            hit = self.at(pos, ask, ahead, number) or hit

        pos.observer = watch
        self.ground.repeat(pos, step)
        pos.observer = None
        return hit

    def before(self, node: ReadingNode) -> None:
        """Judge the line at what decided itself when the last line before `node` was made."""
        back = node
        while not back.steps and back.parent is not None:
            back = back.parent
        if back.parent is None:
            number = -1

            def watch(pos: Position, ask: Ask) -> None:
                nonlocal number
                number += 1
                self.at(pos, ask, -1, number)

            self.ground.opening(watch)
        elif back.fate is not Fate.FORCED:
            cut = max(back.cut, 0)  # below 0: the line only says what these steps brought about
            pos = self.ground.again(back.parent, back.steps[:cut])
            for at in range(cut, len(back.steps)):
                self.during(pos, back.steps[at], at - len(back.steps))
        self._with_line_before(node)
        if node.strict:  # where every pass is written, only a window that closed too early can have been meant
            self.found = [point for point in self.found if point.too_late]

    def _with_line_before(self, node: ReadingNode) -> None:
        """Judge the line as the rest of the choice that the line before made: `A renown ned`, then `A renown robb`."""
        home = node.parent
        if home is None or node.fate is not Fate.READ or node.cut < 0:
            return
        choice = next(joined_lines(self.ground.lines, home.at, self.ground.pack), None)
        if choice is None or choice.numbers != (node.line, self.said.number):
            return
        pos = self.ground.again(home, node.steps[: node.cut])
        ask = advance(pos)
        if ask is None or ask.player != self.said.player:
            return
        for move in self.ground.word(choice.said, pos).moves(pos, ask):
            checks = ask.checks(pos, self.said.player, move)
            if fit(pos, ask, move, checks) == MATCHED and not legal(checks):
                self.rest = self._point(pos, ask, move, checks, node.cut - len(node.steps), -1, ask.player)
                return

    def was_answer(self) -> bool:
        """Whether the line was an answer to something before any choice was supposed, though it is not legal there."""
        return any(point.fit == MATCHED for point in self._before_any_choice())

    def was_in_window(self) -> bool:
        """Whether a window was open for moves of other phases or steps before any choice was supposed."""
        return any(point.fit == WRONG_TIME for point in self._before_any_choice())

    def best(self) -> JudgedPoint | None:
        """Return the point that the line fits best, or None; one that fits nowhere is judged where it was written."""
        fitting = [point for point in self._before_supposed() if point.fit < ELSEWHERE]
        here = [point for point in self.found if point.kept <= 0]
        asked = [point for point in here if not point.silent and point.move.verb != "use"]
        asked = asked if any(not point.for_uses for point in asked) else self._questions()
        if not fitting and self.rest is not None:
            return self.rest
        ended = [point for point in self.found if point.ended]
        return min(fitting or ended or asked or here, key=lambda point: point.rank, default=None)

    def _before_any_choice(self) -> list[JudgedPoint]:
        return self.found[: self.first] if self.supposed else self.found

    def _before_supposed(self) -> list[JudgedPoint]:
        """Return the points that count: none beyond a supposed choice if a window was open before it."""
        before = self.found[: self.first] if self.supposed else []
        return before if any(point.fit == WRONG_TIME for point in before) else self.found

    def _questions(self) -> list[JudgedPoint]:
        """Return the first point at a question: a move that is no use is not judged in a window for abilities."""
        found = (
            point
            for point in self.found
            if not point.silent and point.kept >= 0 and not point.for_uses and point.move.verb != "use"
        )
        return list(islice(found, 1))

    def ahead(self, walk: LineWalk) -> Ahead:
        """Go forward by implied steps, and judge the line on the way, until it is legal or the round ends."""
        pos = walk.pos
        assert pos is not None
        now, phase = period(pos, 1), period(pos, 2)
        matched = any(point.fit == MATCHED for point in self.found)
        for _ in range(FARTHEST):
            ask = advance(pos)
            if ask is None or period(pos, 1) != now or (period(pos, 2) != phase and matched):
                break
            phase = period(pos, 2)
            if walk.pending:
                done = answer(self.ground, walk, pos, ask)
                if done is Answer.NOT_ALLOWED:
                    break
                if done is Answer.MADE:
                    continue
            if self.at(pos, ask, len(walk.steps)):
                return Ahead(legal=True, settled=False)
            matched = any(point.fit == MATCHED for point in self.found)
            found = None if walk.node.strict else implied(pos, ask)
            if found is None or not self._may_go_on(walk, found, matched, pos, ask):
                break
            step = Step(found.kind, found.player, found.move, ())
            settled = self.during(pos, step, len(walk.steps))
            walk.steps.append(step)
            walk.cost += found.kind.cost
            if settled:
                return Ahead(legal=False, settled=True)
        return Ahead(legal=False, settled=False)

    def _may_go_on(self, walk: LineWalk, found: Implied, matched: bool, pos: Position, ask: Ask) -> bool:
        """Whether an answer may be supposed: of choices a few, and none once the line was an answer to something."""
        if found.kind is not StepKind.CHOICE:
            return True
        walk.missing += 1
        if not self.supposed:
            self.supposed, self.first = True, len(self.found)
        return walk.missing <= MISSING and not matched and not self.ground.is_awaited(pos, ask)


class Ahead(NamedTuple):
    """What was found ahead of a line: it is legal at the decision reached, or said what decided itself on the way."""

    legal: bool
    settled: bool

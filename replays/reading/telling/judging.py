"""The point at which a refused line is judged: on the reading that was found, where it fits best.

An illegal line is judged by what was asked between the line before it and the next one: in a window that closed by
itself when the line before was made, at the decision that was pending, or at one that came before the next line. If no
line follows, what would be asked next counts as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import msgspec

from ledger.events import Move
from replays.errors import NotationError
from replays.meaning.fit import ELSEWHERE, MATCHED, NEAR, SHOWN, JudgedPoint, where_of
from replays.meaning.missed_windows import FARTHEST_BACK, is_late, missed
from replays.meaning.suggestions import lines_to_write
from replays.meaning.writer import SpokenWriter
from replays.meaning.written_moves import UnknownCard, WrittenMove
from replays.notation.lines import Said
from replays.reading.ground import Ground, is_pass
from replays.reading.implied import Implied, implied
from replays.reading.readings import Fate, LineWalk, ReadingNode, Step
from replays.reading.refusing.points import Judging
from replays.records.reasons import broken_rules
from rules.engine import advance, game_over
from rules.kernel.asks import CHANCE, PASS, Check, Together
from rules.kernel.position import Position
from rules.resolution.moments import Window
from rules.resolution.windows import ActionWindow

SAME_REFUSAL = 12
"""The most lines after a refused one that are looked at for a point where it is refused by the same rules."""


class RefusalPlace(msgspec.Struct, frozen=True):
    """Where a refused line is noted: the point it was judged at, and after how many steps of which node of the reading.

    `node` is the index of that node (0: at once, where the line stands). `legal` are a few legal moves there as they
    are written. `extra` are implied steps that lead to the point, if the reading ends before it.
    """

    point: JudgedPoint
    node: int = 0
    steps: int = 0
    legal: tuple[str, ...] = ()
    extra: tuple[Step, ...] = ()


def place_of(ground: Ground, path: list[ReadingNode], at: int) -> RefusalPlace:
    """Return where the line that the node `path[at]` refuses is judged and noted."""
    node = path[at]
    said = next(line for line in ground.lines if line.number == node.line)
    assert isinstance(said, Said)
    return _Judge(ground, path, at, said).place()


def place_of_forced(ground: Ground, path: list[ReadingNode], at: int) -> RefusalPlace:
    """Return where the line was judged that the node `path[at]` refuses and makes all the same."""
    node = path[at]
    said = next(line for line in ground.lines if line.number == node.line)
    assert isinstance(said, Said)
    assert node.point is not None
    legal = () if node.point.silent else _Judge(ground, path, at, said).legal_moves(node.steps[: noted_before(node)])
    return RefusalPlace(node.point, legal=legal)


def noted_before(node: ReadingNode) -> int:
    """Return the index of the step before which a line that was made all the same is noted.

    That is the first step made against the rules; or that of a use whose own choice was never asked for.
    """
    return next((number for number, step in enumerate(node.steps) if step.forced), node.cut)


class _Judge:
    """Judges one refused line along a reading."""

    def __init__(self, ground: Ground, path: list[ReadingNode], at: int, said: Said) -> None:
        self.ground, self.path, self.node, self.said = ground, path, path[at], said
        parent = self.node.parent
        assert parent is not None
        self.before = parent
        behind = [index for index in range(at + 1, len(path)) if path[index].steps]
        # a correction by hand alone does not lead the game on
        goes_on = any(step.move is not None for index in behind for step in path[index].steps)
        self.following = behind if goes_on else []

    def place(self) -> RefusalPlace:
        """Return where the line is noted; if it comes too late for a window, that is its first reason."""
        place = self._place()
        point = place.point
        further_on = point.fit == NEAR and point.kept > 0
        if not further_on and not is_late(point.fit, point.checks):
            return place
        check = self._missed_window()
        if check is None:
            return place
        if further_on:  # it is told where it stands, not where the same happens again
            place = self._where_it_stands() or place
        rest = () if further_on else point.checks
        return msgspec.structs.replace(place, point=msgspec.structs.replace(place.point, checks=(check, *rest)))

    def _where_it_stands(self) -> RefusalPlace | None:
        """Return the place of the line at the decision that was pending when it was written."""
        word = self._word()
        pos = self.ground.position_at(self.before)
        ask = advance(pos)
        if word is None or ask is None:
            return None
        found = Judging(self.ground, word, full=True)
        found.at(pos, ask, 0)
        return RefusalPlace(found.found[0], legal=self._legal_at(pos)) if found.found else None

    def _is_asked(self) -> bool:
        """Whether the pending decision is a question to players: it is answered before anything else is done."""
        ask = advance(self.ground.position_at(self.before))
        return ask is not None and ask.player != CHANCE and not isinstance(ask, Window | ActionWindow)

    def _missed_window(self) -> Check | None:
        """Return the condition that a window is still open in which the line's player could make it, and passed."""
        player, left = self.said.player, FARTHEST_BACK
        node: ReadingNode | None = self.before
        while node is not None and node.parent is not None:
            for at in range(len(node.steps) - 1, -1, -1):
                left -= 1
                if left < 0:
                    return None
                step = node.steps[at]
                if step.player == player and step.move == PASS:
                    pos = self.ground.again(node.parent, node.steps[:at])
                    ask, word = advance(pos), self._word()
                    found = None if ask is None or word is None else missed(pos, ask, player, word.moves(pos, ask))
                    if found is not None:
                        return found
            node = node.parent
        return None

    def _place(self) -> RefusalPlace:
        if self.node.behind >= 0 and self.node.point is not None:
            return self._at_use(self.node.point)
        stands = self._where_it_stands() if self.node.fate is Fate.WRONG_ORDER else None
        if stands is not None:
            return stands
        word = None if is_pass(self.said) else self._word()
        if word is None:
            return RefusalPlace(self._nowhere(None))
        found = Judging(self.ground, word, full=True)
        found.before(self.before)
        before = list(found.found)
        walk = LineWalk(self.before, self.said, self.ground.position_at(self.before), ELSEWHERE)
        soon = found.ahead(walk).legal
        ahead = found.best()
        if not self.following:
            return self._after_the_end(walk, ahead) or self._noted(ahead, 0, walk.steps)
        found.found = before
        self._along(found, self.following[0])
        here = found.best()
        if ahead is None or (here is not None and _rules(here) == _rules(ahead)):
            return self._noted(here, self.following[0], self.path[self.following[0]].steps)
        astray = here is None or here.fit >= ELSEWHERE
        if astray and soon and self._is_asked():
            return self._where_it_stands() or self._noted(here, 0, ())
        return self._same_refusal(word, ahead, astray) or self._noted(
            here, self.following[0], self.path[self.following[0]].steps
        )

    def _after_the_end(self, walk: LineWalk, point: JudgedPoint | None) -> RefusalPlace | None:
        """Return the place of a line that fits nothing up to the end of the game, if that comes by implied steps alone.

        So it is with renown that is written where the claim has made the winner's last power already.
        """
        pos = walk.pos
        if pos is None or (point is not None and point.fit < ELSEWHERE) or advance(pos) is not None:
            return None
        move = point.move if point is not None else Move(self.said.verb)
        return RefusalPlace(_game_over(pos, move), 0, len(walk.steps), (), tuple(walk.steps))

    def _noted(self, point: JudgedPoint | None, node: int, steps: Sequence[Step]) -> RefusalPlace:
        """Return the place of a point that lies after some of these steps of a node, or of the end of the reading."""
        if point is None or (point.fit >= ELSEWHERE and self._is_over()):
            return RefusalPlace(self._nowhere(point))
        after = max(0, point.kept + (1 if point.silent and point.kept >= 0 else 0))
        legal = () if point.silent or point.kept < 0 else self.legal_moves(steps[: point.kept])
        return RefusalPlace(point, node if after else 0, after, legal, () if node else tuple(steps[:after]))

    def _word(self) -> WrittenMove | None:
        try:
            return self.ground.word(self.said, self.ground.position_at(self.before))
        except (NotationError, UnknownCard):
            return None

    def _along(self, found: Judging, index: int) -> None:
        """Judge the line at the decisions of a node up to that of its line."""
        node = self.path[index]
        assert node.parent is not None
        pos = self.ground.position_at(node.parent)
        for at, step in enumerate(node.steps):
            ask = advance(pos)
            if ask is None:
                return
            found.at(pos, ask, at)
            if at == node.cut:
                return
            found.during(pos, step, at)

    def _same_refusal(self, word: WrittenMove, ahead: JudgedPoint, astray: bool) -> RefusalPlace | None:
        """Return the first place on the reading where the line is refused by the same rules as it would be on its own.

        If its player were waited for, other reasons would fall away, such as that it was somebody else's turn. Of a
        line that fits nothing where it stands (`astray`), one of the rules is enough while what went on there goes on,
        and that is followed beyond the reading: defenders written before an action are judged as they are declared.
        """
        stands = self.ground.position_at(self.before)
        advance(stands)
        begun = stands.table.top.id if astray and stands.table.frames else 0
        for index in self.following[:SAME_REFUSAL]:
            node = self.path[index]
            if node.fate is Fate.FORCED or node.parent is None:
                return None
            found = Judging(self.ground, word, full=True)
            pos = self.ground.position_at(node.parent)
            for at, step in enumerate(node.steps):
                ask = advance(pos)
                if ask is None:
                    return None
                if begun and not _is_open(pos, begun):
                    begun = 0
                found.at(pos, ask, at)
                found.during(pos, step, at)
            point = next((one for one in found.found if _alike(one, ahead, begun > 0)), None)
            if point is not None:
                after = point.kept + (1 if point.silent else 0)
                before = self.ground.again(node.parent, node.steps[: point.kept])
                return RefusalPlace(point, index, after, () if point.silent else self._legal_at(before))
        if len(self.following) > SAME_REFUSAL:
            return None
        return (self._beyond_the_end(word, ahead, begun) if begun else None) or self._same_at_end(word, ahead)

    def _same_at_end(self, word: WrittenMove, ahead: JudgedPoint) -> RefusalPlace | None:
        """Return the place at the end of the reading, if the line is refused there by the same rules."""
        found = Judging(self.ground, word, full=True)
        pos = self.ground.position_at(self.path[-1])
        ask = advance(pos)
        if ask is not None:
            found.at(pos, ask, 0)
        point = next((one for one in found.found if _rules(one) == _rules(ahead)), None)
        return RefusalPlace(point, len(self.path), 0, self._legal_at(pos)) if point is not None else None

    def _beyond_the_end(self, word: WrittenMove, ahead: JudgedPoint, begun: int) -> RefusalPlace | None:
        """Return the place after some implied steps beyond the reading, if a frame is still open there; else None."""
        found, end = Judging(self.ground, word, full=True), self.path[-1]
        walk = LineWalk(end, self.said, self.ground.position_at(end), ELSEWHERE)
        found.ahead(walk)
        point = next((one for one in found.found if not one.silent and _alike(one, ahead, True)), None)
        if point is None:
            return None
        extra = tuple(walk.steps[: point.kept])
        pos = self.ground.again(end, extra)
        advance(pos)
        if not _is_open(pos, begun):
            return None
        return RefusalPlace(point, len(self.path), len(extra), self._legal_at(pos), extra)

    def _at_use(self, point: JudgedPoint) -> RefusalPlace:
        """Return the place of a use that was refused because of a choice behind it: where the use would be made."""
        index = self.following[0] if self.following else 0
        steps = self.path[index].steps if index else []
        pos = self.ground.position_at(self.before)
        made: list[Step] = []
        for at in range(self.node.behind):
            ask = advance(pos)
            found = implied(pos, ask) if ask is not None else None
            if found is None or (index and not _is_same(steps, at, found)):
                pos, made = self.ground.position_at(self.before), []
                break
            made.append(Step(found.kind, found.player, found.move, ()))
            self.ground.repeat(pos, made[-1])
        moved = msgspec.structs.replace(point, seq=pos.table.seq)
        extra = () if index else tuple(made)
        return RefusalPlace(moved, index if made else 0, len(made), self.legal_moves(made), extra)

    def legal_moves(self, steps: Sequence[Step]) -> tuple[str, ...]:
        """Return legal moves at the decision after some steps as they are written, with "…" if there are more."""
        return self._legal_at(self.ground.again(self.before, steps))

    def _legal_at(self, pos: Position) -> tuple[str, ...]:
        """Return legal moves at a decision as they are written, without the refused line itself.

        Of a move of several steps the first may be legal, where the whole is not.
        """
        return tuple(words for words in self._lines_at(pos) if words != self.said.words())

    def _lines_at(self, pos: Position) -> tuple[str, ...]:
        ask = advance(pos)
        form = ask.answered_by(self.said.player) if isinstance(ask, Together) else ask
        if form is None or form.player == CHANCE:
            return ()
        near = lines_to_write(self.ground.writer, pos, form, self.said.player, self.said.words(), SHOWN + 1)
        if near:
            return (*near[:SHOWN], *(("…",) if len(near) > SHOWN else ()))
        options = list(islice(form.moves(pos), SHOWN + 1))
        writer = SpokenWriter(self.ground.pack, self.ground.names)
        words = [writer.move(pos, form.player, move, "") for move in options[:SHOWN]]
        return (*dict.fromkeys(words), *(("…",) if len(options) > SHOWN else ()))

    def _is_over(self) -> bool:
        return advance(self.ground.position_at(self.before)) is None

    def _nowhere(self, point: JudgedPoint | None) -> JudgedPoint:
        """Return a point for a move that nothing ever asked for: the decision where it was written."""
        pos, said = self.ground.position_at(self.before), self.said
        ask, seq = advance(pos), pos.table.seq
        if ask is None:
            move = point.move if point is not None else Move(said.verb)
            return _game_over(pos, move)
        checks = [] if said.step else ask.checks(pos, said.player, Move(said.verb))
        if all(check.holds is not False for check in checks):
            when = f"at {said.step}" if said.step else "here or later"
            needed = f"something must ask {pos.player_name(said.player)} for this move {when}"
            checks = [Check("asked", ask.rule, needed, False, "nothing does")]
        return JudgedPoint(ELSEWHERE, 1, 0, seq, 0, Move(said.verb), tuple(checks), ask.says, where=where_of(pos, ask))


def _game_over(pos: Position, move: Move) -> JudgedPoint:
    """Return the point of a move that is written once the game is over."""
    where = "the game is over"
    return JudgedPoint(ELSEWHERE, 1, 0, pos.table.seq, 0, move, (game_over(pos),), where, where=where)


def _is_same(steps: list[Step], at: int, found: Implied) -> bool:
    """Whether a reading makes an implied answer as its step of this index."""
    return at < len(steps) and (steps[at].player, steps[at].move) == (found.player, found.move)


def _is_open(pos: Position, number: int) -> bool:
    """Whether a frame is still open."""
    return pos.open_frame(number) is not None


def _alike(point: JudgedPoint, ahead: JudgedPoint, astray: bool) -> bool:
    """Whether a line is refused at a point by the same rules as further ahead; if it is `astray`, by one of them."""
    if not astray or ahead.fit != MATCHED:
        return _rules(point) == _rules(ahead)
    return point.fit == MATCHED and not set(_rules(point)).isdisjoint(_rules(ahead))


def _rules(point: JudgedPoint) -> tuple[str, ...]:
    """Return the rules by which a line is refused at a point."""
    return broken_rules(point.checks)

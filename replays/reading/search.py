"""Finding the point of a written move: the earliest where it is legal, or the one it fits best."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

import msgspec

from ledger.events import Move
from replays.meaning.fit import ELSEWHERE, MATCHED, NEAR, SHOWN, JudgedPoint, fit, where_of
from replays.meaning.steps import at_step
from replays.meaning.written_moves import WrittenMove
from replays.reading.assumptions import likely, matters, may_pass, outcome
from replays.records.recording import Recording
from rules.engine import legal
from rules.kernel.asks import CHANCE, PASS, Ask, Check, Choose, Say, Together
from rules.kernel.chance import Chance, Shuffle
from rules.kernel.position import Position


def taken_up(recording: Recording, wording: WrittenMove, ask: Say, wrongly: bool) -> bool:
    """Whether the move is what is chosen next by a player who takes up what is offered; if it is legal nowhere,
    `wrongly`, also a choice that is none of those so asked for."""
    said = wording.said
    if ask.player != said.player or "yes" not in ask.words:
        return False
    watching, start, found = recording.pos.observer, len(recording), [False]

    def judge(asked: Ask) -> None:
        if isinstance(asked, Choose | Say) and asked.player == said.player:
            moves = wording.moves(recording.pos, asked)
            found.append(any(legal(asked.checks(recording.pos, said.player, move)) for move in moves))

    recording.pos.observer = judge
    recording.decide(ask.player, Move(ask.verb, words=("yes",)))
    following = recording.ask()
    if following is not None:
        judge(following)
    recording.rewind(start)
    recording.pos.observer = watching
    return any(found) or (wrongly and said.verb == "choose" and isinstance(following, Choose))


FARTHEST = 200
"""Decisions a walk looks at."""
MISSING = 4
"""Choices nobody wrote that a walk goes over."""


class Anchor(msgspec.Struct, frozen=True):
    """The last written move: the place of its entry, and the round that was being played before it was made."""

    place: int
    outer: int


class Bounds(msgspec.Struct, frozen=True):
    """How a move is looked for: from the last written one, with nothing implied if `strict`. `assume` is told of each
    answer nobody wrote;
    `awaited` says that a later line answers a question, so that no earlier line can come after it. A choice written behind a use is asked
    for `inside` the frame of that use (0: anywhere). Who `goes_on` with what a pass would give up is not passed for. A
    `stray` answer, meant for what was refused or cancelled before it, is not looked for beyond the phase. A `repeated`
    answer to what all are asked together is none for the next round; `begun` says that the lines after it speak of that
    one already."""

    anchor: Anchor
    strict: bool
    assume: Callable[[Ask, Move], None]
    awaited: Callable[[Ask], bool]
    inside: int = 0
    goes_on: Callable[[Ask], bool] = lambda _: False
    stray: Callable[[], bool] = lambda: False
    repeated: Callable[[], bool] = lambda: False
    begun: Callable[[], bool] = lambda: False


class Search:
    """One search for one move, over a recording that it moves forward."""

    def __init__(self, recording: Recording, wording: WrittenMove, bounds: Bounds) -> None:
        self.recording, self.wording, self.bounds = recording, wording, bounds
        self.strict, self.outer, self.assume = bounds.strict, bounds.anchor.outer, bounds.assume
        self.pins: list[JudgedPoint] = []
        self.settled = 0
        self.best = self.near = ELSEWHERE
        self.missing = 0
        self.allowed = 0
        self.phase = _period(recording.pos, 2)

    def find(self, watch: bool = False) -> Move | None:
        """Walk to the first decision where the move is legal and give it, or stop where looking further makes no sense."""
        recording = self.recording
        self.allowed = MISSING if watch else 0
        for _ in range(FARTHEST):
            over = recording.ask() is None or self._settled() or self._past() or self._outside()
            if (
                over or (ask := recording.ask()) is None
            ):  # asked again: looking ahead has gone on from here, and come back
                return None
            found = self.try_at(ask, watch)
            if found is not None:
                return None if self._again(ask) else found
            if self.strict or not self.step_over(ask):
                return None
        return None

    def _again(self, ask: Ask) -> bool:
        """Whether everybody is asked this together, in another round, and the line only repeats what was said in this
        one.
        """
        return isinstance(ask, Together) and outer_frame(self.recording.pos) != self.outer and self.bounds.repeated()

    def _settled(self) -> bool:
        return self.settled > 0

    def _outside(self) -> bool:
        """Whether the use is over that the choice was written behind."""
        return self.bounds.inside > 0 and self.bounds.inside not in {frame.id for frame in self.recording.table.frames}

    def _past(self) -> bool:
        """Whether the round is over in which the move was an answer to something."""
        pos = self.recording.pos
        if _period(pos, 2) != self.phase and self.bounds.stray():
            return True
        return not self.strict and self.near < ELSEWHERE and outer_frame(pos) != self.outer and not self.bounds.begun()

    def _fits(self, found: int) -> None:
        """Keep how well the best point fits so far: of all, and of those in the round the move is looked for in
        (`near`).
        """
        self.best = min(self.best, found)
        if outer_frame(self.recording.pos) == self.outer:
            self.near = min(self.near, found)

    def try_at(self, ask: Ask, watch: bool) -> Move | None:
        """The meaning of the move that is legal here, if there is one; what is not is kept as a pin."""
        pos, player = self.recording.pos, self.wording.said.player
        here = at_step(pos, self.wording.said.step)
        for move in self.wording.moves(pos, ask, every=watch):
            checks = ask.checks(pos, player, move)
            if here and legal(checks):
                return move
            if here and watch:
                self.pin(ask, move, checks)
            elif here:
                self._fits(fit(pos, ask, move, checks))
        return None

    def watched(self, ask: Ask) -> None:
        """A decision decided itself: the move may say just that, or have been meant for it."""
        pos, said = self.recording.pos, self.wording.said
        if not at_step(pos, said.step) or self.settled or self._outside():
            return
        ask.player = ask.player or said.player
        for move in self.wording.moves(pos, ask, every=True):
            checks = ask.checks(pos, said.player, move)
            if legal(checks):
                self.settled = len(self.recording) + 1
                return
            self.pin(ask, move, checks, silent=True)

    def pin(self, ask: Ask, move: Move, checks: list[Check], silent: bool = False) -> None:
        """Keep a point where the move was not legal."""
        pos = self.recording.pos
        failed = sum(
            1 for check in checks if check.holds is False and check.name != "explained"
        )  # which has been told already
        form = ask.answered_by(self.wording.said.player) if isinstance(ask, Together) else ask
        options = () if silent else tuple(islice(form.moves(pos), SHOWN + 1))
        kept = len(self.recording) + (1 if silent else 0)
        where = self._fit(ask, move, checks)
        self._fits(where)
        self.pins.append(
            JudgedPoint(
                where,
                failed,
                len(self.pins),
                pos.table.seq,
                kept,
                move,
                (*checks, *self._aimed(move, checks)),
                ask.says,
                silent,
                options,
                form.player,
                where_of(pos, ask),
                isinstance(ask, Choose) and ask.slot == "paid",
            )
        )

    def _fit(self, ask: Ask, move: Move, checks: list[Check]) -> int:
        """How well a decision fits; what is only of the right kind, beyond choices nobody wrote, just happens to come
        next.
        """
        found = fit(self.recording.pos, ask, move, checks)
        return ELSEWHERE if self.missing and found == NEAR else found

    def _aimed(self, move: Move, checks: list[Check]) -> list[Check]:
        """What a written move says of its targets; one that was recorded says nothing beyond itself."""
        aimed: Callable[[Position, Move, list[Check]], list[Check]] | None = getattr(
            self.wording, "target_checks", None
        )
        return aimed(self.recording.pos, move, checks) if aimed else []

    def step_over(self, ask: Ask) -> bool:
        """Go on past a decision nobody wrote anything for; False where the walk ends."""
        pos = self.recording.pos
        if may_pass(pos, ask):
            others = self.bounds.inside or ask.final or self.wording.said.player != ask.in_turn(pos).player
            if others and self.bounds.goes_on(ask):
                return False
            if ask.pass_brings(pos):
                self.assume(ask, PASS)
            self.recording.decide(ask.player, PASS)
            return True
        if isinstance(ask, Say) and "no" in ask.words and not self.bounds.awaited(ask):
            # What a player may do and nobody wrote was not done: this is another way to pass. Who chooses for it has done it.
            done = "yes" if taken_up(self.recording, self.wording, ask, self.allowed > 0) else "no"
            self.recording.decide(ask.player, Move(ask.verb, words=(done,)))
            return True
        if isinstance(ask, Chance | Shuffle):
            move = outcome(pos, ask)
            if matters(pos, ask):
                self.assume(ask, move)
            self.recording.decide(CHANCE, move)
            return True
        answers = list(islice(ask.moves(pos), 2))
        if len(answers) == 1:
            self.recording.decide(ask.player, answers[0])
            return True
        if not answers or self.bounds.awaited(ask) or not self._assumable(ask):
            return False
        move = likely(pos, ask) or answers[0]
        self.assume(ask, move)
        self.recording.decide(ask.player, move)
        return True

    def _assumable(self, ask: Ask) -> bool:
        """An order of what must resolve is assumed freely; a choice only while nothing before it was what the move
        answers, and never one of another round: what nobody wrote of that round says that the move was not meant for
        it. Some must be written."""
        if ask.verb in ("use", "delayed"):
            return True
        if (
            not ask.guessed
            or self.best == MATCHED
            or self.missing >= self.allowed
            or outer_frame(self.recording.pos) != self.outer
        ):
            return False
        self.missing += 1
        return True


def look_for(recording: Recording, wording: WrittenMove, bounds: Bounds) -> tuple[Move | None, Search]:
    """Find a move's point. If it has none, or only one in another round, look again from the last written move on, at
    what decided itself too: it may have been meant for that."""
    start = len(recording)
    walk = Search(recording, wording, bounds)
    move = walk.find()
    if move is not None and (bounds.strict or outer_frame(recording.pos) == bounds.anchor.outer):
        return move, walk
    recording.rewind(start)
    walk = Search(recording, wording, bounds)
    recording.rerun(min(bounds.anchor.place, start - 1), walk.watched)
    if bounds.strict and wording.said.verb not in ("choose", "say"):  # the only answer was given as the use was made
        walk.settled, walk.pins = 0, [pin for pin in walk.pins if pin.too_late]
    move = None if walk.settled else walk.find(watch=True)
    recording.pos.observer = None
    return move, walk


def outer_frame(pos: Position) -> int:
    """The period being played: the frame inside the game's own."""
    return _period(pos, 1)


def _period(pos: Position, depth: int) -> int:
    frames = pos.table.frames
    return frames[depth].id if len(frames) > depth else 0

"""The search for the point of a written move: the earliest decision where it is legal, or the one it fits best."""

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

FARTHEST = 200
"""The most decisions that one search looks at."""
MISSING = 4
"""The most choices nobody wrote that a search assumes on its way."""


class Anchor(msgspec.Struct, frozen=True):
    """The last written move: the index of its entry, and the frame of the round or setup in which it was made."""

    place: int
    outer: int


class Bounds(msgspec.Struct, frozen=True):
    """The terms of a search for a move: where it begins, what is implied on the way, where it stops.

    - `anchor` is the last written move, where the search begins; with `strict` nothing is implied on the way.
    - `assume` is called with each answer that nobody wrote and that the report should mention.
    - `awaited` says whether a later line answers a question: no earlier line can come after that question.
    - `inside` is the frame of a use, if a choice written behind it is looked for (0: anywhere).
    - `goes_on` says whether the player who is asked goes on with what a pass would give up: then no pass is implied.
    - `stray` says that an answer was meant for something refused or cancelled: it is not looked for beyond the phase.
    - `repeated` says that an answer to what all are asked together was said before: it is not meant for the next round.
    - `begun` says that the move and the lines after it belong to the round that has just begun.
    """

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
    """One search for one move, over a recording that it moves forward.

    `pins` are the points where the move was judged and illegal. `settled` is set once the move is found to have
    happened by itself: the number of entries up to there. `missing` counts the choices that were assumed.
    """

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
        """Go forward to the first decision where the move is legal, and return its meaning there; None without one.

        The recording stays where the search stopped. With `watch`, the points where the move is illegal are kept as
        pins, and up to `MISSING` choices may be assumed.
        """
        recording = self.recording
        self.allowed = MISSING if watch else 0
        for _ in range(FARTHEST):
            over = recording.ask() is None or self._settled() or self._past() or self._outside()
            # asked again, since looking ahead has gone on from here and come back
            if over or (ask := recording.ask()) is None:
                return None
            found = self.try_at(ask, watch)
            if found is not None:
                return None if self._again(ask) else found
            if self.strict or not self.step_over(ask):
                return None
        return None

    def _again(self, ask: Ask) -> bool:
        """Whether all players are asked this together in another round, and the line only repeats an earlier answer."""
        return isinstance(ask, Together) and outer_frame(self.recording.pos) != self.outer and self.bounds.repeated()

    def _settled(self) -> bool:
        """Whether the move was found to have happened by itself."""
        return self.settled > 0

    def _outside(self) -> bool:
        """Whether the use is over behind which the choice was written."""
        return self.bounds.inside > 0 and self.bounds.inside not in {frame.id for frame in self.recording.table.frames}

    def _past(self) -> bool:
        """Whether the round is over in which the move fitted something, or the phase, for a stray answer."""
        pos = self.recording.pos
        if _period(pos, 2) != self.phase and self.bounds.stray():
            return True
        return not self.strict and self.near < ELSEWHERE and outer_frame(pos) != self.outer and not self.bounds.begun()

    def _fits(self, found: int) -> None:
        """Keep the best fit so far: of all points (`best`), and of those in the round of the anchor (`near`)."""
        self.best = min(self.best, found)
        if outer_frame(self.recording.pos) == self.outer:
            self.near = min(self.near, found)

    def try_at(self, ask: Ask, watch: bool) -> Move | None:
        """Return the meaning of the move that is legal at a decision, or None; with `watch`, others become pins."""
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
        """Compare the move with a decision that was made by itself: it may say just that, or have been meant for it."""
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
        """Keep a point where the move is not legal; `silent` if the decision was made by itself."""
        pos = self.recording.pos
        # "explained" only repeats what the conditions of each candidate say
        failed = sum(1 for check in checks if check.holds is False and check.name != "explained")
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
        """Return how well a decision fits the move; beyond choices that were assumed, `NEAR` counts as `ELSEWHERE`."""
        found = fit(self.recording.pos, ask, move, checks)
        return ELSEWHERE if self.missing and found == NEAR else found

    def _aimed(self, move: Move, checks: list[Check]) -> list[Check]:
        """Return the conditions of the targets written behind a use; a recorded move has none."""
        aimed: Callable[[Position, Move, list[Check]], list[Check]] | None = getattr(
            self.wording, "target_checks", None
        )
        return aimed(self.recording.pos, move, checks) if aimed else []

    def step_over(self, ask: Ask) -> bool:
        """Answer a decision that nobody wrote anything for, and return True; False if the search ends here.

        - A pass is made where it is allowed, unless later lines show that the player did not pass (`Bounds.goes_on`).
        - An offer is answered "no", or "yes" if the move is the choice made after it.
        - A random outcome is assumed, a single possible answer is given.
        - An order of forced abilities is assumed, unless a later line answers it. Any other choice is assumed only with
          `watch`, in the same round, up to `MISSING` times, and if the move matched no point before.
        """
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
            # An offer that nobody wrote was declined, which is another way to pass; but a player who then chooses for
            # it took it up.
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
        """Whether an answer may be assumed at a decision that nobody wrote anything for.

        The order of forced abilities always may. A choice may only while no point before it matched the move, up to the
        allowed number, and in the round of the anchor: choices of another round show that the move was not meant for
        it. Some choices must always be written, such as which die is placed in `tegot`.
        """
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
    """Find the point of a move; return its legal meaning there, or None, and the search.

    If there is none in this round, look again from the last written move on, now with assumed choices and with the
    decisions that were made by themselves. The recording is left where the search ended. If `settled` is set in the
    search, the move is None because it happened by itself.
    """
    start = len(recording)
    walk = Search(recording, wording, bounds)
    move = walk.find()
    if move is not None and (bounds.strict or outer_frame(recording.pos) == bounds.anchor.outer):
        return move, walk
    recording.rewind(start)
    walk = Search(recording, wording, bounds)
    recording.rerun(min(bounds.anchor.place, start - 1), walk.watched)
    if bounds.strict and wording.said.verb not in ("choose", "say"):
        # only an answer to a question can have been given by itself, when the use was made
        walk.settled, walk.pins = 0, [pin for pin in walk.pins if pin.too_late]
    move = None if walk.settled else walk.find(watch=True)
    recording.pos.observer = None
    return move, walk


def taken_up(recording: Recording, wording: WrittenMove, ask: Say, wrongly: bool) -> bool:
    """Whether a written move is the choice that its player makes after saying yes to an offer.

    After an effect that lets A choose a card if A wants to, `A choose x` says yes by itself. With `wrongly`, a choice
    that is not allowed counts, too: the move was found to be legal nowhere.
    """
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


def outer_frame(pos: Position) -> int:
    """Return the number of the frame directly inside the game's own, such as the round or the setup; 0 if none is."""
    return _period(pos, 1)


def _period(pos: Position, depth: int) -> int:
    """Return the number of the open frame at a depth, or 0."""
    frames = pos.table.frames
    return frames[depth].id if len(frames) > depth else 0

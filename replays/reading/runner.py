"""The run of a transcript: each line finds its point in the game; what it breaks, assumes or confirms is kept.

A card that is written later from an unknown hand was that card from the start. When a line names a card that nobody has
identified, the run begins again with the card known; everything before the line happens again just as it did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec

from ledger.entries import Origin
from ledger.errors import LedgerError
from ledger.events import Move
from replays.errors import NotationError
from replays.meaning.fit import ELSEWHERE, JudgedPoint
from replays.meaning.opening import Opening
from replays.meaning.steps import check_step
from replays.meaning.writer import Writer
from replays.meaning.written_moves import UnknownCard, WrittenMove
from replays.notation.lines import Document, Expect, Line, OutcomeLine, Said, Setting
from replays.reading.assumptions import assume_nothing, note_open
from replays.reading.expectations import expect
from replays.reading.ignored_moves import Waiting, place_all
from replays.reading.later_choices import alone, answered_first, applied_and_open, choice, frame_of, never_asked, stray
from replays.reading.later_lines import Coming
from replays.reading.outcomes import record_outcome
from replays.reading.passes import say_pass
from replays.reading.retractions import note_retracted, retracted_lines
from replays.reading.rival_readings import begun, stays
from replays.reading.search import Anchor, Bounds, look_for, outer_frame
from replays.reading.unknown_cards import Learned, learned_by, unlikely
from replays.reading.violations import best_point, break_rules, ignore_use
from replays.records.recording import Recording
from replays.records.results import Assumption, Confirmed, Expectation, Run, Violation, confirmed
from rules.errors import RulesError
from rules.kernel.asks import CHANCE, PASS, Ask
from rules.kernel.chance import Shuffle


@contextmanager
def playable(line: Line) -> Iterator[None]:
    """Turn errors of the rules or the ledger, while a line is run, into a `NotationError` that points at the line.

    The table may lack something that the rules need, or a card may say something impossible.
    """
    try:
        yield
    except (LookupError, ValueError, TypeError, AssertionError, ArithmeticError, RulesError, LedgerError) as error:
        what = str(error) or type(error).__name__
        says = f"the game cannot go on here: {what}; the set-up or a card may lack something"
        raise NotationError(says, line.number, line.source, 1, len(line.source.rstrip())) from error


def run(document: Document) -> Run:
    """Run a transcript to its end, and return its record with everything found on the way.

    Illegal moves do not stop it. A line that cannot be understood or played raises NotationError.
    """
    learned: dict[int, str] = {}
    added: list[tuple[str, str, str]] = []
    while True:
        try:
            return Runner(document, learned, added).run()
        except Learned as news:
            if news.number:
                learned[news.number] = news.card
            else:
                added.append((news.player, news.zone, news.card))
        except NotationError as error:
            error.file = error.file or document.file
            raise


class Runner:
    """One run of a transcript.

    It ends early, by a `Learned`, if a line shows what should have been known from the start. `anchor` is the last
    written move: the next line belongs after it. `applying` says that illegal moves are made all the same; without an
    `on illegal` line, a full game applies them and a position does not. `strict` says that every pass is written.
    `last` is the violation of the last written move (None: it was legal), `line` the number of the present line.
    """

    ends = True
    """Whether the record ends with these lines.

    Then the answers that an ignored move waits for are made, since nobody wrote anything else.
    """
    own = 0
    """The index of the first entry that comes of these lines; entries before belong to the record they go on from."""

    def __init__(self, document: Document, learned: dict[int, str], added: list[tuple[str, str, str]]) -> None:
        self.document, self.learned = document, learned
        self.opening = Opening(document, learned, added)
        self.names = self.opening.names
        origin = Origin.INPUT if document.start is None else Origin.ASSERTED
        with playable(document.start or document.header):
            self.recording = Recording(document.pack, self.opening.position, origin)
        self.writer = Writer(document.pack, self.names)
        self.applying = document.start is None
        self.strict = False
        # a whole game begins inside its setup; what a position stands in may be over before anybody decides anything
        self.anchor = Anchor(0, outer_frame(self.opening.position() if document.start else self.recording.pos))
        self.violations: list[Violation] = []
        self.assumed: list[Assumption] = []
        self.expected: list[Expectation] = []
        self.waiting: list[Waiting] = []
        self.confirmed: list[Confirmed] = []
        self.last: Violation | None = None
        self.coming = Coming(document, self.names)
        self.line = 0

    def run(self) -> Run:
        """Run the lines in order, and return the results; lines taken back or made before their turn are not run."""
        retracted = retracted_lines(self.document)
        for line in self.document:
            self.line = line.number
            if line.number in retracted:
                note_retracted(self.recording, line)
            elif line.number in self.coming.done:
                # it was made before an earlier line; an `expect illegal` after it is still about this line
                self.last = next((bad for bad in self.violations if bad.line == line.number), None)
            else:
                with playable(line):
                    self._line(line)
        place_all(self)
        return Run(
            self.document,
            tuple(self.recording.entries),
            self.names,
            self.recording.pos,
            tuple(self.violations),
            tuple(self.assumed),
            tuple(self.expected),
            confirmed(self.confirmed, self.recording.entries),
        )

    def _line(self, line: Line) -> None:
        if isinstance(line, Setting):
            self._setting(line)
        elif isinstance(line, Said):
            self._said(line)
        elif isinstance(line, OutcomeLine):
            record_outcome(self, line)
        elif isinstance(line, Expect):
            self.expected.append(expect(self, line))

    def _setting(self, line: Setting) -> None:
        if line.name == "illegal":
            place_all(self)
            self.applying = line.value == "apply"
        elif line.name == "passes":
            self.strict = True

    # --- moves ------------------------------------------------------------------------------------------------------

    def word(self, said: Said) -> WrittenMove:
        """Return a move ready to be compared with decisions; `Learned` is raised if it identifies an unknown card.

        A step or a name that the game does not have raises NotationError.
        """
        check_step(self.document.pack, said)
        try:
            return WrittenMove(said, self.names, self.recording.pos)
        except UnknownCard as unknown:
            raise learned_by(self.recording.table, self.opening.open_zones, said, unknown) from None

    def _said(self, said: Said) -> None:
        """Run a written move: make it, with the choices behind it, or keep what it breaks."""
        self.last = None
        if said.verb == "pass" and not said.step and say_pass(self, said):
            return
        wording = self.word(said)
        before = len(self.recording)
        if self._find(wording) or applied_and_open(self, said):
            inside, anchor, taken = frame_of(self.recording, said), self.anchor, len(self.coming.done)
            for part in wording.later:
                if self.recording.table.winners is not None:  # paying for it ended the game: nothing is chosen any more
                    return
                if not self._find(choice(self, said, part), part.lead, inside) and not self.applying:
                    if len(self.coming.done) == taken:  # nobody has answered it
                        ignore_use(self, said, before)
                    return
            self.anchor = anchor  # the line began with the use: what its cost set off may be answered by the next one

    def _find(self, wording: WrittenMove, lead: str = "", inside: int = 0, before: JudgedPoint | None = None) -> bool:
        """Make a move at its point, or record what it breaks; return whether it was made or had happened by itself.

        `lead` and `inside` are for a choice written behind a use: its lead word, and the frame of the use. `before` is
        the point that fitted the move before another player's later line was taken first; if that has not helped, it is
        judged there.
        """
        start, said = len(self.recording), wording.said
        repeated, news = (lambda: self.coming.repeated(said)), (lambda: begun(self, said))
        far = {"stray": lambda: stray(self, said), "repeated": repeated, "begun": news}
        bounds = msgspec.structs.replace(self.bounds(self.assume, inside), **far)
        move, walk = look_for(self.recording, wording, bounds)
        if move is not None:
            note_open(self, wording, move)
            self.make(wording.said, move)
            return True
        if walk.settled:
            self.back(max(start, walk.settled))
            self.confirmed.append(Confirmed(wording.said.number, wording.said.words()))
            return True
        best = best_point(walk.pins, start, lead)
        if never_asked(self.recording, inside, best):
            self.back(start)
            return True
        first = answered_first(self, best) if inside else None
        if first is not None:
            self._said(first)
            return self._find(self.word(alone(wording.said)), lead, inside)
        if before is not None and not self.applying and not _same_question(best, before):
            best = before
        other = self._partner(wording.said, best) if best is not None and best is not before else None
        if other is not None:
            self.back(start)
            self.coming.done.add(other.number)
            self._said(other)
            return self._find(self.word(wording.said), before=best)
        unlikely(self.recording.table, self.opening.open_zones, wording)
        break_rules(self, wording.said, best, start)
        return False

    def _partner(self, said: Said, point: JudgedPoint) -> Said | None:
        """Return a later line of another player that has to be made before a move at this point, or None."""
        if self.strict or point.silent or point.fit >= ELSEWHERE:
            return None
        return self.coming.partner(said, point.player)

    def bounds(self, assume: Callable[[Ask, Move], None], inside: int = 0) -> Bounds:
        """Return how a move is looked for from here; `assume` is called with each answer worth reporting."""
        awaited = lambda ask: self.coming.answers(ask, self.line, self.recording.pos)  # noqa: E731
        goes_on = lambda ask: stays(self, ask, inside)  # noqa: E731
        return Bounds(self.anchor, self.strict, assume, awaited, inside, goes_on)

    def supposed(self) -> Bounds:
        """Return how a move that was not made is looked for: nothing is reported, and everybody may be passed for."""
        return msgspec.structs.replace(self.bounds(assume_nothing), goes_on=lambda _: False)

    def make(self, said: Said, move: Move) -> None:
        """Make a written move at the pending decision, with its evidence; the next line belongs after it."""
        self.drop_anchor()
        self.recording.decide(said.player, move, by=said.by, uncertain=said.uncertain, line=said.number)

    def drop_anchor(self) -> None:
        """Remember this point as that of the last written move."""
        self.anchor = Anchor(len(self.recording), outer_frame(self.recording.pos))

    def back(self, count: int) -> None:
        """Take back all but the first entries, and the assumptions made after them."""
        self.recording.rewind(count)
        seq = self.recording.table.seq
        self.assumed = [item for item in self.assumed if item.seq <= seq]

    def assume(self, ask: Ask, move: Move) -> None:
        """Keep, for the report, that an answer nobody wrote is about to be decided.

        A shuffle is reported only if the set-up names a card in that zone.
        """
        if isinstance(ask, Shuffle) and not self._stated(ask.zone):
            return
        stays = isinstance(ask, Shuffle)
        written = "it stays as it is" if stays else self.writer.answer(self.recording.pos, ask, move)
        seq = self.recording.table.seq + 1
        who = "the outcome" if ask.player == CHANCE else f"{ask.player}'s choice"
        brings = ask.pass_brings(self.recording.pos) if move == PASS else ""
        asked = f"{ask.says}: {brings}" if brings else ask.says
        news = Assumption(seq, self.line, ask.player, f"{who} is not written ({asked}); assumed: {written}")
        if news not in self.assumed:
            self.assumed.append(news)

    def _stated(self, zone: str) -> bool:
        """Whether the set-up itself names a card in a zone; cards learned from later lines do not count."""
        table = self.recording.table
        return any(table.entities[number].card and number not in self.learned for number in table.zones[zone])


def _same_question(point: JudgedPoint | None, before: JudgedPoint) -> bool:
    """Whether a point fits and asks the same question as an earlier one."""
    return point is not None and point.fit < ELSEWHERE and point.says == before.says


__all__ = ["Run", "Runner", "run"]

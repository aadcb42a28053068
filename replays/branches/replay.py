"""Playing the decisions of a record again on a branch that may have gone another way.

A recorded move that is not legal here is made at the next point where it is. If there is none, it is noted as
impossible, with the rules that forbid it, and the next moves are still tried. A recorded pass is made if the same
window asks for it again, and a random outcome if chance is next to decide and it fits; otherwise they are dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from ledger.entries import Entry
from ledger.events import Corrected, Identified, Move, MoveRetracted, ViolationNoted
from ledger.folding import fold
from ledger.table import clone
from replays.meaning.corrections import CannotCorrect, corrected_at
from replays.meaning.fit import JudgedPoint
from replays.meaning.writer import Writer
from replays.meaning.written_moves import WrittenMove
from replays.notation.lines import Said, SaidPart
from replays.reading.ground import Ground, ReadLine
from replays.reading.implied import may_pass
from replays.reading.reader import last_decision
from replays.reading.readings import Fate, ReadingNode, path_to
from replays.reading.search import Search
from replays.reading.telling.judging import place_of as judged_at
from replays.records.reasons import broken_rules, in_words, reasons
from replays.records.record import Record
from replays.records.recording import IMPOSSIBLE, Recording, evidence_of
from replays.records.rejudging import answer, correction
from replays.records.results import Assumption
from replays.wording.events import Describer
from rules.engine import advance, game_over
from rules.kernel.asks import CHANCE, PASS, Ask, Check
from rules.kernel.notation import Phrase
from rules.kernel.position import Position

LOOK_AHEAD = 6
"""Recorded decisions that are looked through for an answer to a question, before an answer is assumed."""


class Impossible(msgspec.Struct, frozen=True):
    """A recorded move that cannot be made on the branch.

    `seq` is its event in the record, `text` the move as it is written, and `failed` the conditions that do not hold.
    """

    seq: int
    player: str
    text: str
    failed: tuple[Check, ...]

    @property
    def says(self) -> str:
        """The reason as a judge reads it: that the move is no longer possible, and why, with the rules."""
        return f"{IMPOSSIBLE}. {in_words(reasons(self.failed), cite=True)}"


class RecordedDecision(msgspec.Struct, frozen=True):
    """A recorded entry that makes a move, legal or not: who made which, and the question it answered.

    `question` is what `question_key` gives for that question.
    """

    entry: Entry
    player: str
    move: Move
    question: tuple[object, ...]


def decisions(record: Record) -> list[RecordedDecision | Entry]:
    """Return the entries of a record after its first; those that make a move as recorded decisions."""
    table = fold(record.entries[0].events)
    found: list[RecordedDecision | Entry] = []
    for entry in record.entries[1:]:
        said = answer(entry) or illegal_move(entry)
        if said is None:
            found.append(entry)
        else:
            here = Position(record.pack, clone(table))
            found.append(RecordedDecision(entry, *said, question_key(here, advance(here))))
        fold(entry.events, table)
    return found


def illegal_move(entry: Entry) -> tuple[str, Move] | None:
    """Return the player and the illegal move that an entry notes, applied or ignored; None if it notes none."""
    event = entry.events[0]
    return (event.player, event.move) if isinstance(event, ViolationNoted) else None


def question_key(pos: Position, ask: Ask | None) -> tuple[object, ...]:
    """Return what tells one window or question from another: who is asked what, at which step, and what happens there.

    It is empty where nobody is asked anything.
    """
    if ask is None or not pos.table.frames:
        return ()
    frame = pos.table.top
    return (
        ask.player,
        ask.says,
        frame.kind,
        frame.step,
        tuple((part.kind, part.subject) for part in frame.occurrences),
    )


class Replayer:
    """Plays decisions of `record` again on `recording`, which has left the record somewhere.

    `impossible` are the moves that could not be made, `assumed` the answers nobody recorded, and `again` the pairs of a
    recorded entry and the entry it became.
    """

    def __init__(self, record: Record, recording: Recording) -> None:
        self.record, self.recording = record, recording
        self.writer = Writer(record.pack, record.names)
        self.impossible: list[Impossible] = []
        self.assumed: list[Assumption] = []
        self.upcoming: list[RecordedDecision] = []
        self.again: list[tuple[Entry, Entry]] = []

    def play(self, found: Sequence[RecordedDecision | Entry]) -> None:
        """Play entries of the record in order on the recording, each decision at the point where it belongs.

        An illegal move that was noted becomes a note again, and is applied only while the branch is the same as the
        record. One that was ignored and is legal now is made. Moves that cannot be made are kept in `impossible`.
        """
        for at, item in enumerate(found):
            later = found[at + 1 : at + 1 + LOOK_AHEAD]
            self.upcoming = [one for one in later if isinstance(one, RecordedDecision)]
            entry = item if isinstance(item, Entry) else item.entry
            if self._is_unchanged(entry) and (isinstance(item, Entry) or illegal_move(entry) is not None):
                self._keep_verbatim(entry)
            elif isinstance(item, Entry):
                self._note_again(item)
            elif item.move == PASS:
                self._pass(item)
            elif item.player == CHANCE:
                self._chance(item)
            else:
                self._move(item)

    def _is_unchanged(self, entry: Entry) -> bool:
        """Whether the line is the same as the record up to an entry of it."""
        before = self.record.index(entry.seq)
        return len(self.recording) == before and self.recording.entries[-1] == self.record.entries[before - 1]

    def _keep_verbatim(self, entry: Entry) -> None:
        """Add a recorded entry as it is: one that makes no move, or an illegal one."""
        self.recording.entries.append(entry)
        self.recording.decisions.append(None)
        self.recording.rewind(len(self.recording))
        self.again.append((entry, entry))

    def _note_again(self, entry: Entry) -> None:
        """Note again that a card became known or a move was taken back, or make a correction of the table again.

        Other entries without a move are dropped.
        """
        fixed = correction(entry)
        if fixed is not None:
            self._correct_again(entry, fixed)
        elif all(isinstance(event, Identified | MoveRetracted) for event in entry.events):
            self.recording.note(*entry.events, **evidence_of(entry))

    def _correct_again(self, entry: Entry, fixed: Corrected) -> None:
        """Make a recorded correction on the branch: what it says is so from here on, whatever was so before.

        Where something else was so before than in the record, that is kept as an assumption. Where the correction is
        impossible, or the game is over, a note says so.
        """
        if self.recording.ask() is None:
            return
        try:
            again = corrected_at(self.recording.pos, fixed)
        except CannotCorrect as error:
            self.recording.note(MoveRetracted(fixed.by, entry.seq, f"{IMPOSSIBLE}: {error}"), **evidence_of(entry))
            return
        if again.old != fixed.old:
            describer = Describer(self.recording.pos)
            says = f"a correction of the record is made on this branch, too: {describer.correction(again)}"
            self.assumed.append(Assumption(self.recording.table.seq + 1, fixed.line, "", says))
        if again.old != again.new:
            made = self.recording.correct(again, **evidence_of(entry))
            self.again.append((entry, made))

    def _pass(self, item: RecordedDecision) -> None:
        """Make a recorded pass if the question it answered is asked here; else drop it."""
        ask, pos = self.recording.ask(), self.recording.pos
        if ask is not None and question_key(pos, ask) == item.question and may_pass(pos, ask):
            self._make(item.entry, item.player, PASS)

    def _chance(self, item: RecordedDecision) -> None:
        """Record a random outcome again where chance is next to decide, if it fits there; else drop it."""
        ask = self._go_to_chance()
        if ask is not None and ask.allows(self.recording.pos, CHANCE, item.move):
            self._make(item.entry, CHANCE, item.move)

    def _go_to_chance(self) -> Ask | None:
        """Pass until chance is to decide something and return that decision.

        If anything but passes lies before it, take the passes back and return None.
        """
        start = len(self.recording)
        while (ask := self.recording.ask()) is not None and ask.player != CHANCE:
            if not may_pass(self.recording.pos, ask):
                break
            self.recording.decide(ask.player, PASS)
        if ask is None or ask.player != CHANCE:
            self.recording.rewind(start)
            return None
        return ask

    def _move(self, item: RecordedDecision) -> None:
        """Make a recorded move here or at the next point where it is legal; else note what has become of it.

        A move that had been noted as illegal is noted so again, unless it was ignored and is legal now. A choice that
        decided itself on the way, and in the same way, needs nothing. Any other move is noted as impossible.
        """
        noted = item.entry.events[0] if isinstance(item.entry.events[0], ViolationNoted) else None
        ask = self.recording.ask()
        pos = self.recording.pos
        if ask is not None and noted is None and ask.allows(pos, item.player, item.move):
            self._make(item.entry, item.player, item.move)
            return
        ground = _RecordedGround(self, item)
        path = path_to(Search(ground, strict=False, applying=False).run()[0])
        node = next(node for node in path if node.line)
        if node.fate is Fate.READ and (noted is None or not noted.applied):
            self._make_later(item, node)
        elif node.fate is Fate.BY_ITSELF and item.move.verb != "use":  # it decided itself, and the same way
            return
        elif noted is not None:
            self._note_violation(item.entry, noted, ground, path)
        else:
            self._note_impossible(item, ground, path)

    def _make_later(self, item: RecordedDecision, node: ReadingNode) -> None:
        """Make a recorded move after answers that nobody recorded."""
        for step in node.steps[: node.cut]:
            assert step.move is not None
            if step.says:
                self.assumed.append(Assumption(self.recording.table.seq + 1, 0, step.player, step.says))
            self.recording.decide(step.player, step.move)
        move = node.steps[node.cut].move
        assert move is not None
        self._make(item.entry, item.player, move)

    def _note_violation(self, entry: Entry, noted: ViolationNoted, ground: Ground, path: list[ReadingNode]) -> None:
        """Note an illegal move of the record again without applying it, where the same rules forbid it, or here."""
        here = self.recording.table.seq
        point = _refusal(ground, path)
        same = point is not None and broken_rules(point.checks) == noted.rules
        at = point.seq if point is not None and same and point.seq <= here else here
        self.recording.note(msgspec.structs.replace(noted, applied=False, at=at), **evidence_of(entry))

    def _note_impossible(self, item: RecordedDecision, ground: Ground, path: list[ReadingNode]) -> None:
        """Keep a move as impossible and note it in the recording, with what forbids it at the point it fits best."""
        best = _refusal(ground, path)
        checks = best.checks if best else tuple(self._checks_here(item))
        failed = tuple(check for check in checks if check.holds is False)
        recorded = self.record.position(self.record.index(item.entry.seq) - 1)
        text = self.writer.move(recorded, item.player, item.move, "")
        found = Impossible(item.entry.seq, item.player, text, failed)
        self.impossible.append(found)
        self.recording.note(
            MoveRetracted(item.player, item.entry.seq, found.says), **{**evidence_of(item.entry), "remark": text}
        )

    def _checks_here(self, item: RecordedDecision) -> list[Check]:
        """Return the conditions of a move at the present point; at least one of them fails."""
        ask = self.recording.ask()
        if ask is None:
            return [game_over(self.recording.pos)]
        checks = ask.checks(self.recording.pos, item.player, item.move)
        if any(check.holds is False for check in checks):
            return checks
        who = self.recording.pos.player_name(item.player)
        return [
            Check("asked", ask.rule, f"something must ask {who} for this move", False, "nothing does here or later")
        ]

    def _make(self, entry: Entry, player: str, move: Move) -> None:
        """Make the move of a recorded entry, with the evidence the record had for it."""
        made = self.recording.decide(player, move, **evidence_of(entry))
        if made.events == entry.events:
            made = self.recording.entries[-1] = msgspec.structs.replace(entry, seq=made.seq)
        self.again.append((entry, made))


def _refusal(ground: Ground, path: list[ReadingNode]) -> JudgedPoint | None:
    """Return the point at which a reading refuses the move, or None."""
    at = next((at for at, node in enumerate(path) if node.fate is Fate.REFUSED), 0)
    return judged_at(ground, path, at).point if at else None


class _RecordedGround(Ground):
    """The ground of a search for the point of one recorded move, from the end of a recording on."""

    def __init__(self, replayer: Replayer, item: RecordedDecision) -> None:
        said = Said(number=1, source="", player=item.player, verb=item.move.verb, column=0)
        start, last = last_decision(replayer.recording)
        super().__init__(replayer.record.pack, replayer.record.names, [said], start, last=last)
        self.item, self.upcoming = item, replayer.upcoming

    def word(self, said: ReadLine, pos: Position) -> WrittenMove:
        return _ExactMove(said, self.item.move)  # type: ignore[return-value, arg-type]

    def is_awaited(self, pos: Position, ask: Ask) -> bool:
        """Whether one of the next recorded moves answers a question, so that no move before it can come later."""
        return any(later.player == ask.player and later.move.verb == ask.verb for later in self.upcoming)


class _ExactMove:
    """A recorded move in the shape of a `WrittenMove`, as a search needs it: it has a single meaning."""

    later: tuple[SaidPart, ...] = ()
    phrases: tuple[Phrase, ...] = ()

    def __init__(self, said: Said, move: Move) -> None:
        self.said, self.move = said, move

    def moves(self, pos: Position, ask: Ask, every: bool = False) -> Iterator[Move]:
        """Yield the recorded move, whatever is asked."""
        yield self.move

    def names_what_it_answers(self, pos: Position, ask: Ask, use: Move) -> bool:
        """Return True: a recorded move says itself what it answers."""
        return True

    def target_checks(self, pos: Position, move: Move, checks: list[Check]) -> list[Check]:
        """Return nothing: no targets are written behind a recorded move."""
        return []

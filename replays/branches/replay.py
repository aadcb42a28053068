"""Recorded decisions played again on a line that may have gone another way.

A recorded move that is no longer legal is kept as what it is, a move nobody can make any more, with the rule, and the
next ones are still tried. Passes are made where a window asks for them; those nobody needs are dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from ledger.entries import Entry
from ledger.events import Identified, Move, MoveRetracted, ViolationNoted
from ledger.folding import fold
from ledger.table import clone
from replays.meaning.fit import ELSEWHERE, JudgedPoint
from replays.meaning.writer import Writer
from replays.notation.lines import Said
from replays.reading.assumptions import may_pass
from replays.reading.search import Anchor, Bounds, look_for, outer_frame
from replays.records.reasons import in_words, reasons
from replays.records.record import Record
from replays.records.recording import IMPOSSIBLE, Recording, evidence_of
from replays.records.rejudging import answer
from replays.records.results import Assumption
from rules.engine import advance, legal
from rules.kernel.asks import CHANCE, PASS, Ask, Check
from rules.kernel.position import Position

FEW = 6
"""Recorded moves ahead that are looked at before an answer nobody recorded is assumed."""


class Impossible(msgspec.Struct, frozen=True):
    """A recorded move that is no longer legal: event of the record, the move, and the conditions that fail now."""

    seq: int
    player: str
    text: str
    failed: tuple[Check, ...]

    @property
    def says(self) -> str:
        """The sentence a judge reads."""
        return f"{IMPOSSIBLE}, because {in_words(reasons(self.failed), cite=True)}"


class RecordedDecision(msgspec.Struct, frozen=True):
    """A recorded entry to be played again: who decided what in it, and the window or question it answered."""

    entry: Entry
    player: str
    move: Move
    where: tuple[object, ...]


def decisions(record: Record) -> list[RecordedDecision | Entry]:
    """The entries of a record after its first, those that decide something with what they answered."""
    table = fold(record.entries[0].events)
    found: list[RecordedDecision | Entry] = []
    for entry in record.entries[1:]:
        said = answer(entry) or forced(entry)
        if said is None:
            found.append(entry)
        else:
            here = Position(record.pack, clone(table))
            found.append(RecordedDecision(entry, *said, where(here, advance(here))))
        fold(entry.events, table)
    return found


def forced(entry: Entry) -> tuple[str, Move] | None:
    """The illegal move that an entry notes."""
    event = entry.events[0]
    return (event.player, event.move) if isinstance(event, ViolationNoted) else None


def where(pos: Position, ask: Ask | None) -> tuple[object, ...]:
    """What tells one window or question from another: whose it is, the step, and what is happening there."""
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
    """Plays recorded decisions again on a line that may have gone another way."""

    def __init__(self, record: Record, recording: Recording) -> None:
        self.record, self.recording = record, recording
        self.writer = Writer(record.pack, record.names)
        self.impossible: list[Impossible] = []
        self.assumed: list[Assumption] = []
        self.coming: list[RecordedDecision] = []
        self.again: list[tuple[Entry, Entry]] = []

    def play(self, found: Sequence[RecordedDecision | Entry]) -> None:
        """Every decision in order, each where it belongs now."""
        for at, item in enumerate(found):
            self.coming = [later for later in found[at + 1 : at + 1 + FEW] if isinstance(later, RecordedDecision)]
            entry = item if isinstance(item, Entry) else item.entry
            if self._same(entry) and (isinstance(item, Entry) or forced(entry) is not None):
                self._verbatim(entry)
            elif isinstance(item, Entry):
                self._copy(item)
            elif item.move == PASS:
                self._pass(item)
            elif item.player == CHANCE:
                self._chance(item)
            else:
                self._move(item)

    def _same(self, entry: Entry) -> bool:
        """Whether the line has been the recorded one up to an entry."""
        before = self.record.index(entry.seq)
        return len(self.recording) == before and self.recording.entries[-1] == self.record.entries[before - 1]

    def _verbatim(self, entry: Entry) -> None:
        """Keep an entry that decides nothing, or decides what the rules do not allow, just as it was recorded."""
        self.recording.entries.append(entry)
        self.recording.decisions.append(None)
        self.recording.rewind(len(self.recording))
        self.again.append((entry, entry))

    def _copy(self, entry: Entry) -> None:
        """What decides nothing, such as a remark or what the record learned, is so on this line, too."""
        if all(isinstance(event, Identified | MoveRetracted) for event in entry.events):
            self.recording.note(*entry.events, **evidence_of(entry))

    def _pass(self, item: RecordedDecision) -> None:
        ask = self.recording.ask()
        if ask is not None and where(self.recording.pos, ask) == item.where and may_pass(self.recording.pos, ask):
            self._made(item.entry, item.player, PASS)

    def _chance(self, item: RecordedDecision) -> None:
        """A recorded outcome stands wherever chance decides the same thing; elsewhere nothing asks for it any more."""
        ask = self._go_to_chance()
        if ask is not None and legal(ask.checks(self.recording.pos, CHANCE, item.move)):
            self._made(item.entry, CHANCE, item.move)

    def _go_to_chance(self) -> Ask | None:
        """Pass until chance decides something, if nothing but passes lies before that."""
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
        noted = item.entry.events[0] if isinstance(item.entry.events[0], ViolationNoted) else None
        ask = self.recording.ask()
        pos = self.recording.pos
        if ask is not None and noted is None and legal(ask.checks(pos, item.player, item.move)):
            self._made(item.entry, item.player, item.move)
            return
        start, assumed = len(self.recording), len(self.assumed)
        outer = outer_frame(pos)
        bounds = Bounds(Anchor(start - 1, outer), False, self._assume, self._awaited)
        move, walk = look_for(self.recording, _Exactly(item), bounds)  # type: ignore[arg-type]
        if move is not None and (noted is None or not noted.applied):
            self._made(item.entry, item.player, move)
            return
        self.recording.rewind(start)
        del self.assumed[assumed:]  # what was assumed on a way that led nowhere is not on this line
        if walk.settled and item.move.verb != "use":  # it decided itself, and the same way
            return
        if noted is not None:
            self._note_again(item.entry, noted, [pin for pin in walk.pins if pin.kept <= start])
            return
        self._impossible(item, walk.pins)

    def _awaited(self, ask: Ask) -> bool:
        """Whether one of the next recorded moves answers a question: then nothing before it can come after the
        question.
        """
        return any(later.player == ask.player and later.move.verb == ask.verb for later in self.coming)

    def _note_again(self, entry: Entry, noted: ViolationNoted, pins: list[JudgedPoint]) -> None:
        """What was not legal before is not legal now; on this line it is noted where it is refused by the same rules,
        and not made.
        """
        here = self.recording.table.seq
        same = (pin.seq for pin in pins if tuple(reason.rule for reason in reasons(pin.checks)) == noted.rules)
        again = msgspec.structs.replace(noted, applied=False, at=next(same, here))
        self.recording.note(again, **evidence_of(entry))

    def _impossible(self, item: RecordedDecision, pins: list[JudgedPoint]) -> None:
        fitting = [pin for pin in pins if pin.fit < ELSEWHERE] or pins
        best = min(fitting, key=lambda pin: pin.rank, default=None)
        checks = best.checks if best else tuple(self._here(item))
        failed = tuple(check for check in checks if check.holds is False)
        recorded = self.record.position(self.record.index(item.entry.seq) - 1)
        text = self.writer.move(recorded, item.player, item.move, "")
        found = Impossible(item.entry.seq, item.player, text, failed)
        self.impossible.append(found)
        self.recording.note(
            MoveRetracted(item.player, item.entry.seq, found.says), **{**evidence_of(item.entry), "note": text}
        )

    def _here(self, item: RecordedDecision) -> list[Check]:
        ask = self.recording.ask()
        if ask is None:
            return [Check("over", self.record.pack.rule("over"), "the game goes on", False)]
        checks = ask.checks(self.recording.pos, item.player, item.move)
        if any(check.holds is False for check in checks):
            return checks
        return [Check("asked", ask.rule, f"something asks {item.player} for this here or later", False)]

    def _made(self, entry: Entry, player: str, move: Move) -> None:
        """Make a move and keep the evidence the record had for it."""
        made = self.recording.decide(player, move, **evidence_of(entry))
        if made.events == entry.events:
            made = self.recording.entries[-1] = msgspec.structs.replace(made, origin=entry.origin, own=entry.own)
        self.again.append((entry, made))

    def _assume(self, ask: Ask, move: Move) -> None:
        written = self.writer.move(self.recording.pos, ask.player, move, getattr(ask, "slot", ""))
        seq = self.recording.table.seq + 1
        self.assumed.append(Assumption(seq, 0, ask.player, f"{ask.says}; assumed: {written}"))


class _Exactly:
    """A recorded move in the shape of a written one: it means just this move, wherever it is looked for."""

    def __init__(self, item: RecordedDecision) -> None:
        self.move = item.move
        self.said = Said(number=0, source="", player=item.player, verb=item.move.verb, column=0)

    def moves(self, pos: Position, ask: Ask, every: bool = False) -> Iterator[Move]:
        """The move itself."""
        yield self.move

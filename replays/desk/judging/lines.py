"""The lines of a transcript with their marks, as the desk shows them beside the text."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ledger.table import Table
from replays.desk.judging.judged import JudgedText, Problem
from replays.meaning.writer import Writer
from replays.records.record import Record
from replays.records.rejudging import answer
from replays.verdicts.on_date import DatedVerification, JudgedViolation
from replays.verdicts.revised_rules import DatedVerdict
from rules.kernel.position import Position

VERDICT_MARKS = {DatedVerdict.STANDS: "illegal", DatedVerdict.OPEN: "assumed", DatedVerdict.LIFTED: "legal"}
"""The mark of a violation, by what the rules of the date make of it."""


class ShownLine(msgspec.Struct, frozen=True):
    """One line with what became of it.

    `marks` are names of marks, `seq` the event of the line (0: none), and `word` what the first mark says. `number` is
    0 for a move of a stored game, which is known by its event alone.
    """

    number: int
    text: str
    marks: tuple[str, ...] = ()
    seq: int = 0
    word: str = ""
    selected: bool = False


def text_lines(text: str, judged: JudgedText, selected: int) -> tuple[ShownLine, ...]:
    """Return every line of a text with its marks; `selected` is the number of the selected line."""
    written = text.split("\n")
    marks = _marks_of(judged.found, judged.record) if judged.found and judged.record else {}
    for problem in judged.problems:
        marks[problem.line] = (("unreadable",), 0, "cannot be read")
    shown = []
    for number, line in enumerate(written, 1):
        found = marks.get(number, ((), 0, ""))
        shown.append(ShownLine(number, line, *found, number == selected))
    return tuple(shown)


def game_lines(record: Record, found: DatedVerification, selected: int) -> tuple[ShownLine, ...]:
    """Return every move of a stored game as a line, with violations at their events; `selected` is an event."""
    shown = [msgspec.structs.replace(line, selected=line.seq == selected) for line in _moves(record)]
    shown += [_violation_line(item, selected) for item in found.judged]
    return tuple(sorted(shown, key=lambda line: line.seq))


def _moves(record: Record) -> Iterator[ShownLine]:
    """Yield every decision of a record as the line that a transcript would have for it."""
    writer, position = Writer(record.pack, record.names), Position(record.pack, Table())
    for entry in record.entries:
        said = answer(entry)
        if said is not None:
            yield ShownLine(0, writer.move(position, *said, ""), ("legal",), entry.seq, "legal")
        for event in entry.events:
            position.emit(event)
        position.log.clear()


def moves_before(record: Record, after: int) -> tuple[ShownLine, ...]:
    """Return the moves of a stored game up to an event (0: all) that others are written after, without any mark."""
    lines = [line for line in _moves(record) if not after or line.seq <= after]
    return tuple(msgspec.structs.replace(line, marks=(), word="") for line in lines)


def _violation_line(item: JudgedViolation, selected: int) -> ShownLine:
    violation = item.violation
    mark = VERDICT_MARKS[item.verdict]
    return ShownLine(0, violation.text, (mark,), violation.seq, str(item.verdict), violation.seq == selected)


def _marks_of(found: DatedVerification, record: Record) -> dict[int, tuple[tuple[str, ...], int, str]]:
    """Return the marks, the event and the word of each line of a transcript, by its number."""
    report = found.report
    marks: dict[int, tuple[tuple[str, ...], int, str]] = {}
    for entry in record.entries:
        if entry.line and entry.line not in marks:
            marks[entry.line] = (("legal",), entry.seq, "legal")
    for done in report.confirmed:
        marks[done.line] = (("itself",), 0, done.says)
    for fixed in report.corrected:
        marks[fixed.line] = (("corrected",), fixed.seq, "corrected by hand")
    for item in found.judged:
        words = {DatedVerdict.STANDS: "not legal"}.get(item.verdict, str(item.verdict))
        marks[item.violation.line] = ((VERDICT_MARKS[item.verdict],), item.violation.seq, words)
    for expected in report.expected:
        mark, word = ("holds", "expectation holds") if expected.held else ("fails", "expectation does not hold")
        marks[expected.line] = ((mark,), 0, word)
    for assumed in report.assumed:
        first, seq, word = marks.get(assumed.line, ((), assumed.seq, "assumed"))
        marks[assumed.line] = ((*first, "assumed") if "assumed" not in first else first, seq, word)
    return marks


def problems_at(judged: JudgedText, line: int) -> tuple[Problem, ...]:
    """Return the problems of one line."""
    return tuple(problem for problem in judged.problems if problem.line == line)

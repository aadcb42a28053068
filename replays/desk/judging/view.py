"""Everything that the desk shows of one question, gathered: lines, the selected violation, and the tab that is open."""

from __future__ import annotations

import msgspec

from ledger.events import OccurrenceChanged
from replays.desk.judging.asked import DeskQuestion
from replays.desk.judging.judged import JudgedText, Problem
from replays.desk.judging.lines import ShownLine, game_lines, moves_before, problems_at, text_lines
from replays.desk.judging.sequence import ShownSequence, shown_sequence
from replays.desk.judging.windows import ShownAudit, shown_audit
from replays.errors import ReplayError
from replays.records.explanations import Explained, Options, options
from replays.records.reasons import condition_words
from replays.records.record import Record
from replays.records.views import Onlooker
from replays.tables.drawing import DrawnTable, drawn
from replays.tables.laid_out import laid_out
from replays.verdicts.on_date import DatedClause, DatedVerification, JudgedViolation, Rules
from replays.verdicts.why import explain_line, why
from replays.watching.stack import StackRow, stack_at
from replays.wording.records import numbered_cards
from replays.wording.telling import told
from rules.kernel.asks import Check
from rules.kernel.position import Position

FEW = 8
"""Moves of "May follow" that are shown at once; the others wait behind a word."""


HAPPENED = "happened: "
"""How the words of an event begin that made something happen."""
MOST_CHANGES = 4
"""The most changes that are told beside a table."""


class ShownCheck(msgspec.Struct, frozen=True):
    """One condition of a move: whether it holds on the date, its sentence, and its clause."""

    holds: bool | None
    says: str
    clause: DatedClause


class ShownWhy(msgspec.Struct, frozen=True):
    """A move explained: the move, whether it is legal on the date, and every condition in order.

    `problem` says why it could not be explained.
    """

    move: str
    at: int
    where: str = ""
    legal: bool = False
    checks: tuple[ShownCheck, ...] = ()
    problem: str = ""

    def count(self, holds: bool | None) -> int:
        """Return how many conditions hold, fail, or were not evaluated."""
        return sum(check.holds is holds for check in self.checks)


class DeskView(msgspec.Struct, frozen=True):
    """What the desk shows of one question.

    `seats` gives each player's name by letter. `seq` is the event that is looked at. Of the tabs only the one that is
    open is filled. `numbered` says where the cards lie that moves which may follow call by their number,
    and `changed` what happened since the decision before the table that is shown.
    """

    asked: DeskQuestion
    judged: JudgedText
    lines: tuple[ShownLine, ...]
    selected: JudgedViolation | None = None
    problem: Problem | None = None
    seats: dict[str, str] = {}
    factions: dict[str, str] = {}
    seq: int = 0
    checks: tuple[ShownCheck, ...] = ()
    stack: tuple[StackRow, ...] = ()
    follow: Options | None = None
    numbered: tuple[str, ...] = ()
    table: DrawnTable | None = None
    changed: tuple[str, ...] = ()
    sequence: ShownSequence | None = None
    audit: ShownAudit | None = None
    why: ShownWhy | None = None

    @property
    def found(self) -> DatedVerification | None:
        """The verdict, if anything could be judged."""
        return self.judged.found

    @property
    def held(self) -> int:
        """How many expectations hold."""
        return sum(item.held for item in self.found.report.expected) if self.found else 0


def desk_view(asked: DeskQuestion, judged: JudgedText, rules: Rules) -> DeskView:
    """Return what the desk shows of a question about something judged."""
    record, found = judged.record, judged.found
    if record is None or found is None:
        lines = text_lines(asked.text, judged, asked.line)
        return DeskView(asked, judged, lines, problem=_problem(asked, judged))
    chosen = _selected(asked, judged, found)
    seq = asked.seq or (chosen.violation.seq if chosen else _event_of(record, asked.line))
    line = chosen.violation.line if chosen and not judged.stored else asked.line
    shown = _lines(asked, judged, record, found, line, seq)
    table = record.table(1)
    follow = None if judged.problems else options(record, None)
    view = DeskView(
        asked,
        judged,
        shown,
        chosen,
        _problem(asked, judged),
        {player: seat.name or player for player, seat in table.seats.items()},
        {player: seat.faction for player, seat in table.seats.items()},
        seq,
        _checks(chosen.violation.checks, rules) if chosen else (),
        stack_at(record, seq) if seq else (),
        follow,
        numbered(record, follow) if follow else (),
    )
    return _with_tab(view, record, found, rules)


def numbered(record: Record, found: Options) -> tuple[str, ...]:
    """Return what the cards are, and where they lie, that legal moves call by their number."""
    moves = [move for move in found.moves if "#" in move]
    return numbered_cards(Position(record.pack, record.table(found.seq)), moves) if moves else ()


def _with_tab(view: DeskView, record: Record, found: DatedVerification, rules: Rules) -> DeskView:
    """Return a view with the tab that is open filled in."""
    asked = view.asked
    replace = msgspec.structs.replace
    if asked.tab == "table":
        at = min(asked.at or view.seq or record.last, record.last)
        table = drawn(laid_out(record.pack, record.table(at), asked.viewer))
        return replace(view, table=table, changed=_changed(record, at, asked.viewer))
    if asked.tab == "sequence":
        return replace(view, sequence=shown_sequence(record, view.seq or None, asked.style))
    if asked.tab == "windows":
        return replace(view, audit=shown_audit(record, found, asked.everything, rules))
    if asked.tab == "why":
        return replace(view, why=_why(view, record, rules))
    return view


def _changed(record: Record, at: int, viewer: str) -> tuple[str, ...]:
    """Return what happened up to an event since the decision before it, as a viewer knows it; the latest come last."""
    entry = record.entries[record.index(at)]
    events = entry.events[: at - entry.seq + 1]
    happened = [
        words.removeprefix(HAPPENED)
        for event, words in told(Onlooker(record.pack, viewer), events, record.table(entry.seq - 1))
        if isinstance(event, OccurrenceChanged) and words.startswith(HAPPENED)
    ]
    return tuple(happened[-MOST_CHANGES:])


def _why(view: DeskView, record: Record, rules: Rules) -> ShownWhy:
    """Explain the move that was asked about; without one, the selected violation or the selected line."""
    asked = view.asked
    at = asked.at or view.seq or record.last
    try:
        if asked.move:
            found = why(record, at, asked.move)
        elif view.selected is not None:
            violation = view.selected.violation
            found = Explained(violation.seq, False, violation.player, violation.text, violation.where, violation.checks)
        elif asked.line > 0 and record.run is not None:
            found = explain_line(record, asked.line)
        else:
            return ShownWhy("", at)
    except ReplayError as error:
        return ShownWhy(asked.move, at, problem=getattr(error, "says", str(error)))
    return shown_why(found, rules)


def shown_why(found: Explained, rules: Rules) -> ShownWhy:
    """Return a move explained by the rules of a date."""
    return ShownWhy(found.text, found.seq, found.where, rules.allow(found), _checks(found.checks, rules))


def _checks(checks: tuple[Check, ...], rules: Rules) -> tuple[ShownCheck, ...]:
    return tuple(ShownCheck(rules.holds(check), condition_words(check), rules.clause(check.rule)) for check in checks)


def _lines(
    asked: DeskQuestion, judged: JudgedText, record: Record, found: DatedVerification, line: int, seq: int
) -> tuple[ShownLine, ...]:
    if judged.stored:
        return game_lines(record, found, seq)
    if asked.game:
        return (*moves_before(record, asked.after), *text_lines(asked.text, judged, line))
    return text_lines(asked.text, judged, line)


def _selected(asked: DeskQuestion, judged: JudgedText, found: DatedVerification) -> JudgedViolation | None:
    """Return the violation that is looked at: the one asked for, or the only one there is."""
    for item in found.judged:
        if (asked.line > 0 and item.violation.line == asked.line) or (asked.seq and item.violation.seq == asked.seq):
            return item
    only = len(found.judged) == 1 and not judged.problems and not asked.line and not asked.seq
    return found.judged[0] if only else None


def _problem(asked: DeskQuestion, judged: JudgedText) -> Problem | None:
    """Return the problem that is looked at: that of the selected line, or else the first."""
    return next(iter((*problems_at(judged, asked.line), *judged.problems)), None)


def _event_of(record: Record, line: int) -> int:
    """Return the event of a line of a transcript; 0 if it has none."""
    return next((entry.seq for entry in record.entries if line > 0 and entry.line == line), 0)

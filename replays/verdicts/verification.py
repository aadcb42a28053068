"""The verdict on a whole record: its violations, what was assumed, and whether its expectations were met."""

from __future__ import annotations

from typing import Any

import msgspec

from ledger.entries import Entry
from ledger.errors import LedgerError
from ledger.events import GameEnded, ViolationNoted
from replays.errors import ReplayError
from replays.meaning.writer import Writer
from replays.records.reasons import from_words, reasons
from replays.records.record import Record
from replays.records.rejudging import Finding, answer, rejudge
from replays.records.results import Assumption, Confirmed, Expectation, Violation
from replays.verdicts.why import why
from replays.watching.opportunities import count_windows
from rules.errors import RulesError
from rules.kernel.asks import Check


class Verification(msgspec.Struct, frozen=True):
    """The verdict on one record.

    `game` is the pack and the format, and the numbers of events, decisions and windows are those of the whole record.
    `assumed`, `expected` and `confirmed` come from a transcript. `differences` holds the first event of a stored game
    that the rules would not derive now. `ended` says who won and why, and is empty if the game goes on.
    """

    name: str
    game: str
    events: int
    decisions: int
    windows: int
    violations: tuple[Violation, ...]
    assumed: tuple[Assumption, ...] = ()
    expected: tuple[Expectation, ...] = ()
    differences: tuple[Finding, ...] = ()
    confirmed: tuple[Confirmed, ...] = ()
    ended: str = ""

    @property
    def clean(self) -> bool:
        """Whether there is no violation, no difference and no expectation that failed."""
        return not self.violations and not self.differences and all(item.held for item in self.expected)


def verify(record: Record) -> Verification:
    """Return the verdict on a record: of a transcript what its run found, of a stored game by judging it again."""
    game = f"{record.pack.id} {record.position(0).table.format}"
    decisions = sum(1 for entry in record.entries if answer(entry) is not None or _is_applied_violation(entry))
    windows = count_windows(record.pack, record.entries)
    if record.run is not None:
        run = record.run
        found = (run.violations, run.assumed, run.expected)
        return Verification(
            record.name, game, record.last, decisions, windows, *found, confirmed=run.confirmed, ended=_ended(record)
        )
    violations, differences = judge_again(record)
    return Verification(
        record.name, game, record.last, decisions, windows, violations, differences=differences, ended=_ended(record)
    )


def _ended(record: Record) -> str:
    """Return who won and for which reason, or "" if the record does not come to an end."""
    for entry in reversed(record.entries):
        for event in entry.events:
            if isinstance(event, GameEnded):
                return f"{' and '.join(event.winners) or 'nobody'} won ({event.reason})"
    return ""


def _is_applied_violation(entry: Entry) -> bool:
    """Whether an entry holds an illegal move that was applied as it was made."""
    return isinstance(entry.events[0], ViolationNoted) and entry.events[0].applied


def judge_again(record: Record) -> tuple[tuple[Violation, ...], tuple[Finding, ...]]:
    """Judge a stored game again; return its violations by event, and the first event the rules would not derive.

    Violations are the moves that the record notes as illegal, and those that are illegal now without a note.
    """
    writer = Writer(record.pack, record.names)
    lines = {entry.seq: entry.line for entry in record.entries}
    found: list[Violation] = [
        _noted(record, entry, writer) for entry in record.entries if isinstance(entry.events[0], ViolationNoted)
    ]
    differences: list[Finding] = []
    for finding in rejudge(record.pack, record.entries):
        if not finding.failed:
            differences.append(finding)
            break
        assert finding.move is not None
        text = writer.move(record.position(record.index(finding.seq) - 1), finding.player, finding.move, "")
        line = lines.get(finding.seq, 0)
        found.append(Violation(finding.seq, line, finding.player, text, finding.move, finding.checks, "", True))
    return tuple(sorted(found, key=lambda violation: violation.seq)), tuple(differences)


def _noted(record: Record, entry: Entry, writer: Writer) -> Violation:
    """Return the violation that an entry notes."""
    event = entry.events[0]
    assert isinstance(event, ViolationNoted)
    position = record.position(record.index(entry.seq) - 1)
    text = entry.remark or writer.move(position, event.player, event.move, "")
    checks, where = _explained(record, event, text)
    return Violation(event.at or entry.seq, event.line, event.player, text, event.move, checks, where, event.applied)


def _explained(record: Record, event: ViolationNoted, text: str) -> tuple[tuple[Check, ...], str]:
    """Return every condition of a move that was noted as illegal, and the decision at which it was attempted, in words.

    If the move does not break the same rules now, the conditions are those the record names. One more that was not
    evaluated stands for all the others, which the record does not name.
    """
    try:
        found = why(record, event.at, text) if event.at else None
    except (ReplayError, RulesError, LedgerError):
        found = None
    if found is not None and tuple(reason.rule for reason in reasons(found.checks)) == event.rules:
        return found.checks, found.where
    noted = (Check("noted", reason.rule, reason.text, False) for reason in from_words(event.rules, event.says))
    return (
        *noted,
        Check("unknown", "", "whatever else the rules ask of this move, which the record does not say", None),
    ), ""


def as_data(report: Verification) -> dict[str, Any]:
    """Return a verdict as `verify --json` prints it by the rules as published; only failed expectations are listed."""
    data: dict[str, Any] = {
        "events": report.events,
        "decisions": report.decisions,
        "windows": report.windows,
        "violations": [violation_data(violation) for violation in report.violations],
        "assumed": [msgspec.structs.asdict(item) for item in report.assumed],
    }
    if report.confirmed:
        data["confirmed"] = [msgspec.structs.asdict(item) for item in report.confirmed]
    failed = [item for item in report.expected if not item.held]
    if failed:
        data["expectations"] = [
            {"line": item.line, "text": item.text, "held": False, "says": item.says} for item in failed
        ]
    if report.differences:
        data["differences"] = [
            {"seq": finding.seq, "player": finding.player, "says": finding.says} for finding in report.differences
        ]
    return data


def violation_data(violation: Violation) -> dict[str, Any]:
    """Return one violation as `verify --json` prints it: its event, player, primary rule, and every reason in words."""
    return {
        "seq": violation.seq,
        "line": violation.line,
        "player": violation.player,
        "rule": violation.reasons[0].rule if violation.reasons else "",
        "says": "; ".join(f"{reason.rule}: not so: {reason.text}" for reason in violation.reasons),
    }

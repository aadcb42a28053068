"""Verdicts as lines of text: a mark that is read without colour, and the clause's own words under each rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from ledger.events import Reason
from replays.records.explanations import Explained
from replays.records.reasons import condition_words, sentence, telling
from replays.records.results import Expectation, Rival
from replays.verdicts.on_date import DatedClause, DatedVerification, JudgedViolation, Rules
from replays.verdicts.revised_rules import ClauseStanding, DatedVerdict
from replays.verdicts.verification import OtherEngine, TableCorrection
from replays.wording.naming import counted
from replays.wording.styled import Styled
from rules.kernel.asks import Check

MARKS = {True: ("✓", "green"), False: ("✗", "bold red"), None: ("–", "dim")}
"""The mark of a condition that holds, fails or was not evaluated, with its style."""

HEADS = {
    DatedVerdict.STANDS: ("✗ ", "bold red"),
    DatedVerdict.OPEN: ("? ", "bold yellow"),
    DatedVerdict.LIFTED: ("✓ ", "green"),
}
"""The mark before each kind of verdict, with its style."""


def report_lines(found: DatedVerification) -> Iterator[Styled]:
    """Yield the whole verdict on a record, as `lastword verify` prints it, with a one-line summary at the end."""
    report = found.report
    counts = ", ".join(
        counted(number, noun)
        for number, noun in ((report.events, "event"), (report.decisions, "decision"), (report.windows, "window"))
    )
    date = f" · rules of {found.date}" if found.date_matters else ""
    yield Styled.of((report.name, "bold"), f" · {report.game}{date} · {counts}")
    if report.ended:
        yield Styled.of(f"the game is over: {report.ended}")
    for item in found.judged:
        yield Styled.of("")
        yield from judged_lines(item, found.date)
    for finding in report.differences:
        yield Styled.of("")
        yield Styled.of(("≠", "bold red"), f" event {finding.seq}: {finding.says}")
    if report.other_engine is not None:
        yield from _other_engine_lines(report.other_engine)
    yield from _section("another reading costs almost as little", (_rival(rival) for rival in report.rivals))
    yield from _section("corrected by hand", (_corrected(item) for item in report.corrected))
    yield from _section("expected", (_expected(item) for item in report.expected))
    yield from _section(
        "lines that needed no move of their own",
        (Styled.of(f"  = line {item.line}  {item.text}  ({item.says})") for item in report.confirmed),
    )
    yield from _section(
        "assumed", (Styled.of(f"  ? line {item.line}, event {item.seq}  {item.says}") for item in report.assumed)
    )
    yield from _section(
        "clauses that say something else than the rules as published, by which moves are judged",
        (Styled.of(f"  {item.citation}  {item.says}") for item in found.revised),
    )
    yield Styled.of("")
    yield _summary(found)


def _other_engine_lines(other: OtherEngine) -> Iterator[Styled]:
    """Yield that another engine recorded the game and what follows from it, then each difference that matters."""
    yield Styled.of("")
    yield Styled.of(
        f"recorded by {other.recorded_by}; this version derives it differently from event {other.differs_from} on, "
        "which is no player's doing"
    )
    for finding in other.findings:
        yield Styled.of(
            ("≠", "bold yellow"),
            f" event {finding.seq}: {finding.about}: the record has {finding.recorded}, this version {finding.derived}",
        )
    if other.stopped:
        yield Styled.of(f"from event {other.stopped} on the game could not be judged by this version")


def _section(title: str, lines: Iterable[Styled]) -> Iterator[Styled]:
    """Yield lines under a title, after an empty line; nothing if there are no lines."""
    listed = list(lines)
    if listed:
        yield Styled.of("")
        yield Styled.of((title, "bold"))
        yield from listed


def _corrected(item: TableCorrection) -> Styled:
    where = f"line {item.line}, event {item.seq}" if item.line else f"event {item.seq}"
    return Styled.of(f"  ✎ {where}  {item.says}")


def _expected(item: Expectation) -> Styled:
    mark = MARKS[item.held]
    return Styled.of("  ", mark, f" line {item.line}  {item.text}", (f"  ({item.says})" if item.says else "", "red"))


def _rival(rival: Rival) -> Styled:
    return Styled.of(f"  ~ {rival.says}")


def judged_lines(item: JudgedViolation, date: str) -> Iterator[Styled]:
    """Yield one violation: the move, every rule it breaks, how it was treated, and known legal moves there."""
    violation = item.violation
    where = f"line {violation.line}, " if violation.line else ""
    line = Styled.of(HEADS[item.verdict], f"{where}after event {violation.seq}  ", (violation.text, "bold"))
    if item.verdict is not DatedVerdict.STANDS:
        line = line.followed_by(f"  {item.verdict} by the rules of {date}")
    yield line
    if violation.where:
        yield Styled.of(f"  at: {violation.where}")
    said, quoted = set[str](), set[str]()
    for reason, clause in item.reasons:
        yield from _reason_lines(reason, clause, sentence(reason) in said, clause.cite in quoted)
        said.add(sentence(reason))
        quoted.add(clause.cite)
    if item.unjudged:
        yield Styled.of("  never judged, because what they depend on failed: " + "; ".join(item.unjudged))
    treated = "applied as recorded" if violation.applied else "noted and ignored"
    after = {True: "with it", False: "without it"}[violation.applied]
    yield Styled.of(
        f"  {treated}{f'; what comes after was judged {after}' if item.verdict is not DatedVerdict.STANDS else ''}"
    )
    if violation.legal:
        label = "legal there" if violation.fits else "here one would write"
        yield Styled.of(f"  {label}: " + "; ".join(violation.legal))


def _reason_lines(reason: Reason, clause: DatedClause, repeated: bool, quoted: bool) -> Iterator[Styled]:
    """Yield a broken rule with its reason, then the clause's words unless they are `quoted` already.

    A `repeated` reason is not written out again.
    """
    mark = MARKS[None if clause.standing is ClauseStanding.WITHDRAWN else False]
    yield Styled.of(
        "  ",
        mark,
        (f" {clause.cite}", "bold"),
        "  ",
        "the same reason, by this rule too" if repeated else sentence(reason),
    )
    if not quoted:
        yield from clause_lines(clause)


def clause_lines(clause: DatedClause) -> Iterator[Styled]:
    """Yield a clause's words, and, if it was revised, since when, why, and what it said before."""
    if clause.says:
        yield Styled.of((f"      {clause.says}", "italic dim"))
    if clause.standing is ClauseStanding.SAME or clause.revision is None:
        return
    yield Styled.of(f"      {clause.standing} from {clause.revision.effective}, because: {clause.revision.because}")
    if clause.published:
        yield Styled.of(f"      as published, and as the move was judged: {clause.published}")


def explained_lines(found: Explained, rules: Rules) -> Iterator[Styled]:
    """Yield the verdict on a move, then every condition, as `lastword why` prints them.

    A condition that fails only because another one does is marked as not evaluated.
    """
    by = (
        f" by the rules of {rules.shelf.date}"
        if rules.asked or any(rules.clause(item.rule).revision for item in found.checks)
        else ""
    )
    verdict = ("legal", "bold green") if rules.allow(found) else ("not legal", "bold red")
    if not found.legal and rules.verdict(found.checks) is DatedVerdict.OPEN:
        verdict = (str(DatedVerdict.OPEN), "bold yellow")
    yield Styled.of((found.text, "bold"), " is ", verdict, f"{by} after event {found.seq}")
    yield Styled.of(f"  at: {found.where}")
    said, quoted = telling(found.checks), set[str]()
    for check in found.checks:
        follows = check.holds is False and check not in said
        yield from check_lines(msgspec.structs.replace(check, holds=None) if follows else check, rules, quoted)


def check_lines(check: Check, rules: Rules, quoted: set[str]) -> Iterator[Styled]:
    """Yield a condition with its mark and rule, and under it the clause, unless that is in `quoted` already.

    The clause's citation is then added to `quoted`.
    """
    clause = rules.clause(check.rule)
    holds = rules.holds(check)
    mark, style = MARKS[holds]
    line = Styled.of("  ", (mark, style), (f" {clause.cite}", "bold" if holds is False else ""))
    line = line.followed_by((f"  {condition_words(check)}", "" if check.holds is not None else "dim"))
    yield line
    if clause.cite not in quoted:
        quoted.add(clause.cite)
        yield from clause_lines(clause)


def _summary(found: DatedVerification) -> Styled:
    """Return the last line of a verdict: that all is in order, or what was found, counted."""
    report, by = found.report, f" by the rules of {found.date}" if found.date_matters else ""
    if found.clean:
        return Styled.of(("✓", "green"), f" everything is in order{by}")
    parts = []
    standing = sum(item.verdict is DatedVerdict.STANDS for item in found.judged)
    undecided = len(found.violations) - standing
    if standing:
        parts.append(f"{counted(standing, 'violation')}{by}")
    if undecided:
        parts.append(f"{undecided} to be judged by a person")
    if report.differences:
        parts.append("the record and the rules part")
    if report.other_engine is not None and report.other_engine.findings:
        parts.append(f"{counted(len(report.other_engine.findings), 'difference')} between two versions of Last Word")
    if report.expected:
        held = sum(item.held for item in report.expected)
        parts.append(f"{held} of {len(report.expected)} expectations hold")
    return Styled.of(("✗ ", "bold red"), ", ".join(parts))

"""Verdicts as a person reads them: marks that survive without colour, the clause's own words under each rule."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from replays.running import Violation
from replays.verifying import Report
from rules.addresses import parse_address
from rules.asking import Check
from rules.errors import RulesError
from rules.library import find

MARKS = {True: ("✓", "green"), False: ("✗", "bold red"), None: ("–", "dim")}


def clause_words(rule: str) -> str:
    """What a clause of the reference says; of a whole entry, its first clause."""
    try:
        entry, clause = find(parse_address(rule))
    except RulesError:
        return ""
    return clause.says if clause else entry.clauses[0].says


def check_lines(check: Check, words: bool = True) -> Iterator[Text]:
    """A condition with its mark and rule, and under it the clause."""
    mark, style = MARKS[check.holds]
    line = Text("  ")
    line.append(mark, style)
    line.append(f" {check.rule}", "bold" if check.holds is False else "")
    line.append(f"  {check.says}", "" if check.holds is not None else "dim")
    yield line
    says = clause_words(check.rule) if words else ""
    if says:
        yield Text(f"      {says}", "italic dim")


def report_lines(report: Report) -> Iterator[Text]:
    """The whole report."""
    counts = f"{report.events} events, {report.decisions} decisions, {report.windows} windows"
    yield Text.assemble((report.name, "bold"), f" · {report.game} · {counts}")
    if report.ended:
        yield Text(f"the game is over: {report.ended}")
    for violation in report.violations:
        yield Text("")
        yield from violation_lines(violation)
    for finding in report.differences:
        yield Text("")
        yield Text.assemble(("≠", "bold red"), f" event {finding.seq}: {finding.says}")
    if report.expected:
        yield Text("")
        yield Text("expected", "bold")
        for item in report.expected:
            mark, style = MARKS[item.held]
            yield Text.assemble(
                "  ", (mark, style), f" line {item.line}  {item.text}", (f"  ({item.says})" if item.says else "", "red")
            )
    if report.assumed:
        yield Text("")
        yield Text("assumed", "bold")
        for guess in report.assumed:
            yield Text(f"  ? line {guess.line}, event {guess.seq}  {guess.says}")
    yield Text("")
    yield _summary(report)


def violation_lines(violation: Violation) -> Iterator[Text]:
    """One violation: the move, every rule it breaks, how it was treated, what would have been legal."""
    where = f"line {violation.line}, " if violation.line else ""
    yield Text.assemble(("✗ ", "bold red"), f"{where}after event {violation.seq}  ", (violation.text, "bold"))
    if violation.where:
        yield Text(f"  at: {violation.where}")
    for check in violation.broken:
        yield from check_lines(check)
    yield Text(f"  {'applied as recorded' if violation.applied else 'noted and ignored'}")
    if violation.legal:
        yield Text("  legal there: " + "; ".join(violation.legal))


def _summary(report: Report) -> Text:
    if report.clean:
        return Text.assemble(("✓", "green"), " everything is in order")
    parts = []
    if report.violations:
        parts.append(f"{len(report.violations)} violation{'s' if len(report.violations) != 1 else ''}")
    if report.differences:
        parts.append("the record and the rules part")
    if report.expected:
        held = sum(item.held for item in report.expected)
        parts.append(f"{held} of {len(report.expected)} expectations hold")
    return Text.assemble(("✗ ", "bold red"), ", ".join(parts))

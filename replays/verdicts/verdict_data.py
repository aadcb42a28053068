"""Verdicts as data: what `verify --json` and `why --json` print."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from replays.records.explanations import Explained
from replays.records.reasons import ConditionData, broken_rules, condition_data
from replays.records.results import Assumption, Confirmed, Rival
from replays.verdicts.on_date import DatedClause, DatedVerification, JudgedViolation, Rules
from replays.verdicts.revised_rules import ClauseStanding
from replays.verdicts.verification import OtherEngine, TableCorrection, Verification


class ReasonData(msgspec.Struct, frozen=True):
    """Why a move is a violation: the rule, the words of its clause, what it needed and what was seen instead."""

    rule: str
    clause: str
    holds: bool
    needed: str
    saw: str


class ClauseData(msgspec.Struct, frozen=True):
    """A clause on a date: its citation, what it says then, its standing, and why it was revised ("" if it was not)."""

    cite: str
    says: str
    standing: str
    because: str


class ViolationData(msgspec.Struct, frozen=True):
    """A violation: its event, its line in the transcript (0: none), its player, its first rule, and every reason.

    The verdict on the date and the clauses are there if the date was asked for or a clause was revised.
    """

    seq: int
    line: int
    player: str
    rule: str
    reasons: list[ReasonData]
    verdict: str | UnsetType = UNSET
    cites: list[ClauseData] | UnsetType = UNSET


class ExpectationData(msgspec.Struct, frozen=True):
    """An `expect` line: whether it held, and if not, what is so instead."""

    line: int
    text: str
    held: bool
    says: str
    saw: str


class DifferenceData(msgspec.Struct, frozen=True):
    """The first event of a stored game that the rules would not derive now."""

    seq: int
    player: str
    says: str


class VerificationData(msgspec.Struct, frozen=True):
    """The verdict on one record, as `verify --json` prints it.

    A list that would be empty is left out, but for `violations` and `assumed`. `rules_as_of`, `lifted` and `revised`
    are there if the date was asked for or a clause was revised: `lifted` holds what is no violation on that date.
    """

    events: int
    decisions: int
    windows: int
    violations: list[ViolationData]
    assumed: tuple[Assumption, ...]
    confirmed: tuple[Confirmed, ...] | UnsetType = UNSET
    corrected: tuple[TableCorrection, ...] | UnsetType = UNSET
    expectations: list[ExpectationData] | UnsetType = UNSET
    rivals: tuple[Rival, ...] | UnsetType = UNSET
    differences: list[DifferenceData] | UnsetType = UNSET
    other_engine: OtherEngine | UnsetType = UNSET
    rules_as_of: str | UnsetType = UNSET
    lifted: list[ViolationData] | UnsetType = UNSET
    revised: list[str] | UnsetType = UNSET


class ExplainedData(msgspec.Struct, frozen=True):
    """A move explained, as `why --json` prints it; `snapped` says that `seq` is a later event than the one asked for.

    `rules_as_of` and `cites`, the clauses that do not hold, are there if the date was asked for or a clause was
    revised.
    """

    seq: int
    snapped: bool
    player: str
    text: str
    where: str
    checks: list[ConditionData]
    legal: bool
    rules_as_of: str | UnsetType = UNSET
    cites: list[ClauseData] | UnsetType = UNSET


def as_data(found: DatedVerification) -> VerificationData:
    """Return the verdict as `verify --json` prints it; the date and the clauses are in it if `date_matters`."""
    shown = _judged_data if found.date_matters else _violation_data
    data = published_data(found.report, [shown(item) for item in found.violations])
    if not found.date_matters:
        return data
    lifted, revised = [_judged_data(item) for item in found.lifted], [item.citation for item in found.revised]
    return msgspec.structs.replace(data, rules_as_of=found.date, lifted=lifted, revised=revised)


def published_data(report: Verification, violations: list[ViolationData]) -> VerificationData:
    """Return a verdict as `verify --json` prints it by the rules as published; `violations` are its own, as data."""
    expected = [ExpectationData(item.line, item.text, item.held, item.says, item.saw) for item in report.expected]
    differences = [DifferenceData(finding.seq, finding.player, finding.says) for finding in report.differences]
    return VerificationData(
        *(report.events, report.decisions, report.windows, violations, report.assumed),
        confirmed=report.confirmed or UNSET,
        corrected=report.corrected or UNSET,
        expectations=expected or UNSET,
        rivals=report.rivals or UNSET,
        differences=differences or UNSET,
        other_engine=report.other_engine or UNSET,
    )


def _violation_data(item: JudgedViolation) -> ViolationData:
    """Return a violation with its reasons, each with the words of its clause."""
    violation = item.violation
    reasons = [
        ReasonData(reason.rule, clause.says, False, reason.needed, reason.saw) for reason, clause in item.reasons
    ]
    rule = violation.rules[0] if violation.rules else ""
    return ViolationData(violation.seq, violation.line, violation.player, rule, reasons)


def _judged_data(item: JudgedViolation) -> ViolationData:
    """Return a violation with the first of its rules that is still in force, its verdict, and its clauses."""
    in_force = [clause for _, clause in item.reasons if clause.standing is not ClauseStanding.WITHDRAWN]
    return msgspec.structs.replace(
        _violation_data(item),
        rule=in_force[0].rule if in_force else "",
        verdict=str(item.verdict),
        cites=[clause_data(clause) for clause in {clause.rule: clause for _, clause in item.reasons}.values()],
    )


def clause_data(clause: DatedClause) -> ClauseData:
    """Return a clause as `--json` prints it: its citation, words and standing, and why it was revised."""
    because = clause.revision.because if clause.revision else ""
    return ClauseData(clause.cite, clause.says, str(clause.standing), because)


def explained_data(found: Explained, rules: Rules) -> ExplainedData:
    """Return what `why --json` prints: every condition of a move, and whether it is legal on the date.

    The date and the clauses behind the failed conditions are added if the date was asked for or a clause was revised.
    """
    data = ExplainedData(
        *(found.seq, found.snapped, found.player, found.text, found.where),
        checks=[condition_data(check, rules.clause(check.rule).says) for check in found.checks],
        legal=rules.allow(found),
    )
    if not rules.asked and not any(rules.clause(check.rule).revision for check in found.checks):
        return data
    cites = [clause_data(rules.clause(rule)) for rule in broken_rules(found.checks)]
    return msgspec.structs.replace(data, rules_as_of=rules.shelf.date, cites=cites)

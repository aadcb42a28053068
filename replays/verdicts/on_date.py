"""A verdict by the rules of a date: every violation with its clauses as they stood, and those that were none by those
rules.

The engine plays by the rules as published. What a revision takes away or rewords is told of each violation; whether a
move that was let pass breaks words that are new is for a person to judge, so the clauses that differ are named.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from replays.records.explanations import Explained
from replays.records.reasons import Reason, never_judged, reasons
from replays.records.results import Expectation, Violation
from replays.reference.shelf import Shelf
from replays.reference.versions import Version
from replays.verdicts.revised_rules import ClauseStanding, DatedVerdict, standing, verdict
from replays.verdicts.verification import Verification, violation_data
from replays.verdicts.verification import as_data as report_data
from rules.books.addresses import parse_address
from rules.books.shelf import find, load_book
from rules.errors import RulesError
from rules.kernel.asks import Check


class Clause(msgspec.Struct, frozen=True):
    """A rule as it stands on the date: the pinned citation, its words, and the revision that made it so. `published`
    are the words before.
    """

    rule: str
    cite: str
    says: str
    standing: ClauseStanding
    revision: Version | None = None
    published: str = ""


class Judged(msgspec.Struct, frozen=True):
    """A violation by the rules of the date, with its reasons and the clause behind each, and the conditions never
    judged.
    """

    violation: Violation
    verdict: DatedVerdict
    reasons: tuple[tuple[Reason, Clause], ...]
    unjudged: tuple[str, ...] = ()


class Dated(msgspec.Struct, frozen=True):
    """A report by the rules of a date. `revised` are the clauses that say something else then than the rules as
    published.
    """

    report: Verification
    date: str
    judged: tuple[Judged, ...]
    revised: tuple[Version, ...]
    asked: bool

    @property
    def violations(self) -> tuple[Judged, ...]:
        """What is a violation, or for a person to judge."""
        return tuple(item for item in self.judged if item.verdict is not DatedVerdict.LIFTED)

    @property
    def lifted(self) -> tuple[Judged, ...]:
        """What is none by these rules."""
        return tuple(item for item in self.judged if item.verdict is DatedVerdict.LIFTED)

    @property
    def told(self) -> bool:
        """Whether the date is worth telling: it was asked for, or the rules differ from those published."""
        return self.asked or bool(self.revised)

    @property
    def clean(self) -> bool:
        """Whether there is nothing to object to."""
        return not self.violations and not self.report.differences and all(item.held for item in self.report.expected)


class Rules:
    """The clauses of a date, as verdicts quote them. A version is pinned where a date was asked for or a revision is in
    force.
    """

    def __init__(self, shelf: Shelf, asked: bool) -> None:
        self.shelf, self.asked = shelf, asked

    def clause(self, rule: str) -> Clause:
        """A rule as it stands; of a whole entry, the words of its first clause."""
        try:
            address = parse_address(rule)
            entry, clause = find(address, [self.shelf.book(address.game)])
        except RulesError:
            return Clause(rule, rule, "", ClauseStanding.SAME)
        quoted = clause or entry.clauses[0]
        numbers = {address.clause} if address.clause else {item.n for item in entry.clauses}
        revisions = [
            item for item in self.revised(address.game) if item.rule == entry.address and item.clause in numbers
        ]
        pinned = clause is not None and (self.asked or bool(revisions))
        before = load_book(address.game).entry(address.entry).clause(quoted.n)
        return Clause(
            rule,
            f"{entry.address}#{quoted.n}@{quoted.version}" if pinned else rule,
            quoted.says,
            standing(rule, self.shelf),
            revisions[-1] if revisions else None,
            before.says if before else "",
        )

    def revised(self, game: str) -> tuple[Version, ...]:
        """The revisions in force, the latest of each clause; one that brings back the published words changes nothing."""
        latest = {
            (item.rule, item.clause): item for item in self.shelf.versions(game) if item.effective <= self.shelf.date
        }
        changed = [
            item
            for item in latest.values()
            if standing(f"{item.rule}#{item.clause}", self.shelf) is not ClauseStanding.SAME
        ]
        return tuple(changed)

    def judge(self, violation: Violation) -> Judged:
        """What becomes of a violation."""
        behind = tuple((reason, self.clause(reason.rule)) for reason in violation.reasons)
        after = self.verdict(violation.checks)
        waiting = after is DatedVerdict.OPEN and all(
            clause.standing is ClauseStanding.WITHDRAWN for _, clause in behind
        )
        return Judged(violation, after, behind, self.unjudged(violation.checks) if waiting else ())

    def verdict(self, checks: Sequence[Check]) -> DatedVerdict:
        """What becomes of the conditions that failed. Where all are lifted, those that depended on them are still to be
        judged.
        """
        return verdict([reason.rule for reason in reasons(checks)], never_judged(checks), self.shelf)[0]

    def unjudged(self, checks: Sequence[Check]) -> tuple[str, ...]:
        """The conditions that were not evaluated, because one they need failed."""
        return tuple(
            check.says
            for check in checks
            if check.holds is None and standing(check.rule, self.shelf) is not ClauseStanding.WITHDRAWN
        )

    def allow(self, found: Explained) -> bool:
        """Whether a move is legal: nothing failed, or all that did rests on withdrawn clauses."""
        return found.legal or self.verdict(found.checks) is DatedVerdict.LIFTED

    def holds(self, check: Check) -> bool | None:
        """Whether a condition holds: one that rests on a withdrawn clause is not asked for."""
        return (
            None
            if check.holds is False and standing(check.rule, self.shelf) is ClauseStanding.WITHDRAWN
            else check.holds
        )


def dated(report: Verification, rules: Rules) -> Dated:
    """A report by the rules of a date."""
    judged = tuple(rules.judge(violation) for violation in report.violations)
    expected = tuple(_expected(item, rules) for item in report.expected)
    revised = rules.revised(report.game.partition(" ")[0])
    return Dated(msgspec.structs.replace(report, expected=expected), rules.shelf.date, judged, revised, rules.asked)


def _expected(item: Expectation, rules: Rules) -> Expectation:
    """What was expected of a move's legality, when all that forbids it is withdrawn."""
    if not item.broken or verdict(item.broken, (), rules.shelf)[0] is not DatedVerdict.LIFTED:
        return item
    if item.illegal:
        return msgspec.structs.replace(item, held=False, says=f"what it rests on is withdrawn by {rules.shelf.date}")
    if verdict(item.broken, item.unjudged, rules.shelf)[0] is DatedVerdict.LIFTED:
        return msgspec.structs.replace(item, held=True, says="")
    says = f"{DatedVerdict.OPEN}: what it breaks is withdrawn by {rules.shelf.date}, and what depended on that was never judged"
    return msgspec.structs.replace(item, says=says)


def as_data(found: Dated) -> dict[str, Any]:
    """The report as `verify --json` prints it; the date and the clauses are there where they are worth telling."""
    data = report_data(
        msgspec.structs.replace(found.report, violations=tuple(item.violation for item in found.violations))
    )
    if not found.told:
        return data
    data["violations"] = [_judged_data(item) for item in found.violations]
    data["rules_as_of"] = found.date
    data["lifted"] = [_judged_data(item) for item in found.lifted]
    data["revised"] = [item.citation for item in found.revised]
    return data


def _judged_data(item: Judged) -> dict[str, Any]:
    in_force = [clause for _, clause in item.reasons if clause.standing is not ClauseStanding.WITHDRAWN]
    return {
        **violation_data(item.violation),
        "rule": in_force[0].rule if in_force else "",
        "verdict": str(item.verdict),
        "cites": [clause_data(clause) for _, clause in item.reasons],
    }


def clause_data(clause: Clause) -> dict[str, str]:
    """A clause as JSON has it: pinned, with its words, and the reason of the revision that made it so."""
    because = clause.revision.because if clause.revision else ""
    return {"cite": clause.cite, "says": clause.says, "standing": str(clause.standing), "because": because}


def explained_data(found: Explained, rules: Rules) -> dict[str, Any]:
    """What `why --json` prints: every condition, and the clauses that fail as they stand on the date."""
    data = {**msgspec.structs.asdict(found), "legal": rules.allow(found)}
    if rules.asked or any(rules.clause(check.rule).revision for check in found.checks):
        data["rules_as_of"] = rules.shelf.date
        data["cites"] = [clause_data(rules.clause(reason.rule)) for reason in reasons(found.checks)]
    return data

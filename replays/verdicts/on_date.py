"""The verdict on a record, or on one move, by the rules of a date, with the clauses quoted as they stood then.

The engine plays by the rules as published. Each violation says which of its clauses were withdrawn or reworded by the
date. Whether a move that the engine allowed breaks a revised clause is for a person to judge, so all revised clauses
are named.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ledger.events import Reason
from replays.records.explanations import Explained
from replays.records.reasons import broken_rules, never_judged, sentence
from replays.records.results import Expectation, Violation
from replays.reference.shelf import Shelf
from replays.reference.versions import Version
from replays.verdicts.revised_rules import ClauseStanding, DatedVerdict, standing, verdict
from replays.verdicts.verification import Verification
from rules.books.addresses import parse_address
from rules.books.shelf import find, load_book
from rules.errors import RulesError
from rules.kernel.asks import Check


class DatedClause(msgspec.Struct, frozen=True):
    """A rule as it stands on a date.

    `cite` is its citation, with the version if that matters, and `says` its words. `revision` is the one that made it
    so, if there is any, and `published` are the words as published.
    """

    rule: str
    cite: str
    says: str
    standing: ClauseStanding
    revision: Version | None = None
    published: str = ""


class JudgedViolation(msgspec.Struct, frozen=True):
    """A violation by the published rules, judged by the rules of a date.

    `reasons` gives each of its reasons with the clause behind it. `unjudged` are the conditions that were never judged,
    listed only where a person has to judge because of them.
    """

    violation: Violation
    verdict: DatedVerdict
    reasons: tuple[tuple[Reason, DatedClause], ...]
    unjudged: tuple[str, ...] = ()

    @property
    def told(self) -> tuple[tuple[str, DatedClause], ...]:
        """Each reason as a sentence, with the clause behind it."""
        return tuple((sentence(reason), clause) for reason, clause in self.reasons)


class DatedVerification(msgspec.Struct, frozen=True):
    """The verdict on a record by the rules of a date.

    `report` is the verdict by the rules as published, except for its expectations, which are judged by those of the
    date. `revised` are the clauses whose words differ on the date from those published. `asked` says that a person
    asked for this date.
    """

    report: Verification
    date: str
    judged: tuple[JudgedViolation, ...]
    revised: tuple[Version, ...]
    asked: bool

    @property
    def violations(self) -> tuple[JudgedViolation, ...]:
        """The violations that are so by the rules of the date, too, or that a person has to judge."""
        return tuple(item for item in self.judged if item.verdict is not DatedVerdict.LIFTED)

    @property
    def lifted(self) -> tuple[JudgedViolation, ...]:
        """The violations by the published rules that are none by the rules of the date."""
        return tuple(item for item in self.judged if item.verdict is DatedVerdict.LIFTED)

    @property
    def date_matters(self) -> bool:
        """Whether the date is worth mentioning: it was asked for, or the rules differ from those published."""
        return self.asked or bool(self.revised)

    @property
    def clean(self) -> bool:
        """Whether nothing was found: no violation by the rules of the date, none that a person has to judge, no
        difference between record and engine that matters, and no failed expectation.
        """
        return not self.violations and self.as_expected

    @property
    def as_expected(self) -> bool:
        """Whether every expectation held, every violation by the rules of the date was expected, and no difference
        between record and engine matters.
        """
        report = self.report
        differs = report.differences or (report.other_engine is not None and report.other_engine.findings)
        expected = {item.about for item in report.expected if item.held and item.illegal}
        stands = DatedVerdict.STANDS  # what a person has to judge is not settled by an expectation
        surprising = [
            item for item in self.violations if item.verdict is not stands or item.violation.line not in expected
        ]
        return not surprising and not differs and all(item.held for item in report.expected)


class Rules:
    """The rules on the date of a shelf of books: how clauses read then, and what violations are by them.

    `asked` says that a person asked for the date. Citations then always name the version of a clause, and else only if
    a revision is in force.
    """

    def __init__(self, shelf: Shelf, asked: bool) -> None:
        self.shelf, self.asked = shelf, asked

    def clause(self, rule: str) -> DatedClause:
        """Return a rule as it stands on the date; a whole entry is quoted with its first clause.

        A rule that no book has is returned without words.
        """
        try:
            address = parse_address(rule)
            entry, clause = find(address, [self.shelf.book(address.game)])
        except RulesError:
            return DatedClause(rule, rule, "", ClauseStanding.SAME)
        quoted = clause or entry.clauses[0]
        numbers = {address.clause} if address.clause else {item.n for item in entry.clauses}
        revisions = [
            item for item in self.revised(address.game) if item.rule == entry.address and item.clause in numbers
        ]
        pinned = clause is not None and (self.asked or bool(revisions))
        before = load_book(address.game).entry(address.entry).clause(quoted.n)
        return DatedClause(
            rule,
            f"{entry.address}#{quoted.n}@{quoted.version}" if pinned else rule,
            quoted.says,
            standing(rule, self.shelf),
            revisions[-1] if revisions else None,
            before.says if before else "",
        )

    def revised(self, game: str) -> tuple[Version, ...]:
        """Return the latest revision in force of each clause of a game whose words differ from those published."""
        latest = {
            (item.rule, item.clause): item for item in self.shelf.versions(game) if item.effective <= self.shelf.date
        }
        changed = [
            item
            for item in latest.values()
            if standing(f"{item.rule}#{item.clause}", self.shelf) is not ClauseStanding.SAME
        ]
        return tuple(changed)

    def judge(self, violation: Violation) -> JudgedViolation:
        """Return a violation with what it is by the rules of the date."""
        behind = tuple((reason, self.clause(reason.rule)) for reason in violation.reasons)
        after = self.verdict(violation.checks)
        waiting = after is DatedVerdict.OPEN and all(
            clause.standing is ClauseStanding.WITHDRAWN for _, clause in behind
        )
        return JudgedViolation(violation, after, behind, self.unjudged(violation.checks) if waiting else ())

    def verdict(self, checks: Sequence[Check]) -> DatedVerdict:
        """Return what an illegal move with these conditions is by the rules of the date."""
        return verdict(broken_rules(checks), never_judged(checks), self.shelf)[0]

    def unjudged(self, checks: Sequence[Check]) -> tuple[str, ...]:
        """Return, in words, the conditions that were not evaluated, except those of withdrawn clauses."""
        return tuple(
            check.needed
            for check in checks
            if check.holds is None and standing(check.rule, self.shelf) is not ClauseStanding.WITHDRAWN
        )

    def allow(self, found: Explained) -> bool:
        """Whether a move is legal on the date: every condition holds, or its violation is lifted.

        A move that a person has to judge does not count as legal.
        """
        return found.legal or self.verdict(found.checks) is DatedVerdict.LIFTED

    def holds(self, check: Check) -> bool | None:
        """Whether a condition holds on the date; None if it was not evaluated, or failed by a withdrawn clause."""
        withdrawn = check.holds is False and standing(check.rule, self.shelf) is ClauseStanding.WITHDRAWN
        return None if withdrawn else check.holds


def dated(report: Verification, rules: Rules) -> DatedVerification:
    """Return a verdict by the published rules as it is by the rules of a date."""
    judged = tuple(rules.judge(violation) for violation in report.violations)
    expected = tuple(_expected(item, rules) for item in report.expected)
    revised = rules.revised(report.game.partition(" ")[0])
    report = msgspec.structs.replace(report, expected=expected)
    return DatedVerification(report, rules.shelf.date, judged, revised, rules.asked)


def _expected(item: Expectation, rules: Rules) -> Expectation:
    """Return an expectation by the rules of a date; it changes only if every clause its answer rests on is withdrawn.

    A move expected to be illegal is then legal, so the expectation fails. One expected to be legal is legal, unless
    further conditions were never judged: then a person has to judge it.
    """
    if not item.broken or verdict(item.broken, (), rules.shelf)[0] is not DatedVerdict.LIFTED:
        return item
    if item.illegal:
        return msgspec.structs.replace(item, held=False, says=f"what it rests on is withdrawn by {rules.shelf.date}")
    if verdict(item.broken, item.unjudged, rules.shelf)[0] is DatedVerdict.LIFTED:
        return msgspec.structs.replace(item, held=True, says="")
    says = (
        f"{DatedVerdict.OPEN}: what it breaks is withdrawn by {rules.shelf.date}, "
        "and what depended on that was never judged"
    )
    return msgspec.structs.replace(item, says=says)

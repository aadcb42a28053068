"""The contents of a case's report, gathered from ledger, record and reference before anything is laid out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from ledger.seals import Seal
from replays.cases.acts import Cases
from replays.cases.case import Case, Ruling, RulingStanding
from replays.cases.precedents import Likeness
from replays.cases.search import like
from replays.cases.words import act_title, remedy_words
from replays.diagrams.labels import Labels, labels_of
from replays.diagrams.sequences.diagram import tell
from replays.diagrams.sequences.story import Story
from replays.diagrams.sequences.stretch import Stretch, choose
from replays.records.record import Record
from replays.records.results import Violation
from replays.reference.shelf import Shelf
from replays.tables.laid_out import laid_out
from replays.tables.shown import ShownTable
from replays.verdicts.on_date import Rules
from replays.verdicts.revised_rules import DatedVerdict
from replays.verdicts.verification import verify
from replays.wording.tables import table_lines
from rules.books.addresses import parse_address
from rules.books.shelf import find, title_of
from rules.errors import RulesError

PRECEDENTS = 5
"""The most precedents that a report names."""
ALIKE = 0.3
"""How like a precedent must be; `case search --like` lists less similar cases too."""
LABELS = msgspec.structs.replace(labels_of("en"), not_allowed="not legal; the reasons stand below")
"""The words of the sequence. Its row of a violation does not repeat the reasons, which the report tells once."""


class CaseReport(msgspec.Struct, frozen=True):
    """A case with everything its report shows.

    `rules` are the words of every rule the report names, as in force at the ruling, or on the day of the report if
    there is none. `violations` are those of the sequence shown that the rules of that date do not lift. `holds` says
    whether the game is still the record that was ruled on, and `printed` is the time the report was made.
    """

    case: Case
    game: str
    players: dict[str, str]
    table: ShownTable
    table_text: tuple[str, ...]
    story: Story
    violations: tuple[Violation, ...]
    rules: dict[str, str]
    precedents: tuple[Likeness, ...]
    seals: tuple[Seal, ...]
    holds: bool
    printed: str

    @property
    def labels(self) -> Labels:
        """The words of the sequence."""
        return LABELS

    @property
    def remedy(self) -> str:
        """The remedy of the ruling in force as a sentence; empty without a ruling."""
        standing = self.case.standing
        return remedy_words(standing.event.remedy, self.players) if standing else ""

    @property
    def chain(self) -> list[ChainLink]:
        """Every ruling, each followed by the appeals against it and the act that answered them.

        It is empty if the ruling in force is the only one and nobody appealed.
        """
        rulings = self.case.rulings
        if len(rulings) < 2 and not any(ruling.appeals for ruling in rulings):
            return []
        replaced_by = {ruling.event.supersedes: ruling.seq for ruling in rulings if ruling.event.supersedes}
        return [link for ruling in rulings for link in _links(ruling, self.players, replaced_by.get(ruling.seq, 0))]


class ChainLink(msgspec.Struct, frozen=True):
    """One act in the chain of authority: who did what, when, the words, and for a ruling how it stands.

    `struck` marks a ruling that was overturned.
    """

    title: str
    date: str
    says: str
    standing: str = ""
    struck: bool = False


def _links(ruling: Ruling, players: dict[str, str], replaced_by: int) -> Iterator[ChainLink]:
    event, struck = ruling.event, ruling.standing is RulingStanding.OVERTURNED
    standing = f"ruling {ruling.seq}, {ruling.standing}{f' by ruling {replaced_by}' if replaced_by else ''}"
    yield ChainLink(act_title(event, players), event.recorded[:10], event.finding, standing, struck)
    for appeal in ruling.appeals:
        yield ChainLink(act_title(appeal, players), appeal.recorded[:10], appeal.grounds)
    if ruling.answer is not None:
        answer = ruling.answer
        yield ChainLink(act_title(answer, players), answer.recorded[:10], answer.because)


def gather(cases: Cases, case: Case) -> CaseReport:
    """Return the contents of the report of a case. Its game must be in the ledger.

    The case is shown as given, perhaps as of an earlier date; its game, precedents and seals are shown as they are now.
    """
    _, record = cases.game(case)
    at = case.opened.pin.at
    stretch = choose(record.entries, record.pack, at)
    story = tell(record.entries, record.pack, stretch, LABELS, game=record.name)
    table = record.table(at)
    shelf = Shelf(cases.ledger, case.standing.event.in_force if case.standing else cases.now[:10])
    violations = _within(record, stretch, shelf)
    return CaseReport(
        case,
        title_of(record.pack.id),
        cases.players(case),
        laid_out(record.pack, table),
        tuple(table_lines(record.pack, table)),
        story,
        violations,
        rule_words(shelf, _named(case, story, violations)),
        tuple(item for item in like(cases, case, cases.all_cases())[:PRECEDENTS] if item.score >= ALIKE),
        tuple(cases.ledger.seals(case.head)),
        cases.holds(case.pin),
        cases.now,
    )


def _within(record: Record, stretch: Stretch, shelf: Shelf) -> tuple[Violation, ...]:
    """Return the violations of the stretch that is shown, without those that the rules of the shelf's date lift."""
    shown = [found for found in verify(record).violations if stretch.first <= found.seq <= stretch.last]
    rules = Rules(shelf, asked=False)
    return tuple(found for found in shown if rules.verdict(found.checks) is not DatedVerdict.LIFTED)


def _named(case: Case, story: Story, violations: Iterable[Violation]) -> list[str]:
    """Return every rule the report names, each once: cited, broken, broken by claimed lines, then drawn.

    The clauses of one entry stand together, in the order of the book.
    """
    cited = [citation.rule.partition("@")[0] for ruling in case.rulings for citation in ruling.event.citations]
    broken = [rule for violation in violations for rule in violation.rules]
    claimed = [
        rule for claim in case.claims if claim.line for found in claim.line.verdict.broken for rule in found.rules
    ]
    drawn = [row.rule for row in story.rows if row.rule]
    named = dict.fromkeys([*cited, *broken, *claimed, *drawn])
    entries = list(dict.fromkeys(rule.partition("#")[0] for rule in named))
    return sorted(named, key=lambda rule: (entries.index(rule.partition("#")[0]), _clause(rule)))


def _clause(rule: str) -> int:
    """Return the number of a rule's clause; 0 for a whole entry."""
    number = rule.partition("#")[2]
    return int(number) if number.isdecimal() else 0


def rule_words(shelf: Shelf, rules: Iterable[str]) -> dict[str, str]:
    """Return what each rule says on the shelf's date: its clause, or of a whole entry its title and first clause.

    Of a rule that no book has, a sentence says so.
    """
    found: dict[str, str] = {}
    for rule in rules:
        try:
            address = parse_address(rule)
            entry, clause = find(address, [shelf.book(address.game)])
        except RulesError:
            # A game may have been recorded by another version of its pack.
            found[rule] = "This rule is not in the reference."
            continue
        found[rule] = clause.says if clause else f"{entry.title}: {entry.clauses[0].says}"
    return found

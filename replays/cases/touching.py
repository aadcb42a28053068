"""Which cases touch a rule or a card: rulings that cite the rule, disputes in which the card takes part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from ledger.errors import LedgerError
from ledger.events import ViolationNoted
from ledger.facts import Move
from ledger.store import Ledger
from ledger.table import Frame, Table
from replays.cards.shown_card import TouchingCase
from replays.cases.acts import Cases
from replays.cases.case import Case, Ruling, RulingStanding
from replays.reference.shown_entry import CitingRuling
from rules.books.addresses import parse_address
from rules.books.folding import words
from rules.language.cards import Card


def rulings_citing(cases: Iterable[Case], address: str) -> tuple[CitingRuling, ...]:
    """Return one ruling of each case that cites an entry, the newest first: the one in force if it does, else the last.

    `address` is an entry's, such as `agot2/duplicates`; its clauses and versions count.
    """
    found = [ruling for case in cases if (ruling := _citing(case, address))]
    return tuple(sorted(found, key=lambda ruling: ruling.date, reverse=True))


def _citing(case: Case, address: str) -> CitingRuling | None:
    citing = [(ruling, clauses) for ruling in case.rulings if (clauses := _clauses(ruling, address))]
    if not citing:
        return None
    in_force = [pair for pair in citing if pair[0].standing is not RulingStanding.OVERTURNED]
    ruling, clauses = (in_force or citing)[-1]
    event = ruling.event
    question = case.opened.question
    return CitingRuling(case.name, question, event.judge, event.recorded[:10], str(ruling.standing), clauses)


def _clauses(ruling: Ruling, address: str) -> tuple[int, ...]:
    """Return the clauses of an entry that a ruling cites, in order; 0 is the entry as a whole."""
    cited = (parse_address(citation.rule) for citation in ruling.event.citations)
    return tuple(sorted({rule.clause for rule in cited if f"{rule.game}/{rule.entry}" == address}))


class Dispute(msgspec.Struct, frozen=True):
    """What a case is about, for finding it by a card: the folded words of its texts, and the ids of cards.

    The texts are those of its acts and of the lines claimed in it. The cards are those that the open frames at the
    disputed event are about, and those of moves refused there; none if the game is not in the ledger.
    """

    case: Case
    said: tuple[str, ...]
    cards: frozenset[str]

    def has(self, card: Card) -> bool:
        """Whether a card takes part in the dispute, or its title is said."""
        title = f" {' '.join(words(card.name))} "
        return card.id in self.cards or any(title in text for text in self.said)


def dispute_of(ledger: Ledger, case: Case) -> Dispute:
    """Return what a case is about. Its game is read from the ledger."""
    texts = [text for _, text in case.texts()]
    texts += [claim.line.text for claim in case.claims if claim.line]
    folded = tuple(f" {' '.join(words(text))} " for text in texts)
    return Dispute(case, folded, frozenset(_cards_in_dispute(ledger, case)))


def cases_with_card(disputes: Iterable[Dispute], game: str, card: Card) -> tuple[TouchingCase, ...]:
    """Return the cases about a game of this pack that a card takes part in, the newest first."""
    found = [item.case for item in disputes if item.case.head.about.pack == game and item.has(card)]
    rows = [TouchingCase(case.name, case.opened.question, case.status, case.opened.recorded[:10]) for case in found]
    return tuple(sorted(rows, key=lambda row: row.date, reverse=True))


class CaseAtEvent(msgspec.Struct, frozen=True):
    """A case about an event of a game, as the game shows it there: the question, and the finding in force if any."""

    at: int
    case: str
    question: str
    status: str
    finding: str
    judge: str
    date: str


def cases_about(cases: Cases, game: str) -> tuple[CaseAtEvent, ...]:
    """Return the cases about a game, in the order of the events they are about.

    A branch shows the cases of the game it leaves, up to the event where it leaves; those have the same events.
    """
    limits = _lineage(cases.ledger, game)
    found = [
        _at_event(case)
        for case in cases.readable_cases()[0]
        if case.opened.pin.at <= limits.get(case.opened.pin.game, -1)
    ]
    return tuple(sorted(found, key=lambda row: row.at))


def _lineage(ledger: Ledger, game: str) -> dict[str, int]:
    """Return the ids of a game and of the games it branches from, each with its last event that the game has."""
    head = ledger.head(game)
    found = {head.id: head.last}
    limit = head.last
    while head.about.parent and head.about.parent not in found:
        limit = min(limit, head.about.at)
        head = ledger.head(head.about.parent)
        found[head.id] = limit
    return found


def _at_event(case: Case) -> CaseAtEvent:
    ruled = case.standing.event if case.standing else None
    finding, judge = (ruled.finding, ruled.judge) if ruled else ("", "")
    opened = case.opened
    return CaseAtEvent(opened.pin.at, case.name, opened.question, case.status, finding, judge, opened.recorded[:10])


def _cards_in_dispute(ledger: Ledger, case: Case) -> set[str]:
    pin = case.opened.pin
    try:
        table = ledger.table_at(pin.game, pin.at)
        noted = [move for entry in ledger.entries(pin.game, pin.at) for move in _refused(entry.events, pin.at)]
    except LedgerError:  # the game may not be in this ledger
        return set()
    numbers = {number for frame in table.frames for number in _components(frame)}
    numbers |= {number for move in noted for number in (move.subject, *move.picks, *move.pairs)}
    return {_card(table, number) for number in numbers} - {""}


def _refused(events: Iterable[object], at: int) -> Iterator[Move]:
    yield from (event.move for event in events if isinstance(event, ViolationNoted) and event.at == at)


def _components(frame: Frame) -> Iterator[int]:
    yield frame.number("entity")
    for part in frame.occurrences:
        yield from (part.subject, part.source)


def _card(table: Table, number: int) -> str:
    entity = table.entities.get(number)
    return entity.card if entity else ""

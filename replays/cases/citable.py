"""The clauses that a ruling may cite: those that were broken, and those that a search finds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from replays.cases.case import Case
from replays.records.results import Violation
from replays.reference.shelf import Shelf
from rules.books.addresses import parse_address
from rules.books.entries import Clause, Entry
from rules.books.search import Search
from rules.books.shelf import find
from rules.errors import RulesError

FEW = 5
"""The most entries that a search for a clause offers."""


class CitableClause(msgspec.Struct, frozen=True):
    """A clause to cite: its address without a version, its words, and why it is offered."""

    rule: str
    says: str
    why: str


def broken_clauses(
    case: Case, violations: Iterable[Violation], players: Mapping[str, str], shelf: Shelf
) -> tuple[CitableClause, ...]:
    """Return the clauses that were broken in a dispute, each once: at the disputed event, then near it, then by lines.

    `violations` are those of the sequence around the disputed event. A rule that names no single clause is left out.
    """
    at = case.opened.pin.at
    ordered = sorted(violations, key=lambda found: found.seq != at)
    offered = [
        (rule, f"broken by {players.get(found.player, found.player)} after event {found.seq}")
        for found in ordered
        for rule in found.rules
    ]
    for claim in case.claims:
        broken = claim.line.verdict.broken if claim.line else ()
        whose = players.get(claim.by, claim.by)
        offered += [(rule, f"broken in {whose}'s line") for found in broken for rule in found.rules]
    clauses = (_clause(shelf, rule, why) for rule, why in offered)
    return tuple({found.rule: found for found in reversed([*filter(None, clauses)])}.values())[::-1]


def found_clauses(shelf: Shelf, game: str, query: str) -> tuple[CitableClause, ...]:
    """Return the clauses that a search in a game's book finds; of an entry that is meant as a whole, all of them."""
    hits = Search.of_books(shelf.books((game,))).search(query, FEW)
    return tuple(clause for hit in hits for clause in _of_entry(hit.entry, hit.clause))


def picked_clauses(shelf: Shelf, rules: Iterable[str]) -> tuple[CitableClause, ...]:
    """Return the clauses of rules that were picked before; a rule that there is not is left out."""
    return tuple(found for rule in rules if (found := _clause(shelf, rule, "picked")))


def _of_entry(entry: Entry, clause: int | None) -> Iterator[CitableClause]:
    for found in entry.clauses:
        if clause in (None, found.n):
            yield _citable(entry, found, f"found in {entry.title}")


def _clause(shelf: Shelf, rule: str, why: str) -> CitableClause | None:
    try:
        address = parse_address(rule)
        entry, clause = find(address, [shelf.book(address.game)])
    except RulesError:
        return None
    if clause is None and len(entry.clauses) == 1:
        clause = entry.clauses[0]
    return _citable(entry, clause, why) if clause else None


def _citable(entry: Entry, clause: Clause, why: str) -> CitableClause:
    return CitableClause(f"{entry.address}#{clause.n}", clause.says, why)

"""Search for cases: by words said in them, by a rule their rulings cite, or by likeness to another case."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from replays.cases.acts import Cases
from replays.cases.case import Case, RulingStanding
from replays.cases.precedents import Likeness, Shape, most_like, shape_of
from replays.errors import ReplayError
from rules.books.addresses import looks_like_address, parse_address
from rules.books.folding import plain
from rules.books.folding import words as folded_words


class FoundCase(msgspec.Struct, frozen=True):
    """A case that a search found, with the texts or citations that matched."""

    case: Case
    found: tuple[str, ...]


def search(cases: Iterable[Case], query: str) -> list[FoundCase]:
    """Return the cases whose rulings cite a rule, or in which every word of the query was said.

    A query like `agot2/duplicates` is a rule, which includes its clauses and versions; cases whose only citing rulings
    were overturned come last. Anything else is words, which are found inside longer words, too; cases with the most
    matching texts come first. A query without words is refused.
    """
    if looks_like_address(query):
        return _by_rule(cases, query)
    wanted = folded_words(query)
    if not wanted:
        raise ReplayError("what do you look for? Name words that were said, or a rule such as `agot2/duplicates`")
    hits = [FoundCase(case, found) for case in cases if (found := _said(case, wanted))]
    return sorted(hits, key=lambda hit: -len(hit.found))


def _by_rule(cases: Iterable[Case], query: str) -> list[FoundCase]:
    address = str(parse_address(query))
    in_force: list[FoundCase] = []
    overturned: list[FoundCase] = []
    for case in cases:
        citing = [
            (ruling, citation.rule)
            for ruling in reversed(case.rulings)
            for citation in ruling.event.citations
            if citation.rule == address or citation.rule.startswith((f"{address}#", f"{address}@"))
        ]
        if citing:
            stands = any(ruling.standing is not RulingStanding.OVERTURNED for ruling, _ in citing)
            hits = in_force if stands else overturned
            said = (f"ruling {ruling.seq} ({ruling.standing}) cites {rule}" for ruling, rule in citing)
            hits.append(FoundCase(case, tuple(said)))
    return [*in_force, *overturned]


def _said(case: Case, wanted: list[str]) -> tuple[str, ...]:
    """Return the texts of a case that have one of the words, if together they have all of them; else none."""
    texts = [(f"{what}: {text}", plain(text)) for what, text in case.texts()]
    if not all(any(word in folded for _, folded in texts) for word in wanted):
        return ()
    return tuple(shown for shown, folded in texts if any(word in folded for word in wanted))


def like(cases: Cases, case: Case, among: Iterable[Case]) -> list[Likeness]:
    """Return the cases `among` some that are at least `LEAST` like another case, most like first, without that case.

    `cases` gives the games that all of them are about.
    """
    others = [(other, shape_in(cases, other)) for other in among if other.head.id != case.head.id]
    return most_like(shape_in(cases, case), others)


def shape_in(cases: Cases, case: Case) -> Shape:
    """Return the shape of a case, by which cases are compared: how often each rule, frame, ability, move and occurrence
    appears in its dispute.

    If its game is not in the ledger, only the rules its ruling cites are counted.
    """
    try:
        _, record = cases.game(case)
    except ReplayError:
        return shape_of(case, None)
    return shape_of(case, record)

"""Finding cases: by words anybody said in them, by a rule they cite, or by their likeness to another."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from replays.cases.acts import Cases
from replays.cases.case import Case
from replays.cases.precedents import Likeness, Shape, most_like, shape_of
from replays.errors import ReplayError
from rules.books.addresses import looks_like_address, parse_address
from rules.books.folding import plain
from rules.books.folding import words as folded_words


class Hit(msgspec.Struct, frozen=True):
    """A case that was found, and what was found in it."""

    case: Case
    found: tuple[str, ...]


def search(cases: Iterable[Case], query: str) -> list[Hit]:
    """The cases that cite a rule, or in which every word was said; those that say it most often first."""
    if looks_like_address(query):
        return _by_rule(cases, query)
    wanted = folded_words(query)
    if not wanted:
        raise ReplayError("say what to look for: words, or a rule as GAME/ENTRY")
    hits = [Hit(case, found) for case in cases if (found := _said(case, wanted))]
    return sorted(hits, key=lambda hit: -len(hit.found))


def _by_rule(cases: Iterable[Case], query: str) -> list[Hit]:
    """Rulings that cite it, the ones in force before those that were overturned."""
    address = str(parse_address(query))
    hits = []
    for case in cases:
        found = [
            f"ruling {ruling.seq} ({ruling.standing}) cites {citation.rule}"
            for ruling in reversed(case.rulings)
            for citation in ruling.event.citations
            if citation.rule == address or citation.rule.startswith((f"{address}#", f"{address}@"))
        ]
        if found:
            hits.append(Hit(case, tuple(found)))
    return sorted(hits, key=lambda hit: all("(overturned)" in line for line in hit.found))


def _said(case: Case, wanted: list[str]) -> tuple[str, ...]:
    texts = [(f"{what}: {text}", plain(text)) for what, text in case.texts()]
    if not all(any(word in folded for _, folded in texts) for word in wanted):
        return ()
    return tuple(shown for shown, folded in texts if any(word in folded for word in wanted))


def like(desk: Cases, case: Case, cases: Iterable[Case]) -> list[Likeness]:
    """The other cases by their likeness to one."""
    others = [(other, shape_at(desk, other)) for other in cases if other.head.id != case.head.id]
    return most_like(shape_at(desk, case), others)


def shape_at(desk: Cases, case: Case) -> Shape:
    """The shape of a case; its game may not be in this ledger."""
    try:
        _, record = desk.game(case)
    except ReplayError:
        return shape_of(case, None)
    return shape_of(case, record)

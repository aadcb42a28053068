"""The list of games and how complete each is: what `lastword games` prints."""

from __future__ import annotations

import msgspec

from replays.reference.checks import checks_of
from rules.books.shelf import load_book, packs_with_books, title_of
from rules.catalogue import load, pack_ids, playthroughs


class PackRow(msgspec.Struct, frozen=True):
    """One game with counts of its cards, rules and playthroughs; a game without an engine has a book only.

    `executable` counts the clauses that an engine can check, `checked` those of them that have a check.
    """

    id: str
    title: str
    engine: bool
    formats: tuple[str, ...]
    cards: int
    entries: int
    clauses: int
    executable: int
    checked: int
    playthroughs: int


def packs() -> list[PackRow]:
    """Return a row for every game that has a book or an engine, sorted by id."""
    return [_row(game) for game in sorted({*pack_ids(), *packs_with_books()})]


def _row(game: str) -> PackRow:
    pack = load(game) if game in pack_ids() else None
    book = load_book(game) if game in packs_with_books() else None
    checks = checks_of(game)
    clauses = [(entry, clause) for entry in book for clause in entry.clauses] if book else []
    executable = [(entry, clause.n) for entry, clause in clauses if not clause.only]
    return PackRow(
        id=game,
        title=pack.title if pack else title_of(game),
        engine=pack is not None,
        formats=tuple(pack.formats) if pack else (),
        cards=len(pack.cards) if pack else 0,
        entries=len(book.entries) if book else 0,
        clauses=len(clauses),
        executable=len(executable),
        checked=sum(1 for entry, n in executable if checks.of_clause(entry, n)),
        playthroughs=len(playthroughs(game)) if pack else 0,
    )

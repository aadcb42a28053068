"""What a search of the books and cards found, as the list at the left of the rules screens shows it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

from replays.cards.lookup import matching
from replays.desk.addresses import card_address, rule_address, with_query
from replays.reference.shelf import Shelf
from replays.reference.versions import Version, in_force
from rules.books.search import BookIndex, Hit, Search
from rules.books.shelf import language_of, load_book, packs_with_books

MOST = 12
"""The most entries that are listed of the books that are searched."""
ELSEWHERE = 5
"""The most entries that are listed of the other books, and the most cards."""


class Asked(msgspec.Struct, frozen=True):
    """What is searched for: the words, the game whose book is searched (all if empty), and the date if one is given."""

    query: str = ""
    game: str = ""
    on: str = ""

    @property
    def games(self) -> tuple[str, ...]:
        """The games whose books are searched."""
        return (self.game,) if self.game else packs_with_books()

    def within(self, game: str) -> str:
        """Return the address of the same search in the book of one game, or in all books."""
        return with_query("/rules", q=self.query, game=game, on=self.on)

    def instead(self, query: str) -> str:
        """Return the address of a search for other words in the same books."""
        return with_query("/rules", q=query, game=self.game, on=self.on)

    def at(self, address: str) -> str:
        """Return an address that keeps the search beside the page it leads to."""
        return with_query(address, q=self.query, game=self.game, on=self.on)


class FoundEntry(msgspec.Struct, frozen=True):
    """An entry that was found, with the clause that matched, or its first one if its heading did.

    `language` is that of its `term`, and `here` says that it is the entry on the page.
    """

    game: str
    title: str
    term: str
    language: str
    says: str
    rule: str
    address: str
    here: bool


class FoundCardLine(msgspec.Struct, frozen=True):
    """A card that was found: its title, what it is, its id, and whether it is the card on the page."""

    title: str
    unique: bool
    kind: str
    rule: str
    address: str
    here: bool


class FoundList(msgspec.Struct, frozen=True):
    """Everything the list shows: entries, cards, entries of the other books, and the nearest names if there is none.

    `elsewhere_by` are the words that the other books were searched for. `more` says that more entries match.
    """

    asked: Asked
    packs: tuple[str, ...]
    entries: tuple[FoundEntry, ...] = ()
    more: bool = False
    cards: tuple[FoundCardLine, ...] = ()
    elsewhere: tuple[FoundEntry, ...] = ()
    elsewhere_by: str = ""
    nearest: tuple[str, ...] = ()


def search_of(shelf: Shelf, games: Iterable[str]) -> Search:
    """Return a search through the books of some games as they stand on the shelf's date."""
    return Search(
        _index(game, shelf.date if shelf.versions(game) else "", tuple(shelf.versions(game))) for game in games
    )


@lru_cache(maxsize=32)
def _index(game: str, date: str, revised: tuple[Version, ...]) -> BookIndex:
    """Return the index of a book with the revisions in effect on a date. It is kept: making one takes a while."""
    return BookIndex(in_force(load_book(game), revised, date))


def find_all(shelf: Shelf, asked: Asked, here: str = "") -> FoundList:
    """Return what a search finds. `here` is the address of what is on the page, such as `agot2/cancel`."""
    packs = packs_with_books()
    if not asked.query.strip():
        return FoundList(asked, packs)
    search = search_of(shelf, asked.games)
    hits = search.search(asked.query, MOST + 1)
    words, elsewhere = _elsewhere(shelf, asked, hits)
    cards = _cards(asked, here)
    lost = not hits and not cards
    return FoundList(
        asked,
        packs,
        tuple(_entry(hit, asked, here) for hit in hits[:MOST]),
        len(hits) > MOST,
        cards,
        tuple(_entry(hit, asked, here) for hit in elsewhere),
        words,
        tuple(search.nearest(asked.query)) if lost else (),
    )


def _elsewhere(shelf: Shelf, asked: Asked, hits: Sequence[Hit]) -> tuple[str, list[Hit]]:
    """Return what the other books have on the same words, or else on the title of what was found; with those words."""
    others = [game for game in packs_with_books() if game not in asked.games]
    if not others:
        return "", []
    search = search_of(shelf, others)
    for words in (asked.query, *(hit.entry.title for hit in hits[:1])):
        found = search.search(words, ELSEWHERE)
        if found:
            return words, found
    return "", []


def _cards(asked: Asked, here: str) -> tuple[FoundCardLine, ...]:
    found = matching(asked.query, asked.games)[:ELSEWHERE]
    return tuple(
        FoundCardLine(
            one.card.name,
            one.card.unique,
            one.card.type,
            f"{one.game}/{one.card.id}",
            asked.at(card_address(one.game, one.card.id)),
            f"cards/{one.game}/{one.card.id}" == here,
        )
        for one in found
    )


def _entry(hit: Hit, asked: Asked, here: str) -> FoundEntry:
    entry = hit.entry
    clause = entry.clause(hit.clause or 1) or entry.clauses[0]
    rule = f"{entry.address}#{hit.clause}" if hit.clause else entry.address
    return FoundEntry(
        entry.game,
        entry.title,
        entry.term,
        language_of(entry.game),
        clause.says,
        rule,
        asked.at(rule_address(rule)),
        entry.address == here,
    )

"""The shelf of reference books: finding the packs that have one, and reading their files from package data.

Books are parsed once and kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from rules.books.addresses import Address, parse_address
from rules.books.entries import Book, Clause, Entry, parse_book
from rules.data import pack_folders, source_text
from rules.errors import CardError, nearest
from rules.toml_tables import parse, tables


def packs_with_books() -> tuple[str, ...]:
    """Return the ids of all games with a reference book, in alphabetical order.

    A book is found by its folder; its game need not have an engine yet.
    """
    return pack_folders(containing="reference")


@cache
def load_book(game: str) -> Book:
    """Return a game's book as published, before any revision. Raises `CardError` if there is none or it has faults."""
    games = packs_with_books()
    if game not in games:
        raise CardError(f"there is no book of {game!r}; there are {', '.join(games)}{nearest(game, games)}")
    return parse_book(game, *tables(game, "reference"))


def load_books(games: Iterable[str] = ()) -> tuple[Book, ...]:
    """Return the books of these games, or of all games if none is named."""
    return tuple(load_book(game) for game in (tuple(games) or packs_with_books()))


def title_of(game: str) -> str:
    """Return the title of a game, from its pack's `about.toml`; its id if that has none."""
    return _about(game).get("title", game)


def language_of(game: str) -> str:
    """Return the language of a game's rulebook as pages name it, such as `pl`; an empty string if it is not known."""
    return _about(game).get("language", "")


@cache
def _about(game: str) -> dict[str, str]:
    return {key: str(value) for key, value in parse(source_text(game, "about.toml")).items()}


def entry_title(rule: str) -> str:
    """Return the title of the entry that a rule's address leads to, an empty string if no book has it.

    A clause often rests on its entry's title: "It cannot attack alone." is about the last unit of a house.
    """
    try:
        return find(parse_address(rule))[0].title
    except CardError:
        return ""


def find(address: Address, books: Iterable[Book] = ()) -> tuple[Entry, Clause | None]:
    """Return the entry and the clause at an address; the clause is None if the address names a whole entry.

    The game's book among `books` is asked, or if it is not there the published one. The address's version is not looked
    at. Raises `CardError` if there is no such rule.
    """
    book = next((book for book in books if book.game == address.game), None) or load_book(address.game)
    entry = book.entry(address.entry)
    clause = entry.clause(address.clause) if address.clause else None
    if address.clause and clause is None:
        raise CardError(f"{entry.address} has no clause {address.clause}; {_clauses_it_has(len(entry.clauses))}")
    return entry, clause


def _clauses_it_has(count: int) -> str:
    """Return which clauses an entry has, for somebody who named another."""
    return f"it has 1 to {count}" if count > 1 else "it has only clause 1"

"""The shelf of reference books: finds the packs that have one, reads their chapters from package data, keeps them
parsed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache

from rules.books.addresses import Address
from rules.books.entries import Book, Clause, Entry, parse_book
from rules.data import pack_folders, source_text, texts
from rules.errors import CardError, nearest


def packs_with_books() -> tuple[str, ...]:
    """The games that have a reference book, by name. A pack is found by its folder, whether or not it has an engine
    yet.
    """
    return pack_folders(containing="reference")


@cache
def load_book(game: str) -> Book:
    """A game's book as published, before any revision."""
    games = packs_with_books()
    if game not in games:
        raise CardError(f"there is no book of {game!r}{nearest(game, games)}; there are {', '.join(games)}")
    return parse_book(game, texts(game, "reference", ".toml"))


def load_books(games: Iterable[str] = ()) -> tuple[Book, ...]:
    """The books of these games, or all of them."""
    return tuple(load_book(game) for game in (tuple(games) or packs_with_books()))


def title_of(game: str) -> str:
    """What a game is called, or its id if its pack does not say."""
    return str(tomllib.loads(source_text(game, "about.toml")).get("title", game))


def find(address: Address, books: Iterable[Book] = ()) -> tuple[Entry, Clause | None]:
    """The entry and clause at an address, in these books or in the published ones."""
    book = next((book for book in books if book.game == address.game), None) or load_book(address.game)
    entry = book.entry(address.entry)
    clause = entry.clause(address.clause) if address.clause else None
    if address.clause and clause is None:
        raise CardError(f"{entry.address} has clauses 1 to {len(entry.clauses)}, none of number {address.clause}")
    return entry, clause

"""The shelf of reference books: finds the packs that have one, reads their chapters from package data, keeps them
parsed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from rules.books.addresses import Address
from rules.books.entries import Book, Clause, Entry, parse_book
from rules.errors import CardError, nearest


def packs_with_books() -> tuple[str, ...]:
    """The games that have a reference book, by name. A pack is found by its folder, whether or not it has an engine
    yet.
    """
    return tuple(sorted(folder.name for folder in _packs().iterdir() if folder.joinpath("reference").is_dir()))


@cache
def load_book(game: str) -> Book:
    """A game's book as published, before any revision."""
    games = packs_with_books()
    if game not in games:
        raise CardError(f"there is no book of {game!r}{nearest(game, games)}; there are {', '.join(games)}")
    folder = _packs().joinpath(game, "reference")
    chapters = [file for file in folder.iterdir() if file.name.endswith(".toml")]
    return parse_book(game, {file.name: file.read_text(encoding="utf-8") for file in chapters})


def load_books(games: Iterable[str] = ()) -> tuple[Book, ...]:
    """The books of these games, or all of them."""
    return tuple(load_book(game) for game in (tuple(games) or packs_with_books()))


def source_text(game: str, name: str) -> str:
    """What a pack states about its source, such as the list of its headings; empty when it states nothing."""
    file = _packs().joinpath(game, "source", name)
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def title_of(game: str) -> str:
    """What a game is called, or its id if its pack does not say."""
    return str(tomllib.loads(source_text(game, "about.toml")).get("title", game))


@cache
def pack_sources(game: str) -> dict[str, str]:
    """The pack's own declarations, which cite rules: every Python and TOML file outside the reference, by path."""
    found: dict[str, str] = {}
    _collect(_packs().joinpath(game), "", found)
    return found


def find(address: Address, books: Iterable[Book] = ()) -> tuple[Entry, Clause | None]:
    """The entry and clause at an address, in these books or in the published ones."""
    book = next((book for book in books if book.game == address.game), None) or load_book(address.game)
    entry = book.entry(address.entry)
    clause = entry.clause(address.clause) if address.clause else None
    if address.clause and clause is None:
        raise CardError(f"{entry.address} has clauses 1 to {len(entry.clauses)}, none of number {address.clause}")
    return entry, clause


def _packs() -> Traversable:
    return files("rules").joinpath("packs")


def _collect(folder: Traversable, path: str, found: dict[str, str]) -> None:
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir() and item.name not in ("reference", "source", "__pycache__"):
            _collect(item, f"{path}{item.name}/", found)
        elif item.is_file() and item.name.endswith((".py", ".toml")):
            found[path + item.name] = item.read_text(encoding="utf-8")

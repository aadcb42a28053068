"""The shelf a judge reads from: the books as they stand on a date, with what the ledger adds to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from ledger.codec import REVISIONS, RULEBOOK
from ledger.errors import UnknownGame
from ledger.revisions import ClauseRevised, RevisionEntry, RulebookAttached, RulebookEntry
from ledger.rulings import CaseEntry, Ruled
from ledger.store import Ledger
from ledger.streams import Head
from replays.errors import ReplayError
from replays.reference.passages import Placement, place
from replays.reference.repairs import parse_repairs, repair
from replays.reference.versions import Version, check_revision, in_force, versions
from rules.books.entries import Book
from rules.books.shelf import load_book, packs_with_books
from rules.data import source_text

CASE = "case"  # the kind of stream that holds disputes and their rulings


class Shelf:
    """The books on a date. Without a ledger they are as published."""

    def __init__(self, ledger: Ledger | None, date: str) -> None:
        self.ledger, self.date = ledger, date
        self._books: dict[str, Book] = {}
        self._versions: dict[str, list[Version]] = {}

    def book(self, game: str) -> Book:
        """A game's book as it stands on the date."""
        if game not in self._books:
            self._books[game] = in_force(load_book(game), self.versions(game), self.date)
        return self._books[game]

    def books(self, games: Iterable[str] = ()) -> list[Book]:
        """The books of these games, or all."""
        return [self.book(game) for game in (tuple(games) or packs_with_books())]

    def versions(self, game: str) -> list[Version]:
        """Every revision of a game's rules, whenever it takes effect."""
        if game not in self._versions:
            self._versions[game] = versions(self._events(REVISIONS.name, game))
        return self._versions[game]

    def revise(self, event: ClauseRevised, game: str) -> Version:
        """Record a revision, and give the version it makes."""
        check_revision(event, in_force(load_book(game), self.versions(game), event.effective))
        head = self._stream(REVISIONS.name, game)
        self._writable.append(head, [RevisionEntry(head.last + 1, (event,))])
        self._books.pop(game, None)
        self._versions.pop(game, None)
        place = (event.rule, event.clause, event.effective)
        return [
            version for version in self.versions(game) if (version.rule, version.clause, version.effective) == place
        ][-1]

    def attach(self, event: RulebookAttached) -> Placement:
        """Keep a user's rulebook text in their ledger, and say where its passages belong."""
        load_book(event.pack)
        placed = self._place(event)
        if not placed.passages:
            raise ReplayError(f"{event.name} has no heading that the book of {event.pack} has; it was not kept")
        head = self._stream(RULEBOOK.name, event.pack)
        self._writable.append(head, [RulebookEntry(head.last + 1, (event,))])
        return placed

    def attached(self, game: str) -> RulebookAttached | None:
        """The text the user attached last."""
        last: RulebookAttached | None = None
        for last in self._events(RULEBOOK.name, game):  # noqa: B007
            pass
        return last

    def placement(self, game: str) -> Placement | None:
        """The passages of the user's own copy."""
        text = self.attached(game)
        return self._place(text) if text else None

    def _place(self, text: RulebookAttached) -> Placement:
        lines = repair(text.text, parse_repairs(source_text(text.pack, "repairs.toml")))
        return place(lines, load_book(text.pack))

    def rulings(self, address: str) -> list[str]:
        """The cases in the ledger that cite an entry or a clause of it."""
        return sorted(name for name, cited in self._citations.items() if any(_within(rule, address) for rule in cited))

    @cached_property
    def _citations(self) -> dict[str, set[str]]:
        if self.ledger is None:
            return {}
        return {case.name: set(_cited(self.ledger.entries(case))) for case in self.ledger.heads(CASE)}

    @property
    def _writable(self) -> Ledger:
        if self.ledger is None:
            raise UnknownGame("there is no ledger to keep this in; name one with --ledger")
        return self.ledger

    def _stream(self, kind: str, game: str) -> Head:
        found = self._find(kind, game)
        return found or self._writable.start(f"{kind}-{game}", pack=game, kind=kind)

    def _find(self, kind: str, game: str) -> Head | None:
        heads = self.ledger.heads(kind) if self.ledger else []
        return next((head for head in heads if head.about.pack == game), None)

    def _events(self, kind: str, game: str) -> Iterator[Any]:
        head = self._find(kind, game)
        if head:
            for entry in self._writable.entries(head):
                yield from entry.events


def _within(rule: str, address: str) -> bool:
    return rule == address or rule.startswith((f"{address}#", f"{address}@"))


def _cited(entries: Iterable[CaseEntry]) -> Iterator[str]:
    """The rules that rulings of a case rest on; what a claim only speaks of is no ruling."""
    for entry in entries:
        for event in entry.events:
            if isinstance(event, Ruled):
                yield from (citation.rule for citation in event.citations)

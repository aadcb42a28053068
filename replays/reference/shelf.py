"""The shelf of books: the published rules, revised as in force on a date.

A user's own rulebook texts, attached to the books, are there, too. They do not depend on the date.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ledger.errors import UnknownGame
from ledger.revisions import (
    REVISIONS_KIND,
    RULEBOOK_KIND,
    ClauseRevised,
    RevisionEntry,
    RulebookAttached,
    RulebookEntry,
)
from ledger.streams import Head
from replays.errors import ReplayError
from replays.reference.versions import Version, check_revision, in_force, versions
from rules.books.entries import Book
from rules.books.shelf import load_book, packs_with_books
from rules.data import source_text

if TYPE_CHECKING:
    from ledger.store import Ledger
    from replays.reference.passages import Placement

HEADINGS_NAMED = 3
"""The headings that are named where a text has none of them."""


class Shelf:
    """The books of all games as they stand on a date; without a ledger, as published.

    Attached rulebook texts are all that the ledger has, whatever the date.
    """

    def __init__(self, ledger: Ledger | None, date: str) -> None:
        self.ledger, self.date = ledger, date
        self._books: dict[str, Book] = {}
        self._versions: dict[str, list[Version]] = {}

    def book(self, game: str) -> Book:
        """Return a game's book with the revisions in force on the date."""
        if game not in self._books:
            self._books[game] = in_force(load_book(game), self.versions(game), self.date)
        return self._books[game]

    def books(self, games: Iterable[str] = ()) -> list[Book]:
        """Return the books of these games, or of all games if none are named, as they stand on the date."""
        return [self.book(game) for game in (tuple(games) or packs_with_books())]

    def versions(self, game: str) -> list[Version]:
        """Return every revision of a game's rules in the order they take effect, also those after the date."""
        if game not in self._versions:
            self._versions[game] = versions(self._events(REVISIONS_KIND, game))
        return self._versions[game]

    def revise(self, event: ClauseRevised, game: str) -> Version:
        """Record a revision of a clause in the ledger, and return the version it makes.

        One that `check_revision` refuses is not recorded, nor any without a ledger.
        """
        check_revision(event, in_force(load_book(game), self.versions(game), event.effective))
        head = self._stream(REVISIONS_KIND, game)
        self._writable.append(head, [RevisionEntry(head.last + 1, (event,))])
        self._books.pop(game, None)
        self._versions.pop(game, None)
        place = (event.rule, event.clause, event.effective)
        return [
            version for version in self.versions(game) if (version.rule, version.clause, version.effective) == place
        ][-1]

    def attach(self, event: RulebookAttached) -> Placement:
        """Record a user's own rulebook text in the ledger, and return its passages by entry.

        A text in which no entry finds a passage is refused.
        """
        book = load_book(event.pack)
        placed = self._place(event)
        if not placed.passages:
            known = [f"“{entry.term}”" for entry in book.entries.values() if entry.term][:HEADINGS_NAMED]
            raise ReplayError(
                f"{event.name} has none of the headings of the rulebook that our book of {event.pack} is about, "
                f"such as {', '.join(known)}. Nothing was kept: attach the text of that edition, in its language"
            )
        head = self._stream(RULEBOOK_KIND, event.pack)
        self._writable.append(head, [RulebookEntry(head.last + 1, (event,))])
        return placed

    def attached(self, game: str) -> RulebookAttached | None:
        """Return the rulebook text that was attached last to a game's book, or None."""
        texts: list[RulebookAttached] = list(self._events(RULEBOOK_KIND, game))
        return texts[-1] if texts else None

    def placement(self, game: str) -> Placement | None:
        """Return the passages of the rulebook text attached last, by entry, or None if there is none."""
        text = self.attached(game)
        return self._place(text) if text else None

    def _place(self, text: RulebookAttached) -> Placement:
        from replays.reference.passages import place
        from replays.reference.repairs import parse_repairs, repair

        lines = repair(text.text, parse_repairs(source_text(text.pack, "repairs.toml")))
        return place(lines, load_book(text.pack))

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

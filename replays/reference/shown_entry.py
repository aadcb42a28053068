"""An entry with everything known about it, as `rules show` prints it and the page of a rule shows it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from replays.reference.checks import Checks, Exercise, checks_of
from replays.reference.passages import Passage
from replays.reference.shelf import Shelf
from rules.books.addresses import Address
from rules.books.entries import Book, Clause, Entry
from rules.books.shelf import find


class CitingRuling(msgspec.Struct, frozen=True):
    """A ruling that cites a rule: its case, the question, the judge, the day, and how the ruling stands.

    `clauses` are the numbers of the clauses it cites; 0 stands for the entry as a whole.
    """

    case: str
    question: str
    judge: str
    date: str
    standing: str
    clauses: tuple[int, ...]


class ShownClause(msgspec.Struct, frozen=True):
    """A clause of an entry: its pinned citation, where it is checked, what exercises it and how, and who ruled by it.

    `revised` says that it has other words than when its entry was published.
    """

    clause: Clause
    citation: str
    checks: tuple[str, ...]
    playthroughs: tuple[str, ...]
    rulings: tuple[CitingRuling, ...]
    revised: bool
    exercise: Exercise = Exercise()


class Example(msgspec.Struct, frozen=True):
    """A playthrough that shows a rule at work, and the clauses it exercises; none if the entry only names it."""

    name: str
    clauses: tuple[int, ...]


class EntryLinks(msgspec.Struct, frozen=True):
    """The entries that are linked with one: both ways, only from it, and only to it."""

    both: tuple[Entry, ...]
    sees: tuple[Entry, ...]
    seen_by: tuple[Entry, ...]


class ShownEntry(msgspec.Struct, frozen=True):
    """An entry with everything known about it: its book, its checks, the rulings that cite it, the user's own copy."""

    entry: Entry
    book: Book
    checks: Checks
    rulings: tuple[CitingRuling, ...] = ()
    passage: Passage | None = None

    @property
    def clauses(self) -> tuple[ShownClause, ...]:
        """Every clause with what is known about it alone."""
        return tuple(self._shown(clause) for clause in self.entry.clauses)

    @property
    def examples(self) -> tuple[Example, ...]:
        """The transcripts that show the rule at work: those it names, then playthroughs that exercise a clause."""
        found: dict[str, list[int]] = {name: [] for name in self.entry.examples}
        for clause in self.entry.clauses:
            for name in self.checks.playthroughs(self.entry, clause.n):
                found.setdefault(name, []).append(clause.n)
        return tuple(Example(name, tuple(clauses)) for name, clauses in found.items())

    @property
    def links(self) -> EntryLinks:
        """The entries linked with it. In a finished book all links go both ways."""
        sees, back = self.entry.see, self.book.seen_by.get(self.entry.id, ())
        return EntryLinks(
            self._entries(name for name in sees if name in back),
            self._entries(name for name in sees if name not in back),
            self._entries(sorted(name for name in back if name not in sees)),
        )

    @property
    def chapter(self) -> str:
        """The title of the chapter it stands in."""
        return next(chapter.title for chapter in self.book.chapters if self.entry in chapter.entries)

    def _entries(self, names: Iterable[str]) -> tuple[Entry, ...]:
        return tuple(self.book.entries[name] for name in names)

    def _shown(self, clause: Clause) -> ShownClause:
        return ShownClause(
            clause,
            f"{self.entry.address}#{clause.n}@{clause.version}",
            self.checks.of_clause(self.entry, clause.n),
            self.checks.playthroughs(self.entry, clause.n),
            tuple(ruling for ruling in self.rulings if clause.n in ruling.clauses),
            clause.version != self.entry.effective,
            self.checks.exercise_of(self.entry, clause.n),
        )


def show_entry(shelf: Shelf, address: Address, rulings: tuple[CitingRuling, ...]) -> ShownEntry:
    """Return the entry at an address as it stands on the shelf's date, with the passage of the user's own copy.

    Raises `CardError` if there is no such entry, or no such clause of it. `rulings` are those that cite it.
    """
    book = shelf.book(address.game)
    entry, _ = find(address, [book])
    placed = shelf.placement(address.game)
    passage = placed.passages.get(entry.id) if placed else None
    return ShownEntry(entry, book, checks_of(address.game), rulings, passage)

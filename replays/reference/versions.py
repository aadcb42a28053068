"""Versions of the rules: a book as it stands on a date, the history of a clause, what changed between two dates.

The version of a clause is the version of the published rules since which it reads so, or the date its revision takes
effect; a second revision for the same date gets a number behind it. A citation pins id, clause and version:
`game/entry#2@2026-01-31`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from ledger.revisions import ClauseRevised
from replays.errors import ReplayError
from rules.books.addresses import Address, parse_address
from rules.books.entries import LONGEST_CLAUSE, Book, Chapter, Clause, Entry


class Version(msgspec.Struct, frozen=True):
    """One version of a clause: what it says, from which date on, why, and when that was recorded.

    A published version has no date: `effective`, `because` and `recorded` are empty.
    """

    rule: str
    clause: int
    version: str
    says: str
    effective: str
    because: str = ""
    recorded: str = ""

    @property
    def citation(self) -> str:
        """The address pinned to this version: `okc/ambush#1@2026-03-01`."""
        return f"{self.rule}#{self.clause}@{self.version}"


class ClauseDifference(msgspec.Struct, frozen=True):
    """A clause that says something else on a second date than on a first; `before` is empty if it was not there yet.

    `because` are the reasons of the revisions in between.
    """

    rule: str
    clause: int
    before: str
    after: str
    because: tuple[str, ...]


def versions(revisions: Iterable[ClauseRevised]) -> list[Version]:
    """Return the recorded revisions as versions, in the order they take effect."""
    made: list[Version] = []
    counts: dict[tuple[str, int, str], int] = {}
    for event in sorted(revisions, key=lambda event: event.effective):  # the sort is stable: same day, order of record
        place = (event.rule, event.clause, event.effective)
        counts[place] = counts.get(place, 0) + 1
        version = event.effective if counts[place] == 1 else f"{event.effective}.{counts[place]}"
        made.append(
            Version(event.rule, event.clause, version, event.says, event.effective, event.because, event.recorded)
        )
    return made


def in_force(book: Book, revised: Iterable[Version], date: str) -> Book:
    """Return a published book with the revisions that are in effect on a date."""
    changes: dict[str, dict[int, Version]] = {}
    for version in revised:
        if version.effective <= date:
            changes.setdefault(version.rule, {})[version.clause] = version
    if not changes:
        return book
    return Book(book.game, tuple(_revised_chapter(chapter, changes) for chapter in book.chapters))


def _revised_chapter(chapter: Chapter, changes: dict[str, dict[int, Version]]) -> Chapter:
    entries = tuple(_revised(entry, changes.get(entry.address, {})) for entry in chapter.entries)
    return msgspec.structs.replace(chapter, entries=entries)


def _revised(entry: Entry, changes: dict[int, Version]) -> Entry:
    if not changes:
        return entry
    clauses = {clause.n: clause for clause in entry.clauses}
    for n, version in changes.items():
        only = clauses[n].only if n in clauses else ""
        clauses[n] = Clause(n, version.says, only, version.version)
    return msgspec.structs.replace(entry, clauses=tuple(clauses[n] for n in sorted(clauses)))


def history(entry: Entry, revised: Iterable[Version]) -> list[Version]:
    """Return every version of an entry's clauses, clause by clause, oldest first. `entry` is as published."""
    published = [Version(entry.address, clause.n, clause.version, clause.says, "") for clause in entry.clauses]
    later = [version for version in revised if version.rule == entry.address]
    return sorted([*published, *later], key=lambda version: (version.clause, version.effective))


def cited(address: Address, book: Book, revised: Sequence[Version]) -> Version:
    """Return the version that a pinned citation names, whatever has changed since; refuse one there never was.

    `book` is as published.
    """
    entry = book.entry(address.entry)
    for version in history(entry, revised):
        if version.clause == address.clause and version.version == address.version:
            return version
    raise ReplayError(
        f"{address} was never in force; `lastword rules history {entry.address}` lists the versions there were"
    )


def differences(book: Book, revised: Sequence[Version], first: str, second: str) -> Iterator[ClauseDifference]:
    """Yield the clauses that say something else on the second date than on the first, with the reasons.

    A clause that the book does not have on the second date is left out; that needs a second date before the first.
    """
    before, after = in_force(book, revised, first), in_force(book, revised, second)
    for entry in after:
        old = before.entries[entry.id]
        for clause in entry.clauses:
            was = old.clause(clause.n)
            if was is None or was.says != clause.says:
                reasons = tuple(
                    version.because
                    for version in revised
                    if (version.rule, version.clause) == (entry.address, clause.n)
                    and min(first, second) < version.effective <= max(first, second)
                )
                yield ClauseDifference(entry.address, clause.n, was.says if was else "", clause.says, reasons)


def check_revision(event: ClauseRevised, book: Book) -> None:
    """Refuse a revision of a clause that is not in the book, nor the next one to add, and one without a reason.

    Its text must not be empty, nor longer than a clause may be.
    """
    entry = book.entry(parse_address(event.rule).entry)
    last = len(entry.clauses)
    if not 1 <= event.clause <= last + 1:
        raise ReplayError(f"{event.rule} has clauses 1 to {last}; revise one of them, or add number {last + 1}")
    if not 0 < len(event.says.strip()) <= LONGEST_CLAUSE:
        raise ReplayError(
            f"a clause says one thing in 1 to {LONGEST_CLAUSE} characters; this one has {len(event.says.strip())}"
        )
    if not event.because.strip():
        raise ReplayError("a revision needs a reason: give --because")

"""One entry as a judge reads it: its clauses with what checks them, what it sees, what sees it, rulings, and one's own
copy.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

import msgspec

from replays.reference.checks import Checks
from replays.reference.passages import MENTION, Passage
from rules.books.entries import Book, Entry

WIDTH = 96


class Shown(msgspec.Struct, frozen=True):
    """An entry with everything known about it."""

    entry: Entry
    book: Book
    checks: Checks
    rulings: tuple[str, ...] = ()
    passage: Passage | None = None

    @property
    def examples(self) -> list[str]:
        """The transcripts that show the rule at work: those it names, and the playthroughs that exercise a clause of
        it.
        """
        played = (name for clause in self.entry.clauses for name in self.checks.playthroughs(self.entry, clause.n))
        return list(dict.fromkeys((*self.entry.examples, *played)))


def as_data(shown: Shown) -> dict[str, Any]:
    """For `rules show --json`."""
    entry = shown.entry
    clauses = [
        {
            "n": clause.n,
            "says": clause.says,
            "only": clause.only,
            "version": clause.version,
            "citation": f"{entry.address}#{clause.n}@{clause.version}",
            "checks": shown.checks.of_clause(entry, clause.n),
            "playthroughs": shown.checks.playthroughs(entry, clause.n),
        }
        for clause in entry.clauses
    ]
    return {
        "id": entry.address,
        "title": entry.title,
        "kind": entry.kind,
        "term": entry.term,
        "aliases": entry.aliases,
        "source": entry.source,
        "effective": entry.effective,
        "clauses": clauses,
        "readings": [msgspec.to_builtins(reading) for reading in entry.readings],
        "see": [f"{entry.game}/{name}" for name in entry.see],
        "seen_by": [f"{entry.game}/{name}" for name in shown.book.seen_by.get(entry.id, ())],
        "examples": shown.examples,
        "rulings": shown.rulings,
        "passage": msgspec.to_builtins(shown.passage) if shown.passage else None,
    }


def listed(entry: Entry, checks: Checks) -> dict[str, Any]:
    """For `rules list --json`."""
    return {
        "id": entry.address,
        "title": entry.title,
        "term": entry.term,
        "aliases": entry.aliases,
        "source": entry.source,
        "clauses": [msgspec.to_builtins(clause) for clause in entry.clauses],
        "see": [f"{entry.game}/{name}" for name in entry.see],
        "checks": checks.citing(entry),
    }


def as_text(shown: Shown) -> Iterator[str]:
    """The lines of `rules show`."""
    entry = shown.entry
    yield f"{entry.address}  {entry.title}"
    yield f"{entry.term}  ({entry.kind}; {entry.source}; since {entry.effective})"
    yield ""
    for clause in entry.clauses:
        revised = f" [since {clause.version}]" if clause.version != entry.effective else ""
        yield from _hanging(f"#{clause.n}", f"{clause.says}{revised}")
        yield from _proof(shown, clause.n, clause.only)
    for reading in entry.readings:
        yield ""
        yield from _hanging("!", f"The source contradicts itself. {reading.where}:")
        yield from _hanging("  a", reading.a)
        yield from _hanging("  b", reading.b)
        yield from _hanging("  =", f"We follow {reading.follows}: {reading.because}")
    yield from _links(shown)
    if shown.passage:
        yield from _own_copy(shown.passage)


def _proof(shown: Shown, n: int, only: str) -> Iterator[str]:
    if only:
        yield f"      reference only: {only}"
    checks, played = shown.checks.of_clause(shown.entry, n), shown.checks.playthroughs(shown.entry, n)
    if checks:
        yield from _hanging("", f"checked in {', '.join(checks)}", 6)
    if played:
        yield from _hanging("", f"exercised by {', '.join(played)}", 6)


def _links(shown: Shown) -> Iterator[str]:
    """What it sees and what sees it. Links go both ways, so the two are one list unless a book is being written."""
    see, back = set(shown.entry.see), set(shown.book.seen_by.get(shown.entry.id, ()))
    groups = [
        ("Sees and is seen by", [name for name in shown.entry.see if name in back]),
        ("Sees", [name for name in shown.entry.see if name not in back]),
        ("Is seen by", sorted(back - see)),
        ("Examples", shown.examples),
        ("Rulings", list(shown.rulings)),
    ]
    for label, names in groups:
        if names:
            yield ""
            yield from _hanging(f"{label}:", ", ".join(names))


def _own_copy(passage: Passage) -> Iterator[str]:
    how = "mentioned in" if passage.found == MENTION else "under its heading in"
    yield ""
    yield f"Your copy ({how} line {passage.line} and on):"
    yield from (f"  | {line}" for line in passage.text.splitlines())


def _hanging(mark: str, text: str, indent: int | None = None) -> Iterator[str]:
    lead = f"{mark:<5} " if mark else " " * (indent or 6)
    yield from textwrap.wrap(text, WIDTH, initial_indent=lead, subsequent_indent=" " * 6, break_on_hyphens=False)

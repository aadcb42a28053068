"""Coverage of a book: headings of the source without an entry, clauses without a check, checks without a rule."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from replays.reference.checks import Checks
from replays.reference.headings import key
from rules.books.entries import Book, Entry, Reading

_NUMBERED = re.compile(r"([0-9d]+(?:\.[0-9]+)+)\.? ", re.IGNORECASE)


class Contradiction(msgspec.Struct, frozen=True):
    """A contradiction of the source: the entry that tells of it, and both readings with the one we follow."""

    id: str
    reading: Reading


class Coverage(msgspec.Struct, frozen=True):
    """The coverage of a game's rules: how much of them has an entry, a check and an example.

    `executable` counts the clauses that an engine can check; `reference_only` gives the reason why each other one
    cannot. Of the executable ones, `judged` counts those that a verdict of a playthrough cites, `done` those the engine
    does in one without a verdict on it; `stepped` are those that playthroughs only step through. All of that is empty
    where nobody has found it out yet. `dangling_checks` are rule ids that checks cite and the book does not have, with
    the places. `ours` are clauses that the source does not have, each with the reason why the book does. `sound` says
    that every heading of the source has an entry and every rule that a check cites exists.
    """

    game: str
    entries: int
    clauses: int
    headings: int
    headings_without_entry: tuple[str, ...]
    executable: int
    reference_only: dict[str, str]
    clauses_without_check: tuple[str, ...]
    judged: int | None
    done: int | None
    stepped: tuple[str, ...]
    clauses_not_exercised: tuple[str, ...]
    dangling_checks: dict[str, tuple[str, ...]]
    contradictions: tuple[Contradiction, ...]
    ours: dict[str, str]
    sound: bool


def cover(book: Book, headings: Iterable[str], checks: Checks) -> Coverage:
    """Return the coverage of a book, measured by its source's headings, the engine's checks and the playthroughs."""
    wanted = list(headings)
    clauses = [(entry, clause) for entry in book for clause in entry.clauses]
    executable = [(entry, clause.n) for entry, clause in clauses if not clause.only]
    ways = {f"{entry.address}#{n}": checks.exercise_of(entry, n).way for entry, n in executable}
    known = checks.exercised is not None
    without_entry = tuple(heading for heading in wanted if entry_of_heading(heading, book) is None)
    dangling = {address: places for address, places in checks.cited.items() if not _exists(address, book)}
    return Coverage(
        game=book.game,
        entries=len(book.entries),
        clauses=len(clauses),
        headings=len(wanted),
        headings_without_entry=without_entry,
        executable=len(executable),
        reference_only={f"{entry.address}#{clause.n}": clause.only for entry, clause in clauses if clause.only},
        clauses_without_check=tuple(
            f"{entry.address}#{n}" for entry, n in executable if not checks.of_clause(entry, n)
        ),
        judged=list(ways.values()).count("judged") if known else None,
        done=list(ways.values()).count("done") if known else None,
        stepped=tuple(rule for rule, way in ways.items() if way == "stepped"),
        clauses_not_exercised=tuple(rule for rule, way in ways.items() if known and not way),
        dangling_checks=dangling,
        contradictions=tuple(Contradiction(entry.address, reading) for entry in book for reading in entry.readings),
        ours={f"{entry.address}#{clause.n}": clause.ours for entry, clause in clauses if clause.ours},
        sound=not without_entry and not dangling,
    )


def parse_headings(text: str) -> list[str]:
    """Return the headings listed in a text, one a line; lines that begin with # are remarks."""
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]


def entry_of_heading(heading: str, book: Book) -> Entry | None:
    """Return the entry that a heading of the source belongs to: by step number, term or another name; or None."""
    numbered = _NUMBERED.match(heading)
    if numbered and numbered[1].lower() in book.entries:
        return book.entries[numbered[1].lower()]
    wanted = key(heading)
    by_term = next((entry for entry in book if key(entry.term) == wanted), None)
    return by_term or next((entry for entry in book if wanted in map(key, entry.aliases)), None)


def _exists(address: str, book: Book) -> bool:
    name, _, clause = address.partition("/")[2].partition("#")
    entry = book.entries.get(name)
    return entry is not None and (not clause or entry.clause(int(clause)) is not None)

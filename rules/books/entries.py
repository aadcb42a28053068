"""A game's reference book: chapters, entries, clauses and readings, parsed from TOML and checked as a whole."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import msgspec

from rules.books.folding import plain
from rules.errors import CardError, nearest
from rules.toml_tables import parse

KINDS = frozenset({
    "term", "step", "keyword", "card-type", "title", "ring", "order", "trait", "location", "council", "plot", "hero",
    "section", "golden",
})  # fmt: skip
"""The kinds an entry may be of."""
LONGEST_CLAUSE = 260
"""The most characters of a clause. A clause says one thing; a longer one is two."""
_ID = re.compile(r"[a-z0-9]+(?:[.-][a-z0-9]+)*")
_TOPIC = re.compile(r"[a-z]+(?:-[a-z]+)*(?:\.[a-z]+(?:-[a-z]+)*)?(?:#(?P<clause>[0-9]+))?")


class Clause(msgspec.Struct, frozen=True, omit_defaults=True):
    """One numbered, testable statement of an entry.

    `only` is the reason why no program can check it, empty if one can. `ours` is the reason why the clause is here
    although the rulebook does not say it, empty if it does. `version` is the version of the rules that brought this
    wording.
    """

    n: int
    says: str
    only: str = ""
    version: str = ""
    ours: str = ""


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place where the rulebook contradicts itself: its two readings `a` and `b`, which one we follow, and why."""

    where: str
    a: str
    b: str
    follows: str
    because: str


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One rule: its title, its names and its clauses, under one address.

    `term` and `aliases` are what it is called, in several languages. `source` is where the rulebook says it,
    `effective` the version of the rules it is of. `see` are the ids of related entries. `topics` link it with entries
    of other books. `within` is the entry under whose heading the rulebook treats it.
    """

    game: str
    id: str
    title: str
    kind: str
    term: str
    aliases: tuple[str, ...] = ()
    source: str
    effective: str
    see: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    clauses: tuple[Clause, ...]
    readings: tuple[Reading, ...] = ()
    within: str = ""

    @property
    def address(self) -> str:
        """The address of the whole entry, such as `game/cancel`."""
        return f"{self.game}/{self.id}"

    def clause(self, n: int) -> Clause | None:
        """Return the clause of this number, or None."""
        return next((clause for clause in self.clauses if clause.n == n), None)


class Chapter(msgspec.Struct, frozen=True):
    """A chapter of the book, read from one file: its title and its entries in reading order."""

    title: str
    order: int
    file: str
    entries: tuple[Entry, ...]


class Book(msgspec.Struct, frozen=True, dict=True):
    """The whole reference of one game, chapter by chapter. Iterating gives every entry in reading order."""

    game: str
    chapters: tuple[Chapter, ...]

    @cached_property
    def entries(self) -> dict[str, Entry]:
        """Every entry by its id within the book, in reading order."""
        return {entry.id: entry for entry in self}

    @cached_property
    def seen_by(self) -> dict[str, tuple[str, ...]]:
        """For each id, the ids of the entries that name it in their `see`."""
        back: dict[str, list[str]] = {}
        for entry in self:
            for target in entry.see:
                back.setdefault(target, []).append(entry.id)
        return {target: tuple(ids) for target, ids in back.items()}

    def __iter__(self) -> Iterator[Entry]:
        for chapter in self.chapters:
            yield from chapter.entries

    def called(self, name: str) -> Entry | None:
        """Return the entry of this id, or else one with this title or alias, `first-player` for "First player"."""
        wanted = plain(name.replace("-", " "))
        named = (one for one in self.entries.values() if wanted in [plain(word) for word in (one.title, *one.aliases)])
        return self.entries.get(name) or next(named, None)

    def entry(self, name: str) -> Entry:
        """Return the entry of this id or name. Raises `CardError` with the most similar ids if there is none."""
        found = self.called(name)
        if found is None:
            raise CardError(f"{self.game} has no rule {name!r}{nearest(name, self.entries)}")
        return found


class _ClauseTable(msgspec.Struct, forbid_unknown_fields=True):
    """A `[[entry.clause]]` table as it is written in a chapter."""

    n: int
    says: str
    only: str = ""
    ours: str = ""


class _EntryTable(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """An `[[entry]]` table as it is written in a chapter."""

    id: str
    title: str
    kind: str
    term: str
    aliases: list[str]
    source: str
    effective: str
    see: list[str]
    topics: list[str] = []
    examples: list[str] = []
    clause: list[_ClauseTable]
    reading: list[Reading] = []
    within: str = ""


class _ChapterTable(msgspec.Struct, forbid_unknown_fields=True):
    """A chapter's file as it is written."""

    chapter: str
    order: int
    entry: list[_EntryTable]


def parse_book(game: str, texts: Mapping[str, str], tables: Mapping[str, dict[str, Any]] = {}) -> Book:
    """Return a game's book, parsed from the texts of its chapters by file name.

    `tables` are those texts that were parsed as TOML before.

    Raises `CardError` for the first file that is no chapter; else one that names every fault of the book, if it has
    any.
    """
    chapters = sorted(
        (_parse_chapter(game, file, text, tables.get(file)) for file, text in texts.items()),
        key=lambda c: (c.order, c.file),
    )
    book = Book(game, tuple(chapters))
    faults = list(faults_of(book))
    if faults:
        raise CardError("; ".join(faults), f"the book of {game}")
    return book


def faults_of(book: Book) -> Iterator[str]:
    """Yield a sentence for every fault of a book, such as an id used twice or a `see` that leads nowhere."""
    places: dict[str, str] = {}
    for chapter in book.chapters:
        for entry in chapter.entries:
            if entry.id in places:
                yield f"{entry.id} is in {places[entry.id]} and again in {chapter.file}"
            places[entry.id] = chapter.file
            yield from _faults_within(entry)
    for entry in book:
        for target in entry.see:
            if target not in places:
                yield f"{entry.id} sees {target}, which does not exist{nearest(target, places)}"
            elif entry.id not in book.entries[target].see:
                yield f"{entry.id} sees {target}, but {target} does not see {entry.id}"


def _faults_within(entry: Entry) -> Iterator[str]:
    """Yield a sentence for every fault that shows in one entry alone."""
    if not _ID.fullmatch(entry.id):
        yield f"{entry.id!r} is not an id: small letters, digits, dots and dashes only"
    if entry.kind not in KINDS:
        yield f"{entry.id} is of kind {entry.kind!r}{nearest(entry.kind, KINDS)}"
    if not entry.title or not entry.term or not entry.clauses:
        yield f"{entry.id} needs a title, a term and at least one clause"
    if [clause.n for clause in entry.clauses] != list(range(1, len(entry.clauses) + 1)):
        yield f"the clauses of {entry.id} are not numbered 1, 2, 3 without gaps"
    if entry.within and entry.within not in entry.see:
        yield f"{entry.id} is within {entry.within}, but does not see it"
    if entry.id in entry.see or len(set(entry.see)) != len(entry.see):
        yield f"{entry.id} sees itself, or the same entry twice"
    for topic in entry.topics:
        found = _TOPIC.fullmatch(topic)
        if found is None or int(found["clause"] or 0) > len(entry.clauses):
            yield f"{entry.id} names {topic!r}, which is no topic, or a clause it does not have"
    for clause in entry.clauses:
        if not 0 < len(clause.says) <= LONGEST_CLAUSE:
            yield f"{entry.id}#{clause.n} is {len(clause.says)} characters long; {LONGEST_CLAUSE} is the most"


def _parse_chapter(game: str, file: str, text: str, table: dict[str, Any] | None) -> Chapter:
    try:
        chapter = msgspec.convert(parse(text) if table is None else table, _ChapterTable)
    except msgspec.ValidationError as error:
        raise CardError(f"not a chapter of the reference: {error}", file) from None
    except ValueError as error:
        raise CardError(f"not TOML: {error}", file) from None
    return Chapter(chapter.chapter, chapter.order, file, tuple(_entry(game, raw) for raw in chapter.entry))


def _entry(game: str, raw: _EntryTable) -> Entry:
    return Entry(
        game=game,
        id=raw.id,
        title=raw.title,
        kind=raw.kind,
        term=raw.term,
        aliases=tuple(raw.aliases),
        source=raw.source,
        effective=raw.effective,
        see=tuple(raw.see),
        topics=tuple(raw.topics),
        examples=tuple(raw.examples),
        clauses=tuple(Clause(c.n, c.says, c.only, raw.effective, c.ours) for c in raw.clause),
        readings=tuple(raw.reading),
        within=raw.within,
    )

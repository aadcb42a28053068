"""Searching the books: an FTS5 index in memory finds entries, and what a query's words share with an entry's names
ranks them.

Each name of an entry (title, term, alias) and each clause is a row with two columns: its folded words and their light
stems. A word nobody wrote is first put together or cut, then looked for among the words near it. Ids and step numbers
lead straight to their entry and are never matched in part.
"""

from __future__ import annotations

import math
import re
import sqlite3
import weakref
from collections.abc import Iterable, Sequence
from functools import cached_property

import msgspec

from rules.books.addresses import looks_like_address, parse_address
from rules.books.entries import Book, Entry
from rules.books.folding import letters_for_digits, words
from rules.books.spelling import Speller
from rules.books.stemming import stems

# How sure a match is: the word itself, another form of it, a word one slip away, two slips away.
_SAME, _FORM, _SLIPS = 1.0, 0.85, (1.0, 0.75, 0.55)
_CANDIDATES = 240  # rows the index hands over for ranking
_BY_CLAUSE, _BY_COVER = 0.35, 0.35  # what a clause and the names together add to the best name
_STEP = re.compile(r"(?:[a-z]|[0-9]+)(?:\.[0-9]+)+")


class Hit(msgspec.Struct, frozen=True):
    """An entry that answers a query. No clause means that its heading does."""

    entry: Entry
    clause: int | None
    score: float


class _Row(msgspec.Struct, frozen=True):
    """The words of one name (clause 0) or of one clause."""

    clause: int
    words: tuple[str, ...]


_Slot = dict[str, float]  # the known words that one word of a query may mean, and how surely


class Index:
    """One book, ready to be searched."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.entries = list(book)
        self._rows = [_rows(entry) for entry in self.entries]
        self._vocabulary = {word for rows in self._rows for row in rows for word in row.words}
        self._forms: dict[str, set[str]] = {}
        for word in self._vocabulary:
            for stem in stems(word):
                self._forms.setdefault(stem, set()).add(word)
        self._rarity = self._count()
        self._db = self._fill()

    @cached_property
    def speller(self) -> Speller:
        """Made when the first unknown word is asked for."""
        return Speller(self._vocabulary)

    def search(self, query: str) -> list[Hit]:
        """Entries that answer a query, best first."""
        straight = self.exact(query)
        if straight and (looks_like_address(query) or _STEP.fullmatch(query.strip().lower())):
            return straight
        slots = self._slots(words(query))
        ranked = [hit for number in self._candidates(slots) if (hit := self._score(number, slots)).score > 0]
        ranked.sort(key=lambda hit: (-hit.score, hit.entry.id))
        first = {hit.entry.id for hit in straight}
        return straight + [hit for hit in ranked if hit.entry.id not in first]

    def exact(self, query: str) -> list[Hit]:
        """The entry whose id, address or step number stands in the query."""
        query = query.strip().lower()
        if looks_like_address(query):
            address = parse_address(query)
            entry = self.book.entries.get(address.entry) if address.game == self.book.game else None
            return [Hit(entry, address.clause or None, 2.0)] if entry else []
        named = [query, query.replace(" ", "-")] + [word for word in query.split() if _STEP.fullmatch(word)]
        found = dict.fromkeys(name for name in named if name in self.book.entries)
        return [Hit(self.book.entries[name], None, 2.0) for name in found]

    def _count(self) -> dict[str, float]:
        """How much each word tells: the fewer entries have it, the more."""
        entries_with: dict[str, int] = {}
        for rows in self._rows:
            for word in {word for row in rows for word in row.words}:
                entries_with[word] = entries_with.get(word, 0) + 1
        return {word: math.log(1 + len(self._rows) / count) for word, count in entries_with.items()}

    def _fill(self) -> sqlite3.Connection:
        db = sqlite3.connect(":memory:", check_same_thread=False)
        weakref.finalize(self, db.close)
        db.execute(
            "create virtual table rows using fts5(exact, stems, entry unindexed, tokenize = \"unicode61 tokenchars '.'\")"
        )
        filled = (
            (" ".join(row.words), " ".join(stem for word in row.words for stem in stems(word)), number)
            for number, rows in enumerate(self._rows)
            for row in rows
        )
        db.executemany("insert into rows(exact, stems, entry) values (?, ?, ?)", filled)
        return db

    def _slots(self, asked: Sequence[str]) -> list[_Slot]:
        slots: list[_Slot] = []
        at = 0
        while at < len(asked):
            joined = asked[at] + asked[at + 1] if at + 1 < len(asked) else ""
            if joined and not self._knows_both(asked[at], asked[at + 1]) and self._known(joined):
                slots.append(self._known(joined))
                at += 2
                continue
            slots.extend(self._meanings(asked[at]))
            at += 1
        return slots

    def _knows_both(self, first: str, second: str) -> bool:
        return first in self._vocabulary and second in self._vocabulary

    def _meanings(self, word: str) -> list[_Slot]:
        """What one word may mean: itself and its forms; failing that two words run together, or the words near it."""
        known = self._known(word) or self._known(letters_for_digits(word))
        if known:
            return [known]
        word = letters_for_digits(word)
        cut = self.speller.cut(word)
        if cut:
            return [self._known(part) for part in cut]
        near: _Slot = {}
        for other, slips in self.speller.near(word):
            for form, sure in self._known(other).items():
                near[form] = max(near.get(form, 0.0), sure * _SLIPS[slips])
        return [near]

    def _known(self, word: str) -> _Slot:
        slot = {form: _FORM for stem in stems(word) for form in self._forms.get(stem, ())}
        if word in self._vocabulary:
            slot[word] = _SAME
        return slot

    def _candidates(self, slots: Sequence[_Slot]) -> list[int]:
        """Entries with rows that hold any of the words or their stems, as the index ranks them."""
        exact = sorted({word for slot in slots for word in slot})
        if not exact:
            return []
        stemmed = sorted({stem for word in exact for stem in stems(word)})
        asks = f"exact : ({_any(exact)})" + (f" OR stems : ({_any(stemmed)})" if stemmed else "")
        ranked = "select entry from rows where rows match ? order by bm25(rows, 2.0, 1.0) limit ?"
        return list(dict.fromkeys(number for (number,) in self._db.execute(ranked, (asks, _CANDIDATES))))

    def _weight(self, slot: _Slot) -> float:
        """What a word of the query tells: as much as its commonest form. A word the book lacks counts in full against
        it.
        """
        return min((self._rarity[word] for word in slot), default=math.log(1 + len(self._rows)))

    def _score(self, number: int, slots: Sequence[_Slot]) -> Hit:
        """The best name by how much of it and of the query agree, helped by the best clause and by all names together."""
        weights = [self._weight(slot) for slot in slots]
        asked = sum(weights)
        name, clause_score, clause = 0.0, 0.0, None
        covered = [0.0] * len(slots)
        for row in self._rows[number]:
            agree = [max((slot.get(word, 0.0) for word in row.words), default=0.0) for slot in slots]
            shared = sum(weight * sure for weight, sure in zip(weights, agree, strict=True))
            if not shared:
                continue
            if row.clause:
                told = (shared / asked) ** 2
                if told > clause_score:
                    clause_score, clause = told, row.clause
            else:
                held = sum(self._rarity[word] for word in row.words)
                name = max(name, shared * shared / (asked * max(held, shared)))
                covered = [max(pair) for pair in zip(covered, agree, strict=True)]
        cover = sum(weight * sure for weight, sure in zip(weights, covered, strict=True)) / asked
        return Hit(self.entries[number], clause, round(name + _BY_COVER * cover**2 + _BY_CLAUSE * clause_score, 4))


class Search:
    """Several books searched as one."""

    def __init__(self, books: Iterable[Book]) -> None:
        self.indexes = [Index(book) for book in books]

    def search(self, query: str, limit: int = 10) -> list[Hit]:
        """The best hits of all books. A query that is an address or a step number gives that entry alone."""
        hits = [hit for index in self.indexes for hit in index.search(query)]
        if looks_like_address(query) or _STEP.fullmatch(query.strip().lower()):
            hits = [hit for hit in hits if hit.score >= 2.0]
        return sorted(hits, key=lambda hit: (-hit.score, hit.entry.address))[:limit]


def _rows(entry: Entry) -> tuple[_Row, ...]:
    names = dict.fromkeys(tuple(words(name)) for name in (entry.title, entry.term, *entry.aliases))
    heads = [_Row(0, name) for name in names if name]
    return (*heads, *(_Row(clause.n, tuple(words(clause.says))) for clause in entry.clauses))


def _any(tokens: Iterable[str]) -> str:
    return " OR ".join(f'"{token}"' for token in tokens)

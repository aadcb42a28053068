"""Searching the books: a full-text index in memory finds entries, and the words they share with the query rank them.

Each name of an entry (title, term, alias) and each clause is a row of the index with two columns: its folded words and
their light stems. A word of the query that the book lacks is joined with the next or cut in two. Failing that, known
words of similar spelling are taken. Ids and step numbers lead straight to their entry and are never matched in part.
"""

from __future__ import annotations

import difflib
import math
import re
import sqlite3
import weakref
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Self

import msgspec

from rules.books.addresses import looks_like_address, parse_address
from rules.books.entries import Book, Entry
from rules.books.folding import letters_for_digits, words
from rules.books.key_words import SKIPPED, KeyWords, key_words
from rules.books.spelling import Speller
from rules.books.stemming import stems

# How sure a match is: of the word itself, of another form of it, and of a word with no, one or two slips.
_SAME, _FORM, _SLIPS = 1.0, 0.85, (1.0, 0.75, 0.55)
_ALIKE = 0.85  # how much a word that people ask with for another counts beside that one
_CANDIDATES = 600  # rows the index hands over for ranking
_BY_CLAUSE, _BY_COVER = 1.5, 0.35  # how much the best clause, and all names together, add to the best name
_NAMED = 0.85  # how much a clause gains by a word that only a name of its entry has
_BESIDE = 0.6  # how much it gains by a word that only the heading of a related entry has
_LONG = 0.0005  # what each word of a clause takes off: of clauses that agree alike, the short one
_LIKE = 0.3  # how alike in spelling a name must be to be offered instead of a query that finds nothing
_NEARLY = 0.75  # how much of the best clause's agreement the next one must have to be shown beside it
_STEP = re.compile(r"(?:[a-z]|[0-9]+)(?:\.[0-9]+)+")


class Hit(msgspec.Struct, frozen=True):
    """An entry that answers a query, the clause that agrees with it best, and its score.

    `clause` is None if the query names the entry by its id or number. `also` is the clause that agrees next best, if it
    agrees nearly as well.
    """

    entry: Entry
    clause: int | None
    score: float
    also: int | None = None


class _Row(msgspec.Struct, frozen=True):
    """The folded words of one name of an entry (clause 0) or of one clause, and words that people ask with for them."""

    clause: int
    words: tuple[str, ...]
    alike: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """Both kinds of words."""
        return self.words + self.alike


_Meaning = dict[str, float]  # known words that one word of a query may mean, each with how sure that is


class BookIndex:
    """The search index of one book."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.entries = list(book)
        self._rows = [_rows(entry, key_words(book.game)) for entry in self.entries]
        self._vocabulary = {word for rows in self._rows for row in rows for word in row.all}
        self._forms: dict[str, set[str]] = {}
        for word in self._vocabulary:
            for stem in stems(word):
                self._forms.setdefault(stem, set()).add(word)
        self._beside = [_words_beside(entry, book) for entry in self.entries]
        self._rarity = self._rarities()
        self._db = self._filled_database()

    @cached_property
    def speller(self) -> Speller:
        """The spelling table of the book's words; it is made when the first unknown word is asked for."""
        return Speller(self._vocabulary)

    @property
    def names(self) -> list[str]:
        """Every title, term and alias in the book."""
        return [name for entry in self.entries for name in (entry.title, entry.term, *entry.aliases)]

    def search(self, query: str) -> list[Hit]:
        """Return the entries that answer a query, best first: those among the best 600 names and clauses.

        An address or a step number that the book has gives that entry alone.
        """
        straight = self.exact(query)
        if straight and (looks_like_address(query) or _STEP.fullmatch(query.strip().lower())):
            return straight
        asked = words(query)
        meanings = _different(self._meanings([word for word in asked if word not in SKIPPED] or asked))
        ranked = [hit for number in self._candidates(meanings) if (hit := self._score(number, meanings)).score > 0]
        ranked.sort(key=lambda hit: (-hit.score, hit.entry.id))
        first = {hit.entry.id for hit in straight}
        return straight + [hit for hit in ranked if hit.entry.id not in first]

    def exact(self, query: str) -> list[Hit]:
        """Return the entries that a query names by their address, id or a step number in it; none if it names none."""
        query = query.strip().lower()
        if looks_like_address(query):
            address = parse_address(query)
            entry = self.book.entries.get(address.entry) if address.game == self.book.game else None
            return [Hit(entry, address.clause or None, 2.0)] if entry else []
        named = [query, query.replace(" ", "-")] + [word for word in query.split() if _STEP.fullmatch(word)]
        found = dict.fromkeys(name for name in named if name in self.book.entries)
        return [Hit(self.book.entries[name], None, 2.0) for name in found]

    def _rarities(self) -> dict[str, float]:
        """Return the weight of each word: the fewer entries have it, the greater."""
        entries_with: dict[str, int] = {}
        for rows in self._rows:
            for word in {word for row in rows for word in row.all}:
                entries_with[word] = entries_with.get(word, 0) + 1
        return {word: math.log(1 + len(self._rows) / count) for word, count in entries_with.items()}

    def _filled_database(self) -> sqlite3.Connection:
        """Return an SQLite database in memory with a row for each name and clause; it is closed with the index."""
        db = sqlite3.connect(":memory:", check_same_thread=False)
        weakref.finalize(self, db.close)
        db.execute(
            "create virtual table rows using fts5"
            "(exact, stems, entry unindexed, tokenize = \"unicode61 tokenchars '.'\")"
        )
        filled = (
            (" ".join(row.all), " ".join(stem for word in row.all for stem in stems(word)), number)
            for number, rows in enumerate(self._rows)
            for row in rows
        )
        db.executemany("insert into rows(exact, stems, entry) values (?, ?, ?)", filled)
        return db

    def _meanings(self, asked: Sequence[str]) -> list[_Meaning]:
        """Return what each word of a query may mean; two words that are one in the book count as that one."""
        meanings: list[_Meaning] = []
        at = 0
        while at < len(asked):
            joined = asked[at] + asked[at + 1] if at + 1 < len(asked) else ""
            if joined and not self._knows_both(asked[at], asked[at + 1]) and self._known(joined):
                meanings.append(self._known(joined))
                at += 2
                continue
            meanings.extend(self._meanings_of(asked[at]))
            at += 1
        return meanings

    def _knows_both(self, first: str, second: str) -> bool:
        return first in self._vocabulary and second in self._vocabulary

    def _meanings_of(self, word: str) -> list[_Meaning]:
        """Return what one word may mean: itself and its forms, else two words run together, else similar words."""
        known = self._known(word) or self._known(letters_for_digits(word))
        if known:
            return [known]
        word = letters_for_digits(word)
        cut = self.speller.cut(word)
        if cut:
            return [self._known(part) for part in cut]
        near: _Meaning = {}
        for other, slips in self.speller.near(word):
            for form, sure in self._known(other).items():
                near[form] = max(near.get(form, 0.0), sure * _SLIPS[slips])
        return [near]

    def _known(self, word: str) -> _Meaning:
        """Return the book's own words that are this one or another form of it; none if it has neither."""
        meaning = {form: _FORM for stem in stems(word) for form in self._forms.get(stem, ())}
        if word in self._vocabulary:
            meaning[word] = _SAME
        return meaning

    def _candidates(self, meanings: Sequence[_Meaning]) -> list[int]:
        """Return the numbers of entries with any of the words or their stems in a row, in the order of the index."""
        exact = sorted({word for meaning in meanings for word in meaning})
        if not exact:
            return []
        stemmed = sorted({stem for word in exact for stem in stems(word)})
        asks = f"exact : ({_any(exact)})" + (f" OR stems : ({_any(stemmed)})" if stemmed else "")
        ranked = "select entry from rows where rows match ? order by bm25(rows, 2.0, 1.0) limit ?"
        return list(dict.fromkeys(number for (number,) in self._db.execute(ranked, (asks, _CANDIDATES))))

    def _weight(self, meaning: _Meaning) -> float:
        """Return the weight of one word of the query: that of its commonest form.

        A word that the book lacks has the greatest weight, and so lowers every score.
        """
        return min((self._rarity[word] for word in meaning), default=math.log(1 + len(self._rows)))

    def _score(self, number: int, meanings: Sequence[_Meaning]) -> Hit:
        """Return the hit for the entry of this number: its score, and the clause that agrees best with the query.

        The score is that of the best name, raised by all names together, or that of the best clause if it is higher:
        a clause counts its own words in full, and in part those that only a name of its entry has.
        """
        weights = [self._weight(meaning) for meaning in meanings]
        asked = sum(weights)
        name = 0.0
        told: list[tuple[float, int]] = []
        related = self._beside[number]
        beside = [max((sure for word, sure in meaning.items() if word in related), default=0.0) for meaning in meanings]
        named = [0.0] * len(meanings)
        for row in self._rows[number]:
            agree = [_agreement(row, meaning) for meaning in meanings]
            shared = sum(weight * sure for weight, sure in zip(weights, agree, strict=True))
            if not row.clause:
                held = sum(self._rarity[word] for word in row.all)
                name = max(name, shared * shared / (asked * max(held, shared)) if shared else 0.0)
                named = [max(pair) for pair in zip(named, agree, strict=True)]
                continue
            known = zip(agree, named, beside, strict=True)
            both = [max(own, _NAMED * by_name, _BESIDE * near) for own, by_name, near in known]
            agreed = sum(weight * sure for weight, sure in zip(weights, both, strict=True)) / asked
            told.append((agreed - (_LONG * len(row.words) if shared else 0.0), row.clause))
        told.sort(key=lambda pair: (0.0 if min(named) >= _FORM else -pair[0], pair[1]))
        best, clause = told[0]
        also = next((n for agreed, n in told[1:2] if agreed >= _NEARLY * best), None)
        cover = sum(weight * sure for weight, sure in zip(weights, named, strict=True)) / asked
        score = name + _BY_COVER * cover**2 + _BY_CLAUSE * best**2
        return Hit(self.entries[number], clause, round(score, 4), also)


class Search:
    """A search through several books at once, by an index of each."""

    def __init__(self, indexes: Iterable[BookIndex]) -> None:
        self.indexes = list(indexes)

    @classmethod
    def of_books(cls, books: Iterable[Book]) -> Self:
        """Return a search through some books, with indexes made for it."""
        return cls(BookIndex(book) for book in books)

    def search(self, query: str, limit: int = 10) -> list[Hit]:
        """Return the best hits of all books, `limit` at most.

        A query that is an address or a step number gives only the entries it names, or nothing.
        """
        hits = [hit for index in self.indexes for hit in index.search(query)]
        if looks_like_address(query) or _STEP.fullmatch(query.strip().lower()):
            hits = [hit for hit in hits if hit.score >= 2.0]
        return sorted(hits, key=lambda hit: (-hit.score, hit.entry.address))[:limit]

    def nearest(self, query: str, count: int = 3) -> list[str]:
        """Return the names in the books that are spelt most like a query, for one that finds nothing."""
        names = {" ".join(words(name)): name for index in self.indexes for name in index.names}
        close = difflib.get_close_matches(" ".join(words(query)), names, count, _LIKE)
        return [names[folded] for folded in close]


def _rows(entry: Entry, known: KeyWords) -> tuple[_Row, ...]:
    """Return the rows of an entry: one for each different name, then one for each clause with its key words."""
    names = dict.fromkeys(tuple(words(name)) for name in (entry.title, entry.term, *entry.aliases))
    heads = [_Row(0, name) for name in names if name]
    heads.append(_Row(0, (), tuple(known.of([*words(entry.title), *words(entry.id)]))))
    said = [(clause.n, words(clause.says)) for clause in entry.clauses]
    return (*heads, *(_Row(n, (*text, *known.of(text)), tuple(known.like(text))) for n, text in said))


def _agreement(row: _Row, meaning: _Meaning) -> float:
    """Return how surely a row has one word of a query; a word that is only asked with for its own counts less."""
    own = max((meaning.get(word, 0.0) for word in row.words), default=0.0)
    return max(own, _ALIKE * max((meaning.get(word, 0.0) for word in row.alike), default=0.0))


def _words_beside(entry: Entry, book: Book) -> frozenset[str]:
    """Return the words in the titles and terms of the entries that one sees."""
    related = [book.entries[id_] for id_ in entry.see if id_ in book.entries]
    return frozenset(word for other in related for name in (other.title, other.term) for word in words(name))


def _different(meanings: Sequence[_Meaning]) -> list[_Meaning]:
    """Return what the words of a query may mean, without a word that is only another form of one before it."""
    kept: dict[frozenset[str], _Meaning] = {}
    for meaning in meanings:
        kept.setdefault(frozenset(meaning), meaning)
    return list(kept.values())


def _any(tokens: Iterable[str]) -> str:
    return " OR ".join(f'"{token}"' for token in tokens)

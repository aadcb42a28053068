"""One topic in several games, side by side: the aspects all of them have, and those that some lack.

An entry lists its topics: `contest` for the whole entry, `contest.tie#2` for the clause that treats one aspect of it.
Clauses of the same aspect stand in one row. In a book where no entry lists the topic, it is looked up as an id or a
name, or else searched for. Clauses of entries without aspects are put in one row if they share many of their words;
words that games have for the same thing, such as `kneel` and `bow`, count as one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import log, sqrt

import msgspec

from replays.errors import ReplayError
from rules.books.entries import Book, Entry
from rules.books.folding import words
from rules.books.search import BookIndex
from rules.books.stemming import english

_ALIKE = 0.3
"""How alike two clauses must be to be put together."""
_NUMBERED = re.compile(r"^[0-9]|-[0-9]+[a-z]?$")
"""The id of a step: it begins or ends with a number."""
_COMMON = frozenset(
    words("a an the of to in on is are be it its that this and or if as by for with may can not no any all")
)

_MEANINGS = {
    english(other): english(word)
    for word, others in {
        "challenge": "conflict clash battle",
        "kneel": "bow exhaust exhausted kneeling",
        "stand": "ready unexhausted standing",
        "strength": "str skill",
        "reaction": "response",
        "faction": "house clan",
        "character": "hero unit",
        "marshal": "play recruit",
        "gold": "fate",
        "ability": "effect",
        "kill": "eliminate",
        "round": "year",
        "attacker": "attacking",
        "defender": "defending",
    }.items()
    for other in others.split()
}
"""Words that games have for the same thing: the stem of each, and the stem they are all compared by."""


class Cell(msgspec.Struct, frozen=True):
    """One game's clause in a comparison: its address and what it says."""

    id: str
    says: str


class ComparisonRow(msgspec.Struct, frozen=True):
    """One row of a comparison: an aspect, and by game the clauses on it. `aspect` is empty in rows made by likeness."""

    aspect: str
    cells: dict[str, tuple[Cell, ...]]


class Comparison(msgspec.Struct, frozen=True):
    """A topic in several games: its entries by game, the rows that every game has, and the rows that some lack."""

    topic: str
    games: tuple[str, ...]
    entries: dict[str, tuple[str, ...]]
    same: tuple[ComparisonRow, ...]
    differs: tuple[ComparisonRow, ...]


def compare(topic: str, books: Sequence[Book]) -> Comparison:
    """Return what several books say on one topic; refuse a topic that none of them has.

    Of an entry that names clauses for aspects of the topic, the other clauses are left out.
    """
    found = {book.game: _on_topic(topic, book) for book in books}
    if not any(found.values()):
        raise ReplayError(f"no book has the topic {topic!r}; {_known_topics(books)}")
    rows = _by_aspect(topic, found)
    games = tuple(found)
    entries = {game: tuple(entry.address for entry in on) for game, on in found.items()}
    everywhere = [row for row in rows if len(row.cells) == len(games)]
    return Comparison(topic, games, entries, tuple(everywhere), tuple(row for row in rows if row not in everywhere))


def topics_of(books: Sequence[Book]) -> list[str]:
    """Return the topics that entries of these books list, sorted."""
    return sorted({tag.partition("#")[0].partition(".")[0] for book in books for entry in book for tag in entry.topics})


class Comparable(msgspec.Struct, frozen=True):
    """A topic of an entry on which other books have something too, and the games of all these books, its own first."""

    topic: str
    games: tuple[str, ...]


def comparable(entry: Entry, books: Sequence[Book]) -> Comparable | None:
    """Return the topic on which most other books can be compared with an entry, or None if no book has any of them.

    Topics are those that the entry lists, and its id. Other books must list the topic, or have an entry of that id; the
    number of a step says nothing about what it is, so steps are not compared by it.
    """
    others = [book for book in books if book.game != entry.game]
    best: Comparable | None = None
    own = () if _NUMBERED.search(entry.id) else (entry.id,)
    for topic in dict.fromkeys((*(_tag(tag)[0] for tag in entry.topics), *own)):
        having = tuple(book.game for book in others if topic in book.entries or _lists(book, topic))
        if having and (best is None or len(having) + 1 > len(best.games)):
            best = Comparable(topic, (entry.game, *having))
    return best


def _lists(book: Book, topic: str) -> bool:
    return any(_tag(tag)[0] == topic for entry in book for tag in entry.topics)


def _known_topics(books: Sequence[Book]) -> str:
    known = topics_of(books)
    return (
        f"topics are {', '.join(known)}, and every id or name of an entry"
        if known
        else "try an id or a name of an entry"
    )


def _on_topic(topic: str, book: Book) -> list[Entry]:
    """Return the entries on a topic: those that list it, or else the one of that id or name, or the best match."""
    tagged = [entry for entry in book if any(_tag(tag)[0] == topic for tag in entry.topics)]
    if tagged:
        return tagged
    named = book.entries.get(topic)
    if named:
        return [named]
    wanted = words(topic.replace("-", " "))
    exact = [
        entry for entry in book if any(words(name) == wanted for name in (entry.title, entry.term, *entry.aliases))
    ]
    if exact:
        return exact[:1]
    best = BookIndex(book).search(topic.replace("-", " "))[:1]
    return [hit.entry for hit in best if hit.score >= 0.6]


def _by_aspect(topic: str, found: dict[str, list[Entry]]) -> list[ComparisonRow]:
    """Return the rows of a comparison: clauses tagged with an aspect by it, those of untagged entries by likeness."""
    aspects: dict[str, dict[str, tuple[Cell, ...]]] = {}
    loose: list[tuple[str, Cell]] = []
    for game, entries in found.items():
        for entry in entries:
            tagged = {clause: aspect for name, aspect, clause in map(_tag, entry.topics) if name == topic and aspect}
            for clause in entry.clauses:
                cell = Cell(f"{entry.address}#{clause.n}", clause.says)
                aspect = tagged.get(clause.n) or tagged.get(0)
                if aspect:
                    row = aspects.setdefault(aspect, {})
                    row[game] = (*row.get(game, ()), cell)
                elif not tagged:
                    loose.append((game, cell))
    return [ComparisonRow(aspect, cells) for aspect, cells in aspects.items()] + _by_likeness(loose)


def _by_likeness(loose: list[tuple[str, Cell]]) -> list[ComparisonRow]:
    """Return rows of clauses of several games that say the like: the most alike are put together first."""
    contents = [_content(cell.says) for _, cell in loose]
    weights = _weights(contents)
    pairs = [
        (_likeness(contents[one], contents[two], weights), one, two)
        for one, two in combinations(range(len(loose)), 2)
        if loose[one][0] != loose[two][0]
    ]
    row_of = {at: {at} for at in range(len(loose))}
    for alike, one, two in sorted(pairs, key=lambda pair: -pair[0]):
        together = row_of[one] | row_of[two]
        if alike >= _ALIKE and len({loose[at][0] for at in together}) == len(together):
            row_of.update(dict.fromkeys(together, together))
    rows = dict.fromkeys(tuple(sorted(row_of[at])) for at in range(len(loose)))
    return [ComparisonRow("", {loose[at][0]: (loose[at][1],) for at in row}) for row in rows]


def _weights(contents: list[set[str]]) -> dict[str, float]:
    """Return how much each stem tells: the fewer clauses have it, the more."""
    having = Counter(stem for content in contents for stem in content)
    return {stem: log(1 + len(contents) / count) for stem, count in having.items()}


def _likeness(one: set[str], two: set[str], weights: dict[str, float]) -> float:
    """Return how alike two clauses are, from 0 to 1, by the weights of the stems they share."""

    def mass(stems: set[str]) -> float:
        return sum(weights[stem] ** 2 for stem in stems)

    return mass(one & two) / sqrt(mass(one) * mass(two)) if one and two else 0.0


def _content(text: str) -> set[str]:
    """Return the stems of what a clause speaks about, words of the same meaning as one."""
    stems = (english(word) for word in words(text) if word not in _COMMON)
    return {_MEANINGS.get(stem, stem) for stem in stems}


def _tag(tag: str) -> tuple[str, str, int]:
    """Return topic, aspect and clause of a tag: `contest.tie#2` is `("contest", "tie", 2)`."""
    name, _, clause = tag.partition("#")
    topic, _, aspect = name.partition(".")
    return topic, aspect, int(clause or 0)

"""Passages of a rulebook text: the text cut at its headings, and each entry's passage found.

A passage says more than its heading. Entries are looked for three times, each time those for which no passage was found
before: by headings as they are written, by headings with up to one letter in five wrong, and by the first paragraph
that mentions the entry by its term or by another name. When a heading occurs more than once (a chart and its details, a
page printed twice), the occurrence with the most text under it is the passage. A heading right above another one takes
in that section, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from replays.reference.headings import COLUMN, column_pairs, key, possible_headings, written_headings
from rules.books.entries import Book, Entry
from rules.books.folding import words
from rules.books.spelling import distance

SENTENCE = 15
"""The fewest letters that a passage has besides its heading if it says something."""
HEADING, NEAR, MENTION = "heading", "near", "mention"
"""How a passage was found: by its heading, by a damaged heading, by a mention."""


LONGEST_HEADING = 40
"""The most letters of a section that may be a heading alone."""
SHORTEST = 5
"""The fewest letters of a name, with a space at either end, by which an entry is found where it is mentioned."""


class Passage(msgspec.Struct, frozen=True):
    """A stretch of a rulebook text: its first line (from 1), its text with the heading, and how it was found."""

    line: int
    text: str
    found: str = HEADING


class Placement(msgspec.Struct, frozen=True):
    """The passages of a text by the id of the entry each belongs to, and the ids of entries without one."""

    passages: dict[str, Passage]
    missing: tuple[str, ...]

    def clauses(self, book: Book) -> int:
        """Return how many clauses of a book are in entries that have a passage."""
        return sum(len(book.entries[name].clauses) for name in self.passages)

    def count(self, way: str) -> int:
        """Return how many passages were found in one way: `HEADING`, `NEAR` or `MENTION`."""
        return [passage.found for passage in self.passages.values()].count(way)


class _Cut(msgspec.Struct, frozen=True):
    """A heading at which the text is cut: its line (from 0) and the entries it belongs to."""

    line: int
    ids: tuple[str, ...]
    found: str = HEADING


def place(lines: list[str], book: Book) -> Placement:
    """Return the passage of the text that belongs to each entry of a book, and the entries for which none was found."""
    cuts = list(_cuts(lines, book))
    passages = _passages(lines, cuts)
    passages = _passages(lines, [*cuts, *_near_cuts(lines, _silent(book, passages))])
    passages.update(_mentions(lines, _silent(book, passages)))
    lost = tuple(entry.id for entry in _silent(book, passages))
    return Placement({name: passage for name, passage in passages.items() if name not in lost}, lost)


def _silent(book: Book, passages: Mapping[str, Passage]) -> list[Entry]:
    """Return the entries without a passage that speaks."""
    return [entry for entry in book if entry.id not in passages or not _speaks(passages[entry.id].text, entry)]


def _speaks(text: str, entry: Entry) -> bool:
    """Whether a passage says more than the heading of its entry."""
    return len(key(text)) - len(key(entry.term)) >= SENTENCE


def _cuts(lines: list[str], book: Book) -> Iterator[_Cut]:
    terms: dict[str, list[str]] = {}
    for entry in book:
        terms.setdefault(key(entry.term), []).append(entry.id)
    for heading in written_headings(lines, book, frozenset(terms)):
        yield _Cut(heading.line, (heading.step,) if heading.step else tuple(terms[heading.key]))


def _near_cuts(lines: list[str], lost: list[Entry]) -> Iterator[_Cut]:
    """Yield the heading with the fewest wrong letters for each entry whose term was not found as it is written."""
    shaped = list(possible_headings(lines))
    terms = {entry.id: key(entry.term) for entry in lost}
    for name, term in terms.items():
        near = [(slips, shape.line) for shape in shaped if (slips := _slips(term, shape.key)) is not None]
        if near:
            yield _Cut(min(near)[1], (name,), NEAR)
    for line, left, right in column_pairs(lines):
        first = [name for name, term in terms.items() if _slips(term, left) is not None]
        second = [name for name, term in terms.items() if _slips(term, right) is not None] if first else []
        if second:
            yield _Cut(line, (*first, *second), NEAR)


def _slips(term: str, seen: str) -> int | None:
    """Return how many letters of a heading differ from a term, or None if more than one in five do."""
    most = len(term) // 5
    if abs(len(term) - len(seen)) > most:
        return None
    size = len(term) // (most + 1)  # cut into one piece more than may be wrong, a term has a piece that is right
    if not any(term[at : at + size] in seen for at in range(0, size * (most + 1), size)):
        return None
    slips = distance(term, seen, most)
    return slips if slips <= most else None


def _passages(lines: list[str], cuts: Iterable[_Cut]) -> dict[str, Passage]:
    cuts = sorted(cuts, key=lambda cut: cut.line)
    starts = sorted({cut.line for cut in cuts})
    ends = dict(zip(starts, [*starts[1:], len(lines)], strict=False))
    best: dict[str, Passage] = {}
    for cut in cuts:
        text = _section(lines, cut.line, ends)
        for name in cut.ids:
            if name not in best or len(text) > len(best[name].text):
                best[name] = Passage(cut.line + 1, text, cut.found)
    return best


def _section(lines: list[str], start: int, ends: Mapping[int, int]) -> str:
    """Return the text from a heading to the next one.

    A heading right above another one takes in that section, too, unless that is a heading alone: then it is a list.
    """
    end = ends[start]
    after = ends.get(end, end)
    is_alone = not any(line.strip() for line in lines[start + 1 : end])
    if is_alone and len(key(" ".join(lines[end:after]))) >= LONGEST_HEADING:
        end = after
    return "\n".join(lines[start:end]).strip()


def _mentions(lines: list[str], lost: list[Entry]) -> Iterator[tuple[str, Passage]]:
    """Yield for each entry the first paragraph that mentions it and says more than its name.

    The term counts before the other names, and a paragraph that begins with a name before one that has it inside.
    """
    paragraphs = [(start, text, f" {' '.join(words(text))} ") for start, text in _paragraphs(lines)]
    for entry in lost:
        speaking = [paragraph for paragraph in paragraphs if _speaks(paragraph[1], entry)]
        for name in (entry.term, *entry.aliases):
            wanted = f" {' '.join(words(name))} "
            mentioning = [paragraph for paragraph in speaking if wanted in paragraph[2]]
            if mentioning and len(wanted) >= SHORTEST:
                start, text, _ = min(mentioning, key=lambda paragraph: not paragraph[2].startswith(wanted))
                yield entry.id, Passage(start + 1, text, MENTION)
                break


def _paragraphs(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield each paragraph with its first line: lines up to an empty one, or one line longer than a column."""
    start = 0
    for number, line in enumerate([*lines, ""]):
        if not line.strip() or len(line) > COLUMN:
            if start < number:
                yield start, "\n".join(lines[start:number]).strip()
            if line.strip():
                yield number, line.strip()
            start = number + 1

"""Headings in a rulebook text: whole lines, beginnings of lines, numbered steps, two columns in one line."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from rules.books.entries import Book
from rules.books.folding import words

_TALLEST = 4
"""The most lines a heading may take."""
COLUMN = 90
"""The most characters a line of a column may have; a longer line is a whole paragraph."""
_BULLET = re.compile(r"^\s*[•◊▪*]\s*|^\s*[-–]\s+")
_LEAD = re.compile(r"^\s*(?:[•◊▪*]\s*)?(?P<lead>(?:[0-9]+\.\s+)?[^–:.]{2,90}?)\s*[–:.](?:\s|$)")
_IS = re.compile(r"^\s*(?:[•◊▪*]\s*)?(?P<lead>[^\W\d_a-ząćęłńóśźż]{3,}) to ")  # `NIZINY to region`
_NUMBER = re.compile(r"^\s*(?P<number>[0-9D]+(?:\.[0-9]+)*[A-Za-zА-Яа-я]?)[.)]?\s+\S")
_SUBSTEP = re.compile(r"(?P<section>.+), (?:krok |крок )?(?P<number>[0-9]+\w?)")
_ENDED = re.compile(r"[.!?:;”\")\]…]$")
_LATIN_STEPS = str.maketrans("авсехАВСЕХ", "abcexABCEX")


class Heading(msgspec.Struct, frozen=True):
    """A heading in a text: its line (from 0), and the key of its term or the id of the step whose number it has."""

    line: int
    key: str
    step: str = ""


def key(text: str) -> str:
    """Return a heading as one word to compare by, without spaces, diacritics and punctuation.

    Letter-spaced headings, and those broken over two lines, have the same key as the others.
    """
    return "".join(words(text)).replace(".", "")


def written_headings(lines: list[str], book: Book, terms: frozenset[str]) -> Iterator[Heading]:
    """Yield the headings in a text that match a term (by its key) or a numbered step of a book exactly."""
    substeps = _substeps(book)
    section = ""
    for number, line in enumerate(lines):
        if not line.strip():
            continue
        whole = _whole(lines, number, terms)
        if whole:
            section = whole
            yield Heading(number, whole)
            continue
        step = _step_of(line, book, substeps, section)
        if step:
            yield Heading(number, "", step)
            continue
        lead = next((lead for lead in _leads(line) if lead in terms), "") if _may_begin(lines, number) else ""
        if lead:
            yield Heading(number, lead)
    for number, left, right in column_pairs(lines):
        if left in terms and right in terms:
            yield Heading(number, left)
            yield Heading(number, right)


def possible_headings(lines: list[str]) -> Iterator[Heading]:
    """Yield beginnings of lines, and blocks of up to three lines, that could be headings by their place.

    What they say does not matter; keys of less than four letters are left out.
    """
    for number, line in enumerate(lines):
        if line.strip() and _may_begin(lines, number):
            keys = {*_leads(line), *(_block(lines, number, height) for height in range(1, _TALLEST))}
            yield from (Heading(number, found) for found in sorted(keys) if len(found) >= 4)


def column_pairs(lines: list[str]) -> Iterator[tuple[int, str, str]]:
    """Yield each way to cut a short line in two, as line number and two keys: it may be two headings in two columns.

    Lines that begin with a small letter, or end like a sentence, are left out.
    """
    for number, line in enumerate(lines):
        parts = line.split()
        if (
            len(line) < COLUMN
            and 2 <= len(parts) <= 9
            and not _ENDED.search(line.strip())
            and not line.strip()[0].islower()
        ):
            for at in range(1, len(parts)):
                yield number, key(" ".join(parts[:at])), key(" ".join(parts[at:]))


def _whole(lines: list[str], number: int, terms: frozenset[str]) -> str:
    """Return the term that a line is, alone or with the lines after it, also when printed twice; empty if none."""
    for height in range(_TALLEST, 0, -1):
        block = _block(lines, number, height)
        once = block[: len(block) // 2] if block and block == block[: len(block) // 2] * 2 else block
        if once in terms and (height > 1 or _may_begin(lines, number)):
            return once
    return ""


def _block(lines: list[str], start: int, height: int) -> str:
    block = lines[start : start + height]
    if len(block) < height or any(not line.strip() or len(line) > COLUMN for line in block):
        return ""
    return key(" ".join(_BULLET.sub("", line) for line in block))


def _substeps(book: Book) -> dict[tuple[str, str], str]:
    """Return the ids of entries that are numbered items of a section, by the section's key and the number."""
    parts = ((entry.id, _SUBSTEP.fullmatch(entry.term)) for entry in book)
    return {(key(part["section"]), _plain_number(part["number"])): name for name, part in parts if part}


def _step_of(line: str, book: Book, substeps: dict[tuple[str, str], str], section: str) -> str:
    numbered = _NUMBER.match(line)
    if not numbered:
        return ""
    number = _plain_number(numbered["number"])
    return substeps.get((section, number)) or (number if "." in number and number in book.entries else "")


def _leads(line: str) -> Iterator[str]:
    """Yield the keys of what a line begins with, up to a dash, colon or full stop, with and without its number."""
    for pattern in (_LEAD, _IS):
        found = pattern.match(line)
        if found:
            yield key(found["lead"])
            yield key(re.sub(r"^[0-9]+\.\s+", "", found["lead"]))
    if len(line) > COLUMN:
        return
    unnumbered = re.sub(r"^\s*[0-9]+\.\s+", "", line)
    if unnumbered != line:
        yield key(unnumbered)


def _may_begin(lines: list[str], number: int) -> bool:
    """Whether a heading may begin at a line: after an empty line, a finished sentence or a whole paragraph."""
    before = lines[number - 1].strip() if number else ""
    start = _BULLET.sub("", lines[number]).strip()
    goes_on = start[:1].islower() and not start[1:2].isupper()  # small capitals are read as `rOZPatrZenIe`
    listed = any(_BULLET.match(line) or _NUMBER.match(line) for line in (lines[number], before))
    finished = listed or not before or bool(_ENDED.search(before)) or before.isupper()
    return not goes_on and (finished or len(before) < 30 or len(before) > COLUMN)


def _plain_number(number: str) -> str:
    """Return a step number in lower-case Latin letters, also where a Cyrillic letter was printed."""
    return number.translate(_LATIN_STEPS).lower()

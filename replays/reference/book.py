"""A game's whole book as one HTML page or as Markdown: chapters in order, every entry and clause with its anchor."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from markupsafe import Markup

from replays.pages.markdown import escape_markdown
from replays.pages.single_file import single_file
from rules.books.entries import Book, Chapter, Entry
from rules.books.shelf import language_of


class Edition(msgspec.Struct, frozen=True):
    """A book to be written out: its title, the date its rules are in force on, and charts.

    A chart is its title and SVG text, light and dark.
    """

    book: Book
    title: str
    date: str
    charts: tuple[tuple[str, str, str], ...] = ()

    @property
    def clauses(self) -> int:
        """The number of clauses in the book."""
        return sum(len(entry.clauses) for entry in self.book)

    @property
    def language(self) -> str:
        """The language of the terms, as pages name it."""
        return language_of(self.book.game)

    @property
    def drawings(self) -> list[tuple[str, Markup, Markup]]:
        """The charts as markup: title and SVG elements, light and dark. Graphviz wrote them, from our own rules."""
        return [(title, _element(light), _element(dark)) for title, light, dark in self.charts]

    @property
    def names(self) -> list[tuple[str, Entry, str]]:
        """The index: every title and term of the book, sorted, with its entry and with the language of a term."""
        titles = {(entry.title, entry.id): "" for entry in self.book}
        terms = {(entry.term, entry.id): self.language for entry in self.book}
        found = {**terms, **titles}
        ordered = sorted(found, key=lambda pair: (pair[0].casefold(), pair[1], pair[0]))
        return [(name, self.book.entries[target], found[name, target]) for name, target in ordered]

    @staticmethod
    def anchor(entry: Entry) -> str:
        """Return the id of an entry's place on the page: `r-cancel`."""
        return f"r-{entry.id}"

    @staticmethod
    def chapter_anchor(chapter: Chapter) -> str:
        """Return the id of a chapter's place on the page."""
        return f"c-{chapter.file.removesuffix('.toml')}"


def _element(svg: str) -> Markup:
    """Return the element of an SVG text, without what stands before it."""
    return Markup(svg[svg.find("<svg") :].strip())


def as_html(edition: Edition) -> str:
    """Return a book as one HTML page; its style and charts are inside, and it fetches and runs nothing."""
    return single_file("reference/book.html", f"{edition.title}: rules reference", "rules", edition=edition)


def as_markdown(edition: Edition) -> str:
    """Return a book as Markdown, without charts, links back and the index of names; links lead to HTML anchors."""
    return "\n".join(_markdown(edition)).rstrip() + "\n"


def _markdown(edition: Edition) -> Iterator[str]:
    book = edition.book
    yield f"# {edition.title}: rules reference\n\nAs in force on {edition.date}.\n\n## Contents\n"
    for chapter in book.chapters:
        yield f"- [{escape_markdown(chapter.title)}](#{edition.chapter_anchor(chapter)})"
        yield from (f"  - [{escape_markdown(entry.title)}](#{edition.anchor(entry)})" for entry in chapter.entries)
    for chapter in book.chapters:
        yield f'\n<a id="{edition.chapter_anchor(chapter)}"></a>\n\n## {escape_markdown(chapter.title)}'
        for entry in chapter.entries:
            yield from _markdown_entry(entry, edition)


def _markdown_entry(entry: Entry, edition: Edition) -> Iterator[str]:
    book = edition.book
    yield f'\n<a id="{edition.anchor(entry)}"></a>\n\n### {escape_markdown(entry.title)}\n'
    yield f"`{entry.address}` · *{escape_markdown(entry.term)}* · {escape_markdown(entry.source)}\n"
    for clause in entry.clauses:
        only = f" *({escape_markdown(clause.only)})*" if clause.only else ""
        since = f" *since {clause.version}*" if clause.version != entry.effective else ""
        ours = f" *(ours: {escape_markdown(clause.ours)})*" if clause.ours else ""
        yield f"{clause.n}. {escape_markdown(clause.says)}{only}{ours}{since}"
    for reading in entry.readings:
        yield f"\n> **The source contradicts itself.** {escape_markdown(reading.where)}  "
        yield f"> a: {escape_markdown(reading.a)}  \n> b: {escape_markdown(reading.b)}  "
        yield f"> We follow {reading.follows}: {escape_markdown(reading.because)}"
    if entry.see:
        seen = (book.entries[name] for name in entry.see)
        links = (f"[{escape_markdown(other.title)}](#{edition.anchor(other)})" for other in seen)
        yield f"\n**See** {' · '.join(links)}"

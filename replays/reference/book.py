"""A game's whole book as one HTML page or as Markdown: chapters in order, every entry and clause with its anchor."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

import msgspec

from replays.page import page
from replays.reference.style import STYLE
from rules.books.entries import Book, Chapter, Clause, Entry, Reading


class Edition(msgspec.Struct, frozen=True):
    """A book to be written out: its title, the date its rules are in force on, and charts as pairs of title and SVG."""

    book: Book
    title: str
    date: str
    charts: tuple[tuple[str, str], ...] = ()


def as_html(edition: Edition) -> str:
    """Return a book as one HTML page; its style and charts are inside, and it fetches and runs nothing."""
    book = edition.book
    body = "\n".join((*_cover(edition), *_contents(edition), *_charts(edition), *_chapters(book), *_names(book)))
    return page(f"{edition.title}: rules reference", STYLE, body)


def as_markdown(edition: Edition) -> str:
    """Return a book as Markdown, without charts, links back and the index of names; links lead to HTML anchors."""
    return "\n".join(_markdown(edition)).rstrip() + "\n"


def _cover(edition: Edition) -> Iterator[str]:
    book = edition.book
    clauses = sum(len(entry.clauses) for entry in book)
    yield f'<header><p class="game">{escape(book.game)}</p><h1>{escape(edition.title)}</h1>'
    amounts = f"{len(book.entries)} entries, {clauses} clauses"
    yield f"<p>Rules reference, as in force on {escape(edition.date)}: {amounts}.</p>"
    yield "<p>Cite a clause by its address, for example "
    first = next(iter(book))
    yield f"<code>{escape(first.address)}#1</code>. Links lead both ways: what an entry sees also sees it.</p></header>"


def _contents(edition: Edition) -> Iterator[str]:
    yield '<nav id="contents"><h2>Contents</h2>'
    if edition.charts:
        yield '<p><a href="#charts">Timing charts</a></p>'
    for chapter in edition.book.chapters:
        yield f'<details><summary><a href="#{_chapter_anchor(chapter)}">{escape(chapter.title)}</a></summary><ul>'
        yield from (f'<li><a href="#{anchor(entry)}">{escape(entry.title)}</a></li>' for entry in chapter.entries)
        yield "</ul></details>"
    yield '<p><a href="#names">Index of names</a></p></nav><main>'


def _charts(edition: Edition) -> Iterator[str]:
    if edition.charts:
        yield '<section id="charts"><h2>Timing charts</h2>'
        for title, svg in edition.charts:
            yield f"<figure><figcaption>{escape(title)}</figcaption>{svg[svg.find('<svg') :]}</figure>"
        yield "</section>"


def _chapters(book: Book) -> Iterator[str]:
    for chapter in book.chapters:
        yield f'<section><h2 id="{_chapter_anchor(chapter)}">{escape(chapter.title)}</h2>'
        for entry in chapter.entries:
            yield from _entry(entry, book)
        yield "</section>"


def _entry(entry: Entry, book: Book) -> Iterator[str]:
    yield f'<article id="{anchor(entry)}"><h3><a href="#{anchor(entry)}">{escape(entry.title)}</a></h3>'
    facts = f"<code>{escape(entry.address)}</code> · <i>{escape(entry.term)}</i> · {escape(entry.source)}"
    yield f'<p class="facts">{facts}</p><ol>'
    yield from (_clause(entry, clause) for clause in entry.clauses)
    yield "</ol>"
    yield from (_reading(reading) for reading in entry.readings)
    back = [name for name in book.seen_by.get(entry.id, ()) if name not in entry.see]
    for label, names in (("See", entry.see), ("Seen by", back)):
        if names:
            links = (
                f'<a href="#{anchor(book.entries[name])}">{escape(book.entries[name].title)}</a>' for name in names
            )
            yield f'<p class="see"><b>{label}</b> {" · ".join(links)}</p>'
    yield '<p class="up"><a href="#contents">contents</a></p></article>'


def _clause(entry: Entry, clause: Clause) -> str:
    only = f' <small class="only">({escape(clause.only)})</small>' if clause.only else ""
    since = f' <small class="since">since {escape(clause.version)}</small>' if clause.version != entry.effective else ""
    name = f"{anchor(entry)}--{clause.n}"
    says = f"<span>{escape(clause.says)}{only}{since}</span>"
    return f'<li id="{name}"><a class="n" href="#{name}">#{clause.n}</a>{says}</li>'


def _reading(reading: Reading) -> str:
    return (
        f"<aside><p><b>The source contradicts itself.</b> {escape(reading.where)}</p>"
        f"<dl><dt>a</dt><dd>{escape(reading.a)}</dd><dt>b</dt><dd>{escape(reading.b)}</dd></dl>"
        f"<p>We follow <b>{escape(reading.follows)}</b>: {escape(reading.because)}</p></aside>"
    )


def _names(book: Book) -> Iterator[str]:
    """Yield the index: every title and term of the book, sorted, each with a link to its entry."""
    names = {(name, entry.id) for entry in book for name in (entry.title, entry.term)}
    yield '<section id="names"><h2>Index of names</h2><ul class="names">'
    for name, target in sorted(names, key=lambda pair: (pair[0].casefold(), pair[1], pair[0])):
        yield f'<li><a href="#{anchor(book.entries[target])}">{escape(name)}</a></li>'
    yield "</ul></section></main>"


def anchor(entry: Entry) -> str:
    """Return the id of an entry's place on the page: `r-cancel`."""
    return f"r-{entry.id}"


def _chapter_anchor(chapter: Chapter) -> str:
    return f"c-{chapter.file.removesuffix('.toml')}"


def _markdown(edition: Edition) -> Iterator[str]:
    book = edition.book
    yield f"# {edition.title}: rules reference\n\nAs in force on {edition.date}.\n\n## Contents\n"
    for chapter in book.chapters:
        yield f"- [{_plain(chapter.title)}](#{_chapter_anchor(chapter)})"
        yield from (f"  - [{_plain(entry.title)}](#{anchor(entry)})" for entry in chapter.entries)
    for chapter in book.chapters:
        yield f'\n<a id="{_chapter_anchor(chapter)}"></a>\n\n## {_plain(chapter.title)}'
        for entry in chapter.entries:
            yield from _markdown_entry(entry, book)


def _markdown_entry(entry: Entry, book: Book) -> Iterator[str]:
    yield f'\n<a id="{anchor(entry)}"></a>\n\n### {_plain(entry.title)}\n'
    yield f"`{entry.address}` · *{_plain(entry.term)}* · {_plain(entry.source)}\n"
    for clause in entry.clauses:
        only = f" *({_plain(clause.only)})*" if clause.only else ""
        since = f" *since {clause.version}*" if clause.version != entry.effective else ""
        yield f"{clause.n}. {_plain(clause.says)}{only}{since}"
    for reading in entry.readings:
        yield f"\n> **The source contradicts itself.** {_plain(reading.where)}  "
        yield f"> a: {_plain(reading.a)}  \n> b: {_plain(reading.b)}  "
        yield f"> We follow {reading.follows}: {_plain(reading.because)}"
    if entry.see:
        links = (f"[{_plain(book.entries[name].title)}](#{anchor(book.entries[name])})" for name in entry.see)
        yield f"\n**See** {' · '.join(links)}"


def _plain(text: str) -> str:
    """Return a text with every sign escaped that Markdown would take for its own."""
    for sign in "\\`*_[]<>#|":
        text = text.replace(sign, f"\\{sign}")
    return text

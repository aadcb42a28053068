"""One entry of a book: its clauses with what proves and cites them; its history; a topic in several books."""

from __future__ import annotations

from difflib import get_close_matches
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from replays.cases.acts import Cases
from replays.cases.touching import rulings_citing
from replays.desk.addresses import rule_address
from replays.desk.faults import NotThere
from replays.desk.replies import data, desk_of
from replays.desk.rules.found import Asked
from replays.desk.rules.layout import asked_of, rules_page, shelf_of
from replays.errors import ReplayError
from replays.reference.comparison import Comparable, comparable, compare, topics_of
from replays.reference.shelf import Shelf
from replays.reference.shown_entry import ShownEntry, show_entry
from replays.reference.versions import Version, history
from replays.reference.words import entry_data, version_data
from rules.books.addresses import Address
from rules.books.entries import Book, Entry
from rules.books.shelf import load_book, packs_with_books

NEAREST = 3


def book_of(shelf: Shelf, game: str) -> Book:
    """Return a game's book; if there is none, the page says so and names those there are."""
    if game not in packs_with_books():
        raise NotThere(f"There is no book of {game}.", [(f"/rules/{name}", name) for name in packs_with_books()])
    return shelf.book(game)


def entry_of(book: Book, name: str) -> Entry:
    """Return an entry of a book; if there is none, the page says so and names the nearest."""
    found = book.entries.get(name)
    if found is None:
        near = [book.entries[other] for other in get_close_matches(name, book.entries, NEAREST, 0.4)]
        links = [(rule_address(entry.address), f"{entry.title} ({entry.address})") for entry in near]
        raise NotThere(f"The book of {book.game} has no entry {name}.", links)
    return found


def shown_entry(request: Request, shelf: Shelf, game: str, name: str) -> ShownEntry:
    """Return an entry with everything known about it, the rulings of the desk's ledger included."""
    entry = entry_of(book_of(shelf, game), name)
    cases, _ = Cases(desk_of(request).ledger, "").readable_cases()
    return show_entry(shelf, Address(game, name), rulings_citing(cases, entry.address))


def entry_page(request: Request, shelf: Shelf, asked: Asked, shown: ShownEntry, marked: int = 0) -> Response:
    """Return the page of an entry. `marked` is the clause to be marked if the address names none."""
    entry = shown.entry
    return rules_page(
        request,
        shelf,
        asked,
        "desk/rules/entry.html",
        f"{entry.title} · {entry.address}",
        entry.address,
        shown=shown,
        entry=entry,
        marked=marked,
        comparable=comparable(entry, shelf.books()),
        compare_at=_compare_address,
    )


def entry_screen(request: Request) -> Response:
    """Show one entry."""
    asked = asked_of(request)
    shelf = shelf_of(request, asked)
    path = request.path_params
    return entry_page(request, shelf, asked, shown_entry(request, shelf, path["game"], path["entry"]))


def entry_as_data(request: Request) -> Response:
    """Answer with what `lastword rules show --json` prints."""
    path = request.path_params
    shelf = shelf_of(request, asked_of(request))
    return data(entry_data(shown_entry(request, shelf, path["game"], path["entry"])))


def history_screen(request: Request) -> Response:
    """Show everything the clauses of an entry have said or will say."""
    asked = asked_of(request)
    shelf = shelf_of(request, asked)
    entry, versions = _history(request, shelf)
    title = f"History of {entry.address}"
    return rules_page(
        request, shelf, asked, "desk/rules/history.html", title, entry.address, entry=entry, versions=versions
    )


def history_data(request: Request) -> Response:
    """Answer with what `lastword rules history --json` prints."""
    _, versions = _history(request, shelf_of(request, asked_of(request)))
    return data([version_data(version) for version in versions])


def _history(request: Request, shelf: Shelf) -> tuple[Entry, list[Version]]:
    path = request.path_params
    book_of(shelf, path["game"])
    entry = entry_of(load_book(path["game"]), path["entry"])
    return entry, history(entry, shelf.versions(path["game"]))


def compare_screen(request: Request) -> Response:
    """Show what several books say on a topic, side by side; without a topic, the topics there are."""
    asked, games = asked_of(request), _compared(request)
    shelf = shelf_of(request, asked)
    topic = request.query_params.get("topic", "").strip()
    comparison = compare(topic, shelf.books(games)) if topic else None
    title = f"{topic.replace('-', ' ')} compared" if topic else "Compare the books"
    return rules_page(
        request,
        shelf,
        Asked(asked.query, "", asked.on),
        "desk/rules/compare.html",
        title,
        comparison=comparison,
        topic=topic,
        topics=topics_of(shelf.books()),
        games=games or packs_with_books(),
    )


def _compare_address(found: Comparable) -> str:
    """Return the address of the comparison of several books on a topic."""
    return f"/rules/compare?{urlencode([('topic', found.topic), *(('with', game) for game in found.games)])}"


def compare_data(request: Request) -> Response:
    """Answer with what `lastword rules compare --json` prints."""
    topic = request.query_params.get("topic", "").strip()
    if not topic:
        raise ReplayError("name a topic: /rules/compare.json?topic=mulligan")
    return data(compare(topic, shelf_of(request, asked_of(request)).books(_compared(request))))


def _compared(request: Request) -> tuple[str, ...]:
    """Return the games whose books are compared; none if the address names none, which stands for all."""
    given = tuple(dict.fromkeys(request.query_params.getlist("with")))
    for game in given:
        load_book(game)
    return given

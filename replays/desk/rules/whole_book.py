"""A game's book, readable whole."""

from __future__ import annotations

from functools import cache

from starlette.requests import Request
from starlette.responses import Response

from replays.desk.addresses import rule_address, with_query
from replays.desk.replies import data, page
from replays.desk.rules.entry import book_of
from replays.desk.rules.layout import asked_of, shelf_of
from replays.diagrams.charts.book import timing_charts
from replays.reference.book import Edition
from replays.reference.checks import checks_of
from replays.reference.shelf import Shelf
from replays.reference.words import listing_data
from rules.books.shelf import title_of


def book_screen(request: Request) -> Response:
    """Show a whole book: contents, charts, every entry, and the index of names."""
    game = request.path_params["game"]
    asked = asked_of(request)
    shelf = shelf_of(request, asked)
    edition = edition_of(shelf, game)
    return page(
        request,
        "desk/rules/whole_book.html",
        "rules",
        edition.title,
        edition=edition,
        rule_at=rule_address,
        search_at=with_query("/rules", game=game, on=asked.on),
    )


def edition_of(shelf: Shelf, game: str) -> Edition:
    """Return a game's book as it stands on the shelf's date, with its charts; a game without one raises NotThere."""
    return Edition(book_of(shelf, game), title_of(game), shelf.date, _charts(game))


def book_data(request: Request) -> Response:
    """Answer with what `lastword rules list --json` prints."""
    game = request.path_params["game"]
    book = book_of(shelf_of(request, asked_of(request)), game)
    checks = checks_of(game)
    return data([listing_data(entry, checks) for entry in book])


@cache
def _charts(game: str) -> tuple[tuple[str, str, str], ...]:
    """Return the charts of a game's book. They are kept, since they do not change and drawing them takes a while."""
    return timing_charts(game)

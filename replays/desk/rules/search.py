"""Searching the books and cards, as one types or by a form; without a query, the five books."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from replays.desk.replies import data, desk_of, rendered
from replays.desk.rules.entry import entry_page, shown_entry
from replays.desk.rules.found import find_all, search_of
from replays.desk.rules.in_ledger import found_in_ledger
from replays.desk.rules.layout import asked_of, rules_page, shelf_of
from replays.reference.words import hit_data


def search(request: Request) -> Response:
    """Show what a query finds, with the first entry beside it; without a query, the books or the contents of one."""
    asked = asked_of(request)
    shelf = shelf_of(request, asked)
    hits = search_of(shelf, asked.games).search(asked.query, 1) if asked.query else []
    if hits:
        shown = shown_entry(request, shelf, hits[0].entry.game, hits[0].entry.id)
        return entry_page(request, shelf, asked, shown, hits[0].clause or 0)
    if asked.game:
        return rules_page(request, shelf, asked, "desk/rules/contents.html", "Rules", book=shelf.book(asked.game))
    return rules_page(request, shelf, asked, "desk/rules/welcome.html", "Rules", books=shelf.books())


def search_part(request: Request) -> Response:
    """Answer with the list alone, for a page that searches as one types."""
    asked = asked_of(request)
    found = find_all(shelf_of(request, asked), asked)
    beside = found_in_ledger(desk_of(request), asked)
    return HTMLResponse(rendered(request, "desk/rules/found.html", found=found, asked=asked, in_ledger=beside))


def search_data(request: Request) -> Response:
    """Answer with what `lastword rules search --json` prints."""
    asked = asked_of(request)
    hits = search_of(shelf_of(request, asked), asked.games).search(asked.query) if asked.query else []
    return data([hit_data(hit) for hit in hits])

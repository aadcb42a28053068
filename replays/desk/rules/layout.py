"""The layout of every rules screen: the search at the left, what is read at the right."""

from __future__ import annotations

import datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse

from replays.desk.addresses import card_address, case_address, example_address, rule_address, with_query
from replays.desk.replies import desk_of, page
from replays.desk.rules.found import Asked, find_all
from replays.desk.rules.in_ledger import found_in_ledger
from replays.errors import ReplayError
from replays.reference.shelf import Shelf
from rules.books.shelf import language_of, load_book, title_of

LONGEST_QUERY = 200
"""Characters of a query that are searched for; a longer one is cut."""


def asked_of(request: Request) -> Asked:
    """Return what a request searches for; refuse a game that has no book, and a date that is none."""
    given = request.query_params
    game, on = given.get("game", ""), given.get("on", "")
    if game:
        load_book(game)
    if on:
        try:
            datetime.date.fromisoformat(on)
        except ValueError:
            raise ReplayError(f"{on!r} is not a date; write it as YYYY-MM-DD") from None
    return Asked(given.get("q", "").strip()[:LONGEST_QUERY], game, on)


def shelf_of(request: Request, asked: Asked) -> Shelf:
    """Return the books as they stand on the date that a request names, today if it names none."""
    return desk_of(request).shelf(asked.on)


def rules_page(
    request: Request, shelf: Shelf, asked: Asked, template: str, title: str, here: str = "", **values: Any
) -> HTMLResponse:
    """Return a rules screen: a template that extends `desk/rules/layout.html`, with the search beside it.

    `here` is what the page shows, such as `agot2/cancel` or `cards/agot2/eddard-stark`; the list marks it.
    """
    return page(
        request,
        template,
        "rules",
        title,
        found=find_all(shelf, asked, here),
        in_ledger=found_in_ledger(desk_of(request), asked),
        asked=asked,
        here=here and request.url.path != "/rules",
        dated=desk_of(request).has_revisions(),
        date=shelf.date,
        title_of=title_of,
        language_of=language_of,
        rule_at=rule_address,
        card_at=card_address,
        case_at=case_address,
        example_at=example_address,
        with_query=with_query,
        **values,
    )

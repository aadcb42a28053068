"""The list of the cases: searched by words, clause, card, pack, judge and date."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from replays.cases.choosing import WantedCases, chosen_cases
from replays.cases.words import found_row, summary
from replays.desk.addresses import case_address
from replays.desk.cases.ruling_page import cases_of
from replays.desk.dates import date_of
from replays.desk.replies import data, page
from replays.errors import ReplayError
from rules.books.shelf import packs_with_books, title_of
from rules.errors import RulesError

LONGEST = 200
"""Characters of a field that are searched for."""


def cases_screen(request: Request) -> Response:
    """Show the cases of the ledger that a search finds, without one all of them, the newest first."""
    cases = cases_of(request)
    every, unreadable = cases.readable_cases()
    problem, rows, wanted = "", [], WantedCases()
    try:
        wanted = wanted_of(request.query_params)
        found = chosen_cases(cases.ledger, every, wanted)
        rows = [found_row(one.case, one.found) for one in found]
    except (ReplayError, RulesError) as error:
        problem = str(error)
    return page(
        request,
        "desk/cases/listing.html",
        "cases",
        "Cases",
        400 if problem else 200,
        rows=rows,
        case_address=case_address,
        all=len(every),
        wanted=wanted,
        given=request.query_params,
        problem=problem,
        packs={pack: title_of(pack) for pack in packs_with_books()},
        unreadable=unreadable,
    )


def cases_data(request: Request) -> Response:
    """Answer with what `lastword case list --json` prints."""
    return data([summary(case) for case in cases_of(request).readable_cases()[0]])


def wanted_of(fields: Mapping[str, str]) -> WantedCases:
    """Return which cases the fields of an address ask for; refuse a date that is none."""
    names = {"query": "q", "card": "card", "pack": "pack", "judge": "judge"}
    given = {name: fields.get(field, "").strip()[:LONGEST] for name, field in names.items()}
    wanted = WantedCases(**given)
    days = {name: date_of(fields.get(name, "")) for name in ("since", "until")}
    return msgspec.structs.replace(wanted, **days)

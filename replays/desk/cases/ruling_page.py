"""The page of a case: the ruling as it is printed, and beside it the forms for what may be done next."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from starlette.requests import Request
from starlette.responses import Response

from ledger.codec import CASE
from replays.cases.acts import Cases
from replays.cases.case import Case
from replays.cases.words import case_data, remedy_words
from replays.desk.addresses import case_address, game_address, rule_address, with_query
from replays.desk.board.calls import possible_call_acts
from replays.desk.cases.form import KINDS, CaseForm, case_form
from replays.desk.dates import date_of
from replays.desk.faults import NEAREST, NotThere
from replays.desk.replies import data, desk_of, login_of, page, see_other
from replays.desk.settings import now
from replays.errors import ReplayError
from replays.reports.contents import gather
from replays.reports.html_page import rule_anchor


class PlacesAtTheDesk:
    """The addresses on the ruling page at the desk: rules are quoted on it, everything else has a page of its own."""

    anchor = staticmethod(rule_anchor)

    def __init__(self, game: str) -> None:
        self.game = game

    def rule(self, rule: str) -> str:
        """Return the address of a rule's words on the page."""
        return f"#{rule_anchor(rule)}"

    def book(self, rule: str) -> str:
        """Return the address of a rule in the books."""
        return rule_address(rule)

    def event(self, seq: int) -> str:
        """Return the address of the game after an event."""
        return game_address(self.game, seq)

    def case(self, name: str) -> str:
        """Return the address of another case."""
        return case_address(name)


def case_screen(request: Request) -> Response:
    """Show the page of a case; a beginning of its name leads to the whole name."""
    cases, case = case_of(request)
    if case.name != request.path_params["case"]:
        return see_other(with_query(case_address(case.name), on=as_of(request)))
    return case_page(request, cases, case)


def case_as_data(request: Request) -> Response:
    """Answer with what `lastword case show --json` prints."""
    cases, case = case_of(request)
    return data(case_data(case, cases.holds(case.pin), cases.ledger.seals(case.head)))


def case_page(
    request: Request, cases: Cases, case: Case, sent: Mapping[str, str] | None = None, form: CaseForm | None = None
) -> Response:
    """Return the page of a case. `sent` are the fields of a form that is shown again, as they were filled in.

    `form` says what was wrong with them; without it the page is about nothing that was sent.
    """
    found = gather(cases, case)
    shown = case_form(desk_of(request), cases, found, sent or {}, form or CaseForm(), login_of(request).name)
    return page(
        request,
        "desk/cases/case.html",
        "cases",
        case.opened.question,
        409 if shown.since else 400 if shown.problem else 200,
        found=found,
        at=PlacesAtTheDesk(case.game),
        form=shown,
        address=case_address(case.name),
        sent=sent or {},
        kinds=KINDS,
        remedy_words=remedy_words,
        rule_address=rule_address,
        case_address=case_address,
        possible_call_acts=possible_call_acts,
        on=as_of(request),
        with_query=with_query,
    )


def cases_of(request: Request) -> Cases:
    """Return the cases of the desk's ledger; acts on them are recorded with the present time."""
    return Cases(desk_of(request).ledger, now())


def case_of(request: Request) -> tuple[Cases, Case]:
    """Return the case that an address names; if there is none, the page says so and names the nearest.

    With `?on=DATE` it is the case as it stood at the end of that day.
    """
    cases, word, day = cases_of(request), request.path_params["case"], as_of(request)
    try:
        case = cases.case(word, day)
    except ReplayError as error:
        names = [row.name for row in cases.ledger.stream_rows(CASE.name)]
        near = get_close_matches(word, names, NEAREST, 0.4)
        raise NotThere(f"{error}.", [(case_address(name), name) for name in near]) from None
    if not case.acts:
        raise NotThere(f"{case.name} was not open yet on {day}.", [(case_address(case.name), "As it stands now")])
    return cases, case


def as_of(request: Request) -> str:
    """Return the date as of which an address asks for a case, empty for the present. A form is about the present."""
    return date_of(request.query_params.get("on", "")) if request.method in ("GET", "HEAD") else ""

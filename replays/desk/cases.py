"""Cases: the list, the ruling page of one, and opening one about a move at the desk."""

from __future__ import annotations

from difflib import get_close_matches

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ledger.codec import CASE
from replays.cases.acts import Cases
from replays.cases.case import Case
from replays.cases.words import case_data, summary
from replays.desk.addresses import case_address, game_address, rule_address
from replays.desk.faults import NEAREST, NotThere
from replays.desk.judging.asked import DeskQuestion, asked_of
from replays.desk.judging.screen import store_asked
from replays.desk.replies import data, desk_of, form, login_of, page, see_other
from replays.desk.settings import Desk, now
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


def cases_screen(request: Request) -> Response:
    """Show the cases of the ledger, the newest first."""
    found, unreadable = _cases(request).readable_cases()
    rows = [{**summary(case), "at": case_address(case.name)} for case in reversed(found)]
    return page(request, "desk/cases.html", "cases", "Cases", rows=rows, unreadable=unreadable)


def cases_data(request: Request) -> Response:
    """Answer with what `lastword case list --json` prints."""
    return data([summary(case) for case in _cases(request).readable_cases()[0]])


def case_screen(request: Request) -> Response:
    """Show the ruling page of a case; a beginning of its name leads to the whole name."""
    cases, case = _case(request)
    if case.name != request.path_params["case"]:
        return see_other(case_address(case.name))
    places = PlacesAtTheDesk(case.game)
    return page(request, "desk/case.html", "cases", case.opened.question, found=gather(cases, case), at=places)


def case_as_data(request: Request) -> Response:
    """Answer with what `lastword case show --json` prints."""
    cases, case = _case(request)
    return data(case_data(case, cases.holds(case.pin), cases.ledger.seals(case.head)))


def _cases(request: Request) -> Cases:
    return Cases(desk_of(request).ledger, now())


def _case(request: Request) -> tuple[Cases, Case]:
    """Return the case that an address names; if there is none, the page says so and names the nearest."""
    cases, word = _cases(request), request.path_params["case"]
    try:
        return cases, cases.case(word)
    except ReplayError as error:
        names = [row.name for row in cases.ledger.stream_rows() if row.kind == CASE.name]
        near = get_close_matches(word, names, NEAREST, 0.4)
        raise NotThere(f"{error}.", [(case_address(name), name) for name in near]) from None


async def open_case(request: Request) -> Response:
    """Open a case about an event of a game, which is stored first if it is only written; lead to the case."""
    fields = await form(request)
    question, by = fields.get("question", "").strip(), fields.get("by", "")
    who = login_of(request).name
    name = await run_in_threadpool(_open, desk_of(request), asked_of(fields), question, by or who, who)
    return see_other(case_address(name))


def _open(desk: Desk, asked: DeskQuestion, question: str, by: str, who: str) -> str:
    """Open a case that `by` asks for; `who` is the person at the desk."""
    stored = asked.game and not asked.text.strip()
    game = asked.game if stored else store_asked(desk, asked, who)
    return Cases(desk.ledger, now()).open(game, asked.seq or None, question, by).name

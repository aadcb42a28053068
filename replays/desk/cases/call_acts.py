"""What a judge does with a call from the board or from a case: take it, give it back, end it.

Each is one click, a form without fields. Everybody sees at once who is on a call.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ledger.errors import Conflict
from replays.cases.acts import Cases
from replays.cases.case import Case
from replays.desk.access.logins import Login
from replays.desk.access.roles import Role
from replays.desk.addresses import case_address, with_query
from replays.desk.board.calls import APPEAL, possible_call_acts
from replays.desk.board.screen import CHOICES, board_page
from replays.desk.cases.ruling_page import case_of
from replays.desk.replies import done_once, form, login_of
from replays.errors import ReplayError

Doing = Callable[[Cases, Case, str], Case]
"""What a click does: it gets the case and the judge's name, and returns the case after the act."""


async def take(request: Request) -> Response:
    """Record that this judge takes a call."""
    return await _acted(request, "take", Cases.take_call)


async def give_back(request: Request) -> Response:
    """Record that a call waits for a judge again."""
    return await _acted(request, "give-back", Cases.give_call_back)


async def end(request: Request) -> Response:
    """Record that a call has ended without a ruling."""
    return await _acted(request, "end-call", Cases.end_call)


async def _acted(request: Request, act: str, doing: Doing) -> Response:
    sent = await form(request)
    return await run_in_threadpool(_answer, request, act, doing, sent)


def _answer(request: Request, act: str, doing: Doing, sent: Mapping[str, str]) -> Response:
    """Do what was clicked and lead back to where it was clicked; if it cannot be done, say why on the board."""
    cases, case = case_of(request)
    login, only = login_of(request), sent.get("only", "")
    _check(case, act, login)

    def work() -> str:
        done = doing(cases, case, login.name)
        if sent.get("back") != "board":
            return f"{case_address(done.name)}#main"
        return with_query("/board", only=only if only in CHOICES else "")

    try:
        return done_once(request, sent, work)
    except Conflict:
        problem = f"Somebody else acted on {case.name} in the same moment. The board shows how it stands now."
    except ReplayError as error:
        problem = f"{error}."
    return board_page(request, only, problem, 409)


def _check(case: Case, act: str, login: Login) -> None:
    """Refuse an act on a call that is for another judge; an act that comes too late is refused when it is recorded."""
    call = case.call
    if call is None or act in possible_call_acts(call, case.status, login):
        return
    if case.status == APPEAL and login.role < Role.HEAD_JUDGE:
        raise HTTPException(403, f"{case.name} is under appeal: that call is for a {Role.HEAD_JUDGE.word}.")
    if call.taken and act != "take":
        whose = call.judge or "another judge"
        raise HTTPException(403, f"{whose} took this call: only {whose} or a {Role.HEAD_JUDGE.word} can end it.")

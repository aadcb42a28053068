"""The acts on a case, each a form that is sent: claim, remark, rule, appeal, uphold, overturn, seal.

A form says which state of the case it was filled in for. If somebody else acted on the case since then, nothing is
recorded: the page shows what came in and the form as it was filled in. So it does if an act is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ledger.errors import Conflict, LedgerError
from replays.cases.acts import CaseMoved, Cases, ClaimedMoves, DraftRuling
from replays.cases.case import Case
from replays.cases.drafts import draft_ruling, sealed_case
from replays.cases.words import act_title
from replays.desk.addresses import case_address
from replays.desk.cases.form import CITE, CaseForm, remedy_of
from replays.desk.cases.ruling_page import case_of, case_page
from replays.desk.dates import date_of
from replays.desk.replies import desk_of, done_once, form
from replays.desk.settings import Desk, today
from replays.errors import ReplayError
from rules.errors import RulesError

Fields = Mapping[str, str]
Doing = Callable[[Desk, Cases, Case, Fields], Case]
"""What a form does: it gets the case as the form saw it and the fields, and returns the case after the act."""


async def claim(request: Request) -> Response:
    """Record what one side says, with the moves it would have played."""
    return await _acted(request, "claim", _claim)


async def remark(request: Request) -> Response:
    """Record a remark."""
    return await _acted(request, "remark", lambda _, cases, case, sent: cases.remark(case, *_said(sent, "says")))


async def rule(request: Request) -> Response:
    """Record the first ruling, and seal it if the form asks for that."""
    return await _acted(request, "rule", _rule)


async def appeal(request: Request) -> Response:
    """Record an appeal against the ruling in force."""
    return await _acted(request, "appeal", lambda _, cases, case, sent: cases.appeal(case, *_said(sent, "grounds")))


async def uphold(request: Request) -> Response:
    """Record that the ruling under appeal stands."""
    return await _acted(request, "uphold", _uphold)


async def overturn(request: Request) -> Response:
    """Put another ruling in the place of the one in force."""
    return await _acted(request, "overturn", _overturn)


async def seal(request: Request) -> Response:
    """Seal the case as it stands with the desk's key."""
    return await _acted(request, "seal", _seal)


async def _acted(request: Request, act: str, doing: Doing) -> Response:
    """Do what a form asks for and lead back to the case; if it cannot be done, show the form again and say why."""
    sent = await form(request)
    return await run_in_threadpool(_answer, request, act, doing, sent)


def _answer(request: Request, act: str, doing: Doing, sent: Fields) -> Response:
    desk = desk_of(request)
    cases, case = case_of(request)
    if "search" in sent:
        return case_page(request, cases, case, sent, _searched(act, sent))

    def work() -> str:
        done = doing(desk, cases, cases.case_as_seen(case.head.id, sent.get("seen", "")), sent)
        # A browser keeps the place that the form named, unless the answer names another: the case is read from its top.
        return f"{case_address(done.name)}#main"

    try:
        return done_once(request, sent, work)
    except (CaseMoved, Conflict) as error:
        return _moved(request, act, sent, error)
    except (ReplayError, RulesError, LedgerError) as error:
        return case_page(request, cases, case, sent, CaseForm(act, problem=f"{error}"))


def _searched(act: str, sent: Fields) -> CaseForm:
    query = sent.get("find", "").strip()
    if not query:
        return CaseForm(act, problem="say which clause to look for: words of it, or its address")
    return CaseForm(act, searched=query)


def _moved(request: Request, act: str, sent: Fields, error: Exception) -> Response:
    """Show the case as it stands now, what came in since the form was filled in, and the form as it was sent."""
    cases, case = case_of(request)
    players = cases.players(case)
    acts = error.since if isinstance(error, CaseMoved) else tuple(case.acts[-1:])
    since = tuple(act_title(event, players) for _, event in acts) or ("The case is another one than this form saw",)
    return case_page(request, cases, case, sent, CaseForm(act, since=since))


def _claim(_: Desk, cases: Cases, case: Case, sent: Fields) -> Case:
    by, says = _said(sent, "says")
    line = sent.get("line", "").replace("\r\n", "\n")
    return cases.claim(case, by, says, ClaimedMoves("the claim", line) if line.strip() else None)


def _rule(desk: Desk, cases: Cases, case: Case, sent: Fields) -> Case:
    seal = _sealer(desk, cases, sent)
    return seal(cases.rule(case, _draft(cases, sent)))


def _overturn(desk: Desk, cases: Cases, case: Case, sent: Fields) -> Case:
    seal = _sealer(desk, cases, sent)
    return seal(cases.overturn(case, sent.get("because", ""), _draft(cases, sent)))


def _uphold(desk: Desk, cases: Cases, case: Case, sent: Fields) -> Case:
    seal = _sealer(desk, cases, sent)
    return seal(cases.uphold(case, sent.get("judge", "").strip(), sent.get("because", "")))


def _draft(cases: Cases, sent: Fields) -> DraftRuling:
    """Return the ruling that a form describes; the boxes that are ticked are its citations."""
    rules = [name.removeprefix(CITE) for name in sent if name.startswith(CITE)]
    if not rules:
        raise ReplayError("a ruling cites at least one clause: tick one, or look for one")
    date = date_of(sent.get("in_force", "")) or today()
    return draft_ruling(cases.ledger, sent.get("finding", ""), rules, remedy_of(sent), sent.get("judge", ""), date)


def _sealer(desk: Desk, cases: Cases, sent: Fields) -> Callable[[Case], Case]:
    """Return a function that seals a case if the form asks for that; without a key such a form is refused at once.

    An act that was to be sealed must not be recorded without its seal. The key itself never leaves the server.
    """
    if sent.get("seal") != "on":
        return lambda case: case
    key, by = desk.key(), sent.get("judge", "").strip()
    return lambda case: sealed_case(cases, case, key, by)


def _seal(desk: Desk, cases: Cases, case: Case, sent: Fields) -> Case:
    by = sent.get("by", "").strip()
    if not by:
        raise ReplayError("a seal names the person who vouches for the record: write your name")
    return sealed_case(cases, case, desk.key(), by)


def _said(sent: Fields, field: str) -> tuple[str, str]:
    """Return who says something and what; a name that is written goes before a player that is chosen."""
    return sent.get("other", "").strip() or sent.get("by", "").strip(), sent.get(field, "")

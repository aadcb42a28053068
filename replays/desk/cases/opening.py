"""Opening a case: from a verdict at the desk, or about any event of a stored game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ledger.errors import LedgerError
from replays.cases.acts import Cases, disputed
from replays.cases.questions import suggested_question
from replays.cases.touching import CaseAtEvent, cases_about
from replays.desk.addresses import case_address, game_address, rule_address
from replays.desk.cases.ruling_page import cases_of
from replays.desk.judging.asked import asked_of
from replays.desk.judging.judged import stored_record
from replays.desk.judging.screen import judged_record, store_asked
from replays.desk.numbers import number_in
from replays.desk.replies import desk_of, done_once, form, login_of, page
from replays.desk.settings import Desk, now
from replays.errors import ReplayError
from replays.records.results import Violation
from replays.verdicts.verification import verify


class NewCase(msgspec.Struct, frozen=True):
    """What a new case begins with: the game and the event, the move that was not legal there, and who sits there.

    `earlier` are the cases about the same event. `problem` says why a case could not be opened.
    """

    game: str = ""
    at: int = 0
    question: str = ""
    by: str = ""
    players: dict[str, str] = {}
    broken: tuple[Violation, ...] = ()
    earlier: tuple[CaseAtEvent, ...] = ()
    problem: str = ""


def opening_screen(request: Request) -> Response:
    """Show the form that opens a case; `about=GAME@81` fills it in from what happened there."""
    return _form_page(request, _opening(request, request.query_params))


async def open_case(request: Request) -> Response:
    """Open a case about an event of a stored game, and lead to it."""
    return await run_in_threadpool(_open_stored, request, await form(request))


async def open_from_the_desk(request: Request) -> Response:
    """Open a case about an event of a game at the desk, which is stored first if it is only written; lead to it."""
    sent = await form(request)
    return await run_in_threadpool(done_once, request, sent, partial(_open_asked, request, sent))


def _open_asked(request: Request, sent: Mapping[str, str]) -> str:
    """Open a case about what is written at the desk, and return its address. If it is refused, nothing is stored."""
    desk, asked, who = desk_of(request), asked_of(sent), login_of(request).name
    question = sent.get("question", "").strip()
    if not question:
        raise ReplayError("a question is needed, in words: what is the judge asked?")
    at = disputed(judged_record(desk, asked), asked.seq or None)
    stored = asked.game and not asked.text.strip()
    game = asked.game if stored else store_asked(desk, asked, who)
    return case_address(Cases(desk.ledger, now()).open(game, at, question, sent.get("by", "") or who).name)


def _open_stored(request: Request, sent: Mapping[str, str]) -> Response:
    game, at = about_of(sent)
    by = sent.get("other", "").strip() or sent.get("by", "")

    def work() -> str:
        return case_address(cases_of(request).open(game, at, sent.get("question", ""), by).name)

    try:
        return done_once(request, sent, work)
    except (ReplayError, LedgerError) as error:
        shown = _opening(request, sent)
        return _form_page(request, msgspec.structs.replace(shown, problem=shown.problem or str(error)))


def about_of(fields: Mapping[str, str]) -> tuple[str, int | None]:
    """Return the game and the event that `about` names: `dispute@81`, or a game alone and its last violation."""
    game, sign, number = fields.get("about", "").strip().rpartition("@")
    if not sign:
        return number, None
    at = number_in(number)
    if at is None:
        raise ReplayError(f"write the event as GAME@81, not as {number[:20]!r}")
    return game, at


def _opening(request: Request, fields: Mapping[str, str]) -> NewCase:
    """Return a form filled in from the game that `about` names, and from what was filled in before."""
    written = NewCase(fields.get("about", ""), 0, fields.get("question", ""), fields.get("by", ""))
    if not fields.get("about", "").strip():
        return written
    try:
        return _filled(desk_of(request), written, *about_of(fields))
    except (ReplayError, LedgerError) as error:
        return msgspec.structs.replace(written, problem=str(error))


def _filled(desk: Desk, written: NewCase, word: str, at: int | None) -> NewCase:
    record = stored_record(desk, word)
    if at is not None and not 1 <= at <= record.last:
        raise ReplayError(f"{record.name} has no event {at}; its last is event {record.last}")
    about = disputed(record, at)
    players = {letter: seat.name or letter for letter, seat in record.table(1).seats.items()}
    broken = tuple(found for found in verify(record).violations if found.seq == about)
    first = broken[0] if broken else None
    asked = suggested_question(record, first) if first else ""
    return NewCase(
        record.name,
        about,
        written.question or asked,
        written.by or (first.player if first else ""),
        players,
        broken,
        tuple(case for case in cases_about(Cases(desk.ledger, now()), record.name) if case.at == about),
    )


def _form_page(request: Request, shown: NewCase) -> Response:
    return page(
        request,
        "desk/cases/opening.html",
        "cases",
        "A new case",
        400 if shown.problem else 200,
        shown=shown,
        rule_address=rule_address,
        case_address=case_address,
        game_address=game_address,
    )

"""Pages for what went wrong: what was asked for and is not there, what cannot be done, and faults of the program."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ledger.codec import GAME
from ledger.errors import AmbiguousName, LedgerError, UnknownGame
from replays.desk.addresses import game_address
from replays.desk.replies import data, desk_of, in_a_word, page, wants_data
from replays.errors import ReplayError
from rules.errors import RulesError

NEAREST = 3
"""The most names that are offered for one that is not there."""
log = logging.getLogger("lastword.desk")


class NotThere(HTTPException):
    """Something that was asked for and is not there, with links to what is nearest: pairs of address and word."""

    def __init__(self, says: str, nearest: Sequence[tuple[str, str]] = ()) -> None:
        self.nearest = tuple(nearest)
        super().__init__(404, says)


def only_whole(request: Request) -> None:
    """Refuse a page that tells what everybody holds to somebody who asks for it as a player (`?as=B`)."""
    viewer = request.query_params.get("as", "")
    if viewer:
        says = f"This page cannot be shown as {viewer[:20]} knows the game: it tells what everybody holds."
        raise NotThere(says, [(request.url.path, "The page as it is known to everyone")])


def nearest_games(request: Request, word: str) -> list[tuple[str, str]]:
    """Return the addresses and names of the stored games whose names are spelled most like a word."""
    names = [row.name for row in desk_of(request).ledger.stream_rows(GAME.name)]
    wanted = word.partition("@")[0]
    near = get_close_matches(wanted, names, n=NEAREST, cutoff=0.4)
    return [(game_address(name), name) for name in near]


def not_there(request: Request, error: Exception) -> Response:
    """Say what was asked for, and what is nearest."""
    if isinstance(error, NotThere):
        return _fault(request, 404, error.detail, error.nearest)
    if isinstance(error, UnknownGame):
        word = next(iter(request.path_params.values()), "").partition("@")[0]
        says = f"{error}." if isinstance(error, AmbiguousName) else f"This ledger has nothing called {word[:60]!r}."
        return _fault(request, 404, says, nearest_games(request, word))
    status = error.status_code if isinstance(error, HTTPException) else 404
    says = f"The desk has no page {request.url.path}." if status == 404 else str(getattr(error, "detail", ""))
    return _fault(request, status, says)


def cannot_be_done(request: Request, error: Exception) -> Response:
    """Say why something that was asked for cannot be done: the sentence that the command line would print."""
    return _fault(request, 400, str(error))


def refused(request: Request, status: int, says: str) -> Response:
    """Say why the desk does not answer a request of this person."""
    return _fault(request, status, says)


def fault_of_the_program(request: Request, error: Exception) -> Response:
    """Say that the program failed, never that the person did. With LASTWORD_DEBUG set, the log says where."""
    shown = error if os.environ.get("LASTWORD_DEBUG") else None
    log.error("a fault of the program at %s (%s: %s)", request.url.path, type(error).__name__, error, exc_info=shown)
    says = f"A fault of the program, not of your input ({type(error).__name__}: {error}). Please report it."
    return _fault(request, 500, says)


def _fault(request: Request, status: int, says: str, nearest: Sequence[tuple[str, str]] = ()) -> Response:
    """Return the page, or the data, that says what went wrong; a ledger it names is named as all pages name it."""
    address = desk_of(request).ledger.address
    says = says.replace(address, in_a_word(address))
    if wants_data(request):
        answer = data({"error": says, "nearest": [name for _, name in nearest]})
        answer.status_code = status
        return answer
    title = "Not there" if status == 404 else "A fault of the program" if status == 500 else "That cannot be done"
    return page(request, "desk/fault.html", "", title, status, says=says, nearest=nearest)


FAULTS: dict[Any, Any] = {
    HTTPException: not_there,
    UnknownGame: not_there,
    LedgerError: cannot_be_done,
    ReplayError: cannot_be_done,
    RulesError: cannot_be_done,
}
"""The page for each family of errors."""


class LastResort:
    """The ASGI middleware that turns a fault of the program into a page; nothing of it reaches the server around it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; a fault before the answer began becomes a page that says so."""
        began = False

        async def sending(message: Message) -> None:
            nonlocal began
            began = True
            await send(message)

        try:
            await self.app(scope, receive, sending)
        except Exception as error:
            if scope["type"] != "http" or began:
                raise
            answer = await run_in_threadpool(fault_of_the_program, Request(scope), error)
            await answer(scope, receive, send)

"""What the pages of a game's tools share: each shows a form, and what the verb of that name prints.

What only asks is a GET; what is stored is a POST.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ledger.errors import LedgerError
from replays.desk.games.replay import OpenedGame, opened_game
from replays.desk.games.views import WHOLE_VIEWS, view_page
from replays.desk.numbers import number_in
from replays.desk.replies import desk_of, done_once, form, login_of
from replays.desk.settings import Desk, now
from replays.errors import ReplayError
from replays.records.engine import Scribe
from rules.errors import RulesError

Fields = Mapping[str, str]


class Told(msgspec.Struct, frozen=True):
    """What a page says: lines as the command line prints them, or why there is nothing to say.

    `good` tells the mark of the first line, None where nothing is judged. `storable` says that it can be kept.
    """

    lines: tuple[str, ...] = ()
    problem: str = ""
    good: bool | None = None
    storable: bool = False


Telling = Callable[[Desk, OpenedGame, Fields], Told]
Keeping = Callable[[Desk, OpenedGame, Fields, str], str]
"""What stores something for a person at the desk, by name: it returns the address to lead to."""


def tool_page(request: Request, name: str, tell: Telling, needs: str = "", **values: object) -> Response:
    """Show the page of a tool; if the address has the field that it needs, also what comes of that."""
    game = opened_game(request, whole=name in WHOLE_VIEWS)
    if isinstance(game, RedirectResponse):
        return game
    desk, asked, told = desk_of(request), request.query_params, Told()
    if not needs or needs in asked:
        try:
            told = tell(desk, game, asked)
        except (ReplayError, RulesError, LedgerError) as error:
            told = Told(problem=str(error))
    status = 400 if told.problem else 200
    return view_page(request, game, name, status, told=told, asked=asked, seats=game.replay.players, **values)


async def stored_tool(request: Request, keep: Keeping) -> Response:
    """Store what a form asks for, and lead to it."""
    sent = await form(request)
    return await run_in_threadpool(_kept, request, keep, sent)


def _kept(request: Request, keep: Keeping, sent: Fields) -> Response:
    game = opened_game(request, whole=True)
    if isinstance(game, RedirectResponse):
        return game
    return done_once(request, sent, partial(keep, desk_of(request), game, sent, login_of(request).name))


def scribe_of(name: str) -> Scribe:
    """Return who records something at the desk, and when."""
    return Scribe(now(), name)


def number_of(fields: Fields, name: str) -> int:
    """Return the number in a field, 0 if there is none; refuse what is no number."""
    return whole_number(fields.get(name, "").strip().removeprefix("@"))


def whole_number(written: str) -> int:
    """Return a number that was written, 0 if none was; refuse what is no number."""
    if not written:
        return 0
    number = number_in(written)
    if number is None:
        raise ReplayError(f"{written[:20]!r} is not the number of an event")
    return number

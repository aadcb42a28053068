"""The desk as a web application: its routes, with the checks before them and the pages for errors."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Route

from ledger.store import Ledger
from replays.desk import board, theme
from replays.desk.cases.routes import CASES_ROUTES
from replays.desk.faults import FAULTS, LastResort
from replays.desk.games.routes import GAMES_ROUTES
from replays.desk.judging import screen as judging
from replays.desk.rules.routes import RULES_ROUTES
from replays.desk.safety import Safety
from replays.desk.settings import Desk, Settings
from replays.desk.static_files import static_file

ROUTES = [
    Route("/static/{digest}/{name}", static_file),
    Route("/theme", theme.choose_theme, methods=["POST"]),
    *CASES_ROUTES,
    Route("/desk", judging.empty_desk),
    Route("/desk", judging.judge_form, methods=["POST"]),
    Route("/desk/judge", judging.judge, methods=["POST"]),
    Route("/desk/complete", judging.complete, methods=["POST"]),
    Route("/desk/store", judging.keep, methods=["POST"]),
    Route("/desk/sequence.svg", judging.picture, methods=["POST"]),
    Route("/desk/{game}.json", judging.stored_game_data),
    Route("/desk/{game}", judging.stored_game),
    *GAMES_ROUTES,
    *RULES_ROUTES,
    Route("/board", board.board),
    Route("/board.json", board.board_data),
    Route("/events", board.events),
]
"""Every address of the desk. Each screen is a module; a route does no more than call it."""


def desk_app(address: str, settings: Settings | None = None) -> Starlette:
    """Return the desk on the ledger of an address, which is opened now, made if it is not there, and closed at the end.

    Raises `BadAddress` if the ledger cannot be opened.
    """
    settings = settings or Settings()
    ledger = Ledger.open(address)

    @asynccontextmanager
    async def running(_: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            ledger.close()

    app = Starlette(
        routes=ROUTES,
        middleware=[Middleware(Safety, settings=settings), Middleware(LastResort)],
        exception_handlers=FAULTS,
        lifespan=running,
    )
    app.state.desk = Desk(ledger, settings)
    return app

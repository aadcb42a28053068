"""The desk as a web application: its routes, with the checks before them and the pages for errors."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware

from ledger.store import Ledger
from replays.desk import theme, whole_ledger
from replays.desk.access import screen as access
from replays.desk.access.roles import DeskRoute, Role
from replays.desk.board import screen as board
from replays.desk.cases.routes import CASES_ROUTES
from replays.desk.faults import FAULTS, LastResort
from replays.desk.games.routes import GAMES_ROUTES
from replays.desk.here import here
from replays.desk.judging import screen as judging
from replays.desk.rules.routes import RULES_ROUTES
from replays.desk.safety import Safety
from replays.desk.settings import Desk, Settings
from replays.desk.static_files import static_file

ROUTES = [
    DeskRoute("/static/{digest}/{name}", static_file, Role.ANYONE),
    DeskRoute("/theme", theme.choose_theme, Role.ANYONE, "POST"),
    DeskRoute("/login", access.login_screen, Role.ANYONE),
    DeskRoute("/login", access.log_in, Role.ANYONE, "POST"),
    DeskRoute("/logout", access.log_out, Role.READER, "POST"),
    *CASES_ROUTES,
    DeskRoute("/desk", judging.empty_desk, Role.READER),
    DeskRoute("/desk", judging.judge_form, Role.READER, "POST"),
    DeskRoute("/desk/judge", judging.judge, Role.READER, "POST"),
    DeskRoute("/desk/complete", judging.complete, Role.READER, "POST"),
    DeskRoute("/desk/store", judging.keep, Role.SCRIBE, "POST"),
    DeskRoute("/desk/sequence.svg", judging.picture, Role.READER, "POST"),
    DeskRoute("/desk/{game}.json", judging.stored_game_data, Role.READER),
    DeskRoute("/desk/{game}", judging.stored_game, Role.READER),
    *GAMES_ROUTES,
    *RULES_ROUTES,
    DeskRoute("/board", board.board, Role.READER),
    DeskRoute("/board.json", board.board_data, Role.READER),
    DeskRoute("/events", board.events, Role.READER),
    DeskRoute("/here.json", here, Role.READER),
    DeskRoute("/ledger", whole_ledger.ledger_screen, Role.JUDGE),
    DeskRoute("/ledger.json", whole_ledger.ledger_data, Role.JUDGE),
    DeskRoute("/ledger/export.jsonl", whole_ledger.export_all, Role.JUDGE),
]
"""Every address of the desk, with the least role it needs. Each screen is a module; a route only calls it."""


def desk_app(address: str, settings: Settings | None = None) -> Starlette:
    """Return the desk on the ledger of an address, which is opened now, made if it is not there, and closed at the end.

    Raises `BadAddress` if the ledger cannot be opened.
    """
    settings = settings or Settings()
    desk = Desk(Ledger.open(address), settings)

    @asynccontextmanager
    async def running(_: Starlette) -> AsyncIterator[None]:
        desk.soundness.start()
        try:
            yield
        finally:
            desk.soundness.stop()
            desk.ledger.close()

    app = Starlette(
        routes=ROUTES,
        middleware=[Middleware(Safety, settings=settings), Middleware(LastResort)],
        exception_handlers=FAULTS,
        lifespan=running,
    )
    app.state.desk = desk
    return app

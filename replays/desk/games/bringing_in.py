"""Bringing in a file that another ledger exported: what `lastword ledger import` does, on a page."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ledger.codec import CASE, GAME
from ledger.errors import LedgerError
from ledger.importing import Imported, import_streams
from ledger.streams import Head
from replays.desk.addresses import case_address, game_address
from replays.desk.games.tools import Told
from replays.desk.replies import desk_of, form, page
from replays.errors import ReplayError
from replays.wording.ledgers import differing_note, import_lines, known_note, left_out_note

Fields = Mapping[str, str]


def import_screen(request: Request) -> Response:
    """Show the form that takes an exported file."""
    return _page(request, {}, Told())


async def import_file(request: Request) -> Response:
    """Import what was sent, all of it or nothing, and show what became of each game and case.

    The same file sent twice changes nothing the second time.
    """
    sent = await form(request)
    return await run_in_threadpool(_imported, request, sent)


def _imported(request: Request, sent: Fields) -> Response:
    text = sent.get("export", "").replace("\r\n", "\n")
    try:
        if not text.strip():
            raise ReplayError("choose a file that `lastword ledger export` wrote, or paste its text into the field")
        lines = f"{text.rstrip()}\n".encode("utf-8", "surrogatepass").splitlines(keepends=True)
        done = import_streams(desk_of(request).ledger, lines, rename=sent.get("rename") == "on")
    except (ReplayError, LedgerError) as error:
        return _page(request, sent, Told(problem=str(error)))
    return _page(request, {}, Told(tuple(_lines(done)), good=True), _links(done))


def _lines(done: Imported) -> list[str]:
    """Return what the verb prints of an import."""
    return [
        *import_lines(done.new, done.continued, done.merged),
        *(differing_note(clause) for clause in done.differing),
        *(known_note(head) for head in done.known),
        *(left_out_note(head) for head in done.left_out),
    ]


def _links(done: Imported) -> list[tuple[str, str]]:
    """Return the name and the address of each case and game that the file has, cases first."""
    found: list[Head] = [*done.new, *done.continued, *done.known]
    cases = [(head.name, case_address(head.name)) for head in found if head.kind == CASE.name]
    return [*cases, *((head.name, game_address(head.name)) for head in found if head.kind == GAME.name)]


def _page(request: Request, sent: Fields, told: Told, links: list[tuple[str, str]] | None = None) -> Response:
    status = 400 if told.problem else 200
    template = "desk/games/bringing_in.html"
    return page(request, template, "games", "Bring in a file", status, sent=sent, told=told, came_in=links or [])

"""Keeping a book: revising a clause, laying one's own rulebook beside it, what is covered, and the book as a file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ledger.errors import LedgerError
from ledger.revisions import ClauseRevised, RulebookAttached
from replays.desk.addresses import rule_address
from replays.desk.dates import date_of
from replays.desk.replies import desk_of, done_once, file, form, page
from replays.desk.rules.entry import book_of
from replays.desk.rules.whole_book import edition_of
from replays.desk.settings import Desk, now, today
from replays.errors import ReplayError
from replays.reference.book import as_html, as_markdown
from replays.reference.checks import checks_of
from replays.reference.coverage import cover, parse_headings
from replays.reference.versions import differences
from replays.reference.words import clause_difference_lines, coverage_lines, placement_data, placement_lines
from rules.books.addresses import parse_address
from rules.books.shelf import load_book, title_of
from rules.data import source_text
from rules.errors import RulesError

Fields = Mapping[str, str]


class KeptBook(msgspec.Struct, frozen=True):
    """What the page of a book's keeping says, in the lines of the command line.

    `coverage` is what `rules coverage` prints, `attached` how the text that was attached last lies beside the entries,
    and `changes` what differs between two days. `problem` says why a form, called `act`, was refused.
    """

    game: str
    title: str
    coverage: tuple[str, ...] = ()
    attached: tuple[str, ...] = ()
    changes: tuple[str, ...] | None = None
    act: str = ""
    problem: str = ""


def keeping_screen(request: Request) -> Response:
    """Show how a book is kept; `from` and `to` compare it on two days."""
    return _page(request, request.query_params)


def _page(request: Request, sent: Fields, act: str = "", problem: str = "") -> Response:
    game, desk = request.path_params["game"], desk_of(request)
    shelf = desk.shelf()
    book = book_of(shelf, game)
    covered = cover(book, parse_headings(source_text(game, "headings.txt")), checks_of(game))
    placed = shelf.placement(game)
    changes = None
    try:
        changes = _changes(desk, game, sent) if sent.get("from") else None
    except ReplayError as error:
        act, problem = "compare", str(error)
    kept = KeptBook(
        game,
        title_of(game),
        tuple(coverage_lines(covered, False)),
        tuple(placement_lines(placement_data(load_book(game), placed))) if placed else (),
        changes,
        act,
        problem,
    )
    status = 400 if problem else 200
    title = f"Keep the book of {kept.title}"
    return page(request, "desk/rules/keeping.html", "rules", title, status, kept=kept, sent=sent, today=today())


def _changes(desk: Desk, game: str, sent: Fields) -> tuple[str, ...]:
    first, second = date_of(sent.get("from", "")), date_of(sent.get("to", "")) or today()
    found = differences(load_book(game), desk.shelf().versions(game), first, second)
    lines = clause_difference_lines(found)
    return tuple(line if isinstance(line, str) else "".join(line) for line in lines)


async def attach(request: Request) -> Response:
    """Lay a rulebook text beside the entries, and lead back to the page."""
    return await _kept(request, "attach")


async def revise(request: Request) -> Response:
    """Record that a clause says something else from a day on, and lead to its history."""
    return await _kept(request, "revise")


async def _kept(request: Request, act: str) -> Response:
    sent = await form(request)
    return await run_in_threadpool(_keep, request, act, sent)


def _keep(request: Request, act: str, sent: Fields) -> Response:
    game = request.path_params["game"]
    book_of(desk_of(request).shelf(), game)
    keep = _attached if act == "attach" else _revised
    try:
        return done_once(request, sent, partial(keep, desk_of(request), game, sent))
    except (ReplayError, RulesError, LedgerError) as error:
        return _page(request, sent, act, str(error))


def _attached(desk: Desk, game: str, sent: Fields) -> str:
    name = sent.get("name", "").strip() or "a rulebook"
    text = sent.get("text", "").replace("\r\n", "\n")
    if not text.strip():
        raise ReplayError("paste the text of the rulebook into the field")
    desk.shelf().attach(RulebookAttached(game, name, text, now()))
    return f"/books/{game}"


def _revised(desk: Desk, game: str, sent: Fields) -> str:
    written = sent.get("rule", "").strip()
    rule = parse_address(written if "/" in written else f"{game}/{written}")
    if rule.game != game or not rule.clause or rule.version:
        raise ReplayError(f"name a clause of {game}, such as {game}/cancel#1")
    load_book(game).entry(rule.entry)
    effective = date_of(sent.get("effective", "")) or today()
    says, because = sent.get("says", "").strip(), sent.get("because", "").strip()
    if not says or not because:
        raise ReplayError("write what the clause says from then on, and why")
    desk.shelf().revise(ClauseRevised(f"{game}/{rule.entry}", rule.clause, says, because, effective, now()), game)
    return f"{rule_address(f'{game}/{rule.entry}')}/history"


def book_page(request: Request) -> Response:
    """Answer with the file that `lastword rules book -o PACK.html` writes."""
    game = request.path_params["game"]
    return file(as_html(edition_of(desk_of(request).shelf(), game)), f"{game}.html", "text/html; charset=utf-8")


def book_text(request: Request) -> Response:
    """Answer with the file that `lastword rules book -o PACK.md` writes."""
    game = request.path_params["game"]
    return file(as_markdown(edition_of(desk_of(request).shelf(), game)), f"{game}.md", "text/plain; charset=utf-8")

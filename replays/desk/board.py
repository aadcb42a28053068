"""The board: every table at a glance, with public facts only, live as entries are stored."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from functools import partial

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse

from ledger.codec import GAME
from ledger.entries import Entry
from ledger.errors import LedgerError
from ledger.store import Ledger
from ledger.streams import Head
from replays.cases.acts import Cases
from replays.desk.addresses import case_address, game_address
from replays.desk.numbers import number_in
from replays.desk.replies import data, desk_of, login_of, page, rendered
from replays.desk.settings import Desk
from replays.errors import ReplayError
from replays.records.record import Record, of_entries
from replays.records.rejudging import answer
from replays.records.walk import violations
from replays.wording.tables import frame_title
from rules.engine import advance
from rules.errors import RulesError
from rules.kernel.asks import CHANCE
from rules.kernel.position import Position

MOST = 40
"""The most tables on the board: those whose games were opened last."""
EVERY = 1.0
"""Seconds between two looks for new entries."""
QUIET = 15
"""Looks without anything new after which a word is sent, so that a browser knows the desk is there."""


class BoardRow(msgspec.Struct, frozen=True):
    """A table on the board: its game, who plays, where it stands, the last move, and who decides what.

    Only what everybody at the table may see is here: of a move its player and verb, of a decision its player and
    question, of a case its name alone. `table` is the number of the table if the record says it, `noted` counts the
    violations that the record notes, `open_case` is a case about the game that waits for a judge, and `fault` says why
    the game cannot be shown.
    """

    game: str
    address: str
    pack: str
    events: int
    players: tuple[str, ...] = ()
    where: str = ""
    mover: str = ""
    verb: str = ""
    decides: str = ""
    question: str = ""
    noted: int = 0
    over: str = ""
    recorded: str = ""
    fault: str = ""
    table: str = ""
    open_case: str = ""


def board(request: Request) -> Response:
    """Show every table; `?part=tables` gives the list alone, for a page that is open."""
    rows, more = board_rows(desk_of(request))
    if request.query_params.get("part") == "tables":
        markup = rendered(request, "desk/board_tables.html", "board", rows=rows, case_address=case_address)
        return HTMLResponse(markup)
    return page(request, "desk/board.html", "board", "Board", rows=rows, more=more, case_address=case_address)


def board_data(request: Request) -> Response:
    """Answer with the tables of the board as data."""
    return data(board_rows(desk_of(request))[0])


async def events(request: Request) -> Response:
    """Stream a word to the browser whenever something is stored; its id is the position of the ledger."""
    after = number_in(request.headers.get("last-event-id", ""))
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(
        _news(request, desk_of(request).ledger, after), media_type="text/event-stream", headers=headers
    )


async def _news(request: Request, ledger: Ledger, after: int | None) -> AsyncIterator[str]:
    """Yield the position of the ledger whenever it has moved on, until the browser goes away or its log-in ends."""
    known = after if after is not None else await run_in_threadpool(position, ledger)
    quiet = QUIET
    while login_of(request).role and not await request.is_disconnected():
        now = await run_in_threadpool(position, ledger)
        if now != known:
            known, quiet = now, 0
            yield f"id: {now}\nevent: stored\ndata: {now}\n\n"
        elif quiet >= QUIET:
            quiet = 0
            yield ": here\n\n"
        quiet += 1
        await asyncio.sleep(EVERY)


def position(ledger: Ledger) -> int:
    """Return the position of a ledger: the number of the entry that was stored last, in any stream."""
    found: int = ledger.recorder.max_notification_id() or 0
    return found


def board_rows(desk: Desk) -> tuple[tuple[BoardRow, ...], int]:
    """Return the tables of the board, and how many games are not on it.

    Tables with an open case come first, then those that play, with violations before others, by number and name.
    """
    heads, _ = desk.ledger.readable_heads(GAME.name)
    shown, disputed = heads[-MOST:], _open_cases(desk)
    rows = [desk.tables.of((head.id, head.digest), partial(_row, desk.ledger, head)) for head in shown]
    rows = [
        msgspec.structs.replace(row, open_case=disputed.get(head.id, "")) for row, head in zip(rows, shown, strict=True)
    ]
    rows.sort(key=lambda row: (not row.open_case, bool(row.over), not row.noted, row.table.rjust(9), row.game))
    return tuple(rows), len(heads) - len(shown)


def _open_cases(desk: Desk) -> dict[str, str]:
    """Return the first case about each game, by the game's id, that waits for a judge: not ruled on, or under appeal.

    Cases are read again only after some case has changed.
    """
    cases = desk.kept.of(("open cases", desk.cases_stand()), lambda: Cases(desk.ledger, "").readable_cases()[0])
    waiting = [case for case in reversed(cases) if case.status in ("open", "under appeal")]
    return {case.opened.pin.game: case.name for case in waiting}


def _row(ledger: Ledger, head: Head) -> BoardRow:
    """Return one table; a game that cannot be read is shown with the reason."""
    row = BoardRow(head.name, game_address(head.name), head.about.pack, head.last)
    try:
        return _filled(row, of_entries(head.name, list(ledger.entries(head))))
    except (LedgerError, ReplayError, RulesError) as error:
        return msgspec.structs.replace(row, fault=str(error))


def _filled(row: BoardRow, record: Record) -> BoardRow:
    pos = record.position(len(record.entries) - 1)
    table = pos.table
    where = _where(pos)
    last = _last_move(record.entries)
    over = "" if table.winners is None else _winners(pos)
    ask = None if over else advance(pos)
    return msgspec.structs.replace(
        row,
        players=tuple(seat.name or player for player, seat in table.seats.items()),
        where=where,
        mover=last[0],
        verb=last[1],
        decides="" if ask is None or ask.player == CHANCE else ask.player,
        question="" if ask is None else ask.says,
        noted=sum(len(found) for found in violations(record.entries).values()),
        over=over,
        recorded=record.entries[-1].recorded,
        table=table.settings.get("tournament table", ""),
    )


def _where(pos: Position) -> str:
    """Return the round and the phase of a game, in words."""
    frames = pos.table.frames
    number = next((frame.data["round"] for frame in frames if frame.data and "round" in frame.data), None)
    phase = frame_title(pos, frames[2]) if len(frames) > 2 else ""
    return " · ".join(part for part in (f"Round {number}" if number else "", phase) if part)


def _last_move(entries: Sequence[Entry]) -> tuple[str, str]:
    """Return the player and the verb of the last move; two empty texts if nobody has moved yet."""
    for entry in reversed(entries):
        made = answer(entry)
        if made is not None:
            return ("", "chance") if made[0] == CHANCE else (made[0], made[1].verb)
    return "", ""


def _winners(pos: Position) -> str:
    names = [pos.table.seats[player].name or player for player in pos.table.winners or ()]
    return f"{' and '.join(names)} won" if names else "nobody won"

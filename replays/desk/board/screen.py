"""The board: the disputes that wait for a judge, and every table at a glance, live as entries are stored.

Of a table it shows public facts only. A question may quote a hand, as the case does: with `screen` in the address, for
a projector, none is shown.
"""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import AsyncIterator, Sequence
from functools import partial
from statistics import median

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ledger.codec import GAME
from ledger.errors import LedgerError
from ledger.store import Ledger
from ledger.streams import Head
from replays.desk.addresses import case_address, desk_address, game_address, rule_address
from replays.desk.board.calls import BoardCall, board_calls, call_status, open_cases, possible_call_acts
from replays.desk.numbers import number_in
from replays.desk.replies import data, desk_of, login_of, page
from replays.desk.settings import Desk, now
from replays.errors import ReplayError
from replays.records.record import Record, of_entries
from replays.records.rejudging import answer
from replays.records.walk import violations
from replays.watching.course import open_words
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
SLOW = 2
"""A table is slow that has been idle for this many times as long as half of those that play."""
CHOICES = ("", "illegal", "cases")
"""What the board can be narrowed to: all tables, those with a move that was not legal, those with an open case."""


class BoardRow(msgspec.Struct, frozen=True):
    """A table on the board: its game, who plays, where it stands, the last move, and who decides what.

    Only what everybody at the table may see is here: of a move its words if all players read it alike, else its verb;
    of a decision its player and question, of a case its name alone. `table` is the number of the table if the record
    says it, and `noted` counts the violations that the record notes. `open_case` is a case about the game that waits
    for a judge, `case_status` says where it stands. `fault` says why the game cannot be shown.
    """

    game: str
    address: str
    pack: str
    events: int
    players: tuple[str, ...] = ()
    where: str = ""
    mover: str = ""
    move: str = ""
    decides: str = ""
    question: str = ""
    noted: int = 0
    over: str = ""
    recorded: str = ""
    fault: str = ""
    table: str = ""
    open_case: str = ""
    case_status: str = ""


class ShownBoard(msgspec.Struct, frozen=True):
    """What the board shows now: calls, rows, and for each game how long it has been idle, with whether that is slow.

    `more` counts the games that are not on the board, `chosen` is one of CHOICES, and `counts` says how many tables
    each of those has.
    """

    calls: tuple[tuple[BoardCall, str], ...]
    rows: tuple[BoardRow, ...]
    idle: dict[str, tuple[str, bool]]
    more: int
    chosen: str
    counts: dict[str, int]


def board(request: Request) -> Response:
    """Show the calls and the tables: `?only=illegal` or `?only=cases` chooses some, `?screen=1` is for a projector."""
    return board_page(request, request.query_params.get("only", ""))


def board_page(request: Request, only: str, problem: str = "", status: int = 200) -> Response:
    """Return the board. `problem` says why a call could not be taken or ended as somebody asked."""
    shown = _shown(desk_of(request), only if only in CHOICES else "")
    return page(
        request,
        "desk/board/board.html",
        "board",
        "Board",
        status,
        shown=shown,
        problem=problem,
        possible_call_acts=possible_call_acts,
        projected=request.query_params.get("screen", "") == "1",
        case_address=case_address,
        game_address=game_address,
        desk_address=desk_address,
        rule_address=rule_address,
    )


def _shown(desk: Desk, chosen: str) -> ShownBoard:
    rows, more = board_rows(desk)
    present = now()
    chosen_rows = {
        "": rows,
        "illegal": tuple(row for row in rows if row.noted),
        "cases": tuple(row for row in rows if row.open_case),
    }
    calls = [(call, elapsed(call.since, present)) for call in board_calls(desk, {row.game: row.table for row in rows})]
    counts = {name: len(found) for name, found in chosen_rows.items()}
    return ShownBoard(tuple(calls), chosen_rows[chosen], _idle(rows, present), more, chosen, counts)


def _idle(rows: Sequence[BoardRow], present: str) -> dict[str, tuple[str, bool]]:
    """Return how long the tables that play have been idle, in words, and whether that is slow."""
    playing = {row.game: seconds_since(row.recorded, present) for row in rows if not (row.over or row.fault)}
    known = {game: seconds for game, seconds in playing.items() if seconds is not None}
    limit = SLOW * median(known.values()) if known else 0
    return {game: (in_short(seconds), len(known) > 1 and seconds > limit) for game, seconds in known.items()}


def seconds_since(recorded: str, present: str) -> int | None:
    """Return the seconds from one recorded time to another; None if either is no time, 0 if it is in the future."""
    try:
        began, ended = datetime.datetime.fromisoformat(recorded), datetime.datetime.fromisoformat(present)
        return max(0, int((ended - began).total_seconds()))
    except (TypeError, ValueError):
        return None


def elapsed(recorded: str, present: str) -> str:
    """Return how long ago something was recorded, in short; empty if nobody knows."""
    seconds = seconds_since(recorded, present)
    return "" if seconds is None else in_short(seconds)


def in_short(seconds: int) -> str:
    """Return a length of time as a judge reads it at a glance: `40 s`, `6 min`, `2 h 5 min`, `3 days`."""
    minutes, hours, days = seconds // 60, seconds // 3600, seconds // 86400
    if days:
        return f"{days} day{'s' if days > 1 else ''}"
    if hours:
        return f"{hours} h {minutes % 60} min"
    return f"{minutes} min" if minutes else f"{seconds} s"


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
    shown, disputed = heads[-MOST:], open_cases(desk)
    rows = [desk.tables.of((head.id, head.digest), partial(_row, desk.ledger, head)) for head in shown]
    for place, head in enumerate(shown):
        case = disputed.get(head.id)
        if case is not None:
            rows[place] = msgspec.structs.replace(rows[place], open_case=case.name, case_status=call_status(case))
    rows.sort(key=lambda row: (not row.open_case, bool(row.over), not row.noted, row.table.rjust(9), row.game))
    return tuple(rows), len(heads) - len(shown)


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
    last = _last_move(record)
    over = "" if table.winners is None else _winners(pos)
    ask = None if over else advance(pos)
    return msgspec.structs.replace(
        row,
        players=tuple(seat.name or player for player, seat in table.seats.items()),
        where=where,
        mover=last[0],
        move=last[1],
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


def _last_move(record: Record) -> tuple[str, str]:
    """Return the player and the words of the last move, as everybody reads them; two empty texts before the first."""
    for place in reversed(range(len(record.entries))):
        made = answer(record.entries[place])
        if made is not None:
            open_to_all = open_words(record.pack, record.entries, place)
            return ("", "chance") if made[0] == CHANCE else (made[0], open_to_all or made[1].verb)
    return "", ""


def _winners(pos: Position) -> str:
    names = [pos.table.seats[player].name or player for player in pos.table.winners or ()]
    return f"{' and '.join(names)} won" if names else "nobody won"

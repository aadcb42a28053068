"""What if something in a game had gone otherwise: what `lastword branch` does, on a page."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from replays.branches.new_line import NewLine, new_line
from replays.branches.storage import store_branch
from replays.branches.words import branch_note, new_line_lines
from replays.desk.addresses import game_address
from replays.desk.games.replay import OpenedGame
from replays.desk.games.tools import Fields, Told, number_of, scribe_of, stored_tool, tool_page
from replays.desk.judging.judged import stored_record
from replays.desk.settings import Desk
from replays.errors import ReplayError
from replays.records.record import Record

WAYS = {
    "after": "Play these moves after this event",
    "replace": "Make this move instead of the one of this event",
    "insert": "Make this move before the one of this event",
    "skip": "Leave out the move of this event",
    "reorder": "Make the move of this event later, after that of event",
}
"""The what-ifs of a game, by the option of `lastword branch`."""


def what_if_screen(request: Request) -> Response:
    """Show what becomes of a game if something in it had gone otherwise; nothing is stored."""
    return tool_page(request, "whatif", _what_if_told, "way", ways=WAYS)


async def store_what_if(request: Request) -> Response:
    """Store a what-if as a branch of its game, and lead to it."""
    return await stored_tool(request, _store_what_if)


def _what_if_told(_: Desk, game: OpenedGame, asked: Fields) -> Told:
    line = _new_line(game.replay.record, game.seq, asked)
    good = not line.violations and not line.branch.impossible
    return Told(tuple(new_line_lines(line, "")), good=good, storable=True)


def _store_what_if(desk: Desk, game: OpenedGame, sent: Fields, by: str) -> str:
    record = stored_record(desk, game.head.id)
    line = _new_line(record, game.seq, sent)
    note = branch_note(sent.get("way") == "after", sent.get("way") != "after")
    name = sent.get("name", "").strip()
    stored = store_branch(desk.ledger, game.head, line.branch, name, note, scribe_of(by))
    return game_address(stored.name)


def _new_line(record: Record, seq: int, asked: Fields) -> NewLine:
    way, moves = asked.get("way", "after"), asked.get("moves", "").replace("\r\n", "\n")
    place = record.index(seq) if seq else 0
    if way == "skip":
        return new_line(record, place, left_out=seq)
    if way == "reorder":
        return new_line(record, place, after=(seq, number_of(asked, "later")))
    if not moves.strip():
        raise ReplayError("write at least one move, as in a transcript")
    if way == "replace":
        return new_line(record, place, other=(seq, moves.strip()))
    if way == "insert":
        return new_line(record, place, before=(seq, moves.strip()))
    return new_line(record, place, moves)

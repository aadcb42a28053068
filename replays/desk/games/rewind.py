"""Backing a table up: what `lastword rewind` plans and stores, on a page."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from replays.branches.storage import store_branch
from replays.desk.addresses import game_address
from replays.desk.games.replay import OpenedGame
from replays.desk.games.tools import Fields, Told, scribe_of, stored_tool, tool_page
from replays.desk.judging.judged import stored_record
from replays.desk.settings import Desk
from replays.records.record import Record
from replays.records.views import player_of
from replays.whatif.rewind import Plan, RewindVerdict, back_to, last_illegal, undo
from replays.whatif.words import plan_lines, rewind_note


def rewind_screen(request: Request) -> Response:
    """Show what backing the table up takes; nothing is stored."""
    return tool_page(request, "rewind", _rewind_told, "how")


async def store_rewind(request: Request) -> Response:
    """Store the line after backing up as a branch, and lead to it."""
    return await stored_tool(request, _store_rewind)


def _rewind_told(_: Desk, game: OpenedGame, asked: Fields) -> Told:
    plan = _plan(game.replay.record, game.seq, asked)
    return Told(
        tuple(plan_lines(plan, "", game.replay.record.players())),
        good=plan.verdict is not RewindVerdict.NOT,
        storable=True,
    )


def _store_rewind(desk: Desk, game: OpenedGame, sent: Fields, by: str) -> str:
    plan = _plan(stored_record(desk, game.head.id), game.seq, sent)
    name = sent.get("name", "").strip()
    stored = store_branch(desk.ledger, game.head, plan.branch, name, rewind_note(plan), scribe_of(by))
    return game_address(stored.name)


def _plan(record: Record, seq: int, asked: Fields) -> Plan:
    fault = asked.get("fault", "")
    fault = player_of(record.table(1).seats, fault) if fault else ""
    how = asked.get("how", "to")
    if how == "undo":
        return undo(record, seq, fault)
    return undo(record, last_illegal(record), fault) if how == "last-illegal" else back_to(record, max(1, seq), fault)

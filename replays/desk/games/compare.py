"""Two lines, or two points of one, side by side: what `lastword diff` finds, on a page."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ledger.codec import GAME
from replays.desk.games.replay import OpenedGame
from replays.desk.games.tools import Fields, Told, tool_page, whole_number
from replays.desk.judging.judged import stored_record
from replays.desk.replies import desk_of
from replays.desk.settings import Desk
from replays.errors import ReplayError
from replays.records.record import Record
from replays.whatif.differences import differ
from replays.whatif.words import difference_lines

MOST_OFFERED = 100
"""The most games that the field offers."""


def diff_screen(request: Request) -> Response:
    """Show what differs between this point of a game and another game or point."""
    return tool_page(request, "diff", _differences, "with", others=_others(request))


def _differences(desk: Desk, game: OpenedGame, asked: Fields) -> Told:
    word, _, number = asked.get("with", "").strip().partition("@")
    other = stored_record(desk, word)
    mine = game.replay.record
    if mine.pack.id != other.pack.id:
        raise ReplayError(f"{mine.name} is a game of {mine.pack.id} and {other.name} one of {other.pack.id}")
    found = differ(_at(mine, game.seq), _at(other, whole_number(number)))
    return Told(tuple(line.plain for line in difference_lines(found)), good=found.same or None)


def _at(record: Record, seq: int) -> Record:
    """Return a record as `GAME@N` names it: whole, with the event that is meant; the whole game if that is its last."""
    return msgspec.structs.replace(record, at=seq if 0 < seq < record.last else None)


def _others(request: Request) -> list[str]:
    """Return the names of the games of the ledger, those opened last first."""
    rows = desk_of(request).ledger.stream_rows()
    return [row.name for row in rows if row.kind == GAME.name][: -MOST_OFFERED - 1 : -1]

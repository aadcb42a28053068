"""Every legal line from a point of a game: what `lastword explore` finds, on a page."""

from __future__ import annotations

from threading import Lock

from starlette.requests import Request
from starlette.responses import Response

from replays.desk.games.replay import OpenedGame
from replays.desk.games.tools import Fields, Told, number_of, tool_page
from replays.desk.settings import Desk
from replays.whatif.explored import Exploration, explored
from replays.whatif.orders import orders
from replays.whatif.words import exploration_lines, exploration_report, orders_lines

MOST_SITUATIONS = 5_000
"""The most situations that an exploration at the desk looks at; the command line may look at more."""
ONE_AT_A_TIME = Lock()
"""Exploring takes all of a processor: one person explores at a time."""


def explore_screen(request: Request) -> Response:
    """Show what every legal line from here comes to."""
    return tool_page(request, "explore", _explored, "ask", most=MOST_SITUATIONS)


def _explored(_: Desk, game: OpenedGame, asked: Fields) -> Told:
    record = game.replay.record
    place = record.index(game.seq) if game.seq else 0
    seen = record.seen_at(place, game.viewer)
    with ONE_AT_A_TIME:
        if asked.get("orders") == "on":
            return Told(tuple(orders_lines(record.name, orders(seen, place, MOST_SITUATIONS), record.players())))
        depth = number_of(asked, "depth") or None
        wanted = Exploration(
            asked.get("ask", "").strip(),
            depth,
            asked.get("until", "").strip() or None,
            asked.get("players", "").strip(),
            MOST_SITUATIONS,
        )
        pos, found, _graph = explored(seen, place, wanted)
    report = exploration_report(seen, pos, found, wanted.ask or None)
    return Told(tuple(exploration_lines(report, record.players())))

"""The replay of a game: the table after any event, the moves that led there, what is being resolved, and a scrubber."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ledger.codec import GAME
from ledger.events import GameEnded
from ledger.streams import Head
from replays.cases.acts import Cases
from replays.cases.touching import CaseAtEvent, cases_about
from replays.desk.addresses import case_address, desk_address, game_address, with_query
from replays.desk.faults import NotThere, nearest_games, only_whole
from replays.desk.games.scrubber import scrubber
from replays.desk.numbers import number_in
from replays.desk.replies import data, desk_of, page, rendered
from replays.desk.settings import Desk
from replays.tables.drawing import DrawnTable, drawn
from replays.watching.course import CourseRow
from replays.watching.replay import Replay, ReplayPoint

REGIONS = ("table", "aside", "buttons", "whole", "near")
"""The parts of the page that change with every step, each a template of its own."""


class OpenedGame(msgspec.Struct, frozen=True):
    """A game that a request names: its replay, the event and the viewer that the address asks for."""

    head: Head
    replay: Replay
    seq: int
    viewer: str

    def address(self, seq: int | None = None, viewer: str | None = None, view: str = "") -> str:
        """Return the address of an event of this game, as this or another viewer sees it."""
        who = self.viewer if viewer is None else viewer
        query = f"?{urlencode({'as': who})}" if who else ""
        return f"{game_address(self.head.name, self.seq if seq is None else seq)}{view}{query}"

    @property
    def plain_address(self) -> str:
        """The address of the game itself."""
        return game_address(self.head.name)


def opened_game(request: Request, ending: str = "", whole: bool = False) -> OpenedGame | RedirectResponse:
    """Return the game that an address names, or lead on to its full name.

    `GAME@N` names an event, without it the last; `?at=N`, which the form for a number sends, leads to it. A game, an
    event or a player that is not there raises NotThere. `ending` is that of the address (`.json`), if it has one.
    `whole` says that the page shows what everybody holds, so that it is not there for a player (`?as=B`).
    """
    if whole:
        only_whole(request)
    word, sign, number = request.path_params["game"].partition("@")
    head = desk_of(request).ledger.head(word)
    if head.kind != GAME.name:
        raise NotThere(f"{word!r} is no game but a {head.kind}.", nearest_games(request, word))
    asked, named_event = number_in(request.query_params.get("at", "")), number_in(number)
    if asked is not None or head.name != word:
        seq = named_event if asked is None else asked
        rest = "/".join(request.url.path.split("/")[3:])
        query = urlencode({key: value for key, value in request.query_params.items() if key != "at"})
        where = f"{game_address(head.name, seq)}{f'/{rest}' if rest else ending}"
        return RedirectResponse(f"{where}?{query}" if query else where, 307)
    replay: Replay = desk_of(request).replays.of(head)
    if sign and (named_event is None or named_event > replay.last):
        raise NotThere(
            f"{head.name} has no event {number[:20]}; its last is event {replay.last}.", [_last(head, replay)]
        )
    viewer = request.query_params.get("as", "")
    if viewer and viewer not in replay.players:
        raise NotThere(
            f"Nobody at this table is {viewer!r}; at it sit {', '.join(replay.players)}.", [_last(head, replay)]
        )
    return OpenedGame(head, replay, replay.last if named_event is None else named_event, viewer)


def _last(head: Head, replay: Replay) -> tuple[str, str]:
    """Return the address of the end of a game, and the word for it."""
    return game_address(head.name, replay.last), f"{head.name}@{replay.last}"


def replay(request: Request) -> Response:
    """Show a game after an event."""
    found = opened_game(request)
    if isinstance(found, RedirectResponse):
        return found
    values = shown(found, desk_of(request))
    return page(request, "desk/games/replay.html", "games", f"{found.head.name}@{found.seq}", **values)


def regions(request: Request) -> Response:
    """Answer with the parts of the page that a step changes, as markup, and with where further steps lead."""
    found = opened_game(request)
    if isinstance(found, RedirectResponse):
        return found
    values = shown(found, desk_of(request))
    point: ReplayPoint = values["point"]
    parts = {name: rendered(request, f"desk/games/replay_{name}.html", **values) for name in REGIONS}
    return data(
        {
            "seq": found.seq,
            "title": f"{found.head.name}@{found.seq} · Last Word",
            "address": found.address(),
            "says": values["here"],
            "text": values["scrubber"].text,
            "near": [values["scrubber"].near.first, values["scrubber"].near.last],
            "steps": found.replay.steps(found.seq),
            "parts": parts,
            "over": point.table.winners is not None,
        }
    )


def point_data(request: Request) -> Response:
    """Answer with everything that the replay shows after an event."""
    found = opened_game(request)
    if isinstance(found, RedirectResponse):
        return found
    return data(found.replay.at(found.seq, found.viewer))


def shown(game: OpenedGame, desk: Desk) -> dict[str, Any]:
    """Return the values that the templates of a replay show.

    Cases quote what judges know: a player's view has none of them.
    """
    replay: Replay = game.replay
    point = replay.at(game.seq, game.viewer)
    course = replay.course(game.viewer)
    steps = replay.steps(game.seq)
    return {
        "game": game,
        "point": point,
        "view": _drawn(point),
        "course": course,
        "current": _current([row for phase in course.phases for row in phase.rows], game.seq),
        "seats": replay.players,
        "scrubber": scrubber(replay, game.seq),
        "steps": steps,
        "address": game.address,
        "desk": desk_address(game.head.name),
        "here": point.says[:1].upper() + point.says[1:],
        "ended": _ended(replay),
        "cases": () if game.viewer else _cases(desk, game.head),
        "case_address": case_address,
        "new_case": with_query("/cases/new", about=f"{game.head.name}@{game.seq}"),
    }


def _cases(desk: Desk, head: Head) -> tuple[CaseAtEvent, ...]:
    """Return the cases about a game. They are read again only after some case has changed."""
    key = (head.id, head.digest, desk.cases_stand())
    return desk.kept.of(key, lambda: cases_about(Cases(desk.ledger, ""), head.id))


def _drawn(point: ReplayPoint) -> DrawnTable:
    """Return the table of a point, with the places that the pending decision is about."""
    if point.decides is None:
        return drawn(point.table)
    return drawn(point.table, point.decides.places, point.decides.origins)


def _current(rows: list[CourseRow], seq: int) -> CourseRow | None:
    """Return the last row that is not after an event; None if all of them are."""
    return next((row for row in reversed(rows) if row.seq <= seq), None)


def _ended(replay: Replay) -> GameEnded | None:
    """Return how the game ended; None if it goes on."""
    return next((event for event in reversed(replay.events) if isinstance(event, GameEnded)), None)

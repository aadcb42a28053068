"""Single views of a game at an event, to link or embed: its table, its sequence, its windows, why, and what is legal.

Beside each stands what the command line gives: `table.json` is `state --json`, `sequence.svg` is `draw`, and
`windows.json`, `why.json` and `options.json` are those verbs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from replays.desk.addresses import rule_address, with_query
from replays.desk.dates import date_of
from replays.desk.faults import NotThere
from replays.desk.games.replay import OpenedGame, opened_game
from replays.desk.games.sequence import DETAILS, LANGUAGE_NAMES, STYLES, asked_sequence, drawn_sequence, told
from replays.desk.judging.view import numbered, shown_why
from replays.desk.numbers import number_in
from replays.desk.replies import data, desk_of, page
from replays.diagrams.rendering import render, renderer
from replays.errors import ReplayError
from replays.records.explanations import options
from replays.records.record import Record
from replays.tables.drawing import drawn
from replays.tables.laid_out import laid_out
from replays.verdicts.on_date import Rules
from replays.verdicts.verdict_data import explained_data
from replays.verdicts.why import why
from replays.watching.window_audit import audit
from replays.watching.words import audit_counts, audit_data
from replays.wording.records import hidden_answers
from replays.wording.tables import table_data

VIEWS = {
    "table": "Table",
    "sequence": "Sequence",
    "windows": "Windows",
    "why": "Why",
    "options": "Legal moves",
    "whatif": "What if",
    "rewind": "Rewind",
    "explore": "Explore",
    "diff": "Compare",
    "record": "Record",
}
"""The views of a game at an event, with their titles. Those from `whatif` on are screens with modules of their own."""
WHOLE_VIEWS = ("whatif", "rewind", "diff", "record")
"""The views that tell what everybody holds: a player has none of them."""


def view_of(request: Request) -> Response:
    """Answer with one view of a game: `table`, `table.json`, `sequence.svg` and so on."""
    name, _, ending = request.path_params["view"].partition(".")
    answer = ANSWERS.get((name, ending))
    if answer is None:
        known = [f"{view}{f'.{end}' if end else ''}" for view, end in ANSWERS]
        raise NotThere(f"A game has no view {request.path_params['view']!r}; there are {', '.join(known)}.")
    found = opened_game(request)
    if isinstance(found, RedirectResponse):
        return found
    return answer(request, found)


def game_data(request: Request) -> Response:
    """Answer with what `lastword state GAME@N --json` prints: the table, as `table.json` of the game does."""
    found = opened_game(request, ".json")
    return found if isinstance(found, RedirectResponse) else _table_data(request, found)


def game_picture(request: Request) -> Response:
    """Answer with what `lastword draw GAME@N` draws: the sequence, as `sequence.svg` of the game does."""
    found = opened_game(request, ".svg")
    return found if isinstance(found, RedirectResponse) else _sequence_picture(request, found)


def view_page(request: Request, game: OpenedGame, view_name: str, status: int = 200, **values: Any) -> Response:
    """Return the page of one view, with the tabs to the others: the template `view_NAME.html` with its values."""
    tabs = [
        (game.address(view=f"/{name}"), word, name == view_name)
        for name, word in VIEWS.items()
        if not (game.viewer and name in WHOLE_VIEWS)
    ]
    return page(
        request,
        f"desk/games/view_{view_name}.html",
        "games",
        f"{VIEWS[view_name]}, {game.head.name}@{game.seq}",
        status,
        game=game,
        view_title=VIEWS[view_name],
        tabs=tabs,
        address=game.address,
        rule_address=rule_address,
        **values,
    )


def _table(request: Request, game: OpenedGame) -> Response:
    table = laid_out(game.replay.record.pack, game.replay.table(game.seq), game.viewer)
    return view_page(request, game, "table", view=drawn(table), seats=game.replay.players)


def _table_data(_: Request, game: OpenedGame) -> Response:
    return data(table_data(game.replay.record.pack, game.replay.table(game.seq), game.viewer))


def _seen(game: OpenedGame) -> Record:
    """Return the record as the viewer knows it at the event."""
    record = game.replay.record
    return record.seen_at(record.index(game.seq or None), game.viewer)


def _sequence(request: Request, game: OpenedGame) -> Response:
    asked = asked_sequence(request.query_params)
    stretch, story = told(game, asked)
    return view_page(
        request,
        game,
        "sequence",
        asked=asked,
        story=story,
        labels=asked.labels,
        stretch=stretch,
        drawable=renderer(),
        styles=STYLES,
        details=DETAILS,
        languages=LANGUAGE_NAMES,
        with_query=with_query,
    )


def _sequence_picture(request: Request, game: OpenedGame) -> Response:
    """Answer with the picture that `draw` draws; `page` names one of several."""
    graphs = drawn_sequence(game, asked_sequence(request.query_params))
    asked = number_in(request.query_params.get("page", "1")) or 1
    number = asked if asked <= len(graphs) else 1
    return Response(render(graphs[number - 1].source, "svg"), media_type="image/svg+xml")


def _sequence_data(request: Request, game: OpenedGame) -> Response:
    stretch, story = told(game, asked_sequence(request.query_params))
    return data({"stretch": stretch, "rows": len(story.rows)})


def _windows(request: Request, game: OpenedGame) -> Response:
    found = game.replay.record.up_to(game.seq or None)
    windows = audit(found.entries, found.pack, game.viewer)
    wrong = [row for phase in game.replay.course(game.viewer).phases for row in phase.rows if row.kind == "violation"]
    shown = []
    for window in windows:
        tried = [row for row in wrong if window.seq <= row.seq < (window.closed or game.seq + 1)]
        if tried or not window.quiet:
            shown.append((window, tried))
    return view_page(request, game, "windows", windows=shown, counts=audit_counts(windows))


def _windows_data(_: Request, game: OpenedGame) -> Response:
    found = game.replay.record.up_to(game.seq or None)
    return data(audit_data(found.name, audit(found.entries, found.pack, game.viewer)))


def _why(request: Request, game: OpenedGame) -> Response:
    move = request.query_params.get("move", "").strip()
    found = why(_seen(game), game.seq, move) if move else None
    rules, dated = _rules(request), desk_of(request).has_revisions()
    shown = shown_why(found, rules) if found else None
    snapped = found is not None and found.snapped
    on = rules.shelf.date if rules.asked else ""
    return view_page(request, game, "why", move=move, found=shown, snapped=snapped, dated=dated or rules.asked, on=on)


def _rules(request: Request) -> Rules:
    """Return the rules of the date that an address asks for, or today's."""
    on = date_of(request.query_params.get("on", ""))
    return Rules(desk_of(request).shelf(on), bool(on))


def _why_data(request: Request, game: OpenedGame) -> Response:
    move = request.query_params.get("move", "").strip()
    if not move:
        raise ReplayError("say which move: add ?move=… to the address")
    return data(explained_data(why(_seen(game), game.seq, move), _rules(request)))


def _options(request: Request, game: OpenedGame) -> Response:
    record = _seen(game)
    found = options(record, game.seq)
    hidden = hidden_answers(found.player, game.viewer, game.replay.players) if found.hidden else ""
    return view_page(request, game, "options", found=found, hidden=hidden, numbered=numbered(record, found))


def _options_data(_: Request, game: OpenedGame) -> Response:
    return data(options(_seen(game), game.seq))


ANSWERS: dict[tuple[str, str], Callable[[Request, OpenedGame], Response]] = {
    ("table", ""): _table,
    ("table", "json"): _table_data,
    ("sequence", ""): _sequence,
    ("sequence", "svg"): _sequence_picture,
    ("sequence", "json"): _sequence_data,
    ("windows", ""): _windows,
    ("windows", "json"): _windows_data,
    ("why", ""): _why,
    ("why", "json"): _why_data,
    ("options", ""): _options,
    ("options", "json"): _options_data,
}
"""What answers each view and each ending."""

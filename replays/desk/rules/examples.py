"""A playthrough that comes with a game's rules: its transcript, to be read or opened at the desk."""

from __future__ import annotations

from difflib import get_close_matches

from starlette.requests import Request
from starlette.responses import Response

from replays.desk.addresses import example_address
from replays.desk.faults import NotThere
from replays.desk.rules.entry import NEAREST, book_of
from replays.desk.rules.layout import asked_of, rules_page, shelf_of
from rules.catalogue import playthroughs


def example_screen(request: Request) -> Response:
    """Show the transcript of a playthrough."""
    game, name = request.path_params["game"], request.path_params["name"]
    asked = asked_of(request)
    shelf = shelf_of(request, asked)
    book_of(shelf, game)
    known = {file.removesuffix(".lw"): text for file, text in playthroughs(game)}
    if name not in known:
        near = get_close_matches(name, known, NEAREST, 0.4)
        raise NotThere(f"{game} has no example {name}.", [(example_address(game, other), other) for other in near])
    return rules_page(request, shelf, asked, "desk/rules/example.html", name, game=game, name=name, text=known[name])

"""The addresses of the games."""

from __future__ import annotations

from starlette.routing import Route

from replays.desk.games import compare, explore, listing, record, replay, rewind, views, what_if

GAMES_ROUTES = [
    Route("/", listing.games),
    Route("/games", listing.games),
    Route("/games.json", listing.games_data),
    Route("/games/{game}", replay.replay),
    Route("/games/{game}/point.json", replay.point_data),
    Route("/games/{game}/regions.json", replay.regions),
    Route("/games/{game}/whatif", what_if.what_if_screen),
    Route("/games/{game}/whatif", what_if.store_what_if, methods=["POST"]),
    Route("/games/{game}/rewind", rewind.rewind_screen),
    Route("/games/{game}/rewind", rewind.store_rewind, methods=["POST"]),
    Route("/games/{game}/explore", explore.explore_screen),
    Route("/games/{game}/diff", compare.diff_screen),
    Route("/games/{game}/record", record.record_screen),
    Route("/games/{game}/seal", record.seal_game, methods=["POST"]),
    Route("/games/{game}/export.jsonl", record.export_game),
    Route("/games/{game}/{view}", views.view_of),
]
"""Every address of a game. GAME is a name, an id or the beginning of one, and may end with `@N`."""

"""The addresses of the games."""

from __future__ import annotations

from starlette.routing import Route

from replays.desk.games import listing, replay, views

GAMES_ROUTES = [
    Route("/", listing.games),
    Route("/games", listing.games),
    Route("/games.json", listing.games_data),
    Route("/games/{game}.json", views.game_data),
    Route("/games/{game}.svg", views.game_picture),
    Route("/games/{game}", replay.replay),
    Route("/games/{game}/point.json", replay.point_data),
    Route("/games/{game}/regions.json", replay.regions),
    Route("/games/{game}/{view}", views.view_of),
]
"""Every address of a game. GAME is a name, an id or the beginning of one, and may end with `@N`."""

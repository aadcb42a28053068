"""The addresses of the games."""

from __future__ import annotations

from replays.desk.access.roles import DeskRoute, Role
from replays.desk.games import listing, replay, views

GAMES_ROUTES = [
    DeskRoute("/", listing.games, Role.READER),
    DeskRoute("/games", listing.games, Role.READER),
    DeskRoute("/games.json", listing.games_data, Role.READER),
    DeskRoute("/games/{game}", replay.replay, Role.READER),
    DeskRoute("/games/{game}/point.json", replay.point_data, Role.READER),
    DeskRoute("/games/{game}/regions.json", replay.regions, Role.READER),
    DeskRoute("/games/{game}/{view}", views.view_of, Role.READER),
]
"""Every address of a game. GAME is a name, an id or the beginning of one, and may end with `@N`."""

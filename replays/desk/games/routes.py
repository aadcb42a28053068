"""The addresses of the games."""

from __future__ import annotations

from replays.desk.access.roles import DeskRoute, Role
from replays.desk.games import bringing_in, compare, explore, listing, record, replay, rewind, views, what_if

GAMES_ROUTES = [
    DeskRoute("/", listing.games, Role.READER),
    DeskRoute("/games", listing.games, Role.READER),
    DeskRoute("/games.json", listing.games_data, Role.READER),
    DeskRoute("/import", bringing_in.import_screen, Role.HEAD_JUDGE),
    DeskRoute("/import", bringing_in.import_file, Role.HEAD_JUDGE, "POST"),
    DeskRoute("/games/{game}.json", views.game_data, Role.READER),
    DeskRoute("/games/{game}.svg", views.game_picture, Role.READER),
    DeskRoute("/games/{game}", replay.replay, Role.READER),
    DeskRoute("/games/{game}/point.json", replay.point_data, Role.READER),
    DeskRoute("/games/{game}/regions.json", replay.regions, Role.READER),
    DeskRoute("/games/{game}/whatif", what_if.what_if_screen, Role.READER),
    DeskRoute("/games/{game}/whatif", what_if.store_what_if, Role.SCRIBE, "POST"),
    DeskRoute("/games/{game}/rewind", rewind.rewind_screen, Role.READER),
    DeskRoute("/games/{game}/rewind", rewind.store_rewind, Role.SCRIBE, "POST"),
    DeskRoute("/games/{game}/explore", explore.explore_screen, Role.JUDGE),
    DeskRoute("/games/{game}/diff", compare.diff_screen, Role.READER),
    DeskRoute("/games/{game}/record", record.record_screen, Role.READER),
    DeskRoute("/games/{game}/seal", record.seal_game, Role.JUDGE, "POST"),
    DeskRoute("/games/{game}/receipt", record.receipt_of_game, Role.READER),
    DeskRoute("/games/{game}/checkpoint", record.checkpoint, Role.JUDGE, "POST"),
    DeskRoute("/games/{game}/upgrade", record.upgrade_game, Role.SCRIBE, "POST"),
    DeskRoute("/games/{game}/export.jsonl", record.export_game, Role.READER),
    DeskRoute("/games/{game}/{view}", views.view_of, Role.READER),
]
"""Every address of a game. GAME is a name, an id or the beginning of one, and may end with `@N`."""

"""The zones of the game, and where hero cards and played cards go: with the hero on the map, else beside its mat."""

from __future__ import annotations

from ledger.events import Moved
from rules.kernel.pack import ZoneTable
from rules.kernel.position import Position
from rules.packs.tegot import board
from rules.packs.tegot.worldmap import HOUSES

ZONES = ZoneTable(
    owned=(
        ("hand", "owner", False), ("played", "all", False), ("battle", "owner", False), ("kept", "all", False),
        ("pool", "all", False), ("shields", "all", False), ("castles", "all", False), ("dice", "all", False),
        ("vengeance", "all", False),
    ),
    shared=(
        ("deck", "none", False), ("discard", "all", False), ("neutral", "all", False), ("castles", "all", False),
        ("throne", "all", False), ("dice", "all", False), ("vengeance", "all", False), ("box", "all", False),
        ("bottom.left", "all", False), ("bottom.right", "all", False),
        *((f"slot.{name}", "all", False) for name in board.ACTIONS),
        *((board.mat(house), "all", False) for house in HOUSES),
    ),
)  # fmt: skip
"""Every zone but the domains of the map: its kind and who may look into it. Only domains are in play."""


def put_by_hero(pos: Position, figure: int) -> None:
    """Move a hero's card after the hero: to the player who controls the hero on the map, else beside its mat. A card in
    a battle stays there until the battle is over.

    Keeps `tegot/hero-card#4`, `tegot/hero-card#5`, `tegot/hero#2`.
    """
    house = board.faction(pos, figure)
    side = board.side(pos, house)
    there = board.is_unit(pos, figure) and side in pos.table.seats
    for card in pos.entity(figure).attached:
        zone = pos.entity(card).zone
        if there and zone not in (f"{side}.hand", f"{side}.played", f"{side}.battle"):
            pos.emit(Moved(card, f"{side}.hand"))
        elif not there and zone != board.mat(house) and not zone.endswith(".battle"):
            pos.emit(Moved(card, board.mat(house)))


def put_away(pos: Position, zone: str) -> None:
    """Move played cards to where they rest: plot cards are discarded, hero cards stay in the play area or go with their
    hero (`tegot/hero-card#2`, `#4`).
    """
    for number in list(pos.table.zones[zone]):
        pos.emit(Moved(number, resting_place(pos, number)))


def resting_place(pos: Position, number: int) -> str:
    """Return the zone a card goes to once it has been played."""
    entity = pos.entity(number)
    if pos.card(number).type != "hero-card":
        return "discard"
    figure = entity.host
    if not figure:
        return f"{entity.controller}.played"
    house = board.faction(pos, figure)
    side = board.side(pos, house)
    if not board.is_unit(pos, figure) or side not in pos.table.seats:
        return board.mat(house)
    return f"{side}.played"

"""The zones of the game, and the zones that hero cards and played cards are put into."""

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
    homes={
        "castle": "castles",
        "die": " ".join(("dice bottom.left bottom.right", *(f"slot.{name}" for name in board.ACTIONS))),
        "hero": " ".join(("* box", *map(board.mat, HOUSES))),
        "hero-card": " ".join(("hand played battle box", *map(board.mat, HOUSES))),
        "plot": "deck hand played battle kept neutral discard",
        "shield": " ".join(("shields box", *map(board.mat, HOUSES))),
        "throne": "throne pool",
        "token": " ".join(("* pool box", *map(board.mat, HOUSES))),
        "vengeance": "vengeance box",
    },
)  # fmt: skip
"""Every zone but the domains of the map: its kind and who may look into it. Only domains are in play."""


def put_by_hero(pos: Position, figure: int) -> None:
    """Move a hero's card to the hand of the player the hero fights for on the map, else to the hero's mat.

    A card that this player has in hand, in the play area or in a battle stays. A card in a battle also stays when the
    hero has left the map, until the battle is over.
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


def put_by_hand(pos: Position, number: int, zone: str, player: str) -> None:
    """Put a piece or card into a zone because somebody corrects the table; a hero's card goes along (`put_by_hero`).

    Nobody controls a component of this game, so `player` is not read.
    """
    pos.emit(Moved(number, zone))
    if pos.card(number).type == "hero":
        put_by_hero(pos, number)


def put_away(pos: Position, zone: str) -> None:
    """Move every card in a zone, such as a player's battle cards, to its `resting_place`.

    Keeps `tegot/hero-card#2`, `#4`.
    """
    for number in list(pos.table.zones[zone]):
        pos.emit(Moved(number, resting_place(pos, number)))


def resting_place(pos: Position, number: int) -> str:
    """Return the zone a card goes to once it has been played.

    A plot card goes to the discard pile. A hero card goes to the play area of the player its hero fights for on the
    map, else to the hero's mat; without a hero figure, to the play area of whoever has the card, if a player has it.
    """
    entity = pos.entity(number)
    if pos.card(number).type != "hero-card":
        return "discard"
    figure = entity.host
    if not figure:
        holder = entity.zone.partition(".")[0]  # nobody controls a card of this game
        return f"{holder}.played" if holder in pos.table.seats else "box"
    house = board.faction(pos, figure)
    side = board.side(pos, house)
    if not board.is_unit(pos, figure) or side not in pos.table.seats:
        return board.mat(house)
    return f"{side}.played"

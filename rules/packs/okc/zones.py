"""The zones of the game, and functions that move cards, Kingdom cards and the Favour with everything that follows."""

from __future__ import annotations

from ledger.events import Attached, ControlChanged, Counted, Marked, Moved
from rules.kernel.pack import ZoneTable
from rules.kernel.position import Position
from rules.packs.okc import board

ZONES = ZoneTable(
    owned=(
        ("hand", "owner", False), ("deck", "none", False), ("discard", "all", False), ("power", "all", False),
        ("supply", "all", True), ("tactics", "all", True), ("board", "all", True), ("occupying", "all", False),
        ("bid", "owner", False), ("dealt", "owner", False), ("losses", "all", False), ("burned", "all", False),
        ("relics", "all", False), ("secrets", "all", False), ("oaths", "all", False),
        ("highlands", "all", True), ("plateau", "all", True), ("lowlands", "all", True),
        ("herald", "all", False), ("favour", "all", False), ("faction", "all", True),
    ),
    shared=(
        ("road", "all", False), ("kingdom", "none", False), ("kingdom-discard", "all", False), ("burned", "all", False),
        ("map", "all", True), *((place, "all", True) for place in (*board.REGIONS, *board.LOCATIONS)),
    ),
    homes={
        **dict.fromkeys(
            ("basic", "advanced"),
            "hand deck discard power occupying bid losses burned relics secrets oaths highlands plateau lowlands",
        ),
        "kingdom": " ".join(("kingdom road kingdom-discard burned board dealt supply", *board.LOCATIONS)),
        "favour": "favour farmlands",
        "herald": " ".join(("herald", *board.LOCATIONS)),
        "seat": "deck power supply",
        "tactic": "tactics",
        "faction": "faction",
        "location": "map",
    },
)  # fmt: skip
"""Every zone: its kind, who may look into it, and whether what lies there is in play.

A player's zone named after a region holds the cards that player has beside it.
"""


def to_hand(pos: Position, number: int) -> None:
    """Move a card to its owner's hand, or on top of the deck if the hand is at its limit (`okc/hand-limit-excess#1`).

    It leaves the Kingdom card it occupies and loses the influence on it.
    """
    owner = pos.entity(number).owner
    detach(pos, number)
    if len(pos.zone(owner, "hand")) < board.limit(pos, owner):
        pos.emit(Moved(number, f"{owner}.hand"))
    else:
        pos.emit(Moved(number, f"{owner}.deck", 0))


def send(pos: Position, number: int, kind: str, position: int = -1) -> None:
    """Move a card to its owner's zone of this kind.

    It leaves the Kingdom card it occupies and loses the influence on it. `position` is its place in the zone. For
    `hand` see `to_hand`, which ignores the position.
    """
    if kind == "hand":
        to_hand(pos, number)
        return
    detach(pos, number)
    pos.emit(Moved(number, f"{pos.entity(number).owner}.{kind}", position))


def detach(pos: Position, number: int) -> None:
    """Take a card that is about to move off the Kingdom card it occupies, and remove all influence on it.

    Keeps `okc/influence#4`.
    """
    entity = pos.entity(number)
    if entity.host:
        pos.emit(Attached(number, 0))
    lying = entity.counters.get("influence", 0)
    if lying:
        pos.emit(Counted(number, "influence", -lying))


def to_region(pos: Position, number: int, region: str, face: str) -> None:
    """Move a card beside a region. It leaves the Kingdom card it occupies and keeps its influence."""
    entity = pos.entity(number)
    if entity.host:
        pos.emit(Attached(number, 0))
    pos.emit(Moved(number, f"{entity.controller}.{region}", face=face))


def free(pos: Position, kingdom: int) -> None:
    """Return the card that occupied a Kingdom card to its owner at once, as `to_hand` does (`okc/occupy#3`)."""
    for number in list(pos.entity(kingdom).attached):
        to_hand(pos, number)


def put_by_hand(pos: Position, number: int, zone: str, player: str) -> None:
    """Put a component into a zone because somebody corrects the table.

    The card that occupies it goes back to its owner's hand, it leaves the Kingdom card it occupies, and out of play it
    has no tokens and marks. A component that nobody owns belongs to the player whose zone it comes to. The Favour has
    three uses with a player and none on the map (`okc/winning-favour#2`, `okc/using-favour#2`).
    """
    free(pos, number)
    entity, spec = pos.entity(number), pos.table.specs[zone]
    is_favour = number == board.favour(pos)
    if is_favour and spec.owner:
        favour_to(pos, spec.owner)
        return
    if entity.host:
        pos.emit(Attached(number, 0))
    if is_favour or not spec.inplay:
        for what, amount in list(entity.counters.items()):
            pos.emit(Counted(number, what, -amount))
        for mark in list(entity.marks):
            pos.emit(Marked(number, mark, False))
    pos.emit(Moved(number, zone))
    holder = player if entity.owner else spec.owner
    if entity.controller != holder:
        pos.emit(ControlChanged(number, holder))


def discard_kingdom(pos: Position, kingdom: int) -> None:
    """Move a Kingdom card to the Kingdom discard pile and remove the tokens on it (`okc/kingdom-cards-on-the-map#3`).

    The card that occupied it returns to its owner's hand.
    """
    free(pos, kingdom)
    entity = pos.entity(kingdom)
    for what, amount in list(entity.counters.items()):
        pos.emit(Counted(kingdom, what, -amount))
    if entity.controller:
        pos.emit(ControlChanged(kingdom, ""))
    pos.emit(Moved(kingdom, "kingdom-discard"))


def occupy(pos: Position, kingdom: int, player: str, card: int, face: str = "up") -> None:
    """Put a Kingdom card on a player board and the card that occupies it under it (`okc/occupying-kingdom-cards#2`).

    With 0 as `card` nothing occupies it.
    """
    if pos.entity(kingdom).controller != player:
        pos.emit(ControlChanged(kingdom, player))
    if pos.entity(kingdom).zone != f"{player}.board" or not pos.entity(kingdom).up:
        pos.emit(Moved(kingdom, f"{player}.board", face=face))
    if card:
        if pos.entity(card).zone != f"{player}.occupying" or not pos.entity(card).up:
            pos.emit(Moved(card, f"{player}.occupying", face=face))
        if pos.entity(card).host != kingdom:
            pos.emit(Attached(card, kingdom))


def favour_to(pos: Position, player: str) -> None:
    """Give the Favour to a player, set to III (`okc/winning-favour#2`, `#3`).

    A player who has it already turns it back to III.
    """
    disc = board.favour(pos)
    left = 3 - pos.entity(disc).counters.get("uses", 0)
    if left:
        pos.emit(Counted(disc, "uses", left))
    if pos.entity(disc).controller != player:
        pos.emit(ControlChanged(disc, player))
        pos.emit(Moved(disc, f"{player}.favour"))


def turn_favour(pos: Position) -> None:
    """Take one use off the Favour's disc. After its last use nobody controls it, and it goes back to the Farmlands
    (`okc/using-favour#1`, `#2`).
    """
    disc = board.favour(pos)
    pos.emit(Counted(disc, "uses", -1))
    if not pos.entity(disc).counters.get("uses", 0):
        pos.emit(ControlChanged(disc, ""))
        pos.emit(Moved(disc, "farmlands"))


def mark_fought(pos: Position) -> None:
    """Mark the participants' cards and everyone's Supporters in the current clash as having fought.

    They count no more in this region this round (`okc/new-clash#2`).
    """
    frame = board.clash(pos)
    assert frame is not None
    region = frame.text("region")
    for player in board.participants(pos):
        for number in board.clash_cards(pos, player):
            pos.emit(Marked(number, f"fought-{region}"))
    for player in pos.order():
        fresh = board.fresh_supporters(pos, player, region)
        if fresh:
            pos.emit(Counted(player, f"supporters-{region}", -fresh))
            pos.emit(Counted(player, f"fought-{region}", fresh))

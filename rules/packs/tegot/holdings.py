"""What a player has: castles, gold, the cards in hand, power tokens in the ally pool, and the Iron Throne."""

from __future__ import annotations

from collections.abc import Mapping

from rules.packs.tegot import reading
from rules.position import Position

SPACES, TOKENS = 9, 9
HAND = 4
NEEDED = 3
"""Castles without which nobody sits in King's Landing (`tegot/sitting-the-iron-throne#2`)."""


def castles(pos: Position, player: str) -> int:
    """How many castles a player controls."""
    return len(pos.zone(player, "castles"))


def castles_after(pos: Position, player: str, going: Mapping[int, str]) -> int:
    """How many castles a player would control once units have gone where they go: a castle left empty is lost (`tegot/castle#3`)."""
    found = 0
    for domain in reading.world(pos).domains.values():
        if domain.castle and not reading.hostile(pos, player, domain.id):
            stay = [number for number in reading.sided(pos, domain.id, player) if going.get(number, domain.id) == domain.id]
            found += bool(stay) or domain.id in going.values()
    return found


def gold(pos: Position, player: str) -> int:
    """A player's gold."""
    return pos.table.count(player, "gold")


def most_gold(pos: Position, player: str) -> int:
    """The open spaces castles leave on the gold track (`tegot/gold#2`, `tegot/castle#2`)."""
    return max(0, SPACES - castles(pos, player))


def hand(pos: Position, player: str) -> list[int]:
    """The cards in hand, without one that is being played."""
    return [number for number in pos.zone(player, "hand") if number not in pos.playing]


def plots(pos: Position, player: str) -> list[int]:
    """The plot cards in hand: hero cards do not count toward the limit (`tegot/hand-limit#2`)."""
    return [number for number in hand(pos, player) if pos.card(number).type != "hero-card"]


def pool(pos: Position, player: str, house: str = "") -> list[int]:
    """The power tokens in a player's ally pool, of one house or of all."""
    found = [number for number in pos.zone(player, "pool") if pos.card(number).type == "token"]
    return [number for number in found if reading.faction(pos, number) == house] if house else found


def throned(pos: Position) -> str:
    """Who has the Iron Throne in the ally pool, or nobody."""
    for player in pos.table.seats:
        if any(pos.card(number).type == "throne" for number in pos.zone(player, "pool")):
            return player
    return ""


def influence(pos: Position, player: str, house: str) -> int:
    """Tokens of a house in an ally pool, the throne counted as one of every house.

    Keeps `tegot/iron-throne#1`, `tegot/power-token#4`, `tegot/iron-throne#2`.
    """
    return len(pool(pos, player, house)) + (1 if throned(pos) == player else 0)


def recruited(pos: Position, player: str) -> int:
    """How many of the own nine tokens have left the force track."""
    return TOKENS - len(reading.on_mat(pos, reading.house_of(pos, player)))

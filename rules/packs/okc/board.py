"""The table in this game's terms: the clash, cards beside regions, pawns, markers, the Favour, hand limits.

Nothing here asks for modifiers; numbers and gifts that cards can modify are in `values`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ledger.table import Entity, Frame
from rules.kernel.position import Position

REGIONS: dict[str, tuple[str, str]] = {
    "highlands": ("castle", "wilds"),
    "plateau": ("farmlands", "battlefield"),
    "lowlands": ("temple", "necropolis"),
}
"""The map: three regions of two locations each (`okc/map#1`)."""

LOCATIONS = tuple(location for pair in REGIONS.values() for location in pair)
"""All six locations, region by region."""
COUNCILS = ("relics", "secrets", "oaths")
"""The three councils, as their zones are called."""
FACTION_CARDS = ("basic", "advanced")
"""The card types that are faction cards."""
LEAST_LIMIT, MOST_LIMIT = 3, 8
"""The bounds of every hand limit."""
SPACES = 2
"""Spaces for Kingdom cards on a player board."""
ROAD = 4
"""Kingdom cards on a full Great Road."""
LENGTHS = {"short": 4, "normal": 5, "long": 6}
"""Rounds of a game, by the first word of its format."""


def rounds(pos: Position) -> int:
    """Return how many rounds this game lasts (`okc/game-length#1`)."""
    return LENGTHS.get(pos.table.format.partition("-")[0], LENGTHS["normal"])


def advanced_setup(pos: Position) -> bool:
    """Whether the game uses the advanced setup (`okc/advanced-setup#1`)."""
    return pos.table.format.endswith("advanced")


def round_frame(pos: Position) -> int:
    """Return the number of the current round's frame, in which once-a-round uses are counted; 0 outside a round."""
    frame = pos.enclosing("round")
    return frame.id if frame else 0


def unstated(pos: Position, what: str, player: str = "") -> bool:
    """Whether the game began with a written position that does not state a player's tokens: `influence` or `lore`.

    Without a player: whether it states nobody's.
    """
    frame = pos.enclosing("game")
    left_out = frame.data.get(f"{what} unstated") if frame is not None else None
    return left_out is True or (isinstance(left_out, list) and player in left_out)


def resolved(pos: Position) -> list[str]:
    """Return the regions already resolved this round; none outside Summer.

    A region is not resolved before its rewards are (`okc/resolved-region#2`).
    """
    frame = pos.enclosing("summer")
    return frame.names("resolved") if frame else []


def clash(pos: Position) -> Frame | None:
    """Return the frame of the current clash, or None. There is never more than one (`okc/current-clash#1`)."""
    return pos.enclosing("clash")


def participants(pos: Position) -> list[str]:
    """Return the players who take part in the current clash, in turn order; nobody outside a clash."""
    frame = clash(pos)
    names = frame.names("participants") if frame else []
    return [player for player in pos.order() if player in names]


def is_faction_card(pos: Position, number: int) -> bool:
    """Whether a component is a faction card, basic or advanced (`okc/faction-cards#1`).

    Unknown cards count as faction cards.
    """
    return pos.card(number).type in (*FACTION_CARDS, "unknown")


def archetype(pos: Position, number: int) -> str:
    """Return the archetype printed on a faction card, such as `spy` (`okc/archetype#3`), or an empty string."""
    return str(pos.card(number).facts.get("archetype", ""))


def beside(entity: Entity) -> str:
    """Return the region a component lies beside, faceup or facedown, or an empty string."""
    owner, _, kind = entity.zone.partition(".")
    return kind if owner and kind in REGIONS else ""


def active(pos: Position, number: int) -> bool:
    """Whether a card is active: it lies faceup beside a region (`okc/active#1`)."""
    entity = pos.table.entities[number]
    return entity.up and bool(beside(entity))


def active_cards(pos: Position, player: str) -> list[int]:
    """Return a player's active cards, region by region."""
    return [number for region in REGIONS for number in pos.zone(player, region) if pos.entity(number).up]


def in_clash(pos: Position, number: int) -> bool:
    """Whether a card is active in the current clash: faceup beside its region, and a participant's.

    A card that already fought in an earlier clash of that region this round is not (`okc/active#3`).
    """
    frame = clash(pos)
    if frame is None:
        return False
    entity = pos.table.entities[number]
    region = frame.text("region")
    return (
        entity.up
        and beside(entity) == region
        and f"fought-{region}" not in entity.marks
        and entity.controller in frame.names("participants")
    )


def clash_cards(pos: Position, player: str = "") -> list[int]:
    """Return the cards active in the current clash: a player's, or everyone's in turn order if no player is named."""
    frame = clash(pos)
    if frame is None:
        return []
    players = [player] if player else participants(pos)
    return [number for who in players for number in pos.zone(who, frame.text("region")) if in_clash(pos, number)]


def spent(pos: Position, entity: Entity) -> bool:
    """Whether a component lies beside the region of the current clash but fought in an earlier one there this round.

    Such a card brings nothing to the current clash (`okc/active#3`).
    """
    frame = clash(pos)
    return frame is not None and beside(entity) == frame.text("region") and f"fought-{beside(entity)}" in entity.marks


def occupier(pos: Position, kingdom: int) -> int:
    """Return the faction card that occupies a Kingdom card, or 0 (`okc/occupy#1`)."""
    return next(iter(pos.entity(kingdom).attached), 0)


def location_entity(pos: Position, location: str) -> int:
    """Return the component on the map that stands for a location."""
    return next(number for number in pos.table.zones["map"] if pos.table.entities[number].card == location)


def markers(pos: Position, player: str, location: str) -> int:
    """Return how many faction markers a player has on a location.

    Those on cards there do not count (`okc/council-of-secrets#4`).
    """
    return pos.table.count(location_entity(pos, location), f"markers-{player}")


def fresh_supporters(pos: Position, player: str, region: str) -> int:
    """Return how many of a player's Supporters on a region have not fought there yet (`okc/supporters#1`)."""
    return pos.table.count(player, f"supporters-{region}")


def supporters_on(pos: Position, player: str, region: str) -> int:
    """Return how many Supporters a player has on a region, whether they have fought there or not."""
    return fresh_supporters(pos, player, region) + pos.table.count(player, f"fought-{region}")


def heralds(pos: Position) -> Iterator[int]:
    """Yield every Herald, on player boards and on locations."""
    for player in pos.table.seats:
        yield from pos.zone(player, "herald")
    for location in LOCATIONS:
        yield from (number for number in pos.table.zones[location] if pos.card(number).type == "herald")


def herald(pos: Position, player: str) -> int:
    """Return a player's Herald, or 0."""
    return next((number for number in heralds(pos) if pos.entity(number).owner == player), 0)


def herald_at(pos: Position, player: str, location: str) -> bool:
    """Whether a player's Herald stands on a location."""
    return any(pos.entity(n).owner == player and pos.card(n).type == "herald" for n in pos.table.zones[location])


def favour(pos: Position) -> int:
    """Return the disc of the Kingdom's Favour, on a player board or on the Farmlands, or 0."""
    for player in pos.table.seats:
        for number in pos.zone(player, "favour"):
            return number
    return next((n for n in pos.table.zones["farmlands"] if pos.card(n).type == "favour"), 0)


def favoured(pos: Position) -> str:
    """Return the player who controls the Kingdom's Favour, or an empty string."""
    return next((player for player in pos.table.seats if pos.zone(player, "favour")), "")


def limit(pos: Position, player: str) -> int:
    """Return a player's hand limit."""
    return pos.table.count(player, "limit")

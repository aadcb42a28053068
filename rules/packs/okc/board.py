"""What the table says about a card, a clash or a region, with everything printed, gained and cleared taken into
account.
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
"""The map (`okc/map#1`): three regions of two locations each."""

LOCATIONS = tuple(location for pair in REGIONS.values() for location in pair)
COUNCILS = ("relics", "secrets", "oaths")
FACTION_CARDS = ("basic", "advanced")
LEAST_LIMIT, MOST_LIMIT = 3, 8
SPACES = 2
ROAD = 4
LENGTHS = {"short": 4, "normal": 5, "long": 6}


def rounds(pos: Position) -> int:
    """How many rounds this game lasts (`okc/game-length#1`)."""
    return LENGTHS.get(pos.table.format.partition("-")[0], LENGTHS["normal"])


def advanced_setup(pos: Position) -> bool:
    """Whether the advanced setup is used (`okc/advanced-setup#1`)."""
    return pos.table.format.endswith("advanced")


def round_frame(pos: Position) -> int:
    """The frame in which once-a-round uses are counted."""
    frame = pos.enclosing("round")
    return frame.id if frame else 0


def location_entity(pos: Position, location: str) -> int:
    """The component that stands for a location."""
    return next(number for number in pos.table.zones["map"] if pos.table.entities[number].card == location)


def resolved(pos: Position) -> list[str]:
    """The regions resolved this round; until its rewards are done a region is not (`okc/resolved-region#2`)."""
    frame = pos.enclosing("summer")
    return frame.names("resolved") if frame else []


# --- cards ----------------------------------------------------------------------------------------------------------


def is_faction_card(pos: Position, number: int) -> bool:
    """Whether it is a basic or advanced card; unknown cards in hands and decks are (`okc/faction-cards#1`)."""
    return pos.card(number).type in (*FACTION_CARDS, "unknown")


def beside(entity: Entity) -> str:
    """The region a faction card lies beside, or an empty string."""
    owner, _, kind = entity.zone.partition(".")
    return kind if owner and kind in REGIONS else ""


def active(pos: Position, number: int) -> bool:
    """A faction card is active exactly when it lies faceup beside a region (`okc/active#1`)."""
    entity = pos.table.entities[number]
    return entity.up and bool(beside(entity))


def active_cards(pos: Position, player: str) -> list[int]:
    """A player's active cards, region by region."""
    return [number for region in REGIONS for number in pos.zone(player, region) if pos.entity(number).up]


def clash(pos: Position) -> Frame | None:
    """The current clash; there is never more than one (`okc/current-clash#1`)."""
    return pos.enclosing("clash")


def participants(pos: Position) -> list[str]:
    """Who takes part in the current clash, in turn order."""
    frame = clash(pos)
    names = frame.names("participants") if frame else []
    return [player for player in pos.order() if player in names]


def in_clash(pos: Position, number: int) -> bool:
    """Active in the current clash: faceup beside its region and in no earlier clash there this round (`okc/active#3`)."""
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


def spent(pos: Position, entity: Entity) -> bool:
    """Beside the region of the current clash, having fought an earlier one there this round: it brings nothing
    (`okc/active#3`).
    """
    frame = clash(pos)
    return frame is not None and beside(entity) == frame.text("region") and f"fought-{beside(entity)}" in entity.marks


def clash_cards(pos: Position, player: str = "") -> list[int]:
    """The cards active in the current clash, of one player or of all in turn order."""
    frame = clash(pos)
    if frame is None:
        return []
    players = [player] if player else participants(pos)
    return [number for who in players for number in pos.zone(who, frame.text("region")) if in_clash(pos, number)]


def _amount(word: str) -> int:
    """The number of `deploy (1)` or `rally (any 2)`; `rally (self)` and plain orders read as 1."""
    digits = "".join(letter for letter in word if letter.isdigit())
    return int(digits) if digits else 1


def archetype(pos: Position, number: int) -> str:
    """The archetype symbol of a faction card (`okc/archetype#3`)."""
    return str(pos.card(number).facts.get("archetype", ""))


def limit(pos: Position, player: str) -> int:
    """The hand limit now."""
    return pos.table.count(player, "limit")


def fresh_supporters(pos: Position, player: str, region: str) -> int:
    """Supporters on a region that have not fought there yet this round (`okc/supporters#1`)."""
    return pos.table.count(player, f"supporters-{region}")


def supporters_on(pos: Position, player: str, region: str) -> int:
    """All a player's Supporters on a region."""
    return fresh_supporters(pos, player, region) + pos.table.count(player, f"fought-{region}")


def markers(pos: Position, player: str, location: str) -> int:
    """A player's faction markers on a location; those on cards there do not count (`okc/council-of-secrets#4`)."""
    return pos.table.count(location_entity(pos, location), f"markers-{player}")


def herald(pos: Position, player: str) -> int:
    """A player's Herald, or 0."""
    return next((number for number in heralds(pos) if pos.entity(number).owner == player), 0)


def heralds(pos: Position) -> Iterator[int]:
    """Every Herald, wherever it stands."""
    for player in pos.table.seats:
        yield from pos.zone(player, "herald")
    for location in LOCATIONS:
        yield from (number for number in pos.table.zones[location] if pos.card(number).type == "herald")


def herald_at(pos: Position, player: str, location: str) -> bool:
    """Whether a player's Herald stands on a location."""
    return any(pos.entity(n).owner == player and pos.card(n).type == "herald" for n in pos.table.zones[location])


def favour(pos: Position) -> int:
    """The disc of the Kingdom's Favour, or 0."""
    for player in pos.table.seats:
        for number in pos.zone(player, "favour"):
            return number
    return next((n for n in pos.table.zones["farmlands"] if pos.card(n).type == "favour"), 0)


def favoured(pos: Position) -> str:
    """Who controls the Favour, or an empty string."""
    return next((player for player in pos.table.seats if pos.zone(player, "favour")), "")


def occupier(pos: Position, kingdom: int) -> int:
    """The faction card that occupies a Kingdom card, or 0 (`okc/occupy#1`)."""
    return next(iter(pos.entity(kingdom).attached), 0)

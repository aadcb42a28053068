"""What the table says: who leads a house, whom a unit fights for, who controls a domain and how full it is, what a die
shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ledger.table import Frame
from rules.kernel.position import Position
from rules.packs.tegot.worldmap import World

ACTIONS = ("recruit", "march", "sail", "whisper", "plot", "event")
"""The six faces of a die, and the six slots of the action mat (`tegot/actions#2`, `tegot/actions#3`)."""
UNITS = 3
CONTESTED = "*"


def world(pos: Position) -> World:
    """The map this game is played on."""
    return pos.pack.world  # type: ignore[attr-defined,no-any-return]


# --- houses ---------------------------------------------------------------------------------------------------------


def house_of(pos: Position, player: str) -> str:
    """The house a player leads."""
    return pos.table.seats[player].faction


def player_of(pos: Position, house: str) -> str:
    """Who leads a house, or nobody."""
    for seat in pos.table.seats.values():
        if seat.faction == house:
            return seat.player
    return ""


def neutral_houses(pos: Position) -> list[str]:
    """The non-player houses of this game (`tegot/np-house#1`)."""
    return pos.table.roles.get("houses", [])


def ally(pos: Position, house: str) -> str:
    """Who holds a non-player house's shield, or nobody (`tegot/shield#1`, `tegot/alliance#1`)."""
    for player in pos.table.seats:
        for number in pos.table.zones[f"{player}.shields"]:
            if pos.card(number).faction == house:
                return player
    return ""


def side(pos: Position, house: str) -> str:
    """Whom a house's units fight for: its player, its ally, or itself (`tegot/np-house#2`, `tegot/alliance#2`,
    `tegot/hero#2`).
    """
    return player_of(pos, house) or ally(pos, house) or house


def allies(pos: Position, player: str) -> list[str]:
    """The non-player houses a player is allied with."""
    return [pos.card(number).faction for number in pos.zone(player, "shields")]


def mat(house: str) -> str:
    """The zone of a house's mat: force track or token pool, and the hero's place."""
    return f"{house}.mat"


def on_mat(pos: Position, house: str, kind: str = "token") -> list[int]:
    """A house's pieces of a kind on its mat (`tegot/token-pool#1`)."""
    return [number for number in pos.table.zones[mat(house)] if pos.card(number).type == kind]


def house_fact(pos: Position, house: str, name: str) -> object:
    """Something printed on a house's mat."""
    card = pos.pack.cards.get(f"house-{house}")
    return card.facts.get(name) if card is not None else None


# --- units ----------------------------------------------------------------------------------------------------------


def faction(pos: Position, number: int) -> str:
    """The house a piece belongs to."""
    return pos.card(number).faction


def is_hero(pos: Position, number: int) -> bool:
    """Whether a piece is a hero figure."""
    return pos.card(number).type == "hero"


def is_unit(pos: Position, number: int) -> bool:
    """Whether a component is a power token or hero on the map (`tegot/unit#1`)."""
    return number in pos.table.entities and pos.table.entities[number].zone in world(pos).domains


def domain_of(pos: Position, number: int) -> str:
    """Where a unit stands; empty for what is not on the map."""
    zone = pos.table.entities[number].zone
    return zone if zone in world(pos).domains else ""


def sided(pos: Position, domain: str, who: str) -> list[int]:
    """The units of a side in a domain (`tegot/power-token#2`, `tegot/ally-pool#2`)."""
    return [number for number in pos.table.zones[domain] if side(pos, faction(pos, number)) == who]


def units(pos: Position, who: str) -> list[int]:
    """All units of a side on the map."""
    return [number for domain in world(pos).domains for number in sided(pos, domain, who)]


def census(pos: Position, house: str) -> int:
    """How many units of a house stand on the map."""
    zones = pos.table.zones
    return sum(1 for domain in world(pos).domains for number in zones[domain] if faction(pos, number) == house)


def last(pos: Position, number: int) -> bool:
    """Whether a unit on the map is the only one of its house (`tegot/last-unit#1`, `tegot/last-unit#5`)."""
    return is_unit(pos, number) and census(pos, faction(pos, number)) == 1


def hero_figure(pos: Position, house: str) -> int:
    """A house's hero figure, on the map or its mat; 0 if it has none."""
    for zone in (mat(house), *world(pos).domains):
        for number in pos.table.zones[zone]:
            if is_hero(pos, number) and faction(pos, number) == house:
                return number
    return 0


def heroes(pos: Position, player: str) -> list[int]:
    """The heroes on the map that a player controls."""
    return [number for number in units(pos, player) if is_hero(pos, number)]


# --- domains --------------------------------------------------------------------------------------------------------


def holder(pos: Position, domain: str) -> str:
    """Who controls a domain: a player, an unallied house, nobody, or the defender while a battle for it is fought.

    Keeps `tegot/control#1`, `tegot/control#2`, `tegot/alliance#3`.
    """
    there = pos.table.zones[domain]
    if not there:
        return ""
    found = {side(pos, house) for house in {faction(pos, number) for number in there}}
    if len(found) < 2:
        return next(iter(found), "")
    for frame in reversed(pos.kinds.get("battle", ())):
        if frame.text("domain") == domain:
            return frame.text("defender")
    return CONTESTED


def controlled(pos: Position, player: str) -> list[str]:
    """The domains a player controls."""
    return [domain for domain in world(pos).domains if holder(pos, domain) == player]


def hostile(pos: Position, player: str, domain: str) -> bool:
    """Whether others hold a domain (`tegot/domain#2`, `tegot/sail-rules#4`)."""
    return holder(pos, domain) not in ("", player)


def attackable(pos: Position, domain: str) -> bool:
    """Whether anything in a domain is not protected as the last of its house (`tegot/last-unit#3`, `#6`)."""
    return any(not last(pos, number) for number in pos.table.zones[domain])


def crowded(pos: Position, numbers: Iterable[int]) -> bool:
    """Whether units would exceed three of one house (`tegot/domain-unit-limit#1`)."""
    counts: dict[str, int] = {}
    for number in numbers:
        house = faction(pos, number)
        counts[house] = counts.get(house, 0) + 1
    return any(count > UNITS for count in counts.values())


def mixed(pos: Position, numbers: Iterable[int]) -> bool:
    """Whether units of two non-player houses would stand together.

    Keeps `tegot/domain-unit-limit#3`, `tegot/domain-unit-limit#2`, `tegot/alliance#4`.
    """
    neutral = neutral_houses(pos)
    return len({house for number in numbers if (house := faction(pos, number)) in neutral}) > 1


def room(pos: Position, who: str, domain: str, numbers: Iterable[int]) -> bool:
    """Whether a side's units fit into a domain beside those it has there."""
    together = {*sided(pos, domain, who), *numbers}
    return not crowded(pos, together) and not mixed(pos, together)


# --- dice and events -------------------------------------------------------------------------------------------------


def faces(pos: Position, number: int) -> str:
    """The face a die shows."""
    return next((face for face in ACTIONS if face in pos.entity(number).marks), "")


def event_frame(pos: Position, frame: Frame) -> Frame | None:
    """The event that started what this frame does, if one did."""
    return pos.open_frame(frame.number("event")) if frame.number("event") else None


def aim(pos: Position, frame: Frame) -> str:
    """The domain an event sends units to, if it names one; `home` is the player's."""
    to = frame.text("to")
    return world(pos).homes[house_of(pos, frame.text("player"))] if to == "home" else to


SPACES, TOKENS = 9, 9
HAND = 4
NEEDED = 3
"""Castles without which nobody sits in King's Landing (`tegot/sitting-the-iron-throne#2`)."""


def castles(pos: Position, player: str) -> int:
    """How many castles a player controls."""
    return len(pos.zone(player, "castles"))


def castles_after(pos: Position, player: str, going: Mapping[int, str]) -> int:
    """How many castles a player would control once units have gone where they go: a castle left empty is lost
    (`tegot/castle#3`).
    """
    found = 0
    for domain in world(pos).domains.values():
        if domain.castle and not hostile(pos, player, domain.id):
            stay = [number for number in sided(pos, domain.id, player) if going.get(number, domain.id) == domain.id]
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
    return [number for number in found if faction(pos, number) == house] if house else found


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
    return TOKENS - len(on_mat(pos, house_of(pos, player)))

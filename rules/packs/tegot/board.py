"""The table in the game's terms: houses, units, domains, castles, gold, cards, and what a die shows.

A *side* is whom units fight for: a player, or a non-player house that has no ally. Everything here only looks at a
position; nothing changes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ledger.table import Frame
from rules.kernel.position import Position
from rules.packs.tegot.worldmap import World
from rules.shared import unstated

ACTIONS = ("recruit", "march", "sail", "whisper", "plot", "event")
"""The six faces of a die, and the six slots of the action mat (`tegot/actions#2`, `tegot/actions#3`)."""
UNIT_LIMIT = 3
"""The most units of one house in a domain."""
SPACES, TOKENS = 9, 9
"""The spaces of a force track and of the gold track; the power tokens of a house."""
HAND_LIMIT = 4
"""The most plot cards in a hand."""
NEEDED = 3
"""The castles a player needs to hold King's Landing (`tegot/sitting-the-iron-throne#2`)."""
OPEN_HANDS = "open hands"
"""The role of the players whose hands a position does not state: they may hold any card."""
CONTESTED = "*"
"""The holder of a domain where units of several sides stand and no battle for it is being fought."""


def world(pos: Position) -> World:
    """Return the map this game is played on."""
    return pos.pack.world  # type: ignore[attr-defined,no-any-return]


def house_of(pos: Position, player: str) -> str:
    """Return the house a player leads."""
    return pos.table.seats[player].faction


def player_of(pos: Position, house: str) -> str:
    """Return the player who leads a house, or an empty string if nobody does."""
    for seat in pos.table.seats.values():
        if seat.faction == house:
            return seat.player
    return ""


def neutral_houses(pos: Position) -> list[str]:
    """Return the non-player houses of this game (`tegot/np-house#1`)."""
    return pos.table.roles.get("houses", [])


def ally(pos: Position, house: str) -> str:
    """Return the player who holds a non-player house's shield, or an empty string.

    Keeps `tegot/shield#1`, `tegot/alliance#1`.
    """
    for player in pos.table.seats:
        for number in pos.table.zones[f"{player}.shields"]:
            if pos.card(number).faction == house:
                return player
    return ""


def domain_name(pos: Position, domain: str) -> str:
    """Return what a domain is called: "Castle Black" for `castle-black`; other words stay as they are."""
    card = pos.pack.cards.get(domain)
    return card.name if card is not None else domain or "nothing"


def side_name(pos: Position, side: str) -> str:
    """Return what a side is called: a player's name, "House Stark", or "nobody"; for `CONTESTED`, "nobody alone"."""
    if side in pos.table.seats:
        return pos.player_name(side)
    if side == CONTESTED:
        return "nobody alone"
    return f"House {side.title()}" if side else "nobody"


def allies(pos: Position, player: str) -> list[str]:
    """Return the non-player houses a player is allied with."""
    return [pos.card(number).faction for number in pos.zone(player, "shields")]


def side(pos: Position, house: str) -> str:
    """Return whom a house's units fight for: its player, else its ally, else the house itself.

    Keeps `tegot/np-house#2`, `tegot/alliance#2`, `tegot/hero#2`.
    """
    return player_of(pos, house) or ally(pos, house) or house


def mat(house: str) -> str:
    """Return the name of the zone that is a house's mat: its force track or token pool, and its hero's place."""
    return f"{house}.mat"


def on_mat(pos: Position, house: str, kind: str = "token") -> list[int]:
    """Return a house's pieces of a kind on its mat, such as `token` or `hero` (`tegot/token-pool#1`)."""
    return [number for number in pos.table.zones[mat(house)] if pos.card(number).type == kind]


def house_fact(pos: Position, house: str, name: str) -> object:
    """Return something printed on a house's mat, such as its `costs`; None if it is not printed there."""
    card = pos.pack.cards.get(f"house-{house}")
    return card.facts.get(name) if card is not None else None


def faction(pos: Position, number: int) -> str:
    """Return the house a piece belongs to."""
    return pos.card(number).faction


def is_hero(pos: Position, number: int) -> bool:
    """Whether a piece is a hero figure."""
    return pos.card(number).type == "hero"


def is_unit(pos: Position, number: int) -> bool:
    """Whether a component stands on the map, as only power tokens and heroes do (`tegot/unit#1`)."""
    return number in pos.table.entities and pos.table.entities[number].zone in world(pos).domains


def domain_of(pos: Position, number: int) -> str:
    """Return the domain a unit stands in; an empty string for a component that is not on the map."""
    zone = pos.table.entities[number].zone
    return zone if zone in world(pos).domains else ""


def units_in(pos: Position, domain: str, who: str) -> list[int]:
    """Return the units in a domain that fight for `who` (`tegot/power-token#2`, `tegot/ally-pool#2`).

    For a player these are the units of the own house and of its allies; for a house without player and ally its own
    (see `side`).
    """
    return [number for number in pos.table.zones[domain] if side(pos, faction(pos, number)) == who]


def units(pos: Position, who: str) -> list[int]:
    """Return all units of a side on the map."""
    return [number for domain in world(pos).domains for number in units_in(pos, domain, who)]


def unit_count(pos: Position, house: str) -> int:
    """Return how many units of a house stand on the map."""
    zones = pos.table.zones
    return sum(1 for domain in world(pos).domains for number in zones[domain] if faction(pos, number) == house)


def is_last_unit(pos: Position, number: int) -> bool:
    """Whether a component is the only unit of its house on the map (`tegot/last-unit#1`, `tegot/last-unit#5`)."""
    return is_unit(pos, number) and unit_count(pos, faction(pos, number)) == 1


def hero_figure(pos: Position, house: str) -> int:
    """Return a house's hero figure, on its mat or on the map; 0 if it is in neither place."""
    for zone in (mat(house), *world(pos).domains):
        for number in pos.table.zones[zone]:
            if is_hero(pos, number) and faction(pos, number) == house:
                return number
    return 0


def heroes(pos: Position, player: str) -> list[int]:
    """Return the heroes on the map that a player controls: that of the player's house and those of allies."""
    return [number for number in units(pos, player) if is_hero(pos, number)]


def holder(pos: Position, domain: str) -> str:
    """Return who controls a domain: a side, an empty string for nobody, or `CONTESTED`.

    Where units of several sides stand, the defender of a battle for the domain controls it; without a battle it is
    contested.
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
    """Return the domains a player controls."""
    return [domain for domain in world(pos).domains if holder(pos, domain) == player]


def is_hostile(pos: Position, player: str, domain: str) -> bool:
    """Whether a domain is neither free nor the player's (`tegot/domain#2`, `tegot/sail-rules#4`).

    A contested domain is hostile to everybody.
    """
    return holder(pos, domain) not in ("", player)


def is_attackable(pos: Position, domain: str) -> bool:
    """Whether a domain holds a unit that is not protected as the last of its house (`tegot/last-unit#3`, `#6`)."""
    return any(not is_last_unit(pos, number) for number in pos.table.zones[domain])


def over_unit_limit(pos: Position, numbers: Iterable[int]) -> bool:
    """Whether more than three of these units are of one house (`tegot/domain-unit-limit#1`)."""
    return most_of_a_house(pos, numbers) > UNIT_LIMIT


def most_of_a_house(pos: Position, numbers: Iterable[int]) -> int:
    """Return how many of some units are of the house that has the most of them."""
    counts: dict[str, int] = {}
    for number in numbers:
        house = faction(pos, number)
        counts[house] = counts.get(house, 0) + 1
    return max(counts.values(), default=0)


def mixes_allies(pos: Position, numbers: Iterable[int]) -> bool:
    """Whether these units are of two or more non-player houses, which may not share a domain.

    Keeps `tegot/domain-unit-limit#3`, `tegot/domain-unit-limit#2`, `tegot/alliance#4`.
    """
    neutral = neutral_houses(pos)
    return len({house for number in numbers if (house := faction(pos, number)) in neutral}) > 1


def may_stand_together(pos: Position, numbers: Iterable[int]) -> bool:
    """Whether one domain may hold all these units of a side: no house over its limit, no two non-player houses."""
    together = list(numbers)
    return not over_unit_limit(pos, together) and not mixes_allies(pos, together)


def has_room(pos: Position, who: str, domain: str, numbers: Iterable[int]) -> bool:
    """Whether units of a side fit into a domain beside those that the side has there."""
    return may_stand_together(pos, {*units_in(pos, domain, who), *numbers})


def castles(pos: Position, player: str) -> int:
    """Return how many castles a player controls, by the castle tokens the player has."""
    return len(pos.zone(player, "castles"))


def castles_after(pos: Position, player: str, going: Mapping[int, str]) -> int:
    """Return how many castles a player would control after units, by number, have gone to these domains.

    A castle left empty is lost (`tegot/castle#3`). One in a domain that others hold does not count.
    """
    found = 0
    for domain in world(pos).domains.values():
        if domain.castle and not is_hostile(pos, player, domain.id):
            stay = [number for number in units_in(pos, domain.id, player) if going.get(number, domain.id) == domain.id]
            found += bool(stay) or domain.id in going.values()
    return found


def gold(pos: Position, player: str) -> int:
    """Return a player's gold."""
    return pos.table.count(player, "gold")


def may_pay(pos: Position, player: str) -> int:
    """Return the gold a player may have: what is known, and what a position has not stated, as far as it has space."""
    known = gold(pos, player)
    return min(unstated.may_have(pos, player, "gold"), max(known, most_gold(pos, player)))


def gold_told(pos: Position, player: str) -> str:
    """Return how much gold a player has, or has at most, as part of a sentence."""
    return unstated.told(pos, player, "gold", may_pay(pos, player))


def pay(pos: Position, player: str, amount: int) -> None:
    """Take gold from a player, which a position may not have stated."""
    unstated.spend(pos, player, "gold", amount)


def most_gold(pos: Position, player: str) -> int:
    """Return the most gold a player may have: castles cover spaces of the track (`tegot/gold#2`, `tegot/castle#2`)."""
    return max(0, SPACES - castles(pos, player))


def hand(pos: Position, player: str) -> list[int]:
    """Return the cards in a player's hand, without a card that is being played."""
    return [number for number in pos.zone(player, "hand") if number not in pos.playing]


def may_hold_more(pos: Position, player: str) -> bool:
    """Whether a player's hand may hold cards that nobody has named, since the position does not state it."""
    return player in pos.table.roles.get(OPEN_HANDS, [])


def plot_cards(pos: Position, player: str) -> list[int]:
    """Return the cards in hand that count toward the limit: all but hero cards (`tegot/hand-limit#2`)."""
    return [number for number in hand(pos, player) if pos.card(number).type != "hero-card"]


def pool(pos: Position, player: str, house: str = "") -> list[int]:
    """Return the power tokens in a player's ally pool, of one house or of all."""
    found = [number for number in pos.zone(player, "pool") if pos.card(number).type == "token"]
    return [number for number in found if faction(pos, number) == house] if house else found


def throned(pos: Position) -> str:
    """Return the player who has the Iron Throne in the ally pool, or an empty string."""
    for player in pos.table.seats:
        if any(pos.card(number).type == "throne" for number in pos.zone(player, "pool")):
            return player
    return ""


def influence(pos: Position, player: str, house: str) -> int:
    """Return how many tokens of a house a player has in the ally pool; the throne counts as one of every house.

    Keeps `tegot/iron-throne#1`, `tegot/power-token#4`, `tegot/iron-throne#2`.
    """
    return len(pool(pos, player, house)) + (1 if throned(pos) == player else 0)


def has_leverage(pos: Position, player: str, rival: str) -> bool:
    """Whether a player has a token of a house allied with this rival, the throne included."""
    return any(influence(pos, player, house) for house in allies(pos, rival))


def leaders(pos: Position, player: str) -> list[str]:
    """Return the one other player with the most points; nobody if several have as many.

    Where a position does not state all points, these are all who may be the one.
    """
    known = {other: pos.table.count(other, "points") for other in pos.opponents(player)}
    most = {other: max((count for one, count in known.items() if one != other), default=-1) for other in known}
    return [other for other in known if unstated.may_have(pos, other, "points") > most[other]]


def tokens_recruited(pos: Position, player: str) -> int:
    """Return how many of the nine power tokens of a player's house have left the force track."""
    return TOKENS - len(on_mat(pos, house_of(pos, player)))


def face_of(pos: Position, number: int) -> str:
    """Return the action that a die shows; an empty string if it shows none."""
    return next((face for face in ACTIONS if face in pos.entity(number).marks), "")


def event_frame(pos: Position, frame: Frame) -> Frame | None:
    """Return the frame of the event card that started what this frame does; None if none did, or it has closed."""
    return pos.open_frame(frame.number("event")) if frame.number("event") else None


def event_domain(pos: Position, frame: Frame) -> str:
    """Return the domain that an event card sends units to, or an empty string; `home` means the player's home."""
    to = frame.text("to")
    return world(pos).homes[house_of(pos, frame.text("player"))] if to == "home" else to

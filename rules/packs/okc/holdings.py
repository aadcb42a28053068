"""What a player has: hand limit, Supporters, Strength, votes, markers, Herald, the Kingdom's Favour, and what occupies a card."""

from __future__ import annotations

from collections.abc import Iterator

from rules.packs.okc import reading
from rules.position import Position
from rules.values import value


def limit(pos: Position, player: str) -> int:
    """The hand limit now."""
    return pos.table.count(player, "limit")


def fresh_supporters(pos: Position, player: str, region: str) -> int:
    """Supporters on a region that have not fought there yet this round (`okc/supporters#1`)."""
    return pos.table.count(player, f"supporters-{region}")


def supporters_on(pos: Position, player: str, region: str) -> int:
    """All a player's Supporters on a region."""
    return fresh_supporters(pos, player, region) + pos.table.count(player, f"fought-{region}")


def total_strength(pos: Position, player: str) -> int:
    """Cards, Supporters and other Strength in the current clash (`okc/summer-2d#1` to `#3`)."""
    frame = reading.clash(pos)
    if frame is None:
        return 0
    cards = sum(reading.strength(pos, number) for number in reading.clash_cards(pos, player))
    return value(pos, player, "clash_strength", cards + fresh_supporters(pos, player, frame.text("region")))


def bid_strength(pos: Position, player: str) -> int:
    """The bid card's Strength and what abilities add to bids; nothing else of the card counts (`okc/bid#2`)."""
    return value(pos, player, "bid_strength", sum(pos.card(number).number("strength") for number in pos.zone(player, "bid")))


def council_votes(pos: Position, player: str, council: str) -> int:
    """A player's votes in one council: cards and markers there (`okc/council-clarifications#1`)."""
    cards = sum(reading.votes(pos, number) for number in pos.zone(player, council))
    return value(pos, player, f"votes_{council}", cards + pos.table.count(player, f"markers-{council}"))


def most_votes(pos: Position, player: str, council: str) -> bool:
    """Whether nobody has more votes there, and the player has some (`okc/council-of-oaths#3`)."""
    mine = council_votes(pos, player, council)
    return mine > 0 and all(council_votes(pos, other, council) <= mine for other in pos.opponents(player))


def markers(pos: Position, player: str, location: str) -> int:
    """A player's faction markers on a location; those on cards there do not count (`okc/council-of-secrets#4`)."""
    return pos.table.count(reading.location_entity(pos, location), f"markers-{player}")


def herald(pos: Position, player: str) -> int:
    """A player's Herald, or 0."""
    return next((number for number in heralds(pos) if pos.entity(number).owner == player), 0)


def heralds(pos: Position) -> Iterator[int]:
    """Every Herald, wherever it stands."""
    for player in pos.table.seats:
        yield from pos.zone(player, "herald")
    for location in reading.LOCATIONS:
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

"""The map: domains with their borders, seas, castles, gold and homes, read from cards of type `domain`.

`problems` lists the faults of a map that somebody wrote.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

import msgspec

from rules.language.cards import Card

RING = ("NW", "W", "SW", "SE", "E", "NE")
"""The map cards in the order of the coast. No ship passes between the first and the last, over the north.

Keeps `tegot/map-cards#2`, `tegot/map-cards#1`, `tegot/setup-1a#1`, `tegot/sea#1`.
"""
HOUSES = ("lannister", "tully", "tyrell", "greyjoy", "stark", "martell", "baratheon", "arryn")
"""Every house of the game; Arryn is never a player's."""
CASTLES = 12
"""How many domains of a map have a castle."""
EVENT_DOMAINS = ("castle-black", "the-reach")
"""Domains that every map needs, because an event card sends a hero there.

Keeps `tegot/banished-to-the-watch#1`, `tegot/raid-the-gold-lines#1`.
"""


class Domain(msgspec.Struct, frozen=True):
    """One domain of the map.

    `card` is its map card, one of `RING`. `borders` are the ids of its neighbours. `gold` is what it pays as a fief.
    `home` is the house whose home it is, or empty.
    """

    id: str
    name: str
    card: str
    borders: tuple[str, ...]
    castle: bool = False
    gold: int = 0
    throne: bool = False
    home: str = ""


class World(msgspec.Struct, frozen=True):
    """A whole map: its domains by id, the march distance between any two, each house's home, and King's Landing."""

    domains: Mapping[str, Domain]
    steps: Mapping[str, Mapping[str, int]]
    homes: Mapping[str, str]
    capital: str

    def distance(self, start: str, end: str) -> int:
        """Return the march steps between two domains (`tegot/retreat#2`).

        If no way leads there, it is a number larger than any way's.
        """
        return self.steps[start].get(end, len(self.domains) + 1)

    def by_sea(self, start: str, end: str) -> int:
        """Return how many map cards apart two domains are by sea, never over the north (`tegot/sail-rules#3`)."""
        return abs(RING.index(self.domains[start].card) - RING.index(self.domains[end].card))


def build(cards: Iterable[Card]) -> World:
    """Return the map that the domain cards among these make.

    The last 16 maps are kept, so equal cards give the same object again.
    """
    return _built(tuple(_row(card) for card in cards if card.type == "domain"))


@lru_cache(maxsize=16)
def _built(rows: tuple[tuple[object, ...], ...]) -> World:
    domains = {str(row[0]): Domain(*row) for row in rows}  # type: ignore[arg-type]
    steps = {start: _steps(domains, start) for start in domains}
    homes = {domain.home: domain.id for domain in domains.values() if domain.home}
    capital = next((domain.id for domain in domains.values() if domain.throne), "")
    return World(domains, steps, homes, capital)


def _row(card: Card) -> tuple[object, ...]:
    """Return the fields of a `Domain` as a tuple that can be cached."""
    facts = card.facts
    borders = tuple(str(border) for border in facts.get("borders", ()))
    sea, gold = str(facts.get("card", "")), int(facts.get("gold", 0))
    return (
        card.id,
        card.name,
        sea,
        borders,
        bool(facts.get("castle")),
        gold,
        bool(facts.get("throne")),
        str(facts.get("home", "")),
    )


def _steps(domains: Mapping[str, Domain], start: str) -> dict[str, int]:
    """Return the march distance from one domain to every domain that can be reached from it."""
    found, edge = {start: 0}, [start]
    while edge:
        here = edge.pop(0)
        for near in domains[here].borders:
            if near in domains and near not in found:
                found[near] = found[here] + 1
                edge.append(near)
    return found


def castles(domains: Iterable[Card]) -> list[Card]:
    """Return a castle token, as a card, for each of these domains that has a castle."""
    found = [card for card in domains if card.facts.get("castle")]
    return [
        Card(f"castle-of-{card.id}", f"Castle of {card.name}", "castle", facts={"domain": card.id}) for card in found
    ]


def problems(cards: Iterable[Card]) -> list[tuple[str, str]]:
    """Return the faults of the map that these cards make: the id of a domain (empty: the whole map) and a sentence."""
    world = build(cards)
    found: list[tuple[str, str]] = []
    for domain in world.domains.values():
        found += [(domain.id, says) for says in _problems_of(world, domain)]
    return found + _problems_of_all(world)


def _problems_of(world: World, domain: Domain) -> list[str]:
    found = []
    if domain.card not in RING:
        found.append(f"`card` is one of {', '.join(RING)}, not {domain.card!r}")
    for border in domain.borders:
        if border not in world.domains:
            found.append(f"it borders {border!r}, which is no domain of this map")
        elif domain.id not in world.domains[border].borders:
            found.append(f"it borders {border}, but {border} does not border it")
    if domain.id in domain.borders:
        found.append("it borders itself")
    if domain.home and domain.home not in HOUSES:
        found.append(f"{domain.home!r} is no house")
    if sum((domain.castle, bool(domain.gold), domain.throne)) > 1:
        found.append("a domain has a castle, gold or the throne, never two of them")
    if domain.home and not domain.castle:
        found.append("a home has a castle, for its player controls it from the start")
    return found


def _problems_of_all(world: World) -> list[tuple[str, str]]:
    found = []
    castles = sum(domain.castle for domain in world.domains.values())
    if castles != CASTLES:
        found.append(("", f"a map has {CASTLES} castles, this one {castles}"))
    if sum(domain.throne for domain in world.domains.values()) != 1:
        found.append(("", "exactly one domain has the throne"))
    for house in HOUSES:
        homes = [domain.id for domain in world.domains.values() if domain.home == house]
        if len(homes) != 1:
            found.append((homes[0] if homes else "", f"House {house} has {len(homes)} homes, not one"))
    found += [
        ("", f"events name {name}, which is no domain of this map")
        for name in EVENT_DOMAINS
        if name not in world.domains
    ]
    start = next(iter(world.domains), "")
    found += [(name, "no march reaches it") for name in world.domains if name not in world.steps[start]]
    return found

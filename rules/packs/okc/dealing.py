"""Components for random games: a faction for each player, and everything that lies on the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ledger.events import Component, Seat
from rules.asking import Pick
from rules.cards import Card
from rules.packs.okc.reading import LOCATIONS

COPIES = 2
"""Copies of each training Kingdom card, so that boards, Great Road and an advanced deal can be filled."""


def deal(cards: Mapping[str, Card], seats: Sequence[Seat], pick: Pick) -> tuple[tuple[Seat, ...], tuple[Component, ...]]:
    """Everyone's faction components and the shared ones."""
    factions = sorted(card.faction for card in cards.values() if card.type == "faction")
    dealt, names = [], []
    for seat in seats:
        faction = seat.faction if seat.faction in factions else factions[pick(len(factions))]
        factions.remove(faction)
        dealt.append(Seat(seat.player, seat.name, faction))
        names += [(card, seat.player, f"{seat.player}.{zone}") for card, zone in faction_parts(cards, faction)]
    names += [(card, "", zone) for card, zone in shared_parts(cards)]
    return tuple(dealt), tuple(Component(at + 1, card, owner, zone) for at, (card, owner, zone) in enumerate(names))


def faction_parts(cards: Mapping[str, Card], faction: str) -> list[tuple[str, str]]:
    """What a player of a faction brings: board, Herald, tactics, and the whole deck before setup sorts it."""
    mine = [card for card in cards.values() if card.faction == faction]
    parts = [(card.id, "faction") for card in mine if card.type == "faction"]
    parts += [(card.id, "herald") for card in cards.values() if card.type == "herald"]
    parts += [(card.id, "tactics") for card in mine if card.type == "tactic"][:4]
    for card in cards.values():
        if card.type == "basic":
            parts += [(card.id, "deck")] * card.number("copies")
    parts += [(card.id, "deck") for card in mine if card.type in ("advanced", "seat")]
    return parts


def shared_parts(cards: Mapping[str, Card]) -> list[tuple[str, str]]:
    """The map, the Favour on the Farmlands, and the Kingdom deck."""
    parts = [(location, "map") for location in LOCATIONS]
    parts += [(card.id, "farmlands") for card in cards.values() if card.type == "favour"]
    kingdom = sorted(card.id for card in cards.values() if card.type == "kingdom")
    return parts + [(card, "kingdom") for card in kingdom for _ in range(COPIES)]

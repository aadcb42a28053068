"""Decks for random games: a faction, an agenda or none, seven plots and sixty cards, by the rules of deckbuilding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ledger.events import Component, Seat
from rules.asking import Pick
from rules.cards import Card

DECK = 60
PLOTS = 7
COPIES = 3
_DRAWN = ("character", "location", "attachment", "event")


def deal(
    cards: Mapping[str, Card], seats: Sequence[Seat], format: str, pick: Pick
) -> tuple[tuple[Seat, ...], tuple[Component, ...]]:
    """Everyone's components, and the titles in a melee."""
    factions = sorted((card for card in cards.values() if card.type == "faction"), key=lambda card: card.id)
    parts: list[Component] = []
    dealt = []
    for seat in seats:
        faction = factions[pick(len(factions))]
        dealt.append(Seat(seat.player, seat.name, faction.faction))
        names = [(faction.id, "faction")]
        names += [(card, "plots") for card in _plots(cards, pick)]
        names += [(card, "deck") for card in _deck(cards, faction.faction, pick)]
        parts += [
            Component(len(parts) + at + 1, card, seat.player, f"{seat.player}.{zone}") for at, (card, zone) in enumerate(names)
        ]
    if format == "melee":
        titles = sorted(card.id for card in cards.values() if card.type == "title")
        parts += [Component(len(parts) + at + 1, card, "", "titles") for at, card in enumerate(titles)]
    return tuple(dealt), tuple(parts)


def _plots(cards: Mapping[str, Card], pick: Pick) -> list[str]:
    """Seven different plots (one may be doubled when there are too few to choose from)."""
    known = sorted(card.id for card in cards.values() if card.type == "plot" and not card.unwritten and not card.training)
    chosen: list[str] = []
    while known and len(chosen) < PLOTS:
        chosen.append(known.pop(pick(len(known))))
    return chosen


def _deck(cards: Mapping[str, Card], faction: str, pick: Pick) -> list[str]:
    """Sixty cards of the faction and neutral ones, at most three of a title; other factions fill up what is missing."""
    own = [
        card for card in cards.values() if card.type in _DRAWN and not card.unwritten and not card.training and card.faction in ("", "neutral", faction)
    ]
    rest = [card for card in cards.values() if card.type in _DRAWN and not card.unwritten and not card.training and not card.loyal and card not in own]
    deck: list[str] = []
    for pool in (own, rest):
        copies = [card.id for card in sorted(pool, key=lambda card: card.id) for _ in range(COPIES)]
        while copies and len(deck) < DECK:
            deck.append(copies.pop(pick(len(copies))))
    return deck

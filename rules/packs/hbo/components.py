"""Components of a game: the two houses with their printed plot decks and decks of fifty, and the draft deck of the
variant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ledger.events import Component, Seat
from rules.kernel.asks import Pick
from rules.language.cards import Card
from rules.packs.hbo.board import DRAFT

HOUSES = ("stark", "lannister")


def deal(
    cards: Mapping[str, Card], seats: Sequence[Seat], format: str, pick: Pick
) -> tuple[tuple[Seat, ...], tuple[Component, ...]]:
    """Who plays which house is settled at random (`hbo/setup-2#1`), one for each house (`hbo/game-overview#1`); the
    cards follow from it.
    """
    turned = HOUSES if pick(2) else HOUSES[::-1]
    dealt = tuple(Seat(seat.player, seat.name, house) for seat, house in zip(seats, turned, strict=True))
    found: list[tuple[str, str, str]] = []
    for seat in dealt:
        found += [(card, seat.player, f"{seat.player}.{zone}") for card, zone in house_cards(cards, seat.faction)]
    if format == DRAFT:
        found += [(card.id, "", DRAFT) for card in _sorted(cards) if card.type == "plot" and card.faction not in HOUSES]
    return dealt, tuple(Component(at + 1, card, owner, zone) for at, (card, owner, zone) in enumerate(found))


def house_cards(cards: Mapping[str, Card], house: str) -> Iterator[tuple[str, str]]:
    """A house's banner, plots and draw deck; a card's facts say how many copies each house's deck has.

    The plots listed for the house are its plot deck (`hbo/setup-3#1`); what is listed for neither is left for the draft
    (`hbo/illyrios-gift#3`).
    """
    for card in _sorted(cards):
        if card.type == "banner" and card.faction == house:
            yield card.id, "banner"
        elif card.type == "plot" and card.faction == house:
            yield card.id, "plots"
        else:
            for _ in range(int(card.facts.get(f"in {house} deck", 0))):
                yield card.id, "deck"


def _sorted(cards: Mapping[str, Card]) -> list[Card]:
    return sorted(cards.values(), key=lambda card: card.id)

"""The components of a game: each house with its banner, plot deck and draw deck, and the draft deck of the variant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ledger.events import Component, Seat
from rules.kernel.asks import Pick
from rules.language.cards import Card
from rules.packs.hbo.board import DRAFT

HOUSES = ("stark", "lannister")
"""The two houses, one for each player."""


def deal(
    cards: Mapping[str, Card], seats: Sequence[Seat], format: str, pick: Pick
) -> tuple[tuple[Seat, ...], tuple[Component, ...]]:
    """Return the two seats with their houses, and the components of a new game, numbered from 1.

    `pick` supplies the randomness: who leads which house (`hbo/setup-2#1`); there is one player for each
    (`hbo/game-overview#1`). In the format `draft` the plots of neither house make up the draft deck.
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
    """Yield the cards of a house, each with the zone it begins in: the banner, the plots and the draw deck.

    The plots listed for the house are its plot deck (`hbo/setup-3#1`); plots listed for neither house are left for the
    draft (`hbo/illyrios-gift#3`). How many copies are in the draw deck stands in the card's facts, as `in HOUSE deck`.
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

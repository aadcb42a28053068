"""Numbers and gifts after every modifier: Strength, votes, lore, traits, orders, and what is cleared of them."""

from __future__ import annotations

from ledger.events import Occurrence
from rules.kernel.position import Position
from rules.kernel.values import given, has, value
from rules.packs.okc import board


def _kept(pos: Position, number: int, what: str) -> tuple[bool, bool]:
    """Return whether printed and whether gained content of a kind counts on a card (`okc/cleared#1`).

    Clearing may take away what is printed, or both. `what` is `strength`, `traits` or `orders`.
    """
    everything = has(pos, number, "clear", what) or has(pos, number, "clear", "everything")
    return not (everything or has(pos, number, "clear_printed", what)), not everything


def text_counts(pos: Position, number: int) -> bool:
    """Whether a component's text is not cleared."""
    return not has(pos, number, "blank", "text")


def strength(pos: Position, number: int) -> int:
    """Return a card's Strength, printed and gained, without what is cleared (`okc/strength#3`)."""
    printed, gained = _kept(pos, number, "strength")
    base = pos.card(number).number("strength") if printed else 0
    return value(pos, number, "strength", base) if gained else base


def votes(pos: Position, number: int) -> int:
    """Return the votes of a card (`okc/votes#1`)."""
    return value(pos, number, "votes", pos.card(number).number("votes"))


def lore(pos: Position, number: int) -> int:
    """Return the lore a card gives when it travels (`okc/card-lore#1`)."""
    return value(pos, number, "lore", pos.card(number).number("lore"))


def has_trait(pos: Position, number: int, trait: str) -> bool:
    """Whether a card has a trait. Printed and gained traits work alike (`okc/untouchable#2`)."""
    printed, gained = _kept(pos, number, "traits")
    return (printed and trait in pos.card(number).traits) or (gained and has(pos, number, "trait", trait))


def order_of(pos: Position, number: int, order: str) -> int:
    """Return the number of an order that a card has: 1 for an order without a number, 0 if the card lacks the order.

    The same order twice does not stack (`okc/orders#5`): the higher number counts.
    """
    printed, gained = _kept(pos, number, "orders")
    found = [
        _printed_amount(word) for word in pos.card(number).keywords if printed and word.split("(")[0].strip() == order
    ]
    for name in (order, "rally_any") if order == "rally" else (order,):
        found += [amount for _, amount, _ in given(pos, number, "order", name) if gained]
    return max(found, default=0)


def _printed_amount(word: str) -> int:
    """Return the number in a printed order: 1 of `deploy (1)`, 2 of `rally (any 2)`, and 1 where none is printed."""
    digits = "".join(letter for letter in word if letter.isdigit())
    return int(digits) if digits else 1


def rallies_any(pos: Position, number: int) -> bool:
    """Whether a card's Rally may return other cards than itself (`okc/rally#1`).

    A printed one says so by `any`, a gained one is called `rally_any`.
    """
    printed, gained = _kept(pos, number, "orders")
    if printed and any(word.startswith("rally") and "any" in word for word in pos.card(number).keywords):
        return True
    return gained and has(pos, number, "order", "rally_any")


def elimination(pos: Position, number: int, player: str, source: int, note: str = "") -> Occurrence:
    """Return the occurrence by which a card is eliminated, and with it where the card goes.

    That is the losses, or the discard pile if the card is Resistant at this moment (`okc/resistant#2`).
    """
    to = "discard" if has_trait(pos, number, "resistant") else "losses"
    return Occurrence("eliminated", number, player, source=source, to=to, note=note)


def total_strength(pos: Position, player: str) -> int:
    """Return a player's total Strength in the current clash: cards, Supporters and other sources; 0 outside a clash.

    Supporters that have fought there before do not count. `okc/summer-2d#1` to `#3`
    """
    frame = board.clash(pos)
    if frame is None:
        return 0
    cards = sum(strength(pos, number) for number in board.clash_cards(pos, player))
    return value(pos, player, "clash_strength", cards + board.fresh_supporters(pos, player, frame.text("region")))


def bid_strength(pos: Position, player: str) -> int:
    """Return a player's Bid Strength: the printed Strength of the bid card and what abilities add to bids.

    Nothing else of the card counts (`okc/bid#2`).
    """
    return value(
        pos, player, "bid_strength", sum(pos.card(number).number("strength") for number in pos.zone(player, "bid"))
    )


def council_votes(pos: Position, player: str, council: str) -> int:
    """Return a player's votes in a council, of cards and markers there (`okc/council-clarifications#1`)."""
    cards = sum(votes(pos, number) for number in pos.zone(player, council))
    return value(pos, player, f"votes_{council}", cards + pos.table.count(player, f"markers-{council}"))


def most_votes(pos: Position, player: str, council: str) -> bool:
    """Whether a player has votes in a council and nobody has more there (`okc/council-of-oaths#3`)."""
    mine = council_votes(pos, player, council)
    return mine > 0 and all(council_votes(pos, other, council) <= mine for other in pos.opponents(player))

"""Numbers and gifts after every modifier."""

from __future__ import annotations

from ledger.events import Occurrence
from rules.kernel.position import Position
from rules.kernel.values import given, has, value
from rules.packs.okc import board


def _kept(pos: Position, number: int, what: str) -> tuple[bool, bool]:
    """Whether printed and gained content of a kind counts: it may be cleared, printed alone or both (`okc/cleared#1`)."""
    everything = has(pos, number, "clear", what) or has(pos, number, "clear", "everything")
    return not (everything or has(pos, number, "clear_printed", what)), not everything


def text_counts(pos: Position, number: int) -> bool:
    """Whether a component's text is not cleared."""
    return not has(pos, number, "blank", "text")


def strength(pos: Position, number: int) -> int:
    """A card's Strength now (`okc/strength#3`)."""
    printed, gained = _kept(pos, number, "strength")
    base = pos.card(number).number("strength") if printed else 0
    return value(pos, number, "strength", base) if gained else base


def votes(pos: Position, number: int) -> int:
    """The votes of a card (`okc/votes#1`)."""
    return value(pos, number, "votes", pos.card(number).number("votes"))


def lore(pos: Position, number: int) -> int:
    """The lore a card gives when it travels (`okc/card-lore#1`)."""
    return value(pos, number, "lore", pos.card(number).number("lore"))


def has_trait(pos: Position, number: int, trait: str) -> bool:
    """Printed or gained, both work alike (`okc/untouchable#2`)."""
    printed, gained = _kept(pos, number, "traits")
    return (printed and trait in pos.card(number).traits) or (gained and has(pos, number, "trait", trait))


def order_of(pos: Position, number: int, order: str) -> int:
    """Whether a card has an order: its number (1 where the order has none), or 0. The same order does not stack
    (`okc/orders#5`).
    """
    printed, gained = _kept(pos, number, "orders")
    found = [
        board._amount(word) for word in pos.card(number).keywords if printed and word.split("(")[0].strip() == order
    ]
    for name in (order, "rally_any") if order == "rally" else (order,):
        found += [amount for _, amount, _ in given(pos, number, "order", name) if gained]
    return max(found, default=0)


def rallies_any(pos: Position, number: int) -> bool:
    """Whether a card's Rally reaches other cards too; a gained one says so as `rally_any` (`okc/rally#1`)."""
    printed, gained = _kept(pos, number, "orders")
    if printed and any(word.startswith("rally") and "any" in word for word in pos.card(number).keywords):
        return True
    return gained and has(pos, number, "order", "rally_any")


def elimination(pos: Position, number: int, player: str, source: int, note: str = "") -> Occurrence:
    """A card is eliminated: to the losses, or to the discard pile if it is Resistant as it is hit (`okc/resistant#2`)."""
    to = "discard" if has_trait(pos, number, "resistant") else "losses"
    return Occurrence("eliminated", number, player, source=source, to=to, note=note)


def total_strength(pos: Position, player: str) -> int:
    """Cards, Supporters and other Strength in the current clash (`okc/summer-2d#1` to `#3`)."""
    frame = board.clash(pos)
    if frame is None:
        return 0
    cards = sum(strength(pos, number) for number in board.clash_cards(pos, player))
    return value(pos, player, "clash_strength", cards + board.fresh_supporters(pos, player, frame.text("region")))


def bid_strength(pos: Position, player: str) -> int:
    """The bid card's Strength and what abilities add to bids; nothing else of the card counts (`okc/bid#2`)."""
    return value(
        pos, player, "bid_strength", sum(pos.card(number).number("strength") for number in pos.zone(player, "bid"))
    )


def council_votes(pos: Position, player: str, council: str) -> int:
    """A player's votes in one council: cards and markers there (`okc/council-clarifications#1`)."""
    cards = sum(votes(pos, number) for number in pos.zone(player, council))
    return value(pos, player, f"votes_{council}", cards + pos.table.count(player, f"markers-{council}"))


def most_votes(pos: Position, player: str, council: str) -> bool:
    """Whether nobody has more votes there, and the player has some (`okc/council-of-oaths#3`)."""
    mine = council_votes(pos, player, council)
    return mine > 0 and all(council_votes(pos, other, council) <= mine for other in pos.opponents(player))

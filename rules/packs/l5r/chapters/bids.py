"""Honor bids in the draw phase (`l5r/2.2` to `l5r/2.5`) and in duels (`l5r/d.3` to `l5r/d.5`)."""

from __future__ import annotations

from ledger.events import Counted, Occurrence
from ledger.table import Frame
from rules.kernel.asks import Ask, Choose, Say, together
from rules.kernel.position import Position
from rules.packs.l5r import values

NUMBERS = ("1", "2", "3", "4", "5")
"""The numbers on an honor dial, as words of a move."""


def choose_bids(pos: Position, frame: Frame) -> Ask | None:
    """Ask both players for a secret bid from 1 to 5; the step waits until both have chosen.

    `l5r/2.2#2`, `l5r/d.3#2`, `l5r/honor#2`
    """
    rule = "l5r/d.3#1" if frame.kind == "duel" else "l5r/2.2#1"
    waiting = [player for player in pos.order() if f"bid {player}" not in frame.data]
    says = "an honor bid from 1 to 5"
    return together([Say(player, rule, says, frame, f"bid {player}", NUMBERS, verb="bid") for player in waiting])


def reveal_bids(pos: Position, frame: Frame) -> Ask | None:
    """Set both dials to the bids, which they show until the next ones, and open the moment that reveals them.

    A position that begins here may lack the bids; then they are asked for. `l5r/2.3#2`, `l5r/d.4#2`, `l5r/honor#5`
    """
    if any(f"bid {player}" not in frame.data for player in pos.order()):
        return choose_bids(pos, frame)
    for player in pos.order():
        by = int(frame.text(f"bid {player}")) - pos.table.count(player, "dial")
        if by:
            pos.emit(Counted(player, "dial", by))
    pos.open_next(frame, "moment", None, (Occurrence("dials", other=frame.id, note=frame.kind),))
    return None


def transfer(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which the higher bidder gives the difference in honor; equal bids move nothing.

    `l5r/2.4#2`, `l5r/d.5#2`. Some duels let the giver discard as many cards instead, since a card goes before the rules
    (`l5r/jade-rule#2`).
    """
    first, second = pos.order()[:2]
    by = values.bid(pos, frame, first) - values.bid(pos, frame, second)
    if not by:
        return None
    giver, taker = (first, second) if by > 0 else (second, first)
    ask = _honor_or_cards(pos, frame, giver, abs(by)) if frame.data.get("discards") else None
    if ask is not None:
        return ask
    parts: tuple[Occurrence, ...] = (Occurrence("moved", player=giver, amount=abs(by), to=taker, note="honor"),)
    if frame.text("instead") == "cards":
        parts = tuple(Occurrence("discarded", number, giver) for number in frame.numbers("cards"))
    pos.open_next(frame, "moment", None, parts)
    return None


def _honor_or_cards(pos: Position, frame: Frame, giver: str, amount: int) -> Ask | None:
    """Ask whether honor is given or as many cards are discarded, and which cards; None when that is decided.

    A player with fewer cards gives honor and is not asked.
    """
    hand = pos.zone(giver, "hand")
    if "instead" not in frame.data and len(hand) >= amount:
        says = f"give {amount} honor or discard as many cards"
        return Say(giver, "l5r/may#1", says, frame, "instead", ("honor", "cards"))
    if frame.text("instead") == "cards" and "cards" not in frame.data:
        says = "which cards are discarded instead of honor"
        return Choose(giver, "l5r/d.5#1", says, frame, "cards", hand, amount, amount)
    return None


def draw_by_bid(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which both players draw as many cards as they bid (`l5r/2.5#1`); bids of 0 draw nothing."""
    bids = {player: values.bid(pos, frame, player) for player in pos.order()}
    parts = tuple(Occurrence("drew", player=player, amount=bid) for player, bid in bids.items() if bid)
    if parts:
        pos.open_next(frame, "moment", None, parts)
    return None

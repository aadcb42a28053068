"""Honor bids: secret choice, reveal, transfer, in the draw phase and in duels (`l5r/2.2` to `l5r/2.5`, `l5r/d.3` to
`l5r/d.5`).
"""

from __future__ import annotations

from ledger.events import Counted, Occurrence
from ledger.table import Frame
from rules.kernel.asks import Ask, Choose, Say, together
from rules.kernel.position import Position
from rules.packs.l5r import values

NUMBERS = ("1", "2", "3", "4", "5")


def choose_bids(pos: Position, frame: Frame) -> Ask | None:
    """Each player secretly sets a number from 1 to 5 on the dial; nothing goes on before both have (`l5r/2.2#2`,
    `l5r/d.3#2`, `l5r/honor#2`).
    """
    rule = "l5r/d.3#1" if frame.kind == "duel" else "l5r/2.2#1"
    waiting = [player for player in pos.order() if f"bid {player}" not in frame.data]
    says = "an honor bid from 1 to 5"
    return together([Say(player, rule, says, frame, f"bid {player}", NUMBERS, verb="bid") for player in waiting])


def reveal_bids(pos: Position, frame: Frame) -> Ask | None:
    """The dials are revealed at the same time and keep showing the bid (`l5r/2.3#2`, `l5r/d.4#2`, `l5r/honor#5`)."""
    for player in pos.order():
        by = int(frame.text(f"bid {player}")) - pos.table.count(player, "dial")
        if by:
            pos.emit(Counted(player, "dial", by))
    pos.open_next(frame, "moment", None, (Occurrence("dials", other=frame.id, note=frame.kind),))
    return None


def transfer(pos: Position, frame: Frame) -> Ask | None:
    """The higher bidder gives the difference, unless a card says otherwise; equal bids move nothing.

    `l5r/2.4#2`, `l5r/d.5#2`, `l5r/jade-rule#2`
    """
    first, second = pos.order()[:2]
    by = values.bid(pos, frame, first) - values.bid(pos, frame, second)
    if not by:
        return None
    giver, taker = (first, second) if by > 0 else (second, first)
    if frame.data.get("discards"):
        hand = pos.zone(giver, "hand")
        if "instead" not in frame.data and len(hand) >= abs(by):
            return Say(
                giver,
                "l5r/may#1",
                f"give {abs(by)} honor or discard as many cards",
                frame,
                "instead",
                ("honor", "cards"),
            )
        if frame.text("instead") == "cards":
            if "cards" not in frame.data:
                return Choose(
                    giver,
                    "l5r/d.5#1",
                    "which cards are discarded instead of honor",
                    frame,
                    "cards",
                    hand,
                    abs(by),
                    abs(by),
                )
            pos.open_next(
                frame,
                "moment",
                None,
                tuple(Occurrence("discarded", number, giver) for number in frame.numbers("cards")),
            )
            return None
    pos.open_next(frame, "moment", None, (Occurrence("moved", player=giver, amount=abs(by), to=taker, note="honor"),))
    return None


def draw_by_bid(pos: Position, frame: Frame) -> Ask | None:
    """Both draw as many cards as their bid says, at the same time (`l5r/2.5#1`)."""
    bids = {player: values.bid(pos, frame, player) for player in pos.order()}
    parts = tuple(Occurrence("drew", player=player, amount=bid) for player, bid in bids.items() if bid)
    if parts:
        pos.open_next(frame, "moment", None, parts)
    return None

"""Opening hands: shuffling every deck, drawing up to a number of cards, and a mulligan."""

from __future__ import annotations

from ledger.events import Moved
from ledger.table import Frame
from rules.kernel.asks import Ask
from rules.kernel.chance import Shuffle
from rules.kernel.position import Position


def shuffle_each(pos: Position, frame: Frame, rule: str) -> Ask | None:
    """Return the decision on the order of the next player's deck after its shuffle; None when all are shuffled."""
    for player in pos.order():
        slot = f"shuffled {player}"
        if slot not in frame.data:
            return Shuffle(rule, frame, slot, f"{player}.deck")
    return None


def draw_up(pos: Position, player: str, size: int) -> None:
    """Move cards from the top of a player's deck to the hand until it has `size` cards or the deck is empty."""
    missing = size - len(pos.zone(player, "hand"))
    for number in pos.zone(player, "deck")[: max(0, missing)]:
        pos.emit(Moved(number, f"{player}.hand"))


def new_hand(pos: Position, frame: Frame, player: str, rule: str, size: int) -> Ask | None:
    """Replace a player's hand by a new one of `size` cards, once; does nothing for a player who has done so.

    The old hand goes back into the deck. The step then asks for the order after the shuffle; the next time it runs, the
    new hand is drawn, and None returned. `rule` is the clause of the shuffle.
    """
    if frame.data.get(f"new hand {player}"):
        return None
    for number in list(pos.zone(player, "hand")):
        pos.emit(Moved(number, f"{player}.deck"))
    if f"reshuffled {player}" not in frame.data:
        return Shuffle(rule, frame, f"reshuffled {player}", f"{player}.deck")
    draw_up(pos, player, size)
    pos.remember(frame, f"new hand {player}", True)
    return None

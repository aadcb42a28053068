"""Opening hands: decks shuffled, hands drawn up to their number, and a hand taken back for a new one."""

from __future__ import annotations

from ledger.events import Moved
from ledger.table import Frame
from rules.kernel.asks import Ask
from rules.kernel.chance import Shuffle
from rules.kernel.position import Position


def shuffle_each(pos: Position, frame: Frame, rule: str) -> Ask | None:
    """Every player's deck, one after the other."""
    for player in pos.order():
        slot = f"shuffled {player}"
        if slot not in frame.data:
            return Shuffle(rule, frame, slot, f"{player}.deck")
    return None


def draw_up(pos: Position, player: str, size: int) -> None:
    """Cards from the top of the deck until the hand has its number."""
    missing = size - len(pos.zone(player, "hand"))
    for number in pos.zone(player, "deck")[: max(0, missing)]:
        pos.emit(Moved(number, f"{player}.hand"))


def new_hand(pos: Position, frame: Frame, player: str, rule: str, size: int) -> Ask | None:
    """The hand goes back into the deck, which is shuffled, and a new one is drawn; once."""
    if frame.data.get(f"new hand {player}"):
        return None
    for number in list(pos.zone(player, "hand")):
        pos.emit(Moved(number, f"{player}.deck"))
    if f"reshuffled {player}" not in frame.data:
        return Shuffle(rule, frame, f"reshuffled {player}", f"{player}.deck")
    draw_up(pos, player, size)
    pos.remember(frame, f"new hand {player}", True)
    return None

"""Victory, looked at after every change of tokens."""

from __future__ import annotations

from typing import Any

from ledger.events import Counted, GameEnded
from rules.kernel.position import Position
from rules.packs.hbo import board


def settle(pos: Position, changed: set[type[Any]]) -> bool:
    """End the game if a player has 15 power, and return whether it ended.

    Fifteen power wins (`hbo/power-and-victory#1`, `hbo/game-overview#3`). The game ends in the middle of anything
    (`hbo/winning#2`); if both players have 15, the first player wins (`hbo/winning#3`). Power is counted only if tokens
    are among the types of events in `changed`.
    """
    if Counted not in changed:
        return False
    winners = [player for player in pos.order() if board.power_of(pos, player) >= board.VICTORY]
    if winners:
        pos.emit(GameEnded((winners[0],), "hbo/winning#1" if len(winners) == 1 else "hbo/winning#3"))
    return bool(winners)

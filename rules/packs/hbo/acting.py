"""Action windows of this game: players act in turn, and whoever acts twice in a row is told by the clause that forbids it."""

from __future__ import annotations

from ledger.events import Move
from ledger.table import Frame
from rules.asking import Ask, Check
from rules.packs.hbo.rulebook import closer
from rules.position import Position
from rules.windows import ActionWindow, opportunity


def action_window(pos: Position, frame: Frame) -> Ask | None:
    """A chance to act, over when both players have passed in a row (`hbo/pass-action#2`)."""
    return opportunity(pos, frame, Acting)


class Acting(ActionWindow):
    """After an action its player waits for the opponent (`hbo/action#5`); a pass hands the chance over (`hbo/pass-action#1`)."""

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        found = super().checks(pos, player, move)
        if player == self.player or player != self.frame.turn:
            return found
        return closer(found, {"priority": "hbo/pass-action#1" if self.frame.passes else "hbo/action#5"})

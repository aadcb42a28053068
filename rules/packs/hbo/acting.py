"""Action windows of this game: players act in turn, and whoever acts twice in a row is told by the clause that forbids it."""

from __future__ import annotations

from ledger.events import Move
from ledger.table import Frame
from rules.asking import Ask, Check
from rules.packs.hbo import reading
from rules.packs.hbo.rulebook import closer
from rules.position import Position
from rules.windows import ActionWindow, opportunity


def action_window(pos: Position, frame: Frame) -> Ask | None:
    """A chance to act, over when both players have passed in a row (`hbo/pass-action#2`)."""
    return opportunity(pos, frame, Acting)


class Acting(ActionWindow):
    """After an action its player waits for the opponent (`hbo/action#5`); a pass hands the chance over (`hbo/pass-action#1`)."""

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        if one_at_a_time(pos, move):
            return one_at_a_time(pos, move)
        found = super().checks(pos, player, move)
        if player == self.player or player != self.frame.turn:
            return found
        return closer(found, {"priority": "hbo/pass-action#1" if self.frame.passes else "hbo/action#5"})


def one_at_a_time(pos: Position, move: Move) -> list[Check]:
    """What a challenge started in the middle of another breaks; nothing if the move is none."""
    if move.verb != "challenge" or reading.challenge(pos) is None:
        return []
    return [Check("one at a time", "hbo/challenge#3", "the challenge before it is fully resolved", False)]

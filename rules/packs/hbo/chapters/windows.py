"""Action windows of this game: players act in turn, and whoever acts twice in a row is told by the clause that forbids
it.
"""

from __future__ import annotations

from ledger.events import FrameClosed, Move, Occurrence, OccurrenceChanged, State
from ledger.table import Frame
from rules.kernel.asks import Ask, Check
from rules.kernel.position import Position
from rules.kernel.timing import Look, Procedure, Step
from rules.packs.hbo import board
from rules.packs.hbo.rulebook import closer
from rules.resolution.windows import ActionWindow, opportunity


def action_window(pos: Position, frame: Frame) -> Ask | None:
    """A chance to act, over when both players have passed in a row (`hbo/pass-action#2`)."""
    return opportunity(pos, frame, Acting)


class Acting(ActionWindow):
    """After an action its player waits for the opponent (`hbo/action#5`); a pass hands the chance over
    (`hbo/pass-action#1`).
    """

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        if one_at_a_time(pos, move):
            return one_at_a_time(pos, move)
        found = super().checks(pos, player, move)
        if player == self.player or player != self.frame.turn:
            return found
        return closer(found, {"priority": "hbo/pass-action#1" if self.frame.passes else "hbo/action#5"})


def one_at_a_time(pos: Position, move: Move) -> list[Check]:
    """What a challenge started in the middle of another breaks; nothing if the move is none."""
    if move.verb != "challenge" or board.challenge(pos) is None:
        return []
    return [Check("one at a time", "hbo/challenge#3", "the challenge before it is fully resolved", False)]


_DONE = (State.HAPPENED, State.REPLACED)
LAST = "responses"
"""The slot in which a sequence has done everything it does by itself."""
ANSWERING = frozenset({"moment", "ability", "resolution"})
"""The frames that end with passives and responses to what happened in them."""


def hand_over(pos: Position, frame: Frame) -> Ask | None:
    """Give what happened to the frame around this one, if that one is still resolving, and close."""
    frames = pos.table.frames
    outer = frames[-2] if len(frames) > 1 else None
    if outer is None or not resolving(pos, outer):
        return None
    results = tuple(part.state for part in frame.occurrences)
    happened = tuple(part for part in frame.occurrences if part.state in _DONE)
    pos.emit(FrameClosed(frame.id, results=results))
    add(pos, outer, happened)
    return None


def add(pos: Position, frame: Frame, happened: tuple[Occurrence, ...]) -> None:
    """Occurrences that took place as part of what a frame resolves."""
    if happened:
        pos.emit(OccurrenceChanged(frame.id, -1, State.IMMINENT, added=happened))


def resolving(pos: Position, frame: Frame) -> bool:
    """Whether a frame answers what happens in it and has not come to its responses."""
    return frame.kind in ANSWERING and frame.step < pos.pack.procedures[frame.kind].step(LAST)


def whole(procedure: Procedure) -> Procedure:
    """A procedure that hands over before its own passives."""
    at = procedure.step("passives")
    step = Step("whole", "hbo/action#3", "part of what is still resolving", hand_over, Look.HIDDEN)
    steps = (*procedure.steps[:at], step, *procedure.steps[at:])
    return Procedure(procedure.kind, procedure.title, steps, procedure.rule, procedure.closing)

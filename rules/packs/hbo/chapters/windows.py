"""Action windows, in which players alternate, and procedures that resolve whole before anything in them is answered."""

from __future__ import annotations

from ledger.events import FrameClosed, Move, Occurrence, OccurrenceChanged, State
from ledger.table import Frame
from rules.kernel.asks import Ask, Check
from rules.kernel.position import Position
from rules.kernel.timing import Look, Procedure, Step
from rules.packs.hbo import board
from rules.packs.hbo.rulebook import closer
from rules.resolution.windows import ActionWindow, opportunity

_DONE = (State.HAPPENED, State.REPLACED)
"""The states of an occurrence that took place."""
LAST_SLOT = "responses"
"""The slot at which a sequence has done everything it does by itself and waits for responses."""
ANSWERED_FRAMES = frozenset({"moment", "ability", "resolution"})
"""The kinds of frames that end with passives and responses to what happened in them."""


def action_window(pos: Position, frame: Frame) -> Ask | None:
    """Ask the player whose opportunity it is to act or pass.

    The window closes when both pass in a row (`hbo/pass-action#2`).
    """
    return opportunity(pos, frame, AlternatingWindow)


class AlternatingWindow(ActionWindow):
    """One opportunity of an action window. After an action its player waits for the opponent (`hbo/action#5`).

    A pass hands the chance to the opponent (`hbo/pass-action#1`). Whoever acts out of turn is told the clause that
    fits.
    """

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        if overlap_checks(pos, move):
            return overlap_checks(pos, move)
        found = super().checks(pos, player, move)
        if player == self.player or player != self.frame.turn:
            return found
        return closer(found, {"priority": "hbo/pass-action#1" if self.frame.passes else "hbo/action#5"})


def overlap_checks(pos: Position, move: Move) -> list[Check]:
    """Return the condition that a challenge breaks by being started during another one; nothing for other moves."""
    if move.verb != "challenge" or board.challenge(pos) is None:
        return []
    return [Check("one at a time", "hbo/challenge#3", "the challenge before it is fully resolved", False)]


def whole(procedure: Procedure) -> Procedure:
    """Return a procedure with an additional step: before its own passives it hands over to the frame around it."""
    at = procedure.step("passives")
    step = Step("whole", "hbo/action#3", "part of what is still resolving", hand_over, Look.HIDDEN)
    steps = (*procedure.steps[:at], step, *procedure.steps[at:])
    return Procedure(procedure.kind, procedure.title, steps, procedure.rule, procedure.closing)


def hand_over(pos: Position, frame: Frame) -> Ask | None:
    """Close this frame and add what happened in it to the frame around it, if that one is still resolving.

    The outer frame then answers all of it together. Without such a frame nothing is done, and this one answers itself.
    """
    frames = pos.table.frames
    outer = frames[-2] if len(frames) > 1 else None
    if outer is None or not is_resolving(pos, outer):
        return None
    results = tuple(part.state for part in frame.occurrences)
    happened = tuple(part for part in frame.occurrences if part.state in _DONE)
    pos.emit(FrameClosed(frame.id, results=results))
    add_happened(pos, outer, happened)
    return None


def is_resolving(pos: Position, frame: Frame) -> bool:
    """Whether a frame is of a kind that is answered as a whole and has not come to its responses yet."""
    return frame.kind in ANSWERED_FRAMES and frame.step < pos.pack.procedures[frame.kind].step(LAST_SLOT)


def add_happened(pos: Position, frame: Frame, happened: tuple[Occurrence, ...]) -> None:
    """Add occurrences that have taken place to the frame that resolves them, so that its windows answer them."""
    if happened:
        pos.emit(OccurrenceChanged(frame.id, -1, State.IMMINENT, added=happened))

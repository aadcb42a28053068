"""Action windows with alternating players, and procedures that resolve whole before passives and responses."""

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
"""The last slot of the trigger sequence, in which players may respond."""
ANSWERED_FRAMES = frozenset({"moment", "ability", "resolution"})
"""The kinds of frames that end with passives and responses to what happened in them."""

_NOT_MENDED = ("controls", "placed", "window", "phase", "active", "in hand")
"""The names of conditions that a player fails at every opportunity of a window, if at one."""


def action_window(pos: Position, frame: Frame) -> Ask | None:
    """Ask the next player with anything to do to act or pass.

    None, and with it the end of the window, once both in a row have passed or had nothing to do (`hbo/pass-action#2`).
    """
    return opportunity(pos, frame, AlternatingWindow)


class AlternatingWindow(ActionWindow):
    """One opportunity of an action window. After an action its player waits for the opponent (`hbo/action#5`).

    A pass hands the opportunity to the opponent (`hbo/pass-action#1`). For the player who acted or passed last, the
    condition on whose opportunity it is stands on that clause, too.
    """

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        if overlap_checks(pos, move):
            return overlap_checks(pos, move)
        found = hopeless_first(super().checks(pos, player, move))
        if player == self.player or player != self.frame.turn:
            return found
        return closer(found, {"priority": "hbo/pass-action#1" if self.frame.passes else "hbo/action#5"})


def hopeless_first(found: list[Check]) -> list[Check]:
    """Return the conditions of a move, those that failed first which no opportunity would mend.

    They are the phase, the turn, and whose card it is or where it lies (`_NOT_MENDED`).
    """
    return sorted(found, key=lambda check: not (check.name in _NOT_MENDED and check.holds is False))


def overlap_checks(pos: Position, move: Move) -> list[Check]:
    """Return the one condition that fails if a move starts a challenge during another; nothing for other moves."""
    if move.verb != "challenge" or board.challenge(pos) is None:
        return []
    needed = "a challenge is started after the one before it is fully resolved"
    return [Check("one at a time", "hbo/challenge#3", needed, False, "one is still being resolved")]


def whole(procedure: Procedure) -> Procedure:
    """Return a procedure with one more step, `hand_over`, before its passives."""
    at = procedure.step("passives")
    step = Step("whole", "hbo/action#3", "answers come here, or to what is still resolving", hand_over, Look.HIDDEN)
    steps = (*procedure.steps[:at], step, *procedure.steps[at:])
    return Procedure(procedure.kind, procedure.title, steps, procedure.rule, procedure.closing)


def hand_over(pos: Position, frame: Frame) -> Ask | None:
    """If the frame around this one is still resolving, close this one and add what happened in it to that frame.

    Passives and responses to all of it then come together, in the outer frame. Otherwise nothing is done, and they come
    in this frame.
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
    """Whether a frame is of the kinds in `ANSWERED_FRAMES` and has not come to its responses yet."""
    return frame.kind in ANSWERED_FRAMES and frame.step < pos.pack.procedures[frame.kind].step(LAST_SLOT)


def add_happened(pos: Position, frame: Frame, happened: tuple[Occurrence, ...]) -> None:
    """Add occurrences that have already happened to a frame, so that its passives and responses can answer them."""
    if happened:
        pos.emit(OccurrenceChanged(frame.id, -1, State.IMMINENT, added=happened))

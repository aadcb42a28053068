"""Action steps: in turn order each player does any number of things, finishes, and is not asked again (`okc/action-steps#2`, `#3`)."""

from __future__ import annotations

from ledger.events import Move, Passed
from ledger.table import Frame
from rules.asking import Ask, Check
from rules.packs.okc import reading
from rules.position import Position
from rules.turns import still_to_act
from rules.windows import ActionWindow

RULE = {"spring": "okc/spring-4#1", "day": "okc/summer-2b#1", "autumn": "okc/autumn-1#3"}


class ActionStep(ActionWindow):
    """The active player may act, or hand the marker on."""

    def __init__(self, player: str, frame: Frame) -> None:
        super().__init__(player, frame, RULE[frame.kind], 0)
        self.says = f"{frame.kind} action step"

    def passed(self, pos: Position) -> None:
        pos.emit(Passed(self.player))


def action_step(pos: Position, frame: Frame) -> Ask | None:
    """The first player still to act who can do anything; those who cannot are passed over."""
    here = reading.participants(pos) if frame.kind == "day" else pos.order()
    for player in still_to_act(pos, frame):
        if player in here:
            ask = ActionStep(player, frame)
            if ask.anything(pos):
                return ask
    if pos.observer is not None and not frame.turn:
        pos.skip(ActionStep("", frame))
    return None


def added_step(pos: Position, frame: Frame) -> Ask | None:
    """After facedown cards were revealed, only what is on them may be activated (`okc/added-cards#2`, `#3`)."""
    return action_step(pos, frame) if frame.data.get("revealed") else None


def just_revealed(pos: Position, number: int) -> bool:
    """Whether a Day step allows this source: any in its first part, only cards just revealed in the second."""
    frame = pos.enclosing("day")
    return frame is None or "revealed" not in frame.data or number in frame.numbers("revealed")


def in_step(frame: Frame, kind: str, rule: str) -> Check:
    """The condition that an action belongs to this step (`okc/action#2`)."""
    return Check("step", rule, f"this is the {kind} action step", frame.kind == kind)


def used(pos: Position, key: str, scope: int) -> bool:
    """Whether something limited was used already in its period."""
    return pos.table.uses.get(scope, {}).get(key, 0) > 0


def names(move: Move, known: tuple[str, ...]) -> bool:
    """Whether every word of a move is one of these."""
    return all(word in known for word in move.words)

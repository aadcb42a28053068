"""An action as it is offered to one player: the rule that makes it theirs, what leaving it gives up, and when it is too
late for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ledger.events import Move
from ledger.table import Frame
from rules.kernel.asks import Check, ChooseOrPass, Form, Judge, Pick
from rules.kernel.position import Position
from rules.packs.tegot import board
from rules.packs.tegot.chapters.armies import event_rule
from rules.resolution.moments import Window

INSIDE = ("pass", "march", "sail", "recruit", "take", "whisper", "fight", "lose", "retreat")
"""What others may be written with while an action is still open: parts of their own actions, none of which ends a turn.
"""


BOTTOM = ("bottom.left", "bottom.right")
"""The slots at the bottom of the action mat, in the order all may follow their dice."""


def whose(frame: Frame) -> str:
    """The rule that makes an action one player's: of a slot, of a die for the active player or those who follow, or of
    a bottom die.

    Keeps `tegot/optional-action#2`, `tegot/turn-3#1`, `tegot/extra-dice#2`.
    """
    if frame.data.get("slot"):
        return "tegot/optional-action#2"
    if frame.number("event"):
        return ""
    return "tegot/extra-dice#2" if frame.data.get("extra") else "tegot/turn-3#1"


def only(pos: Position, frame: Frame, verb: str) -> str:
    """The rule by which another action cannot be taken instead: a follower has the die's alone, and the slot's comes
    before it.

    Keeps `tegot/following#1`, `tegot/optional-action#1`, `tegot/extra-dice#4`.
    """
    turn = pos.enclosing("turn")
    if frame.data.get("following"):
        return "tegot/following#1"
    if turn is not None and turn.text("slot") == verb and not frame.data.get("slot"):
        return "tegot/optional-action#1"
    if frame.text("extra") == BOTTOM[0] and pos.table.zones[BOTTOM[1]]:
        return "tegot/extra-dice#4"
    return "tegot/extra-dice#1" if frame.data.get("extra") else "tegot/turn-1#3"


def given_up(pos: Position, frame: Frame, verb: str) -> tuple[str, ...]:
    """Who leaves an action gets nothing for it, and has no other chance before a die is placed again
    (`tegot/following#3`).
    """
    return () if frame.number("event") or _again(pos, frame) else (verb,)


def _again(pos: Position, frame: Frame) -> bool:
    """Whether a die at the bottom of the mat may offer the action once more before anybody places another die."""
    turn = pos.enclosing("turn")
    if turn is not None and pos.after(turn.text("player")) != pos.first:
        return False
    bottom = BOTTOM[BOTTOM.index(frame.text("extra")) + 1 :] if frame.text("extra") else BOTTOM
    faces = {board.faces(pos, number) for zone in bottom for number in pos.table.zones[zone]}
    return not faces.isdisjoint({frame.kind, "event"})


class Action(Form):
    """What a player does with an action; another action is no answer, by the rule that offers this one."""

    meanwhile = INSIDE
    recurs = True  # by another die, or by another player's turn (`tegot/turn-3#1`)

    def __init__(
        self,
        frame: Frame,
        verb: str,
        rule: str,
        says: str,
        judge: Judge,
        offers: Callable[[], Iterable[Move]],
        does: Callable[[Move], None],
        declines: Callable[[], None] | None = None,
        guess: Callable[[Pick], Move] | None = None,
        alike: bool = False,
    ) -> None:
        super().__init__(
            frame.text("player"), verb, rule, says, judge, offers, does, declines, guess, whose(frame), alike
        )
        self.frame = frame

    def gives_up(self, pos: Position) -> tuple[str, ...]:
        return given_up(pos, self.frame, self.verb)

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        if move.verb == "place":
            return [_no_die_yet(pos, player)]
        self.whose = whose(self.frame) or event_rule(pos, self.frame)
        found = super().checks(pos, player, move)
        if self.frame.number("event") or move.verb not in (*board.ACTIONS, "use") or move.verb == self.verb:
            return found
        wanted = "event" if move.verb == "use" else move.verb
        other = Check("answer", only(pos, self.frame, wanted), f"the action offered here is {wanted}", False)
        return [other if check.name == "answer" else check for check in found]


def _no_die_yet(pos: Position, player: str) -> Check:
    """A die is placed once, by the active player; the next is active when the other die has been passed on
    (`tegot/turn-4#2`).
    """
    if player == pos.table.role("active"):
        return Check("answer", "tegot/turn-1#1", "no die has been placed this turn", False)
    return Check("answer", "tegot/turn-4#2", f"{player} has two dice and is the active player", False)


class PlotCard(ChooseOrPass):
    """A card to plot with, or none."""

    meanwhile = INSIDE
    recurs = True

    def gives_up(self, pos: Position) -> tuple[str, ...]:
        return given_up(pos, self.frame, self.verb)


class BattleCard(ChooseOrPass):
    """The attacker's card, or none: the defender waits for it (`tegot/initiator#2`)."""

    meanwhile = ("pass",)
    whose = "tegot/initiator#2"

    def gives_up(self, pos: Position) -> tuple[str, ...]:
        return (self.verb,)


class Event(Window):
    """An event from hand, or none."""

    meanwhile = INSIDE
    recurs = True

    def gives_up(self, pos: Position) -> tuple[str, ...]:
        return given_up(pos, self.frame, self.verb)


class Closed(Form):
    """A question that is closed: whoever answers it now is told why, and nothing else is compared with it. Nobody in
    particular is asked unless a player is named."""

    def __init__(self, player: str, verb: str, rule: str, says: str, judge: Judge, theirs: str = "") -> None:
        super().__init__(player, verb, rule, says, judge, tuple, lambda move: None, whose=theirs)

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        found = super().checks(pos, player, move)
        return found if move.verb == self.verb else [Check("window", self.rule, self.says, False), *found]


def too_late(player: str, verb: str, rule: str, says: str, theirs: str = "") -> Closed:
    """What may not be done any more, for one reason."""

    def judge(move: Move) -> list[Check]:
        return [Check("window", rule, says, False)]

    return Closed(player, verb, rule, says, judge, theirs)

"""Action windows: players in turn use an action ability, do something the round allows, or pass."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ledger.events import Move, Passed
from ledger.table import Frame
from rules.eligibility.uses import actions_of, answer_elsewhere, explain_use, fulfilled
from rules.kernel.asks import PASS, Ask, Check, Pick, written_verb
from rules.kernel.context import Use
from rules.kernel.pack import Action, Failure
from rules.resolution.moments import (
    begin,
    find_use,
    has_opportunity,
    owner_first,
    passed_over,
    still_open,
    unknown_use,
)

if TYPE_CHECKING:
    from rules.kernel.position import Position


def action_window(pos: Position, frame: Frame) -> Ask | None:
    """Run the action-window step of a procedure: return the decision of the next player who can do anything but pass.

    None once all in a row have passed or had nothing to do.
    """
    return opportunity(pos, frame, ActionWindow)


def opportunity(pos: Position, frame: Frame, window: type[ActionWindow]) -> Ask | None:
    """Return the decision of the next player who can do anything but pass, as an object of the class `window`.

    None once all in a row have passed or had nothing to do.
    """
    player = pos.after(frame.turn) if frame.turn else pos.pack.leads(pos, frame)
    passes = frame.passes
    players = len(pos.table.players)
    over: list[str] = []
    while passes < players:
        ask = window(player, frame, pos.pack.rule("action window"), passes)
        if ask.anything(pos):
            ask.over = tuple(over)
            return ask
        over.append(player)
        passes += 1
        player = pos.after(player)
    if pos.observer is not None:
        pos.skip(window("", frame, pos.pack.rule("action window"), passes))
    return None


class ActionWindow(Ask):
    """The decision of one player in an action window: act or pass.

    Without a player it is a window that closed by itself.
    """

    def __init__(self, player: str, frame: Frame, rule: str, passes: int) -> None:
        super().__init__(player, "act", rule, "action window")
        self.frame, self.passes = frame, passes
        self.closed = not player

    def anything(self, pos: Position) -> bool:
        """Whether a move is listed for this player besides a pass."""
        return next((move for move in self.moves(pos) if move.verb != "pass"), None) is not None

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        failure = Failure(self.player, frame=self.frame)
        rule = pos.pack.clause(pos, "priority", failure)
        found = [has_opportunity(pos, rule, self.player, player)]
        if move.verb == "pass":
            return found
        if move.verb == "use":
            use = find_use(pos, player, move, None, self.frame)
            if use is None:
                return [*found, unknown_use(pos, move)]
            checks = owner_first(found + explain_use(pos, use))
            return still_open(pos, self, failure, passed_over(self, player, checks))
        action = self._action(pos, move)
        if action is None:
            misplaced = answer_elsewhere(pos, self, player, move, "window") or self.elsewhere(pos, player, move)
            if misplaced:
                return misplaced
            rule = pos.pack.clause(pos, f"do {move.verb}", Failure(player, frame=self.frame), self.rule)
            needed = "in an action window a player takes an action or passes"
            saw = f"“{written_verb(pos, move)}” is no action of this window"
            return [Check("window", rule, needed, False, saw), *found]
        checks = found + action.checks(pos, player, move, self.frame)
        return still_open(pos, self, failure, passed_over(self, player, checks))

    def allows(self, pos: Position, player: str, move: Move) -> bool:
        own = type(self).checks is not ActionWindow.checks  # a game's own window may have conditions of its own
        if own or player != self.player or move.verb != "use":
            return super().allows(pos, player, move)
        use = None if self.closed else find_use(pos, player, move, None, self.frame)
        return use is not None and fulfilled(pos, use)

    def accept(self, pos: Position, move: Move) -> None:
        if move.verb == "use":
            use = find_use(pos, self.player, move, None, self.frame)
            assert isinstance(use, Use)
            begin(pos, use)
            return
        action = self._action(pos, move)
        assert action is not None
        action.perform(pos, self.player, move, self.frame)

    def passed(self, pos: Position) -> None:
        """Emit the pass, counted on from the passes in a row and the players passed over before it."""
        pos.emit(Passed(self.player, self.passes + 1))

    def moves(self, pos: Position) -> Iterator[Move]:
        for action in pos.pack.actions:
            yield from action.offers(pos, self.player, self.frame)
        for use in actions_of(pos, self.player, self.frame):
            yield use.move()
        yield PASS

    def sample(self, pos: Position, pick: Pick) -> Move:
        found = list(self.moves(pos))
        return found[pick(len(found))]

    def _action(self, pos: Position, move: Move) -> Action | None:
        return next((action for action in pos.pack.actions if action.verb == move.verb), None)

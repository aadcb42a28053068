"""Decisions with a form of their own: to choose something or decline, and to answer with cards and words judged by conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ledger.events import Move, Passed
from rules.asking import PASS, Ask, Check, Choose, Pick
from rules.position import Position

Judge = Callable[[Move], list[Check]]


class ChooseOrPass(Choose):
    """Choose components or decline; declining is remembered as having chosen nothing."""

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        if move.verb == "pass":
            decides = f"the decision is {player}'s: {self.says}"
            return [Check("decider", self.whose or self.rule, decides, player == self.player)]
        return super().checks(pos, player, move)

    def passed(self, pos: Position) -> None:
        pos.emit(Passed(self.player))
        pos.remember(self.frame, self.slot, [])

    def moves(self, pos: Position) -> Iterator[Move]:
        yield PASS
        yield from super().moves(pos)

    def sample(self, pos: Position, pick: Pick) -> Move:
        return PASS if not self.candidates or pick(3) == 0 else super().sample(pos, pick)


class Form(Ask):
    """A move judged by its own conditions; `offers` lists the answers worth listing, `does` records what one means.

    `verb` may name several verbs. `guess` builds a random answer, legal or not, where listing all of them would take long. `alike`
    says that every answer is listed but for those that name another component of the same kind in the same place.
    `whose` is the rule that makes it this player's decision, where that is another than the question's own.
    """

    personal = True

    def __init__(
        self,
        player: str,
        verb: str,
        rule: str,
        says: str,
        judge: Judge,
        offers: Callable[[], Iterable[Move]],
        does: Callable[[Move], None],
        declines: Callable[[], None] | None = None,
        guess: Callable[[Pick], Move] | None = None,
        whose: str = "",
        alike: bool = False,
    ) -> None:
        super().__init__(player, verb, rule, says)
        self.judge, self.offers, self.does, self.declines, self.guess = judge, offers, does, declines, guess
        self.whose, self.alike = whose or rule, alike

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        decider = Check("decider", self.whose, f"the decision is {player}'s: {self.says}", player == self.player)
        if move.verb == "pass" and self.declines is not None:
            return [decider]
        verbs = self.verb.split()
        answer = Check("answer", self.rule, f"this answers the question: {self.says}", move.verb in verbs)
        fits = self.judge(move) if decider.holds and answer.holds else []  # for another player its conditions mean nothing
        return [decider, answer, *fits]

    def accept(self, pos: Position, move: Move) -> None:
        self.does(move)

    def passed(self, pos: Position) -> None:
        if self.declines is None:
            super().passed(pos)
        else:
            pos.emit(Passed(self.player))
            self.declines()

    def moves(self, pos: Position) -> Iterator[Move]:
        if self.declines is not None:
            yield PASS
        yield from self.offers()

    def sample(self, pos: Position, pick: Pick) -> Move:
        if self.guess is None:
            return super().sample(pos, pick)
        if self.declines is not None and pick(4) == 0:
            return PASS
        for _ in range(12):
            move = self.guess(pick)
            if all(check.holds for check in self.judge(move)):
                return move
        return super().sample(pos, pick)

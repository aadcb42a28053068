"""Abilities that cards have as they are revealed: each resolves once, several in the order the first player chooses."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.events import Move, UseCounted
from ledger.table import Frame
from rules.eligibility.uses import eligible
from rules.kernel.asks import Ask, Check
from rules.kernel.context import Use
from rules.kernel.position import Position
from rules.kernel.timing import Slot
from rules.resolution.moments import begin


def resolve_revealed(pos: Position, frame: Frame, slot: Slot, order: str, only: str = "") -> Ask | None:
    """Resolve what the cards have that the frame remembers as `revealed`: one by itself, several by a choice.

    `order` is the rule by which the first player chooses, `only` (or it again) the one by which nothing else may be chosen.
    """
    waiting = list(_waiting(pos, frame, slot))
    if not waiting:
        return None
    ask = WhenRevealed(pos.first, frame, waiting, order, only or order)
    if len(waiting) > 1:
        return ask
    if pos.observer is not None:
        pos.skip(WhenRevealed("", frame, waiting, order, only or order))
    ask.accept(pos, waiting[0].move())
    return None


def _waiting(pos: Position, frame: Frame, slot: Slot) -> Iterator[Use]:
    done = pos.table.uses.get(frame.id, {})
    for number in frame.numbers("revealed"):
        entity = pos.entity(number)
        for ability in pos.pack.abilities_of(pos, entity):
            if ability.kind in slot.listens and f"{number} {ability.key}" not in done:
                use = Use(pos, entity.controller, entity.id, ability, slot, frame, -1)
                if eligible(pos, use):
                    yield use


class WhenRevealed(Ask):
    """The first player chooses which ability of the cards just revealed resolves next."""

    def __init__(self, player: str, frame: Frame, waiting: list[Use], order: str, only: str) -> None:
        super().__init__(player, "use", order, "which when-revealed ability resolves next")
        self.frame, self.waiting, self.only = frame, waiting, only

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        known = any(use.move() == move for use in self.waiting)
        return [
            *super().checks(pos, player, move),
            Check("waiting", self.only, "it is one of those just revealed", known),
        ]

    def accept(self, pos: Position, move: Move) -> None:
        use = next(use for use in self.waiting if use.move() == move)
        pos.emit(UseCounted(f"{use.entity} {use.ability.key}", self.frame.id))
        begin(pos, use)

    def moves(self, pos: Position) -> Iterator[Move]:
        return (use.move() for use in self.waiting)

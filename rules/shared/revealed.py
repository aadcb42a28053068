"""When-revealed abilities: each resolves once, and several in the order that the first player chooses."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.events import Move, UseCounted
from ledger.table import Frame
from rules.eligibility.uses import eligible
from rules.kernel.asks import Ask, Check, waits
from rules.kernel.context import Use
from rules.kernel.position import Position
from rules.kernel.timing import Slot
from rules.resolution.moments import begin


def resolve_revealed(pos: Position, frame: Frame, slot: Slot, order: str, only: str = "") -> Ask | None:
    """Begin the next ability of the cards that the frame keeps under `revealed`, or ask which one is next.

    A single ability begins by itself: its frame is open, and None is returned. Of several, the first player is asked
    which resolves next. If none is left, None is returned and nothing opened. `slot` says which kinds of abilities
    count. `order` is the rule by which the first player chooses. `only` is the rule by which no other ability may be
    chosen, `order` if it is not given.
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
    """Yield the eligible uses of revealed cards that have not begun yet."""
    done = pos.table.uses.get(frame.id, {})
    for number in frame.numbers("revealed"):
        entity = pos.entity(number)
        for ability in pos.pack.abilities_of(pos, entity):
            if ability.kind in slot.listens and f"{number} {ability.key}" not in done:
                use = Use(pos, entity.controller, entity.id, ability, slot, frame, -1)
                if eligible(pos, use):
                    yield use


class WhenRevealed(Ask):
    """The question to the first player which ability of the cards just revealed resolves next.

    Without a player it is a single ability that began by itself.
    """

    def __init__(self, player: str, frame: Frame, waiting: list[Use], order: str, only: str) -> None:
        super().__init__(player, "use", order, "which when-revealed ability resolves next")
        self.frame, self.waiting, self.only = frame, waiting, only

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        known = any(use.move() == move for use in self.waiting)
        return [
            *super().checks(pos, player, move),
            waits(pos, self.only, [use.entity for use in self.waiting], move, known),
        ]

    def means(self, pos: Position, move: Move) -> bool:
        return move in self.moves(pos)

    def accept(self, pos: Position, move: Move) -> None:
        use = next(use for use in self.waiting if use.move() == move)
        pos.emit(UseCounted(f"{use.entity} {use.ability.key}", self.frame.id))
        begin(pos, use)

    def moves(self, pos: Position) -> Iterator[Move]:
        return (use.move() for use in self.waiting)

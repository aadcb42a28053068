"""Decisions of chance: which of several things came up, or the order a shuffle left. The record answers them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

from ledger.events import Move, Rolled, Shuffled, Slot
from ledger.table import Frame
from rules.kernel.asks import CHANCE, Ask, Check, Pick
from rules.kernel.names import card_names, listed

if TYPE_CHECKING:
    from rules.kernel.position import Position


class Chance(Ask):
    """A random outcome to be recorded: `count` of the candidates, or all if there are fewer.

    With `repeats` one may come up again, as with dice. `what` names the outcome in the record; it is also kept in the
    frame under the name `slot`.
    """

    def __init__(
        self,
        rule: str,
        says: str,
        frame: Frame,
        slot: str,
        what: str,
        candidates: Sequence[int | str],
        count: int,
        repeats: bool = False,
    ) -> None:
        super().__init__(CHANCE, "chance", rule, says)
        self.frame, self.slot, self.what, self.repeats = frame, slot, what, repeats
        self.candidates, self.count = list(candidates), count if repeats else min(count, len(candidates))

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        found = super().checks(pos, player, move)
        if move.verb != self.verb:
            return found
        result = self.result(move)
        once = self.repeats or len(set(result)) == self.count
        fits = len(result) == self.count and once and set(result) <= set(self.candidates)
        saw = "" if fits else f"{_outcome(pos, result)} is no possible outcome"
        return [
            *found,
            Check("outcome", self.rule, f"chance picks {self.count} of {len(self.candidates)}: {self.says}", fits, saw),
        ]

    def result(self, move: Move) -> tuple[int | str, ...]:
        """Return the outcome a move records: its components, or its words if it names none."""
        return move.picks or move.words

    def accept(self, pos: Position, move: Move) -> None:
        result = self.result(move)
        pos.emit(Rolled(self.what, result))
        slot: Slot = list(result)
        pos.remember(self.frame, self.slot, slot)

    def moves(self, pos: Position) -> Iterator[Move]:
        for chosen in (combinations_with_replacement if self.repeats else combinations)(self.candidates, self.count):
            yield self._move(chosen)

    def sample(self, pos: Position, pick: Pick) -> Move:
        left = list(self.candidates)
        if self.repeats:
            return self._move([left[pick(len(left))] for _ in range(self.count)])
        return self._move([left.pop(pick(len(left))) for _ in range(self.count)])

    def _move(self, chosen: Sequence[int | str]) -> Move:
        numbers = tuple(part for part in chosen if isinstance(part, int))
        words = tuple(part for part in chosen if isinstance(part, str))
        return Move("chance", picks=numbers, words=words)


def _outcome(pos: Position, result: Sequence[int | str]) -> str:
    """Return an outcome in words: the names of cards, or the words themselves."""
    return listed([card_names(pos, [part]) if isinstance(part, int) else part for part in result])


class Shuffle(Ask):
    """A shuffle to be recorded as the order of cards it left in a zone.

    `moves` lists only the order the zone has now; every order of the same cards is legal.
    """

    def __init__(self, rule: str, frame: Frame, slot: str, zone: str) -> None:
        super().__init__(CHANCE, "shuffle", rule, f"the order of {zone} after the shuffle")
        self.frame, self.slot, self.zone = frame, slot, zone

    def checks(self, pos: Position, player: str, move: Move) -> list[Check]:
        found = super().checks(pos, player, move)
        if move.verb != self.verb:
            return found
        same = sorted(move.picks) == sorted(pos.table.zones[self.zone])
        cards = len(pos.table.zones[self.zone])
        needed = f"a shuffle leaves the same {cards} cards in another order"
        saw = f"{len(move.picks)} cards are named, or others"
        return [*found, Check("order", self.rule, needed, same, saw)]

    def accept(self, pos: Position, move: Move) -> None:
        pos.emit(Shuffled(self.zone, move.picks))
        pos.remember(self.frame, self.slot, True)

    def moves(self, pos: Position) -> Iterator[Move]:
        yield Move("shuffle", picks=tuple(pos.table.zones[self.zone]))

    def sample(self, pos: Position, pick: Pick) -> Move:
        left = list(pos.table.zones[self.zone])
        return Move("shuffle", picks=tuple(left.pop(pick(len(left))) for _ in range(len(left))))

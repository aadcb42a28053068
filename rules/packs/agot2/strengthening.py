"""STR increased by card effects: what things that happen did to it, for the cards that ask."""

from __future__ import annotations

from math import prod

import msgspec

from ledger.events import Occurrence
from rules.packs.agot2 import reading
from rules.position import Position
from rules.values import given

KIND = "strengthened"


class Measure(msgspec.Struct, frozen=True):
    """A character's STR, and what in it raises: the sum of what is added, the product of what multiplies, and who sets it."""

    strength: int
    added: int
    times: int
    setters: frozenset[int]

    def raised_to(self, later: Measure) -> bool:
        """Whether something came that raises it. What lowered it and is gone has raised nothing (`agot2/effects#5`)."""
        more = later.added > self.added or later.times > self.times or bool(later.setters - self.setters)
        return more and later.strength > self.strength


def measure(pos: Position, number: int) -> Measure:
    """A character's STR and what raises it now."""
    found = list(given(pos, number, "modify", "strength"))
    return Measure(
        reading.strength(pos, number),
        sum(by for how, by, _ in found if how == "add" and by > 0),
        prod(by for how, by, _ in found if how == "times"),
        frozenset(since for how, _, since in found if how not in ("add", "subtract", "times", "divide")),
    )


def survey(pos: Position) -> dict[int, Measure] | None:
    """The characters in play whose STR an ability listens for; mostly there is none."""
    listening = [kinds[KIND] for kinds in pos.index.listeners.values() if kinds.get(KIND)]
    if not listening:
        return None
    return {entity.id: measure(pos, entity.id) for entity in reading.in_play(pos) if reading.is_character(pos, entity.id)}


def noticed(pos: Position, before: dict[int, Measure]) -> tuple[Occurrence, ...]:
    """Every character whose STR was increased, with by how much."""
    found = []
    for number, was in before.items():
        if pos.in_play(number):
            now = measure(pos, number)
            if was.raised_to(now):
                found.append(Occurrence(KIND, number, pos.entity(number).controller, now.strength - was.strength))
    return tuple(found)

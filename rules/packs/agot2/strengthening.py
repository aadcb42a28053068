"""STR increased by card effects: what happened, began to apply or came to count, for the cards that ask."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ledger.events import Occurrence
from ledger.table import Frame
from rules.packs.agot2 import reading
from rules.position import Position
from rules.values import given

KIND = "strengthened"
_LOWERING = ("subtract", "divide")
_BETWEEN = ("game", "round")
"""Between phases nothing can be answered: what began there is told as the next phase begins."""


class Measure(msgspec.Struct, frozen=True):
    """A character's STR, and what raises it: how, since when, and by how much."""

    strength: int
    raising: Mapping[tuple[str, int], int]

    def raised_to(self, later: Measure) -> bool:
        """Whether something came that raises it, or raises it by more: a constant ability counts as soon as what it asks for
        is so (`agot2/constant-abilities#3`). What lowered it and is gone has raised nothing (`agot2/effects#5`)."""
        more = any(by > self.raising.get(source, 0) for source, by in later.raising.items())
        return more and later.strength > self.strength


def measure(pos: Position, number: int) -> Measure:
    """A character's STR and what raises it now."""
    raising: dict[tuple[str, int], int] = {}
    for how, by, since in given(pos, number, "modify", "strength"):
        if how not in _LOWERING and (by > 0 or how not in ("add", "times")):
            source = (how, since)
            raising[source] = raising.get(source, 0) + (by if how in ("add", "times") else 1)
    return Measure(reading.strength(pos, number), raising)


def survey(pos: Position) -> dict[int, Measure] | None:
    """The characters in play, if an ability listens for their STR; mostly none does."""
    if not any(kinds.get(KIND) for kinds in pos.index.listeners.values()):
        return None
    return {entity.id: measure(pos, entity.id) for entity in reading.in_play(pos) if reading.is_character(pos, entity.id)}


def noticed(pos: Position, before: dict[int, Measure] | None) -> tuple[Occurrence, ...]:
    """Every character whose STR was increased since it was looked at, with by how much; from now on this is what was seen."""
    now = pos.watch = survey(pos)
    if before is None or now is None:
        return ()
    return tuple(
        Occurrence(KIND, number, pos.entity(number).controller, later.strength - before[number].strength)
        for number, later in now.items()
        if number in before and before[number].raised_to(later)
    )


def begun(pos: Position) -> tuple[Occurrence, ...]:
    """What a phase, an attack or a defence that has just begun has increased: it is part of that moment (`agot2/triggering-condition#3`)."""
    return noticed(pos, pos.watch)


def look(pos: Position) -> bool:
    """Values are brought up to date without pause (`agot2/modifiers#1`): an increase outside every moment is a moment of its own."""
    if not pos.table.frames or _told_elsewhere(pos.table.frames[-1]):
        return False
    parts = noticed(pos, pos.watch)
    if parts:
        pos.open("moment", None, parts)
    return bool(parts)


def _told_elsewhere(frame: Frame) -> bool:
    """Whether what has changed is to be part of a moment that is about to happen: a beginning, or what is imminent."""
    if frame.kind in _BETWEEN or (frame.step == 0 and frame.kind in ("challenge", *reading.PHASES)):
        return True
    return frame.kind == "moment" and any(part.state == "imminent" for part in frame.occurrences)

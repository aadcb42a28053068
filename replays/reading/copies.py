"""Copies of a known card that unknown cards may be: a line may name those, and not the card on the table."""

from __future__ import annotations

import msgspec

from ledger.events import Event, Identified, Introduced
from ledger.facts import Component
from replays.errors import NotationError
from replays.meaning.written_moves import UnknownCard
from replays.notation.lines import Ref, Said, SaidPart
from replays.reading.ground import Ground
from rules.kernel.position import Position


class Copies(msgspec.Struct, frozen=True):
    """Unknown cards that are taken for other copies: the events that say so, and the line with the copies named."""

    news: tuple[Event, ...]
    line: Said


def other_copies(ground: Ground, pos: Position, said: Said) -> Copies | None:
    """Return the unknown cards of a line's player that may be further copies of the cards it names, or None.

    The line must name cards where those from a hidden zone may stand, such as the hand, more often than the player is
    known to have them there.
    """
    try:
        word = ground.word(said, pos)
    except (NotationError, UnknownCard):
        return None
    if said.verb == "use" or said.part("of") is not None:
        return None
    taking = _Taking(ground, pos, said)
    line = said
    for part in [part for phrase in word.phrases for part in phrase.parts if part.zone]:
        written = word.written(part)
        if written is not None:
            line = _naming(line, written, [taking.take(ref, part.zone) for ref in written.items])
            break
    return Copies(tuple(taking.news), line) if taking.news else None


class _Taking:
    """Gives each name of a line a card of its own: a known one in the zone, else an unknown one that may be it."""

    def __init__(self, ground: Ground, pos: Position, said: Said) -> None:
        self.ground, self.pos, self.said = ground, pos, said
        self.news: list[Event] = []
        self.taken: set[int] = set()

    def take(self, ref: Ref, zone: str) -> Ref:
        """Return a name that stands for a card of its own; the name itself if there is none."""
        table, place = self.pos.table, f"{self.said.player}.{zone}"
        numbers = self.ground.names.components(table, ref, self.said.player)
        known = [number for number in numbers if table.entities[number].zone == place and number not in self.taken]
        number = known[0] if known else self._unknown(ref, place, numbers)
        if not number:
            return ref
        self.taken.add(number)
        return ref if known else Ref(f"#{number}", ref.column)

    def _unknown(self, ref: Ref, place: str, numbers: list[int]) -> int:
        """Return the number of an unknown card at a place that is taken for the card named, or 0."""
        table = self.pos.table
        if not numbers or ref.text.startswith("#"):
            return 0
        if not ref.quoted and ref.text in self.ground.names.aliases and not self.pos.in_play(numbers[0]):
            return 0  # a short name stands for one card; only of a card in play may a second copy be meant
        card = table.entities[numbers[0]].card
        lying = [number for number in table.zones.get(place, ()) if not table.entities[number].card]
        number = next((number for number in lying if number not in self.taken), 0)
        if number:
            self.news.append(Identified(number, card))
        elif place in self.ground.open_zones:
            number = max([*table.entities, *self.taken]) + 1
            self.news.append(Introduced((Component(number, card, self.said.player, place),)))
        return number


def _naming(said: Said, part: SaidPart, items: list[Ref]) -> Said:
    """Return a line with other names in one of its parts."""
    named = msgspec.structs.replace(part, items=tuple(items))
    return msgspec.structs.replace(said, parts=tuple(named if one is part else one for one in said.parts))

"""Copies of a known card that an unknown card may be: a line may name one of them, and not the card on the table."""

from __future__ import annotations

import msgspec

from ledger.events import Event, Identified, Introduced
from ledger.facts import Component
from replays.errors import NotationError
from replays.meaning.written_moves import UnknownCard
from replays.notation.lines import Ref, Said, SaidPart
from replays.reading.ground import Ground
from rules.kernel.position import Position


class Copy(msgspec.Struct, frozen=True):
    """An unknown card that is taken for another copy: the event that says so, and the line with the copy named."""

    news: Event
    line: Said


def another_copy(ground: Ground, pos: Position, said: Said) -> Copy | None:
    """Return the first unknown card of a line's player that may be another copy of a card the line names, or None.

    The line must name the card where one from a hidden zone may stand, such as the hand, and no such card of the player
    lies there.
    """
    try:
        word = ground.word(said, pos)
    except (NotationError, UnknownCard):
        return None
    if said.verb == "use" or said.part("of") is not None:
        return None
    parts = [part for phrase in word.phrases for part in phrase.parts if part.zone]
    for part in parts:
        written = word.written(part)
        for ref in written.items if written is not None else ():
            found = _copy_of(ground, pos, said, ref, part.zone)
            if found is not None and written is not None:
                number, news = found
                return Copy(news, _naming(said, written, ref, number))
    return None


def _copy_of(ground: Ground, pos: Position, said: Said, ref: Ref, zone: str) -> tuple[int, Event] | None:
    """Return the number of an unknown card in a zone of the player, and the event by which it is the card named."""
    table, place = pos.table, f"{said.player}.{zone}"
    numbers = ground.names.components(table, ref, said.player)
    if not numbers or ref.text.startswith("#") or any(table.entities[number].zone == place for number in numbers):
        return None
    if not ref.quoted and ref.text in ground.names.aliases and not pos.in_play(numbers[0]):
        return None  # a short name stands for one card; only of a card in play may a second copy be meant
    card = table.entities[numbers[0]].card
    unknown = next((number for number in table.zones.get(place, ()) if not table.entities[number].card), 0)
    if unknown:
        return unknown, Identified(unknown, card)
    if place in ground.open_zones:
        number = max(table.entities) + 1
        return number, Introduced((Component(number, card, said.player, place),))
    return None


def _naming(said: Said, part: SaidPart, ref: Ref, number: int) -> Said:
    """Return a line with a component's number in place of a name."""
    items = tuple(Ref(f"#{number}", item.column) if item is ref else item for item in part.items)
    parts = tuple(msgspec.structs.replace(one, items=items) if one is part else one for one in said.parts)
    return msgspec.structs.replace(said, parts=parts)

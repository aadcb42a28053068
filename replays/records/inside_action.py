"""Events inside an action: where the action begins and ends, who made which move by it, and what was tried there."""

from __future__ import annotations

import msgspec

from ledger.entries import Entry
from ledger.events import Move, ViolationNoted
from replays.meaning.writer import Writer
from replays.records.record import Record
from replays.records.rejudging import answer
from replays.records.walk import violations
from rules.kernel.asks import CHANCE


class InsideAction(msgspec.Struct, frozen=True):
    """An event that lies inside an action, from event `first` to event `last`; `move` is that of the action.

    `tried` is the illegal move that was tried at the event, "" if there is none, and `noted` the event that notes it
    (0: none).
    """

    seq: int
    first: int
    last: int
    move: str
    tried: str = ""
    noted: int = 0


def inside_action(record: Record, seq: int | None) -> InsideAction | None:
    """Return where an event lies inside an action; None if it ends one, and for 0 and None, which name no event.

    An event that the record does not have raises ReplayError.
    """
    if not seq:
        return None
    place = record.index(seq)
    if record.end(place) == seq:
        return None
    found = InsideAction(seq, record.entries[place].seq, record.end(place), move_text(record, place))
    noted = violations(record.entries).get(seq)
    if not noted or (record.viewer and noted[0][1].player != record.viewer):
        return found
    number = noted[0][0]
    return msgspec.structs.replace(found, tried=move_text(record, record.index(number)), noted=number)


def up_to_with_tries(record: Record, seq: int | None) -> Record:
    """Return the record up to the end of the action that holds an event, with the illegal moves tried inside it.

    Those are noted only after the action. An event that the record does not have raises ReplayError.
    """
    cut = record.up_to(seq)
    if seq is None:
        return cut
    entries = list(cut.entries)
    for entry in record.entries[len(entries) :]:
        event = entry.events[0]
        if not isinstance(event, ViolationNoted) or event.applied or not 0 < event.at < cut.last:
            break
        entries.append(entry)
    return msgspec.structs.replace(cut, entries=tuple(entries))


def move_text(record: Record, place: int) -> str:
    """Return the move of the entry with index `place`, made or tried, as it is written; "" if a player made none."""
    entry = record.entries[place]
    said = _said(entry)
    if place == 0 or said is None or said[0] == CHANCE:
        return ""
    if isinstance(entry.events[0], ViolationNoted) and entry.remark:
        return entry.remark
    return Writer(record.pack, record.names).move(record.position(place - 1), *said, "")


def _said(entry: Entry) -> tuple[str, Move] | None:
    """Return the player and the move of an entry, made or tried; None if it has none."""
    event = entry.events[0]
    return (event.player, event.move) if isinstance(event, ViolationNoted) else answer(entry)

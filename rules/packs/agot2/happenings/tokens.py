"""Gold, power and other tokens: gaining, losing, paying and moving them."""

from __future__ import annotations

from ledger.events import Counted, Occurrence
from ledger.table import Frame
from rules.kernel.position import Position


def holder_of(occurrence: Occurrence) -> int | str:
    """The card or player whose tokens an occurrence is about."""
    return occurrence.subject or occurrence.player


def gains(pos: Position, occurrence: Occurrence) -> bool:
    """There must be something to gain, and the card still in play."""
    return occurrence.amount > 0 and (not occurrence.subject or pos.in_play(occurrence.subject))


def gain(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Tokens from the treasury, which never runs out (`agot2/running-out-of-tokens#1`): gold for a player
    (`agot2/gain#1`), power on a card (`agot2/gain#2`)."""
    pos.emit(Counted(holder_of(occurrence), occurrence.note, occurrence.amount))


def loses(pos: Position, occurrence: Occurrence) -> bool:
    """There must be something to lose."""
    return pos.table.count(holder_of(occurrence), occurrence.note) > 0


def lose(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """As many as there are go back to the treasury."""
    amount = min(occurrence.amount, pos.table.count(holder_of(occurrence), occurrence.note))
    if amount:
        pos.emit(Counted(holder_of(occurrence), occurrence.note, -amount))


def enough(pos: Position, occurrence: Occurrence) -> bool:
    """Whether all of it is there: a cost needs that, and a "then" after it."""
    return pos.table.count(holder_of(occurrence), occurrence.note) >= occurrence.amount


def moves(pos: Position, occurrence: Occurrence) -> bool:
    """There must be something to move, and another place to move it to (`agot2/move#2`)."""
    elsewhere = occurrence.subject != occurrence.other if occurrence.subject else occurrence.player != occurrence.to
    return elsewhere and pos.table.count(holder_of(occurrence), occurrence.note) > 0


def move(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """From here to there, and nothing is gained by it (`agot2/moving-power#1`)."""
    amount = min(occurrence.amount, pos.table.count(holder_of(occurrence), occurrence.note))
    if amount:
        pos.emit(Counted(holder_of(occurrence), occurrence.note, -amount))
        pos.emit(Counted(occurrence.other or occurrence.to, occurrence.note, amount))

"""Occurrences about gold, power and other tokens: gaining, losing, paying and moving them.

The occurrence's `note` names the kind of token, `amount` how many. For each kind of occurrence there is a function that
carries it out (`gain`) and one that says whether it could change anything now (`can_gain`).
"""

from __future__ import annotations

from ledger.events import Counted, Occurrence
from ledger.table import Frame
from rules.kernel.position import Position
from rules.shared import unknown_plots


def holder_of(occurrence: Occurrence) -> int | str:
    """Return whose tokens an occurrence is about: the card it names, or its player if it names no card."""
    return occurrence.subject or occurrence.player


def can_gain(pos: Position, occurrence: Occurrence) -> bool:
    """Whether there is something to gain, for a player or for a card that is still in play."""
    return occurrence.amount > 0 and (not occurrence.subject or pos.in_play(occurrence.subject))


def gain(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Give tokens to a player or a card: gold to a player (`agot2/gain#1`), power to a card (`agot2/gain#2`).

    The treasury never runs out (`agot2/running-out-of-tokens#1`).
    """
    pos.emit(Counted(holder_of(occurrence), occurrence.note, occurrence.amount))


def can_lose(pos: Position, occurrence: Occurrence) -> bool:
    """Whether a card or player has, or may have, any of these tokens to lose."""
    return unknown_plots.may_have(pos, holder_of(occurrence), occurrence.note) > 0


def lose(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Take tokens from a card or player, as many as there are if there are too few; gold nobody wrote among them."""
    unknown_plots.collect_for(pos, holder_of(occurrence), occurrence.amount, occurrence.note)
    amount = min(occurrence.amount, pos.table.count(holder_of(occurrence), occurrence.note))
    if amount:
        pos.emit(Counted(holder_of(occurrence), occurrence.note, -amount))


def pay(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Take the tokens that are paid."""
    lose(pos, occurrence, frame)


def can_pay(pos: Position, occurrence: Occurrence) -> bool:
    """Whether a card or player has, or may have, all the tokens to be paid."""
    return unknown_plots.may_have(pos, holder_of(occurrence), occurrence.note) >= occurrence.amount


def has_enough(pos: Position, occurrence: Occurrence) -> bool:
    """Whether a card or player has or may have all the tokens taken, as a cost and a "then" after it need."""
    return unknown_plots.may_have(pos, holder_of(occurrence), occurrence.note) >= occurrence.amount


def can_move(pos: Position, occurrence: Occurrence) -> bool:
    """Whether there are tokens to move, and another card or player to move them to (`agot2/move#2`)."""
    elsewhere = occurrence.subject != occurrence.other if occurrence.subject else occurrence.player != occurrence.to
    return elsewhere and unknown_plots.may_have(pos, holder_of(occurrence), occurrence.note) > 0


def move(pos: Position, occurrence: Occurrence, frame: Frame) -> None:
    """Move tokens to the card `other` or the player `to`, as many as there are if there are too few.

    Moved power is not gained (`agot2/moving-power#1`).
    """
    unknown_plots.collect_for(pos, holder_of(occurrence), occurrence.amount, occurrence.note)
    amount = min(occurrence.amount, pos.table.count(holder_of(occurrence), occurrence.note))
    if amount:
        pos.emit(Counted(holder_of(occurrence), occurrence.note, -amount))
        pos.emit(Counted(occurrence.other or occurrence.to, occurrence.note, amount))

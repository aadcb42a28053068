"""Folding: the events of any game, applied one after another, make its `Table`.

An event's type is looked up in a dispatch table, because this is the hot loop of the product.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ledger import fold_components as components
from ledger import fold_frames as frames
from ledger.errors import BrokenEvent
from ledger.events import (
    Attached,
    ControlChanged,
    Corrected,
    Counted,
    EffectBegan,
    EffectEnded,
    Event,
    FrameAdvanced,
    FrameClosed,
    FrameOpened,
    GameEnded,
    GameStarted,
    Identified,
    Introduced,
    Marked,
    Moved,
    MoveMade,
    MoveRetracted,
    OccurrenceChanged,
    Passed,
    Revealed,
    Rolled,
    SeatChanged,
    Shuffled,
    UseCounted,
    ViolationNoted,
)
from ledger.table import Table


def corrected(table: Table, event: Corrected) -> None:
    """Make every change of a correction, in order."""
    for change in event.changes:
        HANDLERS[type(change)](table, change)


HANDLERS: dict[type[Any], Callable[[Table, Any], None]] = {
    GameStarted: components.game_started,
    FrameOpened: frames.frame_opened,
    FrameAdvanced: frames.frame_advanced,
    OccurrenceChanged: frames.occurrence_changed,
    FrameClosed: frames.frame_closed,
    MoveMade: frames.move_made,
    Passed: frames.passed,
    MoveRetracted: frames.move_retracted,
    ViolationNoted: frames.violation_noted,
    Introduced: components.introduced,
    Moved: components.moved,
    Counted: components.counted,
    Marked: components.marked,
    Attached: components.attached,
    ControlChanged: components.control_changed,
    Identified: components.identified,
    Revealed: components.revealed,
    Shuffled: components.shuffled,
    Rolled: components.rolled,
    EffectBegan: frames.effect_began,
    EffectEnded: frames.effect_ended,
    UseCounted: frames.use_counted,
    SeatChanged: components.seat_changed,
    GameEnded: components.game_ended,
    Corrected: corrected,
}
"""The function that applies each type of event to a table. It does not advance the table's `seq`."""


def fold(events: Iterable[Event], table: Table | None = None) -> Table:
    """Apply events to a table, changing it in place, and return it; without a table, start from an empty one.

    Raises `BrokenEvent` at the first event that cannot be true of the table.
    """
    result = Table() if table is None else table
    handlers = HANDLERS
    event: Event | None = None
    try:
        for event in events:
            handlers[type(event)](result, event)
            result.seq += 1
    except (LookupError, ValueError) as error:
        raise _broken(result, event, error) from None
    return result


def apply(table: Table, event: Event) -> None:
    """Apply one event to a table, changing it in place; raises `BrokenEvent` if it cannot be true of the table."""
    try:
        HANDLERS[type(event)](table, event)
    except (LookupError, ValueError) as error:
        raise _broken(table, event, error) from None
    table.seq += 1


def _broken(table: Table, event: Event | None, error: Exception) -> BrokenEvent:
    return BrokenEvent(f"event {table.seq + 1} ({type(event).__name__}) speaks of what is not on the table: {error!r}")

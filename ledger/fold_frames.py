"""What events of structure and decisions do to a table: the frames being resolved, their moments, and what lasts with
them.
"""

from __future__ import annotations

import msgspec

from ledger.errors import BrokenEvent
from ledger.events import (
    EffectBegan,
    EffectEnded,
    FrameAdvanced,
    FrameClosed,
    FrameOpened,
    MoveMade,
    MoveRetracted,
    OccurrenceChanged,
    Passed,
    UseCounted,
    ViolationNoted,
)
from ledger.facts import LastKnown, Occurrence, Slots, State
from ledger.table import Effect, Frame, Table


def frame_opened(table: Table, event: FrameOpened) -> None:
    data = dict(event.data) if event.data else {}
    table.frames.append(Frame(table.seq + 1, event.kind, 0, 0, "", data, list(event.occurrences)))


def frame_advanced(table: Table, event: FrameAdvanced) -> None:
    frame = table.frames[-1]
    if frame.id != event.frame:
        frame = table.frame(event.frame)
    if frame.step != event.step:
        frame.step = event.step
        frame.passes = 0
        frame.turn = ""
    if event.patch:
        _patch(frame.data, event.patch)


def _patch(data: Slots, patch: Slots) -> None:
    """Keep what a patch says; a value of None forgets."""
    for name, value in patch.items():
        if value is None:
            data.pop(name, None)
        else:
            data[name] = value


def occurrence_changed(table: Table, event: OccurrenceChanged) -> None:
    frame = table.frame(event.frame)
    if event.index >= 0:
        old = frame.occurrences[event.index]
        frame.occurrences[event.index] = msgspec.structs.replace(
            old,
            state=event.state,
            to=old.to if event.to is None else event.to,
            subject=old.subject if event.subject is None else event.subject,
            last=_last_known(table, old) if event.state is not State.IMMINENT else None,
        )
    elif event.state is not State.IMMINENT:
        _all_imminent(table, frame, event.state)
    frame.occurrences.extend(event.added)


def _all_imminent(table: Table, frame: Frame, state: State) -> None:
    """What an index of -1 means: everything in the moment that is still imminent."""
    occurrences = frame.occurrences
    for index, old in enumerate(occurrences):
        if old.state is State.IMMINENT:
            occurrences[index] = msgspec.structs.replace(old, state=state, last=_last_known(table, old))


def _last_known(table: Table, occurrence: Occurrence) -> LastKnown | None:
    """What is true of the subject now, for those who will ask after it is gone."""
    entity = table.entities.get(occurrence.subject)
    if entity is None:
        return None
    return LastKnown(entity.card, entity.owner, entity.controller, entity.zone, entity.host, tuple(entity.marks))


def frame_closed(table: Table, event: FrameClosed) -> None:
    frame = table.frames.pop() if table.frames else None
    if frame is None or frame.id != event.frame:
        raise BrokenEvent(f"event {table.seq + 1} closes frame {event.frame}, which is not the innermost open one")
    table.uses.pop(event.frame, None)
    if event.results and table.frames and frame.data.get("cost"):
        table.frames[-1].data["results"] = list(event.results)


def move_made(table: Table, event: MoveMade) -> None:
    if table.frames:
        frame = table.frames[-1]
        frame.passes = 0
        frame.turn = event.player


def passed(table: Table, event: Passed) -> None:
    frame = table.frames[-1]
    frame.passes = event.passes
    frame.turn = event.player


def move_retracted(table: Table, event: MoveRetracted) -> None:
    """Taking a move back changes nothing by itself: what undoes it is recorded as events of its own."""


def violation_noted(table: Table, event: ViolationNoted) -> None:
    table.violations += 1


def effect_began(table: Table, event: EffectBegan) -> None:
    number = table.seq + 1
    data = dict(event.data) if event.data else {}
    table.effects[number] = Effect(
        number, event.source, event.ability, event.player, event.scope, list(event.affects), data
    )


def effect_ended(table: Table, event: EffectEnded) -> None:
    if not event.entity:
        table.effects.pop(event.effect, None)
    elif event.effect in table.effects:
        table.effects[event.effect].affects.remove(event.entity)


def use_counted(table: Table, event: UseCounted) -> None:
    uses = table.uses.setdefault(event.scope, {})
    uses[event.key] = uses.get(event.key, 0) + 1

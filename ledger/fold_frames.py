"""Events of structure and decisions, applied to a table: frames, their occurrences, passes, effects and counted uses.

Each public function applies one type of event; `ledger/folding.py` calls it.
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
    """Put a new frame on top of the stack, at its first step."""
    data = dict(event.data) if event.data else {}
    table.frames.append(Frame(table.seq + 1, event.kind, 0, 0, "", data, list(event.occurrences)))


def frame_advanced(table: Table, event: FrameAdvanced) -> None:
    """Move an open frame to a step and patch its data; at another step, passes and turn start anew."""
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
    """Set each slot of the patch in the data; a value of None removes the slot."""
    for name, value in patch.items():
        if value is None:
            data.pop(name, None)
        else:
            data[name] = value


def occurrence_changed(table: Table, event: OccurrenceChanged) -> None:
    """Change one occurrence of a frame, or every imminent one, then add the new ones.

    An occurrence that is no longer imminent keeps what is true of its subject now.
    """
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
        _change_all_imminent(table, frame, event.state)
    frame.occurrences.extend(event.added)


def _change_all_imminent(table: Table, frame: Frame, state: State) -> None:
    """Give every imminent occurrence of a frame this state: the meaning of an index of -1."""
    occurrences = frame.occurrences
    for index, old in enumerate(occurrences):
        if old.state is State.IMMINENT:
            occurrences[index] = msgspec.structs.replace(old, state=state, last=_last_known(table, old))


def _last_known(table: Table, occurrence: Occurrence) -> LastKnown | None:
    """Return what is true of an occurrence's subject now; None if the subject is no component."""
    entity = table.entities.get(occurrence.subject)
    if entity is None:
        return None
    return LastKnown(entity.card, entity.owner, entity.controller, entity.zone, entity.host, tuple(entity.marks))


def frame_closed(table: Table, event: FrameClosed) -> None:
    """Take the innermost frame off the stack and forget the uses counted in its scope.

    If it paid a cost, the frame around it remembers the results.
    """
    frame = table.frames.pop() if table.frames else None
    if frame is None or frame.id != event.frame:
        raise BrokenEvent(f"event {table.seq + 1} closes frame {event.frame}, which is not the innermost open one")
    table.uses.pop(event.frame, None)
    if event.results and table.frames and frame.data.get("cost"):
        table.frames[-1].data["results"] = list(event.results)


def move_made(table: Table, event: MoveMade) -> None:
    """Remember in the innermost frame whose turn it was; its passes in a row are over."""
    if table.frames:
        frame = table.frames[-1]
        frame.passes = 0
        frame.turn = event.player


def passed(table: Table, event: Passed) -> None:
    """Remember in the innermost frame who passed, and how many passes in a row that makes."""
    frame = table.frames[-1]
    frame.passes = event.passes
    frame.turn = event.player


def move_retracted(table: Table, event: MoveRetracted) -> None:
    """Change nothing: a move that was taken back is not among the events of this line."""


def violation_noted(table: Table, event: ViolationNoted) -> None:
    """Count the violation. If the move took effect all the same, other events say how."""
    table.violations += 1


def effect_began(table: Table, event: EffectBegan) -> None:
    """Add an effect, numbered by the event that began it."""
    number = table.seq + 1
    data = dict(event.data) if event.data else {}
    table.effects[number] = Effect(
        number, event.source, event.ability, event.player, event.scope, list(event.affects), data
    )


def effect_ended(table: Table, event: EffectEnded) -> None:
    """Remove an effect, or only one component from those it affects."""
    if not event.entity:
        table.effects.pop(event.effect, None)
    elif event.effect in table.effects:
        table.effects[event.effect].affects.remove(event.entity)


def use_counted(table: Table, event: UseCounted) -> None:
    """Count one more under the key, in the scope of a frame or (0) of the game."""
    uses = table.uses.setdefault(event.scope, {})
    uses[event.key] = uses.get(event.key, 0) + 1

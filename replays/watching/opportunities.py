"""What the rules offer at a step of a record: whether it is a window, whose opportunity it is, and who could still use
what.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from ledger.entries import Entry
from ledger.events import FrameAdvanced, FrameOpened, Move
from ledger.table import Frame, clone
from replays.records.walk import Walk
from rules.eligibility.uses import uses_in_slot
from rules.engine import advance
from rules.kernel.pack import Pack
from rules.kernel.position import Position
from rules.kernel.timing import Look, Slot, Step
from rules.resolution.moments import Window

SEVERAL = 40
"""Moves that are looked at to say what a player could have done."""


def is_window(step: Step) -> bool:
    """Whether a step is an opportunity: a slot that listens for something, or an action window."""
    return bool(step.slot.listens) if step.slot is not None else step.look in (Look.WINDOW, Look.SPECIAL)


def count_windows(pack: Pack, entries: Iterable[Entry]) -> int:
    """How many windows a record went through, forced abilities' and those nobody could use included: as many as the
    audit lists.
    """
    opportunities = {kind: [is_window(step) for step in procedure.steps] for kind, procedure in pack.procedures.items()}
    standing: dict[int, tuple[str, int]] = {}
    count = 0
    for entry in entries:
        for at, event in enumerate(entry.events):
            if type(event) is FrameOpened:
                standing[entry.seq + at] = (event.kind, 0)
                count += bool(opportunities.get(event.kind) and opportunities[event.kind][0])
            elif type(event) is FrameAdvanced:
                kind, step = standing[event.frame]
                if step != event.step:
                    standing[event.frame] = (kind, event.step)
                    steps = opportunities.get(kind, [])
                    count += bool(event.step < len(steps) and steps[event.step])
    return count


def denied(pos: Position, frame: Frame, slot: Slot, passed: set[str]) -> list[tuple[str, str]]:
    """What could still be used by those who have not passed: the player (nobody, if it is forced) and the name."""
    found = []
    for use in uses_in_slot(pos, frame, slot):
        forced = slot.forced or use.ability.kind.startswith("forced")
        if forced or use.player not in passed:
            found.append(("" if forced else use.player, pos.pack.name(pos, use.entity)))
    return list(dict.fromkeys(found))


def rules_agree(walk: Walk) -> bool:
    """Whether the rules, from the same position, go on just as the record does: a game may close its moments early."""
    pos = Position(walk.pack, clone(walk.pos.table))
    advance(pos)
    return bool(pos.log) and pos.log[0] == walk.event


def waiting(walk: Walk, frame: Frame, step: Step) -> tuple[str, list[str]]:
    """Whose opportunity it is here, as the rules see it, and what they could use; nobody's, if the rules would go on."""
    pos = walk.pos
    if step.slot is not None:
        window = Window.turn(pos, frame, step.slot, list(uses_in_slot(pos, frame, step.slot)))
        return (window.player, _named(pos, (use.move() for use in window.uses))) if window is not None else ("", [])
    pos = Position(walk.pack, clone(pos.table))
    ask = advance(pos)
    if ask is None or pos.log:
        return "", []
    return ask.player, _named(pos, islice(ask.moves(pos), SEVERAL))


def _named(pos: Position, moves: Iterable[Move]) -> list[str]:
    """Moves by the name of what is used, or by their verb."""
    found: dict[str, None] = {}
    for move in moves:
        if move.verb == "use":
            found[pos.pack.name(pos, move.subject)] = None
        elif move.verb != "pass":
            found[move.verb] = None
    return list(found)

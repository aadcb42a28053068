"""The opportunities at a step of a record: whether it is a window, who may act there, and who could still use what."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from ledger.entries import Entry
from ledger.events import FrameAdvanced, FrameOpened, Move
from ledger.table import Frame, clone
from replays.meaning.steps import is_window
from replays.records.walk import Walk
from rules.eligibility.uses import uses_in_slot
from rules.engine import advance
from rules.kernel.pack import Pack
from rules.kernel.position import Position
from rules.kernel.timing import Slot, Step
from rules.resolution.moments import Window

MOST_MOVES = 40
"""The most legal moves that are looked at to say what a player could have done outside a slot."""


def count_windows(pack: Pack, entries: Iterable[Entry]) -> int:
    """Return how many windows a record went through, windows for forced abilities and unused ones included.

    The audit lists as many, and also those that the record should have and does not. Here only events are read, so it
    is fast on a whole game. The entries must begin at the beginning of the record.
    """
    is_window_at = {kind: [is_window(step) for step in procedure.steps] for kind, procedure in pack.procedures.items()}
    standing: dict[int, tuple[str, int]] = {}
    count = 0
    for entry in entries:
        for at, event in enumerate(entry.events):
            if type(event) is FrameOpened:
                standing[entry.seq + at] = (event.kind, 0)
                count += bool(is_window_at.get(event.kind) and is_window_at[event.kind][0])
            elif type(event) is FrameAdvanced:
                kind, step = standing[event.frame]
                if step != event.step:
                    standing[event.frame] = (kind, event.step)
                    steps = is_window_at.get(kind, [])
                    count += bool(event.step < len(steps) and steps[event.step])
    return count


def uses_left(pos: Position, frame: Frame, slot: Slot, passed: set[str]) -> list[tuple[str, str]]:
    """Return what could still be used in a slot, as pairs of a player and a card's name, each pair once.

    Players in `passed` are left out. The player is empty for a forced ability, which nobody may decline.
    """
    found = []
    for use in uses_in_slot(pos, frame, slot):
        forced = slot.forced or use.ability.kind.startswith("forced")
        if forced or use.player not in passed:
            found.append(("" if forced else use.player, pos.pack.name(pos, use.entity)))
    return list(dict.fromkeys(found))


def rules_go_on_as_recorded(walk: Walk) -> bool:
    """Whether the rules, from the position before an event, produce that very event next, without a decision.

    The walk must stand before the event. A game may close the windows of a moment early; then the record is right.
    """
    pos = Position(walk.pack, clone(walk.pos.table))
    advance(pos)
    return bool(pos.log) and pos.log[0] == walk.event


def opportunity_at(walk: Walk, frame: Frame, step: Step) -> tuple[str, list[str]]:
    """Return the next player who may act at a step by the rules, and the names of what that player could do.

    These are the cards to use and the verbs of other moves. In a slot, players who can use nothing are skipped. Outside
    a slot, the player is the one asked (perhaps `CHANCE`), and the first `MOST_MOVES` moves count. An empty name and
    list if nobody may act: the rules would go on by themselves, or the game is over.
    """
    pos = walk.pos
    if step.slot is not None:
        window = Window.turn(pos, frame, step.slot, list(uses_in_slot(pos, frame, step.slot)))
        return (
            (window.player, _move_names(pos, (use.move() for use in window.uses))) if window is not None else ("", [])
        )
    pos = Position(walk.pack, clone(pos.table))
    ask = advance(pos)
    if ask is None or pos.log:
        return "", []
    return ask.player, _move_names(pos, islice(ask.moves(pos), MOST_MOVES))


def _move_names(pos: Position, moves: Iterable[Move]) -> list[str]:
    """Return moves by the name of the card used or, for other moves, by their verb; passes are left out."""
    found: dict[str, None] = {}
    for move in moves:
        if move.verb == "use":
            found[pos.pack.name(pos, move.subject)] = None
        elif move.verb != "pass":
            found[move.verb] = None
    return list(found)

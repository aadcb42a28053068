"""Rows for what is no part of a sequence itself: violations, moves taken back, random outcomes, the end of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ledger.events import GameEnded, MoveRetracted, Rolled, Shuffled, ViolationNoted
from replays.diagrams import wording
from replays.diagrams.labels import Labels
from replays.diagrams.model import GLYPHS, Kind, Row
from replays.retracting import is_impossible
from replays.walking import Walk

FEW = 6


def violation_row(walk: Walk, seq: int, event: ViolationNoted, base: int, labels: Labels) -> Row:
    """A violation, at the point where the move was attempted; it may have been noted later, as event `seq`."""
    frame = walk.stack[-1] if walk.stack else None
    pos, move = walk.pos, event.move
    what = wording.name(pos, move.subject) if move.subject in pos.table.entities else wording.move_words(pos, move)
    depth = max(0, len(walk.stack) - 1 - base)
    said = "; ".join(dict.fromkeys(event.says.split("; ")))
    row = Row(walk.seq, Kind.VIOLATION, frame.id if frame else 0, depth, f"{what} – {said}" if said else what)
    step = walk.step(frame) if frame else None
    row.step = wording.slot_number(walk.pack, step) if step else ""
    row.rule = event.rules[0] if event.rules else ""
    row.lanes = {event.player: GLYPHS[Kind.VIOLATION]}
    others = [rule.partition("/")[2] for rule in event.rules[1:]]
    row.aside = " · ".join([*others, *([f"{labels.log} {seq}"] if seq != walk.seq else [])])
    return row


def _retraction(walk: Walk, event: MoveRetracted, labels: Labels) -> tuple[Kind, str]:
    who = wording.seat_name(walk.pos, event.player)
    if is_impossible(event):
        return Kind.RETRACTED, f"{who}: {event.why} ({labels.log} {event.seq})"
    return Kind.RETRACTED, f"{who} {labels.taken_back.format(n=event.seq)}"


def _end(walk: Walk, event: GameEnded, labels: Labels) -> tuple[Kind, str]:
    who = ", ".join(wording.seat_name(walk.pos, player) for player in event.winners) or "–"
    return Kind.ENDED, labels.wins.format(who=who) + (f" ({event.reason})" if event.reason else "")


def _roll(walk: Walk, event: Rolled, labels: Labels) -> tuple[Kind, str]:
    names = [_outcome(walk, part) for part in event.result[:FEW]]
    more = " …" if len(event.result) > FEW else ""
    return Kind.CHANCE, f"{labels.random}: {event.what} – {', '.join(names)}{more}"


def _outcome(walk: Walk, part: int | str) -> str:
    return walk.pack.name(walk.pos, part) if isinstance(part, int) and part in walk.pos.table.entities else str(part)


def _shuffle(_: Walk, event: Shuffled, labels: Labels) -> tuple[Kind, str]:
    return Kind.CHANCE, f"{labels.random}: {event.zone}"


ASIDES: dict[type[Any], Callable[[Walk, Any, Labels], tuple[Kind, str]]] = {
    MoveRetracted: _retraction,
    GameEnded: _end,
    Rolled: _roll,
    Shuffled: _shuffle,
}

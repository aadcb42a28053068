"""Occurrences that open something of their own: a duel, a ring's effect, a second resolution, another ring or type of conflict."""

from __future__ import annotations

from ledger.events import Counted, FrameAdvanced, Marked, Moved, Occurrence, Slots
from ledger.table import Frame
from rules.packs.l5r import reading
from rules.packs.l5r.ringeffects import could_resolve, resolve_ring
from rules.packs.l5r.tokens import Row, contest
from rules.position import Position


def may_duel(pos: Position, number: int, kind: str) -> bool:
    """A duelist participates in the conflict and has no dash for the duel's skill (`l5r/duel#1`, `l5r/dash#6`)."""
    frame = reading.conflict(pos)
    return frame is not None and number in reading.participants(frame) and not reading.dash(pos, number, kind)


def _duels(pos: Position, part: Occurrence) -> bool:
    one, other = part.subject, part.other
    if one not in pos.table.entities or other not in pos.table.entities:
        return False
    if pos.entity(one).controller == pos.entity(other).controller:
        return False
    return may_duel(pos, one, part.note) and may_duel(pos, other, part.note)


def _duel(pos: Position, part: Occurrence, frame: Frame) -> None:
    data: Slots = {
        "type": part.note,
        "challenger": part.subject,
        "challenged": part.other,
        "player": part.player,
        "entity": frame.number("entity"),
        "ability": frame.text("ability"),
        "discards": part.to == "discards",
    }
    pos.open("duel", data)


def _resolves(pos: Position, part: Occurrence) -> bool:
    return could_resolve(pos, part.subject, part.player)


def _resolve(pos: Position, part: Occurrence, frame: Frame) -> None:
    resolve_ring(pos, part.subject, part.player)


def _repeats(pos: Position, part: Occurrence) -> bool:
    frame = pos.open_frame(part.other)
    return frame is None or not frame.data.get("repeated")


def _repeat(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Steps 5 to 7 once more, before any reaction to the first (`l5r/resolve-this-ability-twice#2`)."""
    pos.patch(frame, {"repeat": True})


def _in_conflict(pos: Position, part: Occurrence) -> bool:
    frame = reading.conflict(pos)
    return frame is not None and (part.note in ("", "switch") or frame.text("type") != part.note)


def _retype(pos: Position, part: Occurrence, frame: Frame) -> None:
    """The ring is turned over: the conflict has the other type, its element stays."""
    conflict = reading.conflict(pos)
    assert conflict is not None
    kind = "political" if conflict.text("type") == "military" else "military"
    pos.emit(FrameAdvanced(conflict.id, conflict.step, {"type": kind}))
    ring = conflict.number("ring")
    for other in reading.KINDS:
        if (other in pos.entity(ring).marks) != (other == kind):
            pos.emit(Marked(ring, other, other == kind))


def _swaps(pos: Position, part: Occurrence) -> bool:
    """A switch needs something on both sides (`l5r/switch#1`)."""
    return reading.conflict(pos) is not None and pos.entity(part.subject).zone == "rings"


def _swap(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Another ring is contested; its fate goes to the attacking player, the type stays."""
    conflict = reading.conflict(pos)
    assert conflict is not None
    pos.emit(Moved(conflict.number("ring"), "rings"))
    contest(pos, part.subject, conflict.text("type"))
    fate = pos.table.count(part.subject, "fate")
    if fate:
        pos.emit(Counted(part.subject, "fate", -fate))
        pos.emit(Counted(conflict.text("attacker"), "fate", fate))
    pos.emit(FrameAdvanced(conflict.id, conflict.step, {"ring": part.subject}))


def _ring_due(pos: Position, part: Occurrence) -> bool:
    frame = reading.conflict(pos)
    return frame is not None and frame.text("winner") == frame.text("attacker") and not frame.data.get("ring cancelled")


def _cancel_ring(pos: Position, part: Occurrence, frame: Frame) -> None:
    """The winner's ring effect will not resolve; the claim goes on (`l5r/cancel#6`)."""
    conflict = reading.conflict(pos)
    assert conflict is not None
    pos.emit(FrameAdvanced(conflict.id, conflict.step, {"ring cancelled": True}))


OPENING: tuple[Row, ...] = (
    ("dueling", _duel, _duels, "{it} challenges {other} to a {what} duel", "l5r/challenge#1"),
    ("resolving", _resolve, _resolves, "{who} resolves the effect of {it}", "l5r/ring-effects#1"),
    ("repeating", _repeat, _repeats, "the ability resolves a second time", "l5r/resolve-this-ability-twice#1"),
    ("retyped", _retype, _in_conflict, "the conflict changes its type", "l5r/rings#1"),
    ("ring-cancelled", _cancel_ring, _ring_due, "the ring effect of this conflict is cancelled", "l5r/cancel#6"),
    ("swapped", _swap, _swaps, "{it} becomes the contested ring", "l5r/switch#1"),
)

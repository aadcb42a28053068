"""Occurrences that change a card where it lies, bowed, honored, turned faceup, broken, seen: what they do."""

from __future__ import annotations

from ledger.events import Marked, Moved, Occurrence, Revealed
from ledger.table import Frame
from rules.packs.l5r import reading
from rules.packs.l5r.tokens import Row, always
from rules.position import Position
from rules.values import has


def _bows(pos: Position, part: Occurrence) -> bool:
    """A bowed card cannot be bowed again (`l5r/bow-bowed#2`)."""
    number = part.subject
    if not pos.in_play(number) or reading.bowed(pos, number) or has(pos, number, "cannot", "bow"):
        return False
    return not (reading.foreign(pos, part) and has(pos, number, "cannot", "be_bowed_by_opponents"))


def _bow(pos: Position, part: Occurrence, frame: Frame) -> None:
    """This card alone, not what is on it or what it is on (`l5r/attachment-cards#9`)."""
    pos.emit(Marked(part.subject, "bowed"))


def _readies(pos: Position, part: Occurrence) -> bool:
    return pos.in_play(part.subject) and reading.bowed(pos, part.subject) and not has(pos, part.subject, "cannot", "ready")


def _ready(pos: Position, part: Occurrence, frame: Frame) -> None:
    pos.emit(Marked(part.subject, "bowed", False))


def _honors(pos: Position, part: Occurrence) -> bool:
    """An honored character cannot be honored, a dishonored one not dishonored (`l5r/personal-honor#8`, `l5r/personal-honor#9`)."""
    number = part.subject
    if not pos.in_play(number) or not reading.is_character(pos, number):
        return False
    marks = pos.entity(number).marks
    other = "dishonored" if part.kind == "honored" else "honored"
    return part.kind not in marks and (other in marks or not has(pos, number, "cannot", f"receive_{part.kind}"))


def _honor(pos: Position, part: Occurrence, frame: Frame) -> None:
    """The opposite token only goes away: the character becomes ordinary (`l5r/personal-honor#6`, `l5r/personal-honor#7`)."""
    other = "dishonored" if part.kind == "honored" else "honored"
    if other in pos.entity(part.subject).marks:
        pos.emit(Marked(part.subject, other, False))
    else:
        pos.emit(Marked(part.subject, part.kind))


def _has_status(pos: Position, part: Occurrence) -> bool:
    marks = pos.entity(part.subject).marks
    return "honored" in marks or "dishonored" in marks


def _lose_status(pos: Position, part: Occurrence, frame: Frame) -> None:
    for mark in ("honored", "dishonored"):
        if mark in pos.entity(part.subject).marks:
            pos.emit(Marked(part.subject, mark, False))


def _facedown(pos: Position, part: Occurrence) -> bool:
    return not pos.entity(part.subject).up


def _turn_up(pos: Position, part: Occurrence, frame: Frame) -> None:
    entity = pos.entity(part.subject)
    pos.emit(Moved(entity.id, entity.zone, pos.table.zones[entity.zone].index(entity.id), "up"))


def _unbroken(pos: Position, part: Occurrence) -> bool:
    return reading.is_province(pos, part.subject) and not reading.broken(pos, part.subject)


def _break(pos: Position, part: Occurrence, frame: Frame) -> None:
    pos.emit(Marked(part.subject, "broken"))


def _reveal(pos: Position, part: Occurrence, frame: Frame) -> None:
    pos.emit(Revealed(part.subject, tuple(pos.table.players)))


def _look(pos: Position, part: Occurrence, frame: Frame) -> None:
    """The card stays where it is (`l5r/search#5`)."""
    pos.emit(Revealed(part.subject, (part.player,)))


MARKING: tuple[Row, ...] = (
    ("bowed", _bow, _bows, "{it} bows", "l5r/bow-bowed#1"),
    ("readied", _ready, _readies, "{it} readies", "l5r/ready#1"),
    ("honored", _honor, _honors, "{it} is honored", "l5r/personal-honor#2"),
    ("dishonored", _honor, _honors, "{it} is dishonored", "l5r/personal-honor#3"),
    ("status-lost", _lose_status, _has_status, "{it} loses its status token", "l5r/status-token#1"),
    ("turned", _turn_up, _facedown, "{it} is turned faceup", "l5r/1.2#1"),
    ("revealed", _turn_up, _facedown, "{it} is revealed", "l5r/facedown-province#2"),
    ("broken", _break, _unbroken, "{it} is broken", "l5r/break-broken-province#2"),
    ("shown", _reveal, always, "{it} is revealed", "l5r/search#4"),
    ("looked", _look, always, "{who} looks at {it}", "l5r/search#1"),
)

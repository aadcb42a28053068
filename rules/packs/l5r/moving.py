"""Occurrences that move cards, out of play and into it, to a conflict and home, from and into decks: what they do."""

from __future__ import annotations

from ledger.events import FrameAdvanced, Marked, Moved, Occurrence, OccurrenceChanged, State
from ledger.table import Frame
from rules.packs.l5r import reading
from rules.packs.l5r.drawing import draw
from rules.packs.l5r.leaving import copy_in_play, deck_of, discard_pile, join_conflict, leave, leave_conflict, place
from rules.packs.l5r.tokens import Row, always
from rules.position import Position
from rules.values import has

_FIXED = ("stronghold", "role", "ring", "favor")


def _leaves(pos: Position, part: Occurrence) -> bool:
    """A card can go if it is there; provinces, strongholds and roles stay, and what is removed from the game stays removed.

    `l5r/stronghold#2`, `l5r/role-cards#3`, `l5r/removed-from-game#3`
    """
    entity = pos.table.entities.get(part.subject)
    if entity is None or pos.card(entity.id).type in _FIXED or reading.is_province(pos, entity.id):
        return False
    if reading.zone_kind(entity) == "out":
        return False
    if part.kind == "sacrificed":
        return pos.in_play(entity.id)
    return part.kind != "discarded" or not pos.in_play(entity.id) or not has(pos, entity.id, "cannot", "be_discarded")


def _go(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Out to where this kind of going leads; on a discard pile it lies on top, the rest as it lay (`l5r/discard-piles#4`)."""
    number = part.subject
    if part.to.startswith("instead"):
        _instead(pos, part, frame)
        return
    zone, position = _destination(pos, part)
    if frame.data.get("cost") and part.kind == "shuffled" and reading.zone_kind(pos.entity(number)) in reading.SLOTS:
        paying = pos.table.frames[pos.table.frames.index(frame) - 1]
        pos.patch(paying, {"emptied": pos.entity(number).zone})
    if pos.in_play(number):
        leave(pos, number, zone, position)
    else:
        pos.emit(Moved(number, f"{pos.entity(number).owner}.{zone}", position))
    if part.kind == "shuffled":
        _needs_shuffle(pos, frame, f"{pos.entity(number).owner}.{zone}")


def _destination(pos: Position, part: Occurrence) -> tuple[str, int]:
    if part.kind in ("discarded", "sacrificed"):
        return discard_pile(pos, part.subject), 0
    if part.kind == "returned":
        return "hand", -1
    if part.kind == "removed":
        return "out", -1
    return deck_of(pos, part.subject), 0 if part.note == "top" else -1


def _instead(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Something else happens in place of leaving, which still counts as having happened: a card or a status token goes.

    `l5r/replacement-effects#2`, `l5r/replacement-effects#3`
    """
    _, what, number = part.to.split(" ")
    index = frame.occurrences.index(part)
    pos.emit(OccurrenceChanged(frame.id, index, State.REPLACED, to=part.to))
    if what == "discard":
        leave(pos, int(number), discard_pile(pos, int(number)))
    else:
        for mark in ("honored", "dishonored"):
            if mark in pos.entity(int(number)).marks:
                pos.emit(Marked(int(number), mark, False))


def _needs_shuffle(pos: Position, frame: Frame, zone: str) -> None:
    """A deck to be shuffled before this moment goes on."""
    waiting = frame.names("shuffle")
    if zone not in waiting:
        pos.emit(FrameAdvanced(frame.id, frame.step, {"shuffle": [*waiting, zone]}))


def _draws(pos: Position, part: Occurrence) -> bool:
    """An empty deck does not stop a draw: it costs honor and is made anew (`l5r/running-out-of-cards#1`)."""
    return part.amount > 0 and not reading.forbidden(pos, part.player, "draw")


def _draw(pos: Position, part: Occurrence, frame: Frame) -> None:
    draw(pos, part.player, part.amount)


def _enters(pos: Position, part: Occurrence) -> bool:
    """Entering play needs the right type, no copy of a unique card, and a place (`l5r/event-cards#6`, `l5r/unique-cards#2`).

    Nothing is asked about its cost, fate or restrictions: those are about playing (`l5r/play-and-put-into-play#5`).
    """
    number = part.subject
    if pos.in_play(number) or copy_in_play(pos, part.player, number):
        return False
    kind = pos.card(number).type
    if part.to == "conflict":
        frame = reading.conflict(pos)
        if frame is None or reading.may_participate(pos, number, frame, reading.side_of(frame, part.player)):
            return False
    return (
        kind == "character"
        or (kind == "attachment" and bool(part.other))
        or (kind == "holding" and part.to.startswith("province"))
    )


def _enter(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Into a province, home, or into the conflict (`l5r/participating-and-cannot-participate#6`)."""
    entity = pos.entity(part.subject)
    if part.to.startswith("province"):
        pos.emit(Moved(entity.id, f"{part.player}.{part.to}", face="up"))
        return
    place(pos, entity, part.player, part.other)
    if part.to == "conflict":
        join_conflict(pos, entity.id, part.player)


def _joins(pos: Position, part: Occurrence) -> bool:
    """A character may be moved in if it is not there already and may participate, bypassed by covert or not.

    `l5r/move#1`, `l5r/move#2`, `l5r/covert#3`
    """
    frame = reading.conflict(pos)
    number = part.subject
    if frame is None or not pos.in_play(number) or not reading.is_character(pos, number) or number in reading.participants(frame):
        return False
    if has(pos, number, "cannot", "move_in") or (
        reading.foreign(pos, part) and has(pos, number, "cannot", "be_moved_by_opponents")
    ):
        return False
    return not reading.may_participate(pos, number, frame)


def _join(pos: Position, part: Occurrence, frame: Frame) -> None:
    join_conflict(pos, part.subject, pos.entity(part.subject).controller)


def _participates(pos: Position, part: Occurrence) -> bool:
    frame = reading.conflict(pos)
    if frame is None or part.subject not in reading.participants(frame):
        return False
    return not (part.kind == "sent" and reading.foreign(pos, part) and has(pos, part.subject, "cannot", "be_moved_by_opponents"))


def _send(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Home, bowed or ready as it was (`l5r/home#3`)."""
    leave_conflict(pos, part.subject)


def _expel(pos: Position, part: Occurrence, frame: Frame) -> None:
    """What cannot participate goes home bowed (`l5r/participating-and-cannot-participate#8`)."""
    leave_conflict(pos, part.subject)
    if not reading.bowed(pos, part.subject):
        pos.emit(Marked(part.subject, "bowed"))


def _refills(pos: Position, part: Occurrence) -> bool:
    """An empty deck does not stop it, as it does not stop a draw (`l5r/running-out-of-cards#1`)."""
    return not reading.in_slot(pos, part.player, part.to)


def _refill_faceup(pos: Position, part: Occurrence, frame: Frame) -> None:
    pos.open("refill", {"player": part.player, "slot": part.to, "face": "up"})


def _shuffle_deck(pos: Position, part: Occurrence, frame: Frame) -> None:
    _needs_shuffle(pos, frame, f"{part.player}.{part.note}_deck")


MOVING: tuple[Row, ...] = (
    ("discarded", _go, _leaves, "{it} is discarded", "l5r/discard-piles#2"),
    ("sacrificed", _go, _leaves, "{it} is sacrificed", "l5r/sacrifice#1"),
    ("returned", _go, _leaves, "{it} returns to its owner's hand", "l5r/leaves-play#1"),
    ("decked", _go, _leaves, "{it} goes to the {what} of its owner's deck", "l5r/leaves-play#1"),
    ("shuffled", _go, _leaves, "{it} is shuffled into its owner's deck", "l5r/shuffle#1"),
    ("removed", _go, _leaves, "{it} is removed from the game", "l5r/removed-from-game#2"),
    ("drew", _draw, _draws, "{who} draws {n}", "l5r/drawing-cards#1"),
    ("entered", _enter, _enters, "{it} enters play ({what})", "l5r/enters-play#1"),
    ("joined", _join, _joins, "{it} moves to the conflict", "l5r/move#3"),
    ("sent", _send, _participates, "{it} moves home", "l5r/home#2"),
    (
        "expelled",
        _expel,
        _participates,
        "{it} cannot participate and goes home bowed",
        "l5r/participating-and-cannot-participate#8",
    ),
    ("refilled", _refill_faceup, _refills, "{who} refills a province faceup", "l5r/refilling-provinces#3"),
    ("reshuffled", _shuffle_deck, always, "{who} shuffles the {what} deck", "l5r/shuffle#1"),
)

"""Occurrences that move cards, out of play and into it, to a conflict and home, from and into decks: what they do."""

from __future__ import annotations

from ledger.events import FrameAdvanced, Marked, Moved, Occurrence, OccurrenceChanged, Revealed, State
from ledger.table import Frame
from rules.kernel.position import Position
from rules.kernel.values import has
from rules.packs.l5r import board, values
from rules.packs.l5r.happenings.tokens import Row, always
from rules.packs.l5r.zones import copy_in_play, deck_of, discard_pile, draw, join_conflict, leave, leave_conflict, place

_FIXED = ("stronghold", "role", "ring", "favor")


def _leaves(pos: Position, part: Occurrence) -> bool:
    """A card can go if it is there; provinces, strongholds and roles stay, and what is removed from the game stays
    removed.

    `l5r/stronghold#2`, `l5r/role-cards#3`, `l5r/removed-from-game#3`
    """
    entity = pos.table.entities.get(part.subject)
    if entity is None or pos.card(entity.id).type in _FIXED or board.is_province(pos, entity.id):
        return False
    if board.zone_kind(entity) == "out":
        return False
    if part.kind == "sacrificed":
        return pos.in_play(entity.id)
    return part.kind != "discarded" or not pos.in_play(entity.id) or not has(pos, entity.id, "cannot", "be_discarded")


def _go(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Out to where this kind of going leads; on a discard pile it lies on top, the rest as it lay
    (`l5r/discard-piles#4`).
    """
    number = part.subject
    if part.to.startswith("instead"):
        _instead(pos, part, frame)
        return
    zone, position = _destination(pos, part)
    if frame.data.get("cost") and part.kind == "shuffled" and board.zone_kind(pos.entity(number)) in board.SLOTS:
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
    return part.amount > 0 and not values.forbidden(pos, part.player, "draw")


def _draw(pos: Position, part: Occurrence, frame: Frame) -> None:
    draw(pos, part.player, part.amount)


def _enters(pos: Position, part: Occurrence) -> bool:
    """Entering play needs the right type, no copy of a unique card, and a place (`l5r/event-cards#6`,
    `l5r/unique-cards#2`).

    Nothing is asked about its cost, fate or restrictions: those are about playing (`l5r/play-and-put-into-play#5`).
    """
    number = part.subject
    if pos.in_play(number) or copy_in_play(pos, part.player, number):
        return False
    kind = pos.card(number).type
    if part.to == "conflict":
        frame = board.conflict(pos)
        if frame is None or values.may_participate(pos, number, frame, board.side_of(frame, part.player)):
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
    frame = board.conflict(pos)
    number = part.subject
    if (
        frame is None
        or not pos.in_play(number)
        or not board.is_character(pos, number)
        or number in board.participants(frame)
    ):
        return False
    if has(pos, number, "cannot", "move_in") or (
        board.from_opponent(pos, part) and has(pos, number, "cannot", "be_moved_by_opponents")
    ):
        return False
    return not values.may_participate(pos, number, frame)


def _join(pos: Position, part: Occurrence, frame: Frame) -> None:
    join_conflict(pos, part.subject, pos.entity(part.subject).controller)


def _participates(pos: Position, part: Occurrence) -> bool:
    frame = board.conflict(pos)
    if frame is None or part.subject not in board.participants(frame):
        return False
    return not (
        part.kind == "sent"
        and board.from_opponent(pos, part)
        and has(pos, part.subject, "cannot", "be_moved_by_opponents")
    )


def _send(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Home, bowed or ready as it was (`l5r/home#3`)."""
    leave_conflict(pos, part.subject)


def _expel(pos: Position, part: Occurrence, frame: Frame) -> None:
    """What cannot participate goes home bowed (`l5r/participating-and-cannot-participate#8`)."""
    leave_conflict(pos, part.subject)
    if not board.bowed(pos, part.subject):
        pos.emit(Marked(part.subject, "bowed"))


def _refills(pos: Position, part: Occurrence) -> bool:
    """An empty deck does not stop it, as it does not stop a draw (`l5r/running-out-of-cards#1`)."""
    return not board.in_slot(pos, part.player, part.to)


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


def _bows(pos: Position, part: Occurrence) -> bool:
    """A bowed card cannot be bowed again (`l5r/bow-bowed#2`)."""
    number = part.subject
    if not pos.in_play(number) or board.bowed(pos, number) or has(pos, number, "cannot", "bow"):
        return False
    return not (board.from_opponent(pos, part) and has(pos, number, "cannot", "be_bowed_by_opponents"))


def _bow(pos: Position, part: Occurrence, frame: Frame) -> None:
    """This card alone, not what is on it or what it is on (`l5r/attachment-cards#9`)."""
    pos.emit(Marked(part.subject, "bowed"))


def _readies(pos: Position, part: Occurrence) -> bool:
    return (
        pos.in_play(part.subject) and board.bowed(pos, part.subject) and not has(pos, part.subject, "cannot", "ready")
    )


def _ready(pos: Position, part: Occurrence, frame: Frame) -> None:
    pos.emit(Marked(part.subject, "bowed", False))


def _honors(pos: Position, part: Occurrence) -> bool:
    """An honored character cannot be honored, a dishonored one not dishonored (`l5r/personal-honor#8`,
    `l5r/personal-honor#9`).
    """
    number = part.subject
    if not pos.in_play(number) or not board.is_character(pos, number):
        return False
    marks = pos.entity(number).marks
    other = "dishonored" if part.kind == "honored" else "honored"
    return part.kind not in marks and (other in marks or not has(pos, number, "cannot", f"receive_{part.kind}"))


def _honor(pos: Position, part: Occurrence, frame: Frame) -> None:
    """The opposite token only goes away: the character becomes ordinary (`l5r/personal-honor#6`,
    `l5r/personal-honor#7`).
    """
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
    return board.is_province(pos, part.subject) and not board.broken(pos, part.subject)


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

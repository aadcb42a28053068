"""Occurrences that move or mark cards: leaving and entering play, drawing, moving to a conflict, bowing, honoring."""

from __future__ import annotations

from ledger.events import FrameAdvanced, Marked, Moved, Occurrence, OccurrenceChanged, Revealed, State
from ledger.table import Frame
from rules.kernel.position import Position
from rules.kernel.values import has
from rules.packs.l5r import board, values
from rules.packs.l5r.happenings.tokens import Row, always
from rules.packs.l5r.zones import copy_in_play, deck_of, discard_pile, draw, join_conflict, leave, leave_conflict, place

_FIXED = ("stronghold", "role", "ring", "favor")
"""The types of card that are never discarded, sacrificed, returned or removed."""

_STATUS = ("honored", "dishonored")
"""The marks of the two status tokens."""


def _can_leave(pos: Position, part: Occurrence) -> bool:
    """Whether a card can go where this kind of occurrence takes it.

    Provinces, strongholds and roles stay (`l5r/stronghold#2`, `l5r/role-cards#3`), and a card removed from the game
    stays removed (`l5r/removed-from-game#3`). Only a card in play is sacrificed.
    """
    entity = pos.table.entities.get(part.subject)
    if entity is None or pos.card(entity.id).type in _FIXED or board.is_province(pos, entity.id):
        return False
    if board.zone_kind(entity) == "out":
        return False
    if part.kind == "sacrificed":
        return pos.in_play(entity.id)
    return part.kind != "discarded" or not pos.in_play(entity.id) or not has(pos, entity.id, "cannot", "be_discarded")


def _leave(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Move a card where this kind of occurrence takes it: a discard pile, a hand, a deck, or out of the game.

    A discarded card lies on top of its pile, whose order stays what it was (`l5r/discard-piles#4`). If the occurrence
    was replaced, something else happens instead. Frames remember a deck that must be shuffled, and a province whose
    card was shuffled away to pay a cost: the ability it pays for may fill that province.
    """
    number = part.subject
    if part.to.startswith("instead"):
        _happen_instead(pos, part, frame)
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
        _shuffle_later(pos, frame, f"{pos.entity(number).owner}.{zone}")


def _destination(pos: Position, part: Occurrence) -> tuple[str, int]:
    """Return the kind of zone an occurrence takes a card to, and the place in it: 0 on top, -1 at the bottom."""
    if part.kind in ("discarded", "sacrificed"):
        return discard_pile(pos, part.subject), 0
    if part.kind == "returned":
        return "hand", -1
    if part.kind == "removed":
        return "out", -1
    return deck_of(pos, part.subject), 0 if part.note == "top" else -1


def _happen_instead(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Discard the card or the status token that a replacement effect names, in place of a card leaving play.

    The replaced occurrence still counts as having happened (`l5r/replacement-effects#2`, `l5r/replacement-effects#3`).
    """
    _, what, name = part.to.split(" ")
    number, index = int(name), frame.occurrences.index(part)
    pos.emit(OccurrenceChanged(frame.id, index, State.REPLACED, to=part.to))
    if what == "discard":
        leave(pos, number, discard_pile(pos, number))
    else:
        _remove_status(pos, number)


def _shuffle_later(pos: Position, frame: Frame, zone: str) -> None:
    """Note that a deck must be shuffled before this moment goes on."""
    waiting = frame.names("shuffle")
    if zone not in waiting:
        pos.emit(FrameAdvanced(frame.id, frame.step, {"shuffle": [*waiting, zone]}))


def _shuffle_deck(pos: Position, part: Occurrence, frame: Frame) -> None:
    _shuffle_later(pos, frame, f"{part.player}.{part.note}_deck")


def _can_draw(pos: Position, part: Occurrence) -> bool:
    """Whether a player can draw. An empty deck is no obstacle: it is made anew (`l5r/running-out-of-cards#1`)."""
    return part.amount > 0 and not values.forbidden(pos, part.player, "draw")


def _draw(pos: Position, part: Occurrence, frame: Frame) -> None:
    draw(pos, part.player, part.amount)


def _can_refill(pos: Position, part: Occurrence) -> bool:
    """Whether a province is empty. An empty deck is no obstacle: it is made anew (`l5r/running-out-of-cards#1`)."""
    return not board.in_slot(pos, part.player, part.to)


def _refill_faceup(pos: Position, part: Occurrence, frame: Frame) -> None:
    pos.open("refill", {"player": part.player, "slot": part.to, "face": "up"})


def _can_enter(pos: Position, part: Occurrence) -> bool:
    """Whether a card can enter play where the occurrence says.

    It must have the right type (`l5r/event-cards#6`), and no copy of it in play if it is unique (`l5r/unique-cards#2`).
    An attachment needs a host. A character put into the conflict must be able to participate. Its cost and its
    restrictions do not matter, since they are about playing a card (`l5r/play-and-put-into-play#5`).
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
    """Put a card into a province, the play area or the conflict (`l5r/participating-and-cannot-participate#6`)."""
    entity = pos.entity(part.subject)
    if part.to.startswith("province"):
        pos.emit(Moved(entity.id, f"{part.player}.{part.to}", face="up"))
        return
    place(pos, entity, part.player, part.other)
    if part.to == "conflict":
        join_conflict(pos, entity.id, part.player)


def _can_join(pos: Position, part: Occurrence) -> bool:
    """Whether a character can be moved to the conflict: it is not there yet and may participate.

    `l5r/move#1`, `l5r/move#2`. One that covert bypassed may be moved in (`l5r/covert#3`).
    """
    frame = board.conflict(pos)
    number = part.subject
    if frame is None or not pos.in_play(number) or not board.is_character(pos, number):
        return False
    if number in board.participants(frame) or has(pos, number, "cannot", "move_in") or _moved_by_opponent(pos, part):
        return False
    return not values.may_participate(pos, number, frame)


def _moved_by_opponent(pos: Position, part: Occurrence) -> bool:
    """Whether an opponent's card moves a character that opponents cannot move."""
    return board.kept_from_opponents(pos, part.subject, "cannot", "be_moved_by_opponents", part.source)


def _join(pos: Position, part: Occurrence, frame: Frame) -> None:
    join_conflict(pos, part.subject, pos.entity(part.subject).controller)


def _can_go_home(pos: Position, part: Occurrence) -> bool:
    """Whether a character participates, and no opponent moves home one that opponents cannot move."""
    frame = board.conflict(pos)
    if frame is None or part.subject not in board.participants(frame):
        return False
    return part.kind != "sent" or not _moved_by_opponent(pos, part)


def _send_home(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Take a character out of the conflict, bowed or ready as it was (`l5r/home#3`)."""
    leave_conflict(pos, part.subject)


def _expel(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Take a character that cannot participate out of the conflict and bow it.

    `l5r/participating-and-cannot-participate#8`
    """
    leave_conflict(pos, part.subject)
    if not board.bowed(pos, part.subject):
        pos.emit(Marked(part.subject, "bowed"))


def _can_bow(pos: Position, part: Occurrence) -> bool:
    """Whether a card in play can be bowed; a bowed one cannot (`l5r/bow-bowed#2`)."""
    number = part.subject
    if not pos.in_play(number) or board.bowed(pos, number) or has(pos, number, "cannot", "bow"):
        return False
    return not board.kept_from_opponents(pos, number, "cannot", "be_bowed_by_opponents", part.source)


def _bow(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Bow this card alone, not its attachments and not the card it is on (`l5r/attachment-cards#9`)."""
    pos.emit(Marked(part.subject, "bowed"))


def _can_ready(pos: Position, part: Occurrence) -> bool:
    number = part.subject
    return pos.in_play(number) and board.bowed(pos, number) and not has(pos, number, "cannot", "ready")


def _ready(pos: Position, part: Occurrence, frame: Frame) -> None:
    pos.emit(Marked(part.subject, "bowed", False))


def _can_honor(pos: Position, part: Occurrence) -> bool:
    """Whether a character can be honored or dishonored, as the occurrence says.

    An honored one cannot be honored, a dishonored one not dishonored (`l5r/personal-honor#8`, `l5r/personal-honor#9`).
    A ban on receiving a token does not keep the opposite token from being discarded.
    """
    number = part.subject
    if not pos.in_play(number) or not board.is_character(pos, number):
        return False
    marks = pos.entity(number).marks
    return part.kind not in marks and (
        _opposite(part.kind) in marks or not has(pos, number, "cannot", f"receive_{part.kind}")
    )


def _honor(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Honor or dishonor a character; with the opposite token it only loses that one and becomes ordinary.

    `l5r/personal-honor#6`, `l5r/personal-honor#7`
    """
    opposite = _opposite(part.kind)
    if opposite in pos.entity(part.subject).marks:
        pos.emit(Marked(part.subject, opposite, False))
    else:
        pos.emit(Marked(part.subject, part.kind))


def _opposite(status: str) -> str:
    """Return the other of the two status tokens."""
    return "dishonored" if status == "honored" else "honored"


def _has_status(pos: Position, part: Occurrence) -> bool:
    marks = pos.entity(part.subject).marks
    return any(mark in marks for mark in _STATUS)


def _lose_status(pos: Position, part: Occurrence, frame: Frame) -> None:
    _remove_status(pos, part.subject)


def _remove_status(pos: Position, number: int) -> None:
    """Take the status token off a character, if it has one."""
    for mark in _STATUS:
        if mark in pos.entity(number).marks:
            pos.emit(Marked(number, mark, False))


def _is_facedown(pos: Position, part: Occurrence) -> bool:
    return not pos.entity(part.subject).up


def _turn_up(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Turn a card faceup where it lies."""
    entity = pos.entity(part.subject)
    pos.emit(Moved(entity.id, entity.zone, pos.table.zones[entity.zone].index(entity.id), "up"))


def _is_unbroken(pos: Position, part: Occurrence) -> bool:
    return board.is_province(pos, part.subject) and not board.broken(pos, part.subject)


def _break(pos: Position, part: Occurrence, frame: Frame) -> None:
    pos.emit(Marked(part.subject, "broken"))


def _show(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Let every player know which card it is; it stays where it is."""
    pos.emit(Revealed(part.subject, tuple(pos.table.players)))


def _look(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Let one player know which card it is; it stays where it is (`l5r/search#5`)."""
    pos.emit(Revealed(part.subject, (part.player,)))


CARDS: tuple[Row, ...] = (
    ("discarded", _leave, _can_leave, "{it} is discarded", "l5r/discard-piles#2"),
    ("sacrificed", _leave, _can_leave, "{it} is sacrificed", "l5r/sacrifice#1"),
    ("returned", _leave, _can_leave, "{it} returns to its owner's hand", "l5r/leaves-play#1"),
    ("decked", _leave, _can_leave, "{it} goes to the {what} of its owner's deck", "l5r/leaves-play#1"),
    ("shuffled", _leave, _can_leave, "{it} is shuffled into its owner's deck", "l5r/shuffle#1"),
    ("removed", _leave, _can_leave, "{it} is removed from the game", "l5r/removed-from-game#2"),
    ("reshuffled", _shuffle_deck, always, "{who} shuffles the {what} deck", "l5r/shuffle#1"),
    ("drew", _draw, _can_draw, "{who} draws {cards}", "l5r/drawing-cards#1"),
    ("refilled", _refill_faceup, _can_refill, "{who} refills a province faceup", "l5r/refilling-provinces#3"),
    ("entered", _enter, _can_enter, "{it} enters play ({what})", "l5r/enters-play#1"),
    ("joined", _join, _can_join, "{it} moves to the conflict", "l5r/move#3"),
    ("sent", _send_home, _can_go_home, "{it} moves home", "l5r/home#2"),
    (
        "expelled",
        _expel,
        _can_go_home,
        "{it} cannot participate and goes home bowed",
        "l5r/participating-and-cannot-participate#8",
    ),
    ("bowed", _bow, _can_bow, "{it} bows", "l5r/bow-bowed#1"),
    ("readied", _ready, _can_ready, "{it} readies", "l5r/ready#1"),
    ("honored", _honor, _can_honor, "{it} is honored", "l5r/personal-honor#2"),
    ("dishonored", _honor, _can_honor, "{it} is dishonored", "l5r/personal-honor#3"),
    ("status-lost", _lose_status, _has_status, "{it} loses its status token", "l5r/status-token#1"),
    ("turned", _turn_up, _is_facedown, "{it} is turned faceup", "l5r/1.2#1"),
    ("revealed", _turn_up, _is_facedown, "{it} is revealed", "l5r/facedown-province#2"),
    ("broken", _break, _is_unbroken, "{it} is broken", "l5r/break-broken-province#2"),
    ("shown", _show, always, "{it} is revealed", "l5r/search#4"),
    ("looked", _look, always, "{who} looks at {it}", "l5r/search#1"),
)
"""The kinds of occurrence that move or mark cards."""

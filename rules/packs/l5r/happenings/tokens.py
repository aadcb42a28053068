"""Occurrences about tokens, rings, the favor and control: what they do and whether they could."""

from __future__ import annotations

from collections.abc import Callable

from ledger.events import Attached, ControlChanged, Counted, FrameAdvanced, Marked, Moved, Occurrence
from ledger.table import Frame
from rules.kernel.position import Position
from rules.kernel.values import has
from rules.packs.l5r import board
from rules.packs.l5r.zones import copy_in_play, may_attach

Row = tuple[str, Callable[[Position, Occurrence, Frame], None], Callable[[Position, Occurrence], bool], str, str]


def always(pos: Position, part: Occurrence) -> bool:
    """Nothing keeps it from happening."""
    return True


def _holder(part: Occurrence) -> int | str:
    return part.subject or part.player


def _gains(pos: Position, part: Occurrence) -> bool:
    return part.amount > 0


def _gain(pos: Position, part: Occurrence, frame: Frame) -> None:
    """The supply has no end (`l5r/running-out-of-tokens#1`)."""
    pos.emit(Counted(_holder(part), part.note, part.amount))


def _loses(pos: Position, part: Occurrence) -> bool:
    return pos.table.count(_holder(part), part.note) > 0


def _lose(pos: Position, part: Occurrence, frame: Frame) -> None:
    amount = min(part.amount, pos.table.count(_holder(part), part.note))
    if amount:
        pos.emit(Counted(_holder(part), part.note, -amount))


def enough(pos: Position, part: Occurrence) -> bool:
    """Whether there are as many tokens as the occurrence is about."""
    return pos.table.count(_holder(part), part.note) >= part.amount


def enough_fate(pos: Position, part: Occurrence) -> bool:
    """Whether as much fate lies on the card as is to be removed."""
    return pos.table.count(part.subject, "fate") >= part.amount


def _pay(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Back to the general pool; fate spent on a ring lies on that ring (`l5r/fate#4`)."""
    pos.emit(Counted(_holder(part), part.note, -part.amount))
    if part.other:
        pos.emit(Counted(part.other, part.note, part.amount))


def _moves(pos: Position, part: Occurrence) -> bool:
    return pos.table.count(_holder(part), part.note) > 0 and (part.other or part.to) != _holder(part)


def _move(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Give and take: out of one pool, or off one card, into another (`l5r/give#1`, `l5r/take#1`)."""
    amount = min(part.amount, pos.table.count(_holder(part), part.note))
    if amount:
        pos.emit(Counted(_holder(part), part.note, -amount))
        pos.emit(Counted(part.other or part.to, part.note, amount))


def _places(pos: Position, part: Occurrence) -> bool:
    if part.amount < 1 or has(pos, part.subject, "cannot", "be_given_fate"):
        return False
    there = pos.in_play(part.subject) or pos.card(part.subject).type == "ring"
    return there and (not part.to or pos.table.count(part.to, "fate") > 0)


def _place(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Fate from the general pool, or from the pool of the player named in `to` (`l5r/fate#3`)."""
    amount = part.amount
    if part.to:
        amount = min(amount, pos.table.count(part.to, "fate"))
        pos.emit(Counted(part.to, "fate", -amount))
    pos.emit(Counted(part.subject, "fate", amount))


def _unfates(pos: Position, part: Occurrence) -> bool:
    return pos.table.count(part.subject, "fate") > 0 and not has(pos, part.subject, "cannot", "lose_fate")


def _unfate(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Off a card, to the general pool or to the pool of the player named in `to`."""
    amount = min(part.amount, pos.table.count(part.subject, "fate"))
    pos.emit(Counted(part.subject, "fate", -amount))
    if part.to:
        pos.emit(Counted(part.to, "fate", amount))


def contest(pos: Position, ring: int, kind: str) -> None:
    """A ring becomes contested, its side up (`l5r/rings#4`)."""
    for other in board.KINDS:
        if other in pos.entity(ring).marks and other != kind:
            pos.emit(Marked(ring, other, False))
    if kind not in pos.entity(ring).marks:
        pos.emit(Marked(ring, kind))
    pos.emit(Moved(ring, "contested"))


def _contest(pos: Position, part: Occurrence, frame: Frame) -> None:
    contest(pos, part.subject, part.note)


def _contested(pos: Position, part: Occurrence) -> bool:
    return pos.entity(part.subject).zone in ("contested", "rings")


def _unclaimed(pos: Position, part: Occurrence) -> bool:
    return pos.entity(part.subject).zone == "rings"


def _claim(pos: Position, part: Occurrence, frame: Frame) -> None:
    pos.emit(Moved(part.subject, f"{part.player}.rings"))


def _held(pos: Position, part: Occurrence) -> bool:
    return pos.entity(part.subject).zone != "rings"


def _return_ring(pos: Position, part: Occurrence, frame: Frame) -> None:
    pos.emit(Moved(part.subject, "rings"))


def _favor(pos: Position, part: Occurrence, frame: Frame) -> None:
    """The favor is claimed and set to a side (`l5r/imperial-favor#6`)."""
    if pos.entity(part.subject).zone != f"{part.player}.favor":
        pos.emit(Moved(part.subject, f"{part.player}.favor"))
    for kind in board.KINDS:
        if (kind in pos.entity(part.subject).marks) != (kind == part.note):
            pos.emit(Marked(part.subject, kind, kind == part.note))


def _taken(pos: Position, part: Occurrence) -> bool:
    """Strongholds and provinces never change hands (`l5r/stronghold#3`), and nobody takes a second copy of a unique
    card (`l5r/unique-cards#2`).
    """
    entity = pos.entity(part.subject)
    if not pos.in_play(entity.id) or pos.card(entity.id).type not in ("character", "attachment"):
        return False
    return entity.controller != part.player and not copy_in_play(pos, part.player, entity.id)


def take(pos: Position, number: int, player: str) -> None:
    """Control changes for as long as the card is in play; a participant stays in the conflict, on the new side.

    `l5r/control-and-ownership#6`, `l5r/control-and-ownership#9`; its state and its attachments' controllers stay what they are
    (`l5r/control-and-ownership#7`, `l5r/control-and-ownership#8`, `l5r/attachment-cards#8`).
    """
    pos.emit(ControlChanged(number, player))
    frame = board.conflict(pos)
    if frame is not None and number in board.participants(frame):
        sides = {
            side: [other for other in frame.numbers(side) if other != number] for side in ("attackers", "defenders")
        }
        sides[board.side_of(frame, player)].append(number)
        pos.emit(FrameAdvanced(frame.id, frame.step, {side: list(numbers) for side, numbers in sides.items()}))


def _take(pos: Position, part: Occurrence, frame: Frame) -> None:
    take(pos, part.subject, part.player)


def _attaches(pos: Position, part: Occurrence) -> bool:
    return (
        pos.in_play(part.subject)
        and pos.entity(part.subject).host != part.other
        and not may_attach(pos, part.subject, part.other, part.player)
    )


def _attach(pos: Position, part: Occurrence, frame: Frame) -> None:
    if part.player and pos.entity(part.subject).controller != part.player:
        pos.emit(ControlChanged(part.subject, part.player))
    pos.emit(Attached(part.subject, part.other))


TOKENS: tuple[Row, ...] = (
    ("gained", _gain, _gains, "{who} gains {n} {what}", "l5r/gains#1"),
    ("lost-tokens", _lose, _loses, "{who} loses {n} {what}", "l5r/honor#3"),
    ("paid", _pay, enough, "{who}{it} pays {n} {what}", "l5r/fate#4"),
    ("moved", _move, _moves, "{n} {what} goes from {who}{it} to {to}{other}", "l5r/give#1"),
    ("placed", _place, _places, "{n} fate is placed on {it}", "l5r/fate#3"),
    ("unfated", _unfate, _unfates, "{n} fate is removed from {it}", "l5r/token-pool#2"),
    ("contested", _contest, _unclaimed, "{it} is contested", "l5r/rings#4"),
    ("claimed", _claim, _contested, "{who} claims {it}", "l5r/rings#5"),
    ("ring-returned", _return_ring, _held, "{it} returns to the unclaimed pool", "l5r/5.4#1"),
    (
        "favored",
        _favor,
        lambda pos, part: True,
        "{who} claims the Imperial Favor, {what} side up",
        "l5r/imperial-favor#6",
    ),
    ("controlled", _take, _taken, "{who} takes control of {it}", "l5r/control-and-ownership#6"),
    ("reattached", _attach, _attaches, "{it} is attached to {other}", "l5r/attachment-cards#2"),
)

"""Occurrences about tokens, rings, the favor, control and attaching; and the shape of a row of the tables."""

from __future__ import annotations

from collections.abc import Callable

from ledger.events import (
    Attached,
    ControlChanged,
    Counted,
    EffectBegan,
    FrameAdvanced,
    Marked,
    Moved,
    Occurrence,
    Slots,
)
from ledger.table import Frame
from rules.kernel.position import Position
from rules.kernel.values import has
from rules.packs.l5r import board
from rules.packs.l5r.zones import copy_in_play, may_attach
from rules.shared.rounds import RETURNS_TO
from rules.shared.unstated import may_have, top_up

Row = tuple[str, Callable[[Position, Occurrence, Frame], None], Callable[[Position, Occurrence], bool], str, str]
"""A kind of occurrence: its name, what it does, whether it could change anything now, how it reads, and its clause."""


def running(pos: Position, period: str) -> bool:
    """Whether a period that an effect is to last for is running and has not ended (`l5r/lasting-effects#6`)."""
    frame = pos.open_frame(pos.period(period))
    return frame is not None and not frame.data.get("ended")


def always(pos: Position, part: Occurrence) -> bool:
    """Return True: nothing keeps this kind of occurrence from happening."""
    return True


def _holder(part: Occurrence) -> int | str:
    """Return the card the tokens of an occurrence lie on, or else the player who has them."""
    return part.subject or part.player


def _can_gain(pos: Position, part: Occurrence) -> bool:
    return part.amount > 0


def _gain(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Give tokens from the supply, which has no end (`l5r/running-out-of-tokens#1`)."""
    pos.emit(Counted(_holder(part), part.note, part.amount))


def _can_lose(pos: Position, part: Occurrence) -> bool:
    """Whether there is, or may be, at least one token to lose."""
    return may_have(pos, _holder(part), part.note) > 0


def _lose(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Take tokens away, as many as there are up to the amount; those that nobody wrote among them."""
    top_up(pos, _holder(part), part.note, part.amount)
    amount = min(part.amount, pos.table.count(_holder(part), part.note))
    if amount:
        pos.emit(Counted(_holder(part), part.note, -amount))


def has_enough_tokens(pos: Position, part: Occurrence) -> bool:
    """Whether the card or player has, or may have, at least as many tokens as the occurrence is about."""
    return may_have(pos, _holder(part), part.note) >= part.amount


def has_enough_fate(pos: Position, part: Occurrence) -> bool:
    """Whether at least as much fate lies on the card as the occurrence removes."""
    return pos.table.count(part.subject, "fate") >= part.amount


def _pay(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Pay tokens to the general pool; fate spent on a ring is placed on that ring (`l5r/fate#4`)."""
    top_up(pos, _holder(part), part.note, part.amount)
    pos.emit(Counted(_holder(part), part.note, -part.amount))
    if part.other:
        pos.emit(Counted(part.other, part.note, part.amount))


def _can_move(pos: Position, part: Occurrence) -> bool:
    """Whether there is, or may be, a token to move, and it moves to another place."""
    return may_have(pos, _holder(part), part.note) > 0 and (part.other or part.to) != _holder(part)


def _move(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Move tokens from a player or a card to another: giving and taking (`l5r/give#1`, `l5r/take#1`)."""
    top_up(pos, _holder(part), part.note, part.amount)
    amount = min(part.amount, pos.table.count(_holder(part), part.note))
    if amount:
        pos.emit(Counted(_holder(part), part.note, -amount))
        pos.emit(Counted(part.other or part.to, part.note, amount))


def _can_place(pos: Position, part: Occurrence) -> bool:
    """Whether fate can be placed on a card in play or a ring, and the player who pays for it, if any, has some."""
    if part.amount < 1 or has(pos, part.subject, "cannot", "be_given_fate"):
        return False
    there = pos.in_play(part.subject) or pos.card(part.subject).type == "ring"
    return there and (not part.to or may_have(pos, part.to, "fate") > 0)


def _place(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Place fate on a card, from the general pool or from the pool of the player named in `to` (`l5r/fate#3`)."""
    amount = part.amount
    if part.to:
        top_up(pos, part.to, "fate", amount)
        amount = min(amount, pos.table.count(part.to, "fate"))
        pos.emit(Counted(part.to, "fate", -amount))
    pos.emit(Counted(part.subject, "fate", amount))


def _can_remove_fate(pos: Position, part: Occurrence) -> bool:
    """Whether a card has fate and may lose it."""
    return pos.table.count(part.subject, "fate") > 0 and not has(pos, part.subject, "cannot", "lose_fate")


def _remove_fate(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Remove fate from a card, to the general pool or to the pool of the player named in `to`."""
    amount = min(part.amount, pos.table.count(part.subject, "fate"))
    pos.emit(Counted(part.subject, "fate", -amount))
    if part.to:
        pos.emit(Counted(part.to, "fate", amount))


def contest_ring(pos: Position, ring: int, kind: str) -> None:
    """Make a ring the contested one, with the side of the conflict's type up (`l5r/rings#4`)."""
    for other in board.KINDS:
        if other in pos.entity(ring).marks and other != kind:
            pos.emit(Marked(ring, other, False))
    if kind not in pos.entity(ring).marks:
        pos.emit(Marked(ring, kind))
    pos.emit(Moved(ring, "contested"))


def _contest(pos: Position, part: Occurrence, frame: Frame) -> None:
    contest_ring(pos, part.subject, part.note)


def _can_claim(pos: Position, part: Occurrence) -> bool:
    """Whether a ring is contested or in the unclaimed pool."""
    return pos.entity(part.subject).zone in ("contested", "rings")


def _is_unclaimed(pos: Position, part: Occurrence) -> bool:
    return pos.entity(part.subject).zone == "rings"


def _claim(pos: Position, part: Occurrence, frame: Frame) -> None:
    pos.emit(Moved(part.subject, f"{part.player}.rings"))


def _can_return_ring(pos: Position, part: Occurrence) -> bool:
    """Whether a ring is not in the unclaimed pool already."""
    return pos.entity(part.subject).zone != "rings"


def _return_ring(pos: Position, part: Occurrence, frame: Frame) -> None:
    pos.emit(Moved(part.subject, "rings"))


def _claim_favor(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Give a player the Imperial Favor and set its side (`l5r/imperial-favor#6`)."""
    if pos.entity(part.subject).zone != f"{part.player}.favor":
        pos.emit(Moved(part.subject, f"{part.player}.favor"))
    for kind in board.KINDS:
        if (kind in pos.entity(part.subject).marks) != (kind == part.note):
            pos.emit(Marked(part.subject, kind, kind == part.note))


def _can_take_control(pos: Position, part: Occurrence) -> bool:
    """Whether a player can take control of a card: only a character or an attachment in play changes hands.

    Strongholds and provinces never do (`l5r/stronghold#3`), and nobody takes a second copy of a unique card
    (`l5r/unique-cards#2`). Control until the end of the period named in `to` needs that period to be running
    (`l5r/lasting-effects#6`).
    """
    entity = pos.entity(part.subject)
    if not pos.in_play(entity.id) or pos.card(entity.id).type not in ("character", "attachment"):
        return False
    if part.to and not running(pos, part.to):
        return False
    return entity.controller != part.player and not copy_in_play(pos, part.player, entity.id)


def _take_control(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Give a player control of a card, for as long as it is in play (`l5r/control-and-ownership#9`) or, as a lasting
    effect, until the end of the period named in `to`: before anything "at the end" of it (`l5r/lasting-effects#5`).

    A participant stays in the conflict, on the side of its new controller (`l5r/control-and-ownership#6`). The card's
    state and the controllers of its attachments do not change (`l5r/control-and-ownership#7`,
    `l5r/control-and-ownership#8`, `l5r/attachment-cards#8`).
    """
    number, player, before = part.subject, part.player, pos.entity(part.subject).controller
    pos.emit(ControlChanged(number, player))
    if part.to:
        data: Slots = {RETURNS_TO: before}
        pos.emit(EffectBegan(part.source, frame.text("ability"), player, (number,), pos.period(part.to), data))
    conflict = board.conflict(pos)
    if conflict is not None and number in board.participants(conflict):
        sides = {
            side: [other for other in conflict.numbers(side) if other != number] for side in ("attackers", "defenders")
        }
        sides[board.side_of(conflict, player)].append(number)
        pos.emit(FrameAdvanced(conflict.id, conflict.step, {side: list(numbers) for side, numbers in sides.items()}))


def _can_attach(pos: Position, part: Occurrence) -> bool:
    """Whether a card in play may be attached to another than it is on, or come under another player's control there.

    A change of control alone changes the game state, too (`l5r/triggered-abilities#7`).
    """
    if not pos.in_play(part.subject):
        return False
    entity = pos.entity(part.subject)
    changes = entity.host != part.other or part.player not in ("", entity.controller)
    return changes and not may_attach(pos, part.subject, part.other, part.player)


def _attach(pos: Position, part: Occurrence, frame: Frame) -> None:
    """Attach a card to another, under the control of the player the occurrence names."""
    entity = pos.entity(part.subject)
    if part.player not in ("", entity.controller):
        pos.emit(ControlChanged(part.subject, part.player))
    if entity.host != part.other:
        pos.emit(Attached(part.subject, part.other))


TOKENS: tuple[Row, ...] = (
    ("gained", _gain, _can_gain, "{who} gains {n} {what}", "l5r/gains#1"),
    ("lost-tokens", _lose, _can_lose, "{who} loses {n} {what}", "l5r/honor#3"),
    ("paid", _pay, has_enough_tokens, "{who}{it} pays {n} {what}", "l5r/fate#4"),
    ("moved", _move, _can_move, "{n} {what} goes from {who}{it} to {to}{other}", "l5r/give#1"),
    ("placed", _place, _can_place, "{n} fate is placed on {it}", "l5r/fate#3"),
    ("unfated", _remove_fate, _can_remove_fate, "{n} fate is removed from {it}", "l5r/token-pool#2"),
    ("contested", _contest, _is_unclaimed, "{it} is contested", "l5r/rings#4"),
    ("claimed", _claim, _can_claim, "{who} claims {it}", "l5r/rings#5"),
    ("ring-returned", _return_ring, _can_return_ring, "{it} returns to the unclaimed pool", "l5r/5.4#1"),
    ("favored", _claim_favor, always, "{who} claims the Imperial Favor, {what} side up", "l5r/imperial-favor#6"),
    ("controlled", _take_control, _can_take_control, "{who} takes control of {it}", "l5r/control-and-ownership#6"),
    ("reattached", _attach, _can_attach, "{it} is attached to {other}", "l5r/attachment-cards#2"),
)
"""The kinds of occurrence about tokens, rings, the favor, control and attaching."""

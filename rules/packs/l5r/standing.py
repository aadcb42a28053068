"""Victory and standing conditions, looked at after every change.

They are about empty decks and provinces, participants that may not participate, restricted and illegal attachments, and
characters that an effect discards at once.
"""

from __future__ import annotations

from typing import Any

from ledger.events import (
    Attached,
    ControlChanged,
    Counted,
    EffectBegan,
    EffectEnded,
    FrameClosed,
    FrameOpened,
    GameEnded,
    Marked,
    Moved,
    Occurrence,
)
from ledger.table import Frame
from rules.kernel.asks import Ask, Choose
from rules.kernel.position import Position
from rules.kernel.values import has
from rules.packs.l5r import board, values
from rules.packs.l5r.chapters import drawing
from rules.packs.l5r.zones import may_attach, restricted_on

_ATTACHMENTS: frozenset[type[Any]] = frozenset({Attached, ControlChanged, EffectBegan, EffectEnded})
_BUSY = ("setup", "exhausted", "refill", "restricted")


def settle(pos: Position, changed: set[type[Any]]) -> bool:
    """End the game, or open what a standing condition asks for; return whether anything was done.

    Nothing is done outside a round. During a refill, a deck made anew or the choice of a restricted attachment, only
    victory is looked at.
    """
    frames = pos.table.frames
    if not frames or not pos.kinds.get("round"):
        return False
    if (Counted in changed or Marked in changed) and _victory(pos):
        return True
    if frames[-1].kind in _BUSY:
        return False
    return _empty(pos, changed) or _conflict(pos) or _attachments(pos, changed) or _removals(pos)


def _victory(pos: Position) -> bool:
    """End the game if a stronghold is broken or somebody has 25 honor or none; if both players win at once, the first
    player does. `l5r/winning-the-game#6`, `l5r/break-broken-province#6`
    """
    reasons: dict[str, str] = {}
    for player in pos.order():
        opponent = pos.after(player)
        honor = pos.table.counters[player].get("honor", 0)
        if any(
            board.is_province(pos, number) and board.broken(pos, number) for number in pos.zone(opponent, board.KEEP)
        ):
            reasons[player] = "l5r/winning-the-game#2"
        elif honor >= board.VICTORY:
            reasons[player] = "l5r/winning-the-game#3"
        elif pos.table.counters[opponent].get("honor", 0) <= 0:
            reasons[player] = "l5r/winning-the-game#4"
    if not reasons:
        return False
    winner = next(player for player in pos.order() if player in reasons)
    pos.emit(GameEnded((winner,), reasons[winner] if len(reasons) == 1 else "l5r/winning-the-game#6"))
    return True


def _empty(pos: Position, changed: set[type[Any]]) -> bool:
    """Open what follows from a deck that ran out, then from a province that lies empty (`l5r/running-out-of-cards`,
    `l5r/refilling-provinces#2`).
    """
    if Counted in changed and not pos.kinds.get("exhausted"):
        players = drawing.owing(pos)
        if players:
            pos.emit(FrameOpened("exhausted", {"players": [*players], "side": "conflict"}))
            return True
    if Moved in changed:
        player, slot = drawing.empty_province(pos)
        if player:
            pos.emit(FrameOpened("refill", {"player": player, "slot": slot}))
            return True
    return False


def _conflict(pos: Position) -> bool:
    """Send a participant home bowed that may not participate (`l5r/dash#3`,
    `l5r/participating-and-cannot-participate#8`).
    """
    frame = board.conflict(pos)
    if frame is None or frame.data.get("fought"):
        return False
    out = [
        number
        for number in board.participants(frame)
        if values.may_participate(pos, number, frame, _side(frame, number))
    ]
    if not out or _imminent(pos, "expelled"):
        return False
    pos.open(
        "moment",
        {"standing": True},
        tuple(Occurrence("expelled", number, pos.entity(number).controller) for number in out),
    )
    return True


def _side(frame: Frame, number: int) -> str:
    return "attackers" if number in frame.numbers("attackers") else "defenders"


def _imminent(pos: Position, kind: str) -> bool:
    return any(
        part.kind == kind and part.state == "imminent" for frame in pos.table.frames for part in frame.occurrences
    )


def _attachments(pos: Position, changed: set[type[Any]]) -> bool:
    """Discard illegal attachments (`l5r/attachment-cards#7`); a third restricted one forces a choice
    (`l5r/restricted#2`).
    """
    if changed.isdisjoint(_ATTACHMENTS):
        return False
    borne = [entity for entity in board.in_areas(pos) if entity.host and entity.card]
    illegal = [entity for entity in borne if may_attach(pos, entity.id, entity.host)]
    if illegal and not any(
        part.note == "illegal" and part.state == "imminent" for frame in pos.table.frames for part in frame.occurrences
    ):
        pos.open(
            "moment",
            None,
            tuple(Occurrence("discarded", entity.id, entity.controller, note="illegal") for entity in illegal),
        )
        return True
    for host in sorted({entity.host for entity in borne}):
        if len(restricted_on(pos, host)) > 2:
            pos.emit(FrameOpened("restricted", {"host": host}))
            return True
    return False


def _removals(pos: Position) -> bool:
    """Return the discards of characters that a constant or lasting effect removes as soon as its condition holds."""
    listeners = pos.index.constants.get("discarded_if:text")
    lasting = any(
        "discarded_if:military:has" in e.data or "discarded_if:political:has" in e.data
        for e in pos.table.effects.values()
    )
    if (not listeners and not lasting) or _imminent(pos, "discarded"):
        return False
    out = [
        entity
        for entity in board.in_areas(pos)
        if board.card_type(pos, entity) == "character" and _doomed(pos, entity.id)
    ]
    if not out:
        return False
    pos.open(
        "moment",
        {"standing": True},
        tuple(Occurrence("discarded", entity.id, entity.controller, note="standing") for entity in out),
    )
    return True


def _doomed(pos: Position, number: int) -> bool:
    if has(pos, number, "discarded_if", "text"):
        return True
    return any(has(pos, number, "discarded_if", kind) and values.skill(pos, number, kind) == 0 for kind in board.KINDS)


def choose_restricted(pos: Position, frame: Frame) -> Ask | None:
    """Ask the controller of a character for one of its restricted attachments, and open the moment that discards it.

    Nothing is done if the character has no more than two (`l5r/restricted#2`).
    """
    host = frame.number("host")
    found = restricted_on(pos, host)
    if len(found) <= 2:
        return None
    if "chosen" not in frame.data:
        player = pos.entity(host).controller
        return Choose(
            player,
            "l5r/restricted#2",
            "which restricted attachment is discarded",
            frame,
            "chosen",
            found,
            verb="discard",
        )
    number = frame.numbers("chosen")[0]
    pos.emit(FrameClosed(frame.id))
    pos.open("moment", None, (Occurrence("discarded", number, pos.entity(number).controller, note="restricted"),))
    return None

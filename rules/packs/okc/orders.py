"""What every order needs: its step, a card in its place, and how often (Assassinate gives itself, by Night)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ledger.events import Move, Occurrence, UseCounted
from ledger.table import Frame
from rules.asking import Check
from rules.packs.okc import reading
from rules.packs.okc.prohibitions import just_revealed, used
from rules.packs.okc.steps import in_step
from rules.position import Position

_STEP = {"ambush": "day", "retreat": "day", "flank": "day", "rally": "autumn", "deploy": "autumn"}
_STEP_RULE = {
    "ambush": "okc/ambush#1",
    "retreat": "okc/retreat#1",
    "flank": "okc/flank#1",
    "rally": "okc/rally#4",
    "deploy": "okc/deploy#5",
}
_ONCE = {
    "ambush": "okc/ambush#3",
    "retreat": "okc/retreat#5",
    "flank": "okc/flank#5",
    "rally": "okc/rally#3",
    "deploy": "okc/deploy#4",
}


def _scope(pos: Position, order: str) -> int:
    """Once a clash for Day orders, once a step for Autumn ones (`okc/orders#3`)."""
    frame = reading.clash(pos) if _STEP[order] == "day" else pos.enclosing("autumn")
    return frame.id if frame else 0


def _ready(pos: Position, order: str, number: int) -> bool:
    """Whether the card is where its order works from: active in the current clash, active, or in hand."""
    if order == "deploy":
        return pos.entity(number).zone == f"{pos.entity(number).controller}.hand"
    return reading.in_clash(pos, number) if _STEP[order] == "day" else reading.active(pos, number)


def _where(pos: Position, number: int, order: str) -> tuple[str, str]:
    if order == "deploy":
        return "okc/deploy#1", "the card is in hand"
    if _STEP[order] == "day":
        return "okc/summer-2b#2", "the card is active in the current clash"
    return "okc/rally-any#1" if reading.rallies_any(pos, number) else "okc/rally-self#1", "the card is active"


def common(pos: Position, player: str, move: Move, frame: Frame, order: str) -> list[Check]:
    """What every order needs: its step, one's own card, in its place, having the order, not used yet."""
    step = in_step(frame, _STEP[order], _STEP_RULE[order])
    if move.subject not in pos.table.entities:
        return [step, Check("card", "okc/orders#2", "an order is given to a card", False)]
    name = pos.pack.name(pos, move.subject)
    mine = pos.entity(move.subject).controller == player
    rule, says = _where(pos, move.subject, order)
    unused = not used(pos, f"{order} {move.subject}", _scope(pos, order))
    return [
        step,
        Check("controls", "okc/own-powers#1", f"{name} is the player's own", mine),
        Check("placed", rule, says, _ready(pos, order, move.subject)),
        Check(
            "order",
            "okc/orders#2",
            f"{name} has {order.title()}, printed or gained",
            reading.order_of(pos, move.subject, order) > 0,
        ),
        Check("revealed", "okc/added-cards#3", f"{name} is one of the cards just revealed", just_revealed(pos, move.subject)),
        Check("once", _ONCE[order], f"{name} has not used {order.title()} yet", unused),
    ]


def givers(pos: Position, player: str, frame: Frame, order: str) -> Iterator[int]:
    """The cards of a player that could be given this order now."""
    if frame.kind != _STEP[order]:
        return
    if order == "deploy":
        cards = pos.zone(player, "hand")
    else:
        cards = reading.clash_cards(pos, player) if _STEP[order] == "day" else reading.active_cards(pos, player)
    scope = _scope(pos, order)
    for number in cards:
        if reading.order_of(pos, number, order) and just_revealed(pos, number) and not used(pos, f"{order} {number}", scope):
            yield number


def performing(order: str, make: Callable[[Position, str, Move], tuple[Occurrence, ...]]) -> Callable[..., None]:
    """Count the use of the order, and let what it makes happen as one moment."""

    def perform(pos: Position, player: str, move: Move, frame: Frame) -> None:
        pos.emit(UseCounted(f"{order} {move.subject}", _scope(pos, order)))
        pos.open("moment", None, make(pos, player, move))

    return perform


def returning(move: Move) -> tuple[int, ...]:
    """The cards that return: those named, or the one with the order if nothing is."""
    return move.picks or (() if move.words or move.amount else (move.subject,))

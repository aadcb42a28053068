"""Playing an event: the gold it costs, what X is in that cost, and where the event goes (`agot2/event-cards`)."""

from __future__ import annotations

from ledger.events import Moved, Occurrence
from ledger.table import Entity, Frame
from rules.cards import Ability
from rules.packs.agot2 import marshal, prices
from rules.position import Position


def gold_cost(pos: Position, player: str, entity: Entity, ability: Ability, frame: Frame | None) -> tuple[Occurrence, ...]:
    """An event's gold cost, after its modifiers; X is what the card's facts define."""
    if ability.where != "hand" or entity.card not in pos.pack.cards or pos.pack.cards[entity.card].type != "event":
        return ()
    amount = prices.price(pos, player, entity.id)
    x = _x(pos, entity, frame)
    if x is not None:
        amount = prices.price_of_x(pos, player, entity.id, x)
    if frame is not None:
        prices.use_up(pos, player, entity.id)
        marshal.count_limited(pos, player, entity.id)
        marshal.note_event(pos, player)
    return (Occurrence("paid", player=player, amount=amount, note="gold"),) if amount else ()


def _x(pos: Position, entity: Entity, frame: Frame | None) -> int | None:
    """X in the cost of an event, where it has one: the answered event's cost, or what its player named."""
    meant = pos.pack.cards[entity.card].facts.get("x")
    if meant == "answered cost":
        return _answered_cost(pos, frame)
    named = frame.text("x") if frame is not None and "x" in frame.data else "0"
    return int(named) if meant == "named" else None


def _answered_cost(pos: Position, frame: Frame | None) -> int:
    """X as the printed cost of the event being answered: the innermost ability being attempted.

    Where an X is printed there, too, it is what that event's player named or what that event answers (`agot2/letter-x#1`).
    """
    for candidate in reversed(pos.table.frames):
        if candidate.kind != "ability" or candidate is frame:
            continue
        meant = pos.card(candidate.number("entity")).facts.get("x")
        if meant == "named":
            return int(candidate.text("x"))
        if meant != "answered cost":
            return pos.card(candidate.number("entity")).number("cost")
    return 0


def played(pos: Position, player: str, entity: Entity, ability: Ability) -> tuple[Occurrence, ...]:
    """Using an event's ability is playing the event."""
    if pos.pack.cards[entity.card].type != "event":
        return ()
    return (Occurrence("played", entity.id, player),)


def discard_played(pos: Position, frame: Frame) -> None:
    """An event is in the discard pile before the reaction window (`agot2/event-cards#2`, `agot2/event-cards#3`).

    A cancelled one, too: it was played (`agot2/cancel#5`, `agot2/event-cards#5`).
    """
    number = frame.data.get("playing")
    if isinstance(number, int) and pos.entity(number).zone.endswith(".hand"):
        pos.emit(Moved(number, f"{pos.entity(number).owner}.discard"))

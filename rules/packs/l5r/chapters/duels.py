"""Duels, D.1 to D.9: no action windows inside, interrupts and reactions as usual (`l5r/duel-timing`)."""

from __future__ import annotations

from ledger.events import EffectBegan, FrameAdvanced, Occurrence, Slots
from ledger.table import Frame
from rules.kernel.asks import Ask
from rules.kernel.position import Position
from rules.packs.l5r import values as counting
from rules.shared.rounds import finish_period


def begin(pos: Position, frame: Frame) -> Ask | None:
    """The duel begins; its two characters are named (`l5r/d.1#1`, `l5r/d.2#1`)."""
    part = Occurrence(
        "dueled",
        frame.number("challenger"),
        frame.text("player"),
        other=frame.number("challenged"),
        note=frame.text("type"),
    )
    pos.open_next(frame, "moment", None, (part,))
    return None


def establish(pos: Position, frame: Frame) -> Ask | None:
    """A duelist that left in the meantime ends the duel without result; otherwise both stand."""
    if not all(_there(pos, frame.number(who)) for who in ("challenger", "challenged")):
        pos.go(frame, "end")
    return None


def _there(pos: Position, number: int) -> bool:
    return pos.in_play(number)


def add_bids(pos: Position, frame: Frame) -> Ask | None:
    """Each adds the own bid to the duelist's skill until the end of the duel (`l5r/d.6#2`); what modified it before
    still does (`l5r/d.6#3`).
    """
    kind = frame.text("type")
    for who in ("challenger", "challenged"):
        number = frame.number(who)
        if _there(pos, number):
            player = pos.entity(number).controller
            bid = counting.bid(pos, frame, player)
            data = {f"modify:{kind}:add": bid}
            pos.emit(EffectBegan(frame.number("entity"), frame.text("ability"), player, (number,), frame.id, {**data}))
    return None


def compare(pos: Position, frame: Frame) -> Ask | None:
    """The higher skill wins; equal skill has neither winner nor loser (`l5r/d.7#2`)."""
    one, other = frame.number("challenger"), frame.number("challenged")
    if not _there(pos, one) or not _there(pos, other):
        return None
    kind = frame.text("type")
    values = {number: counting.skill(pos, number, kind) for number in (one, other)}
    patch = {"skill challenger": values[one], "skill challenged": values[other]}
    if values[one] == values[other]:
        pos.emit(FrameAdvanced(frame.id, frame.step + 1, {**patch}))
        return None
    winner, loser = (one, other) if values[one] > values[other] else (other, one)
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, {**patch, "duel_winner": [winner], "duel_loser": [loser]}))
    parts = (
        Occurrence("duel-won", winner, pos.entity(winner).controller, other=frame.id),
        Occurrence("duel-lost", loser, pos.entity(loser).controller, other=frame.id),
    )
    pos.open("moment", None, parts)
    return None


def apply_result(pos: Position, frame: Frame) -> Ask | None:
    """What winning and losing mean is said by the ability that started the duel (`l5r/d.8#1`)."""
    ability = pos.pack.ability(frame.text("ability"))
    if ability is None or not ability.later:
        return None
    data: Slots = {
        "entity": frame.number("entity"),
        "ability": frame.text("ability"),
        "player": frame.text("player"),
        "wave": 0,
        "target": [frame.number("challenged")],
        "duel_winner": list(frame.numbers("duel_winner")),
        "duel_loser": list(frame.numbers("duel_loser")),
        "duelists": [frame.number("challenger"), frame.number("challenged")],
    }
    pos.open_next(frame, "duel result", data)
    return None


def end(pos: Position, frame: Frame) -> Ask | None:
    """The duel ends; the next player may act in the window it came from (`l5r/d.9#1`)."""
    finish_period(pos, frame)
    pos.open_next(frame, "moment", None, (Occurrence("ended", other=frame.id, note="duel"),))
    return None

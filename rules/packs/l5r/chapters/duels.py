"""Duels, D.1 to D.9: there are no action windows inside, but interrupts and reactions as usual (`l5r/duel-timing`)."""

from __future__ import annotations

from ledger.events import EffectBegan, FrameAdvanced, Occurrence, Slots
from ledger.table import Frame
from rules.kernel.asks import Ask
from rules.kernel.position import Position
from rules.packs.l5r import values
from rules.shared.rounds import finish_period


def begin(pos: Position, frame: Frame) -> Ask | None:
    """Open the moment in which the duel begins and names its two characters (`l5r/d.1#1`, `l5r/d.2#1`)."""
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
    """Go to the end of the duel, without a result, if one of the two characters has left play."""
    if not all(pos.in_play(frame.number(who)) for who in ("challenger", "challenged")):
        pos.go(frame, "end")
    return None


def add_bids(pos: Position, frame: Frame) -> Ask | None:
    """Add each player's bid to the skill of that player's duelist until the end of the duel (`l5r/d.6#2`).

    Other modifiers of the skill still apply (`l5r/d.6#3`). A duelist that has left play gets nothing.
    """
    kind = frame.text("type")
    for who in ("challenger", "challenged"):
        number = frame.number(who)
        if pos.in_play(number):
            player = pos.entity(number).controller
            data: Slots = {f"modify:{kind}:add": values.bid(pos, frame, player)}
            pos.emit(EffectBegan(frame.number("entity"), frame.text("ability"), player, (number,), frame.id, data))
    return None


def compare(pos: Position, frame: Frame) -> Ask | None:
    """Compare the duelists' skill, and open the moment in which the higher one wins.

    With equal skill nobody wins or loses (`l5r/d.7#2`), and likewise if a duelist has left play.
    """
    one, other = frame.number("challenger"), frame.number("challenged")
    if not pos.in_play(one) or not pos.in_play(other):
        return None
    kind = frame.text("type")
    skill_one, skill_other = values.skill(pos, one, kind), values.skill(pos, other, kind)
    patch: Slots = {"skill challenger": skill_one, "skill challenged": skill_other}
    if skill_one == skill_other:
        pos.emit(FrameAdvanced(frame.id, frame.step + 1, patch))
        return None
    winner, loser = (one, other) if skill_one > skill_other else (other, one)
    pos.emit(FrameAdvanced(frame.id, frame.step + 1, {**patch, "duel_winner": [winner], "duel_loser": [loser]}))
    parts = (
        Occurrence("duel-won", winner, pos.entity(winner).controller, other=frame.id),
        Occurrence("duel-lost", loser, pos.entity(loser).controller, other=frame.id),
    )
    pos.open("moment", None, parts)
    return None


def apply_result(pos: Position, frame: Frame) -> Ask | None:
    """Open the part of the ability that says what winning and losing this duel bring, if it has one (`l5r/d.8#1`)."""
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
    """End the effects that last until the end of the duel, and open the moment in which it ends.

    The window from which the duel was started goes on with the next player (`l5r/d.9#1`).
    """
    finish_period(pos, frame)
    pos.open_next(frame, "moment", None, (Occurrence("ended", other=frame.id, note="duel"),))
    return None

"""What an ability's frame knows: its ability, its sentences, and the context its words are computed in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.table import Frame
from rules.cards import Ability, Sentence
from rules.context import Context

if TYPE_CHECKING:
    from rules.position import Position


def context_of(pos: Position, frame: Frame) -> Context:
    """The context of an ability's frame: it keeps its own identity, whatever becomes of its card."""
    data = frame.data
    ability = pos.pack.ability(str(data["ability"]))
    context = Context(pos, frame.number("entity"), frame.text("player"), ability)
    context.frame = frame
    if data.get("moment"):
        moment = pos.open_frame(frame.number("moment"))
        if moment is not None:
            context.triggered_by(moment, frame.number("occurrence"))
    for name, picks in data.items():
        if isinstance(picks, list):
            context.chosen[name] = frame.numbers(name)
    return context


def ability_of(pos: Position, frame: Frame) -> Ability:
    """The ability a frame resolves."""
    ability = pos.pack.ability(frame.text("ability"))
    assert ability is not None
    return ability


def sentences_of(pos: Position, frame: Frame) -> tuple[Sentence, ...]:
    """The sentences a frame resolves: what comes later, such as a delayed effect, has its own."""
    ability = ability_of(pos, frame)
    return ability.sentences if frame.kind == "ability" else ability.later

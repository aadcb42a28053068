"""An ability that is not forced, tried while forced ones wait for their order, is refused by what comes first."""

from __future__ import annotations

import pytest

from ledger.events import Move
from replays.notation.parser import read
from replays.reading.reader import run
from rules.catalogue import load
from rules.engine import advance
from rules.kernel.position import Position

PASSIVES = """lastword 1 hbo duel
players   A "Anna" stark, B "Borys" lannister
position  round 3, dominance actions, first B
A plot    "The Old Gods"
A play    mourner = "Training Wolf Mourner"
A hand    "Training Ransom"
B plot    "Detained"
B gold    2
B play    "Training Lion Widow", guard = "Training Lion Guard"
B hand    "Training Dagger", "Not Today"

B play "Training Dagger" targeting guard
"""


@pytest.mark.parametrize(
    ("card", "player", "rule"),
    [("training-ransom", "A", "hbo/passive#5"), ("training-dagger", "B", "hbo/passive#4")],
)
def test_responses_and_actions_wait_for_passives(card: str, player: str, rule: str) -> None:
    pos = Position(load("hbo"), run(read(PASSIVES, "here")).table)
    ask = advance(pos)
    assert ask is not None
    number = next(entity.id for entity in pos.table.entities.values() if entity.card == card)
    refused = [check.rule for check in ask.checks(pos, player, Move("use", number, f"{card}#1")) if not check.holds]
    assert refused == [rule]
    waiting = next(entity.id for entity in pos.table.entities.values() if entity.card == "training-wolf-mourner")
    move = Move("use", waiting, "training-wolf-mourner#1")
    assert ask.checks(pos, "A", move)[0].rule == "hbo/passive#6"

"""A use at a question that is no window is refused by the clause that forbids it, not by that of the question."""

from __future__ import annotations

import pytest

from ledger.events import Move
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.reasons import reasons, sentence, telling
from rules.catalogue import load
from rules.engine import advance
from rules.kernel.asks import Ask
from rules.kernel.position import Position

HBO = """lastword 1 hbo duel
players   A "Anna" stark, B "Borys" lannister
position  round 3, challenges, initiate, first A, active A
A plot    "The Old Gods"
A play    captain = "Training Wolf Captain"
A hand    "Training Ransom"
B plot    "Detained"
B play    courtier = "Training Lion Courtier", keep = "Training Keep"
B hand    "Training Dagger", "Training Charge"
B discard "Training Oath"
"""

L5R = """lastword 1 l5r standard
players   A "Aiko" crane, B "Botan" crab
position  round 2, conflict, declare, first A, active A
A honor   10
A play    "Doji Whisperer"
A hand    "Way of the Crane", "Tattooed Wanderer"
B honor   10
"""


def _asked(text: str) -> tuple[Position, Ask]:
    game = text.split()[2]
    pos = Position(load(game), run(read(text + "\n", "here")).table)
    ask = advance(pos)
    assert ask is not None
    return pos, ask


def _use(pos: Position, card: str) -> Move:
    return Move("use", next(n for n, entity in pos.table.entities.items() if entity.card == card), f"{card}#1")


@pytest.mark.parametrize("player", ["A", "B"])
@pytest.mark.parametrize(
    ("card", "rules"),
    [
        ("training-lion-courtier", ["hbo/challenge-windows#1"]),
        ("training-oath", ["hbo/event#1", "hbo/phase-ability#1", "hbo/challenge-windows#1"]),
        ("training-ransom", ["hbo/response#3"]),
    ],
)
def test_a_use_where_a_challenge_is_started(player: str, card: str, rules: list[str]) -> None:
    pos, ask = _asked(HBO)
    assert ask.verb == "challenge"
    told = [check.rule for check in telling(ask.checks(pos, player, _use(pos, card)))]
    mine = pos.table.entities[_use(pos, card).subject].zone.startswith(player)
    assert told == rules if mine else ["hbo/using-abilities#1", *rules]


def test_the_question_asked_is_named_and_what_is_missing() -> None:
    pos, ask = _asked(HBO)
    (told,) = reasons(ask.checks(pos, "B", _use(pos, "training-lion-courtier")))
    assert sentence(told) == (
        "Training Lion Courtier may be used only in an action window. The question here is: start a challenge or pass."
    )


@pytest.mark.parametrize("card", ["doji-whisperer", "tattooed-wanderer"])
def test_an_action_at_a_question_is_refused_for_the_window_alone(card: str) -> None:
    pos, ask = _asked(L5R)
    number = _use(pos, card).subject
    (told,) = reasons(ask.checks(pos, "A", Move("play", number)))
    assert told.rule == "l5r/action-windows#4"
    assert sentence(told) == f"“play” belongs to an action window. The question here is: {ask.says}."


def test_no_such_ability_leaves_the_question_as_the_reason() -> None:
    pos, ask = _asked(HBO)
    told = telling(ask.checks(pos, "A", Move("use", 10_000, "nothing#1")))
    assert [check.rule for check in told] == ["hbo/challenge#4"]


def test_another_players_card_is_told_by_where_it_is() -> None:
    pos, ask = _asked(HBO.replace("initiate", "actions"))
    told = telling(ask.checks(pos, "A", _use(pos, "training-keep")))
    assert (told[0].rule, told[0].saw) == ("hbo/using-abilities#1", "Borys controls it")
    told = telling(ask.checks(pos, "B", _use(pos, "training-ransom")))
    assert (told[0].rule, told[0].saw) == ("hbo/using-abilities#1", "it is in Anna's hand")

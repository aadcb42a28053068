"""What is asked of a line is a statement about the table at its end; anything else is refused, and never answered with
no.
"""

from __future__ import annotations

import re

import pytest

from replays.errors import ReplayError
from replays.whatif.question import Question
from tests.unit.whatif.lines import record_from

STOLEN = """lastword 1 agot2 joust
players   A "Anna" stark, B "Borys" lannister
position  round 3, challenges, first A, active B
A plot    "A Noble Cause"
A play    ned = "Eddard Stark", hound = "The Hound" (of B)
B plot    "A Noble Cause"
B play    tickler = "The Tickler"
"""


def holds(text: str) -> bool:
    record = record_from(STOLEN)
    return Question(record.pack, record.names, text).holds(record.position(0))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("killed(ned)", "`killed` says when something happens"),
        ("not killed(ned)", "`killed` says when something happens"),
        ("won", "`won` says when something happens"),
        ("gain(power, 1)", "`gain` says what an ability does"),
        ("kneeling", "this is said of a card: name one"),
        ("zone(self) == play", "this is said of a card: name one"),
        ("strength(ned)", "this gives a number"),
        ("ned", "this gives a number"),
        ("zone(ned)", "this gives `play`"),
        ("won(A) or ned", "this gives a number"),
        ("zone(#999) == dead", "no card on the table has the number #999"),
        ("zone(999) == dead", "there is no 999 here"),
        ('zone("The Hound") == dead', "`The Hound` is neither"),
        ("won Z", "nobody at this table is `Z`; at it sit A (Anna), B (Borys)"),
    ],
)
def test_what_is_no_statement_is_refused(text: str, says: str) -> None:
    with pytest.raises(ReplayError, match=re.escape(says)):
        holds(text)


def test_a_number_names_a_component_in_a_condition() -> None:
    number = record_from(STOLEN).names.aliases["ned"]
    assert holds(f"zone(#{number}) == play and strength(#{number}) == strength(ned)")


def test_who_has_a_card_in_play_is_one_answer_however_it_is_asked() -> None:
    for text in ("A play 2", "play(A) == 2", "B play 1", "play(B) == 1"):
        assert holds(text), text


@pytest.mark.parametrize(
    ("text", "so"),
    [
        ('B."The Hound" in A.play', True),
        ('A."The Hound" in A.play', True),
        ('A."Eddard Stark" standing', True),
        ('B."The Hound" power 0', True),
        ('B."The Tickler" in A.play', False),
    ],
)
def test_a_title_may_say_whose_it_is(text: str, so: bool) -> None:
    assert holds(text) is so


def test_a_title_nobody_has_is_told() -> None:
    with pytest.raises(ReplayError, match="B has no `Eddard Stark` on the table"):
        holds('B."Eddard Stark" in B.play')

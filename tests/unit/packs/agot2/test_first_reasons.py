"""Refused moves whose first reason is the clause that a judge would cite, with the numbers it saw."""

from __future__ import annotations

import pytest

from replays.notation.parser import read
from replays.reading.reader import Run, run

JOUST = 'lastword 1 agot2 joust\nplayers A "Anna" {0}, B "Borys" {1}\n'
MARSHALING = """position round 4, marshaling, first B, active A
A plot A Clash of Kings
A gold {gold}
{hand}
A dead Eddard Stark
B plot A Clash of Kings
B play tyrion = Tyrion Lannister

A marshal Eddard Stark
A marshal Bran Stark
"""
RESERVE = """position round 3, taxation reserve, first A
A plot A Noble Cause
A hand {anna} unknown
B plot A Noble Cause
B hand Tears of Lys, {borys} unknown

B discard Tears of Lys
"""
DOMINANCE = """position round 3, dominance, first A
A plot A Feast for Crows
A play ned = Eddard Stark, robb = Robb Stark (kneeling)
B plot A Noble Cause
B play cersei = Cersei Lannister
B gold {gold}

A use A Feast for Crows
"""
WALL = """position round 3, plot, first B
A play ned = Eddard Stark (duplicate){more}
B play hound = The Hound, tick = The Tickler

A plot A Noble Cause
B plot Marched to the Wall
B first B
A choose ned
B choose tick
A use duplicate of ned
"""
VICTORY = """position round 5, challenges, first B, active A
A plot A Clash of Kings
A power 13
A play kof = The Knight of Flowers
B plot A Clash of Kings
B power 9
B play arya = Arya Stark, robb = Robb Stark (kneeling)

A challenge power with kof
B defend with nobody
A renown kof
expect won A
"""


def _played(text: str, anna: str = "stark", borys: str = "lannister") -> Run:
    return run(read(JOUST.format(anna, borys) + text))


def _first(done: Run) -> list[tuple[str, str]]:
    """Return the clause of each violation's first reason, with what it saw."""
    failed = [next(check for check in found.checks if check.holds is False) for found in done.violations]
    return [(check.rule, check.saw) for check in failed]


@pytest.mark.parametrize("gold", [4, 9])
@pytest.mark.parametrize("hand", ["", "A hand 5 unknown", "A hand Eddard Stark, Bran Stark"])
def test_a_dead_unique_character_is_not_marshaled_again(gold: int, hand: str) -> None:
    found = _first(_played(MARSHALING.format(gold=gold, hand=hand)))
    assert [rule for rule, _ in found] == ["agot2/dead-pile#3"]


@pytest.mark.parametrize(("anna", "borys", "held"), [(3, 5, 6), (3, 3, 4), (6, 5, 6)])
def test_nobody_discards_for_reserve_who_does_not_exceed_it(anna: int, borys: int, held: int) -> None:
    found = _first(_played(RESERVE.format(anna=anna, borys=borys)))
    assert found == [("agot2/7.3#3", f"Borys has {held} cards in hand")]


def test_whoever_exceeds_reserve_discards() -> None:
    assert not _played(RESERVE.format(anna=3, borys=6)).violations


def test_nobody_wins_dominance_on_a_tie() -> None:
    found = _first(_played(DOMINANCE.format(gold=1)))
    assert found == [("agot2/5.2#4", "Anna and Borys have 5 each")]
    assert not _played(DOMINANCE.format(gold=0)).violations


@pytest.mark.parametrize("more", ["", ", Arya Stark"])
def test_marched_to_the_wall_is_not_saved_from_though_there_is_one_to_choose(more: str) -> None:
    assert [rule for rule, _ in _first(_played(WALL.format(more=more)))] == ["agot2/save#3"]


def test_a_move_after_the_last_power_is_one_after_the_end_of_the_game() -> None:
    done = _played(VICTORY, "tyrell", "stark")
    assert _first(done) == [("agot2/winning-the-game#1", "it is over: Anna won")]
    assert all(item.held for item in done.expected)


def test_the_hand_of_a_mulligan_is_kept() -> None:
    found = _first(_played("\nA mulligan\nB keep\nA mulligan\nA setup Robb Stark\nB setup The Hound\n"))
    assert found == [("agot2/mulligan#2", "Anna has taken one")]
    found = _first(_played("\nA keep\nB keep\nA mulligan\nA setup Robb Stark\nB setup The Hound\n"))
    assert found == [("agot2/mulligan#1", "setup cards are being placed")]


def test_where_another_copy_may_be_in_hand_the_discarded_one_is_not_the_reason() -> None:
    game = """position round 2, challenges, first A, active A
A plot A Noble Cause
A play robb = Robb Stark
A gold 4
A hand {hand}
B plot A Noble Cause
B play tyrion = Tyrion Lannister, tick = The Tickler

A challenge military with robb
B defend with nobody
A play Winter Is Coming
A play Winter Is Coming
"""
    (violation,) = _played(game.format(hand="Winter Is Coming, 2 unknown")).violations
    failed = [check.rule for check in violation.checks if check.holds is False]
    assert failed == ["agot2/maximum-x-per-period#2"]
    (violation,) = _played(game.format(hand="Winter Is Coming, Arya Stark")).violations
    assert next(check.rule for check in violation.checks if check.holds is False) == "agot2/abilities#7"


def test_a_card_the_opponent_has_in_play_is_refused_for_its_cost_where_a_copy_may_be_in_hand() -> None:
    game = """position round 2, marshaling, first A, active A
A plot A Noble Cause
A gold 1
A hand {hand}
B plot A Noble Cause
B play lf = Littlefinger

A marshal Littlefinger
"""
    assert _first(_played(game.format(hand="2 unknown")))[0][0] == "agot2/initiating-abilities#3"
    assert _first(_played(game.format(hand="Arya Stark")))[0][0] == "agot2/marshaling#1"


TEARS = """position round 2, challenges, first A, active A
A plot A Noble Cause
A play pyc = Grand Maester Pycelle, joff = Joffrey Baratheon
A gold 4
A hand Tears of Lys, Hear Me Roar!, Tywin Lannister
B plot A Noble Cause
B play ned = Eddard Stark, robb = Robb Stark
B hand nothing

A challenge intrigue with pyc
B defend with nobody
A play Tears of Lys on ned
A insight pyc
A play Hear Me Roar!
A choose Tywin Lannister
A challenge power with joff
B defend with nobody
"""


def test_the_order_of_delayed_effects_is_said_by_the_card_alone() -> None:
    done = _played(f'{TEARS}A resolve "Hear Me Roar!"\nexpect ned in B.dead\n', "lannister", "stark")
    assert not done.violations
    assert all(item.held for item in done.expected)


def test_a_line_written_twice_is_not_told_to_choose_too_many() -> None:
    text = VICTORY.replace("A renown kof\n", "A renown kof\nA renown kof\n").replace("A power 13", "A power 2")
    (violation,) = _played(text.replace("expect won A\n", "")).violations
    failed = [check.name for check in violation.checks if check.holds is False]
    assert failed == ["distinct"]

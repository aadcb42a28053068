"""The first line after a position, and a line by which a player tells what chance picked."""

from __future__ import annotations

import pytest

from replays.notation.parser import read
from replays.reading.reader import Run, run

HEAD = 'lastword 1 agot2 joust\nplayers A "Anna" stark, B "Borys" lannister\n'
DRAW = """position round 2, {where}, first A
A plot A Noble Cause
A gold 5
A play Winterfell Steward
A hand Bran Stark
B plot A Noble Cause
B play tywin = Tywin Lannister (kneeling){seal}

{line}
"""
MARSHALING = """position round 3, marshaling, first A, active B
A plot A Clash of Kings
A play robb = Robb Stark
B plot A Clash of Kings
B gold 2

Borys ambush Burned Men
Anna challenge military with robb
"""
CLAIM = """position round 3, challenges, first A, active A
A plot A Clash of Kings
A play cat = Catelyn Stark
B plot A Clash of Kings
B play tyrion = Tyrion Lannister (kneeling)
B hand treachery = Treachery, ice = Ice, 2 unknown

A challenge intrigue with cat
B defend with nobody
{lines}
"""
TWO = CLAIM.replace("cat = Catelyn Stark", "cersei = Cersei Lannister").replace("with cat", "with cersei")


def _played(text: str) -> Run:
    return run(read(HEAD + text))


@pytest.mark.parametrize("line", ["Anna use Winterfell Steward", "Anna marshal Bran Stark"])
def test_a_position_in_a_window_is_one_about_that_window(line: str) -> None:
    done = _played(DRAW.format(where="draw actions", seal=", Seal of the Hand (on tywin)", line=line))
    assert [found.line for found in done.violations] == [11]
    assert any(not rival.lines for rival in done.rivals)


@pytest.mark.parametrize(("where", "seal"), [("draw", ", Seal of the Hand (on tywin)"), ("draw actions", "")])
def test_elsewhere_it_is_told_that_the_phase_ended(where: str, seal: str) -> None:
    done = _played(DRAW.format(where=where, seal=seal, line="Anna marshal Bran Stark"))
    assert not done.violations
    assert any("the position stands in the draw phase" in item.says for item in done.assumed)


def test_an_action_of_another_phase_is_not_carried_out_of_the_window_the_position_stands_in() -> None:
    done = _played(MARSHALING)
    assert [found.rules[0] for found in done.violations] == ["agot2/ambush#1"]


def test_a_player_may_tell_what_chance_discards() -> None:
    done = _played(CLAIM.format(lines="B discard Treachery\nexpect treachery in B.discard"))
    assert not done.violations
    assert all(item.held for item in done.expected)
    assert any("is read as what chance picked" in item.says for item in done.assumed)


def test_a_player_does_not_choose_what_chance_discards_two_of() -> None:
    done = _played(TWO.format(lines="random claim B: ice\nB discard treachery"))
    assert [found.rules[0] for found in done.violations] == ["agot2/intrigue-claim#1"]
    assert any("2 must be named, not 1" in item.says for item in done.confirmed)


def test_a_discard_down_to_reserve_is_none_of_chance() -> None:
    lines = "random claim B: ice\nB discard treachery"
    done = _played(CLAIM.replace("2 unknown", "6 unknown").format(lines=lines))
    assert not done.violations
    assert not any("what chance picked" in item.says for item in done.assumed)


def test_a_pass_at_a_step_where_nothing_is_left_breaks_no_rule() -> None:
    done = _played(CLAIM.format(lines="B pass @ 4.2.2\nrandom claim B: ice"))
    assert not done.violations
    assert any(item.says == "nothing asks B at 4.2.2" for item in done.confirmed)


ROAR = """position round 2, marshaling, first A, active A
A plot A Clash of Kings
A gold 3
{hand}A play Cersei Lannister
B plot A Clash of Kings
B play Sansa Stark

Anna marshals the Roseroad
Anna passes
Borys passes
Borys marshals Arya Stark
Borys pass
Anna play Hear Me Roar!
Anna choose Lannisport Moneylender
Anna challenge intrigue with Cersei, Lannisport Moneylender
"""


@pytest.mark.parametrize("hand", ["", "A hand Hear Me Roar!, The Roseroad, Lannisport Moneylender\n"])
def test_an_action_behind_the_last_written_pass_may_be_one_of_the_next_phase(hand: str) -> None:
    assert not run(read(HEAD.replace("stark, B", "lannister, B") + ROAR.format(hand=hand))).violations

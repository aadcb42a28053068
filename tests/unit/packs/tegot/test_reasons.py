"""The sentences that say why a move is illegal: what was needed, and what is so instead, with numbers and names."""

from __future__ import annotations

import pytest

from replays.notation.parser import read
from replays.reading.reader import run

HEAD = """lastword 1 tegot
players A "Ada" lannister, B "Ben" stark
position round 3, {at}, first A, active A, houses arryn tully martell tyrell
"""
MARCH = """ashemark l1 = "Lannister power", l2 = "Lannister power"
casterly-rock "Lannister power"
pyke "Lannister power"
winterfell "Stark power", "Stark power"
A march l1, l2 to kings-landing
A pass
"""
EVENT = """A gold 3
A hand "Enlist the Faceless Men"
casterly-rock "Lannister power", "Lannister power"
winterfell s1 = "Stark power"
A play "Enlist the Faceless Men" on s1
"""
PLOT = """A gold 2
A hand "A Timely Alliance"
casterly-rock "Lannister power", "Lannister power"
winterfell "Stark power", "Stark power"
A plot "A Timely Alliance"
"""
FAR = """casterly-rock l1 = "Lannister power", l2 = "Lannister power"
winterfell "Stark power", "Stark power"
A march l1 to mountain-region
"""
MIXED = """casterly-rock l1 = "Lannister power", l2 = "Lannister power"
winterfell s1 = "Stark power", s2 = "Stark power"
A march l1, s1 to ashemark
"""
LAST = "It is the last unit of its house on the map"


@pytest.mark.parametrize(
    ("at", "text", "rule", "needed", "saw"),
    [
        (
            "march",
            MIXED,
            "tegot/march#2",
            "an army is one or more units of Ada on the map",
            "Stark power in Winterfell fights for Ben",
        ),
        (
            "march",
            MARCH,
            "tegot/march-rules#6",
            "an army may end in King's Landing only if its player then controls 3 castles",
            "Ada would have 2",
        ),
        (
            "event",
            EVENT,
            "tegot/last-unit#4",
            "whatever is chosen for Enlist the Faceless Men must be changed by its effect",
            f"its effect would be this: Stark power in Winterfell returns to its mat. {LAST}",
        ),
        (
            "march",
            FAR,
            "tegot/march#1",
            "a march goes at most 2 domains far",
            "Mountain Region is 3 domains from Casterly Rock",
        ),
    ],
)
def test_a_reason_names_the_clause_and_what_it_saw(at: str, text: str, rule: str, needed: str, saw: str) -> None:
    done = run(read(HEAD.format(at=at) + text))
    failed = [check for check in done.violations[0].checks if check.holds is False]
    assert (failed[0].rule, failed[0].needed, failed[0].saw) == (rule, needed, saw)


def test_each_shield_of_a_card_is_told_with_its_price_or_what_it_lacks() -> None:
    """One shield is of a non-player house with tokens, so the card can be used; with no gold none can be paid for."""
    assert run(read(HEAD.format(at="plot") + PLOT)).violations == ()
    poor = run(read(HEAD.format(at="plot") + PLOT.replace("A gold 2", "A gold 0")))
    told = [(check.rule, check.needed, check.saw) for check in poor.violations[0].checks if check.holds is False]
    assert told[:2] == [
        ("tegot/plot-nonplayer#1", "the shield of House Tully on A Timely Alliance costs 1 gold", "Ada has 0"),
        ("tegot/plot-rival#1", "the shield of House Stark on A Timely Alliance costs 3 gold", "Ada has 0"),
    ]

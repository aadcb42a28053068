"""A line may write a choice that decided itself, and a forced ability with its choices."""

from __future__ import annotations

import pytest

from replays.notation.parser import read
from replays.reading.reader import run

JOUST = 'lastword 1 agot2 joust\nplayers A "Anna" baratheon, B "Borys" lannister\n'
WRITTEN: dict[str, str] = {
    "the only one an effect can choose": """
position round 2, marshaling, first A, active A
A plot "A Noble Cause"
A gold 1
A hand consolidation = "Consolidation of Power"
B plot "A Noble Cause"
B play men = "Burned Men"

A play consolidation on men
A choose men
expect men power 1
""",
    "the only one each player has": """
position round 2, plot, first A
A plots "Marched to the Wall"
A play bastard = "Bastard in Hiding"
B plots "A Noble Cause"
B play men = "Burned Men"

A plot "Marched to the Wall"
B plot "A Noble Cause"
A first A
A choose bastard
B choose men
expect men in B.discard
""",
    "a plot's ability with its target": """
position round 2, plot, first A
A plots "Filthy Accusations"
B plots "A Noble Cause"
B play men = "Burned Men", hound = "The Hound"

A plot "Filthy Accusations"
B plot "A Noble Cause"
A first B
A use "Filthy Accusations" on men
expect men kneeling
expect hound not kneeling
""",
}


@pytest.mark.parametrize("text", WRITTEN.values(), ids=list(WRITTEN))
def test_it_is_no_violation(text: str) -> None:
    done = run(read(JOUST + text.strip() + "\n"))
    assert not done.violations, [(bad.text, [check.rule for check in bad.broken]) for bad in done.violations]
    assert not [item.text for item in done.expected if not item.held]
    assert not done.assumed, [item.says for item in done.assumed]


def test_the_only_one_may_not_be_another() -> None:
    text = WRITTEN["the only one an effect can choose"].replace("A choose men", "A choose consolidation")
    (bad,) = run(read(JOUST + text.strip() + "\n")).violations
    assert {check.rule.partition("#")[0] for check in bad.broken} == {"agot2/target"}


def test_a_line_that_is_taken_before_an_earlier_one_keeps_its_own_verdict() -> None:
    text = WRITTEN["the only one each player has"]
    text = text.replace('"Bastard in Hiding"', '"Bastard in Hiding", lancer = "Vanguard Lancer"')
    text = text.replace(
        "A choose bastard\nB choose men\n", "B choose men\nA choose men\nexpect illegal\nA choose bastard\n"
    )
    done = run(read(JOUST + text.strip() + "\n"))
    assert [bad.text for bad in done.violations] == ["A choose men"]
    assert not [item.text for item in done.expected if not item.held]


def test_a_move_at_a_step_that_asks_for_nothing_is_told_so() -> None:
    text = """
position round 2, challenges, first A, active B
A plot "A Noble Cause"
A gold 5
A hand areo = "Areo Hotah"
B plot "A Noble Cause"
B play hound = "The Hound"

B challenge military with hound against A
A ambush areo @ 4.2.1
"""
    (bad,) = run(read(JOUST + text.strip() + "\n")).violations
    assert [check.needed for check in bad.broken] == ["“ambush” belongs to an action window"]
    assert [check.saw for check in bad.broken] == ["the question here is: declare defenders"]


def test_what_answers_the_end_of_a_phase_is_at_the_step_that_ends_it() -> None:
    text = """
position round 3, challenges, first B, active B
A plot "A Noble Cause"
A play wall = "The Wall"
B plot "A Noble Cause"

A use wall @ 4.4
expect A power 2
"""
    done = run(read(JOUST + text.strip() + "\n"))
    assert not done.violations
    assert not [item.text for item in done.expected if not item.held]

"""The conditions of events: each case is one step short of being legal, or one step too far."""

from __future__ import annotations

import pytest

from replays.errors import NotationError
from tests.unit.packs.tegot.table import THREE, TWO, holds, judge

EVENT = "position round 2, event, active A\n"
HOME = """winterfell sh = "Hero of Stark", s1 = "Stark power", s2 = "Stark power"
casterly-rock l1 = "Lannister power", l2 = "Lannister power"
"""
CROWN = """dragonstone "Lannister power"
oldtown "Lannister power"
kings-landing k1 = "Lannister power", k2 = "Lannister power"
"""

ILLEGAL: dict[str, str] = {
    "Inspire Your Army with six on the track": HOME
    + """
barrowlands "Stark power"
A hand "Inspire Your Army"
expect illegal tegot/inspire-your-army#1: A play "Inspire Your Army"
""",
    "Robert Baratheon with three castles": HOME
    + """
moat-cailin "Stark power"
hornwood "Stark power"
A hand "Robert Baratheon"
expect illegal tegot/robert-baratheon#1: A play "Robert Baratheon"
""",
    "Resurrection while the hero is on the map": HOME
    + """
A hand "Resurrection"
A gold 3
expect illegal tegot/resurrection#1: A play "Resurrection"
""",
    "Lone Wolf with company": HOME
    + """
A hand "Lone Wolf"
expect illegal tegot/lone-wolf#1: A play "Lone Wolf"
""",
    "A Debt to the Iron Bank without a point to lose": HOME
    + """
A points 0
A hand "A Debt to the Iron Bank"
expect illegal tegot/event-action#2: A play "A Debt to the Iron Bank"
""",
    "Poisoning without a token of the ally": HOME
    + """
A hand "Poisoning"
A pool "Tyrell power"
B shields "Shield of Tully"
expect illegal tegot/poisoning#2: A play "Poisoning"
""",
    "A Crown for a King in King's Landing": HOME
    + CROWN
    + """
mountain-region "Stark power"
A hand "A Crown for a King"
expect illegal tegot/a-crown-for-a-king#1: A play "A Crown for a King"
""",
    "Devotion to the last of a house": HOME
    + """
riverrun t1 = "Tully power"
A hand "Devotion"
expect illegal tegot/last-unit#1: A play "Devotion"
""",
    "Crushing Siege of a domain without a castle": HOME
    + """
barrowlands x = "Lannister power"
A hand "Crushing Siege"
expect illegal tegot/crushing-siege#1: A play "Crushing Siege"
""",
    "Press into Battle against a player": HOME
    + """
A hand "Press into Battle"
expect illegal tegot/press-into-battle#1: A play "Press into Battle"
""",
    "Dealmaking for two with gold for one": HOME
    + """
A hand "Dealmaking"
A gold 1
A play "Dealmaking"
expect illegal: A choose "Tully power", "Tyrell power"
expect legal A choose "Tully power"
""",
    "Vendetta against two houses": HOME
    + """
A hand "Vendetta"
A gold 4
B pool t1 = "Arryn power", t2 = "Tully power"
A play "Vendetta"
expect illegal: A choose t1, t2
expect legal A choose t1
""",
    "Captured at Sea with two enemies there": HOME
    + """
barrowlands "Lannister power", "Lannister power"
A hand "Captured at Sea"
expect illegal tegot/captured-at-sea#1: A play "Captured at Sea"
""",
    "Trial by Combat with two units": HOME
    + """
barrowlands "Lannister power"
A hand "Trial by Combat"
A play "Trial by Combat"
expect illegal tegot/trial-by-combat#1: A move s1, s2 to barrowlands
expect legal A move s1 to barrowlands
""",
    "Jon Snow's army has a hero in it": HOME
    + """
barrowlands "Lannister power", "Lannister power"
A hand "Jon Snow"
A play "Jon Snow"
A way march
expect illegal tegot/jon-snow#1: A march s1 to barrowlands
expect legal A march sh to barrowlands
""",
    "Unjust Trial with nobody in King's Landing": HOME
    + """
A hand "Unjust Trial"
expect illegal tegot/unjust-trial#1: A play "Unjust Trial"
""",
    "Hire Sellswords without three gold": HOME
    + """
barrowlands "Stark power"
A hand "Hire Sellswords"
A gold 2
expect illegal tegot/event-action#2: A play "Hire Sellswords"
""",
}


@pytest.mark.parametrize("case", ILLEGAL)
def test_one_step_short(case: str) -> None:
    holds(EVENT + ILLEGAL[case], TWO)


def test_kingslayer_needs_a_sole_leader() -> None:
    text = """
sunspear "Martell power", "Martell power"
A hand "Kingslayer"
A points 1
B points 5
C points 5
expect illegal tegot/kingslayer#2: A play "Kingslayer"
"""
    holds(EVENT + HOME + text, THREE)
    holds(
        EVENT + HOME + text.replace("C points 5", "C points 4").replace("illegal tegot/kingslayer#2:", "legal"), THREE
    )


def test_unjust_trial_takes_four_gold_from_who_has_them() -> None:
    text = (
        CROWN
        + """
A hand "Unjust Trial"
B gold 4
B hand "Uniting the Bloodlines"
A play "Unjust Trial"
expect B gold 0
expect k1 in kings-landing
"""
    )
    holds(EVENT + HOME + text)


def test_a_played_hero_card_comes_back_with_instruction_in_swords() -> None:
    text = """
A hand "Instruction in Swords"
A played card = "Robb Stark"
B hand "Uniting the Bloodlines"
A play "Instruction in Swords"
expect card in A.hand
expect A gold 2
expect A points 0
"""
    holds(EVENT + HOME + text)


BATTLE = """
position round 2, march, active A
winterfell "Stark power"
riverrun s1 = "Stark power", s2 = "Stark power"
ashemark l1 = "Lannister power", l2 = "Lannister power"
casterly-rock "Lannister power"
A kept mate = "Loyal Companion"

A march s1, s2 to ashemark
"""


def test_a_loyal_companion_turns_a_tie() -> None:
    holds(BATTLE + "expect A points 1\nexpect mate in A.kept\n")


def test_a_loyal_companion_leaves_who_loses() -> None:
    holds(
        BATTLE.replace(', s2 = "Stark power"', "").replace("s1, s2", "s1")
        + "expect B points 1\nexpect mate in discard\n"
    )


def test_a_loyal_companion_leaves_when_scoring_begins() -> None:
    holds(
        'position round 3, scoring, first A\nwinterfell "Stark power"\ncasterly-rock "Lannister power"\n'
        'A kept mate = "Loyal Companion"\n\n'
        "random dice: march, march, sail, plot, event\nexpect mate in discard\n"
    )


def test_an_army_may_be_too_large_on_the_way_but_not_at_the_end() -> None:
    holds(
        """
position round 2, march, active A
winterfell s1 = "Stark power", s2 = "Stark power", s3 = "Stark power"
barrowlands s4 = "Stark power"
casterly-rock "Lannister power", "Lannister power"

A march s4 to winterfell
expect illegal tegot/domain-unit-limit#1: A pass
A march s4, s1 to hornwood
expect s4 in hornwood
"""
    )


def test_two_allied_houses_never_share_a_domain() -> None:
    holds(
        """
position round 2, march, active A
winterfell "Stark power", t1 = "Tully power"
riverrun "Tully power"
barrowlands a1 = "Arryn power"
the-eyrie "Arryn power"
casterly-rock "Lannister power"
stony-shore t2 = "Tully power"
A shields "Shield of Tully", "Shield of Arryn"

A march a1 to winterfell
expect illegal tegot/domain-unit-limit#3: A pass
A march a1 to hornwood
expect a1 in hornwood
"""
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('players A "Ada", B "Ben" lannister\nposition round 2', "A leads no house"),
        ('players A "Ada" stark, B "Ben" stark\nposition round 2', "A and B both lead House stark"),
        ('players A "Ada" arryn, B "Ben" stark\nposition round 2', "A leads no house"),
        (
            'players A "Ada" stark, B "Ben" tully\nposition round 2\nwinterfell 10 "Stark power"',
            "have 10: 10 in Winterfell",
        ),
        ('players A "Ada" stark, B "Ben" tully\nposition round 2\nwinterfell "Unsullied"', "Unsullied is no unit"),
        ('players A "Ada" stark, B "Ben" tully\nposition round 2, feasting', "no part of a round is called"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_reason(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        judge(text, "lastword 1 tegot\n")


FULL: dict[str, str] = {
    "Survival on a full track": 'A gold 9\nA hand "Survival"\nA play "Survival"\nexpect A gold 9',
    "A Debt to the Iron Bank on a full track": (
        'A gold 9\nA points 2\nA hand "A Debt to the Iron Bank"\nA play "A Debt to the Iron Bank"\nexpect A points 1'
    ),
    "Honor from Your Allies without a token": (
        'A hand "Honor from Your Allies"\nA gold 1\nA play "Honor from Your Allies"\nexpect A gold 1'
    ),
}


@pytest.mark.parametrize("case", FULL)
def test_an_event_may_be_played_for_gold_that_is_not_gained(case: str) -> None:
    """Only a cost or a precondition that is not met forbids an event (`tegot/event-action#2`)."""
    done = judge(
        EVENT + HOME.replace("winterfell sh", "barrowlands sh").replace("casterly-rock", "ashemark") + FULL[case]
    )
    assert not done.violations, [(bad.text, [check.rule for check in bad.broken]) for bad in done.violations]
    assert all(item.held for item in done.expected), [item.says for item in done.expected]

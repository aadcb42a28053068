"""Actions out of turn: the player who acts in another's turn is told so, by the rule that gives the other the turn."""

from __future__ import annotations

import pytest

from replays.errors import NotationError
from tests.unit.packs.tegot.table import THREE, TWO, judge

HOMES = """
winterfell "Stark power", s1 = "Stark power"
casterly-rock "Lannister power", l1 = "Lannister power"
A gold 3
B gold 3
A dice "Action die" (march), "Action die" (sail)
"""
THIRD = 'sunspear "Martell power", m1 = "Martell power"\n'
BATTLE = """
position round 2, march, active A
winterfell "Stark power"
riverrun s1 = "Stark power", s2 = "Stark power"
ashemark l1 = "Lannister power", l2 = "Lannister power"
casterly-rock "Lannister power"
A hand x = "Drain the Coffers"
B hand z = "Spoils of War"

A march s1, s2 to ashemark
"""
CASES = {
    "who follows before the active player has acted is out of turn": (
        TWO,
        (
            f"position round 2, march, active A{HOMES}\nB march l1 to ashemark\nA march s1 to barrowlands\n"
            "expect s1 in barrowlands"
        ),
        [("B march l1 to ashemark", "tegot/turn-2#1")],
    ),
    "an active player who wrote a pass comes too late": (
        TWO,
        f"position round 2, march, active A{HOMES}\nA pass\nB march l1 to ashemark\nB pass\nA march s1 to barrowlands",
        [("A march s1 to barrowlands", "tegot/turn-3#1")],
    ),
    "who places a die before everyone has had the action is not active yet": (
        THREE,
        f"position round 2, march, first A, active A{HOMES}{THIRD}\nB place sail on march\nC march m1 to the-reach",
        [("B place sail on march", "tegot/turn-4#2")],
    ),
    "one die is placed in a turn": (
        TWO,
        f"position round 2, march, first A, active A{HOMES}\nA place sail on march\nB march l1 to ashemark",
        [("A place sail on march", "tegot/turn-1#1")],
    ),
    "followers go clockwise": (
        THREE,
        (
            f"position round 2, march, active A{HOMES}{THIRD}\nC march m1 to the-reach\nC pass\n"
            "B march l1 to ashemark\nexpect l1 in ashemark"
        ),
        [("C march m1 to the-reach", "tegot/turn-3#1")],
    ),
    "a follower takes no other action than the die's, and no die is placed unsaid": (
        TWO,
        (
            f"position round 2, march, active A{HOMES}\nA march s1 to barrowlands\nA pass\n"
            "B recruit lannister to casterly-rock"
        ),
        [("B recruit lannister to casterly-rock", "tegot/following#1")],
    ),
    "an active player marches once": (
        TWO,
        f"position round 2, march, active A{HOMES}\nA march s1 to barrowlands\nA pass\nA march #1 to hornwood",
        [("A march #1 to hornwood", "tegot/march-rules#2")],
    ),
    "the slot's action is not taken after the die's": (
        TWO,
        (
            f"position round 2, slot recruit march, active A{HOMES}\nA march s1 to barrowlands\n"
            "A recruit stark to winterfell"
        ),
        [("A recruit stark to winterfell", "tegot/optional-action#1")],
    ),
    "the slot's action is nobody else's in a position, too": (
        TWO,
        f"position round 2, slot recruit march, active A{HOMES}\nB recruit lannister to casterly-rock",
        [("B recruit lannister to casterly-rock", "tegot/optional-action#2")],
    ),
    "all decide on the left die before anybody takes the right one": (
        TWO,
        (
            'position round 2, extra, first A\nbottom.left "Action die" (march)\nbottom.right "Action die" (recruit)'
            f"{HOMES}\nA recruit stark to winterfell\nB march l1 to ashemark"
        ),
        [("A recruit stark to winterfell", "tegot/extra-dice#4")],
    ),
    "who leaves the left die may still take the same action of the right one": (
        TWO,
        (
            'position round 2, extra, first A\nbottom.left "Action die" (march)\nbottom.right "Action die" (march)'
            f"{HOMES}\nB march l1 to ashemark\nA march s1 to barrowlands\nexpect s1 in barrowlands"
        ),
        [],
    ),
    "an event before the active player's is out of turn": (
        TWO,
        (
            'position round 2, event, active A\nA hand "Spoils of War"\nB hand "Survival"'
            f'{HOMES}\nB play "Survival"\nA play "Spoils of War"\nexpect B gold 5'
        ),
        [('B play "Survival"', "tegot/turn-2#1")],
    ),
    "a defender waits for the attacker's card": (
        TWO,
        f"{BATTLE}B fight with z\nA fight with x\nexpect z in B.hand",
        [("B fight with z", "tegot/initiator#2")],
    ),
    "no card is played once they are turned up": (
        TWO,
        f"{BATTLE}A pass\nB fight with z\nA fight with x",
        [("A fight with x", "tegot/battle-3#5")],
    ),
    "the Hand of the King gets the last two dice, and no other": (
        TWO,
        (
            "position round 2, first A\nrandom dice: march, sail, plot, event, recruit\n"
            "B draft march\nB draft sail\nA draft plot\nA draft march"
        ),
        [("A draft march", "tegot/dice-draft#3")],
    ),
    "a march that may not stop is not stopped by a pass": (
        TWO,
        (
            f'position round 2, march, active A{HOMES}mountain-region s2 = "Stark power"\n'
            "A march s2 to kings-landing\nA pass"
        ),
        [("A pass", "tegot/march-rules#6")],
    ),
    "one plot, one card": (
        TWO,
        (
            'position round 2, plot, active B\nB hand d = "Drain the Coffers", e = "Trial by Combat"'
            f'{HOMES}\nB plot d\nB take "Arryn power"\nB plot e'
        ),
        [("B plot e", "tegot/plot-action#1")],
    ),
    "a hero card without its hero is not there to be played": (
        TWO,
        f'position round 2, event, active A\nA hand "Robb Stark"{HOMES}\nA play "Robb Stark"',
        [('A play "Robb Stark"', "tegot/hero-card#4")],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_who_is_told_and_why(case: str) -> None:
    head, text, told = CASES[case]
    done = judge(text, head)
    assert [(bad.text, bad.broken[0].rule) for bad in done.violations] == told
    missed = [f"{item.text} ({item.says})" for item in done.expected if not item.held]
    assert not missed, missed


@pytest.mark.parametrize(
    ("lies", "says"),
    [
        ('winterfell "Stark power" x4', "more than 3 units"),
        ('winterfell "Stark power", "Lannister power"', "A and B"),
        (
            'winterfell "Tully power", "Arryn power"\nA shields "Shield of Tully", "Shield of Arryn"',
            "two allied houses",
        ),
        ('A pool "Lannister power"', "no non-player house"),
    ],
)
def test_a_position_no_action_leaves_is_refused(lies: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        judge(f"position round 2, march, active A\n{lies}\n")

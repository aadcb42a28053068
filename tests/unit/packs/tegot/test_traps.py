"""Clauses that a naive engine gets wrong: with the mistake its name describes, each case would be judged otherwise."""

from __future__ import annotations

import pytest

from tests.unit.packs.tegot.table import THREE, TWO, holds

CASES: dict[str, str] = {
    "everyone may follow the die although the active player left it": """
position round 2, turn, active A
winterfell s1 = "Stark power", "Stark power"
casterly-rock l1 = "Lannister power", "Lannister power"
A dice "Action die" (march), "Action die" (sail)

A place march on recruit
expect illegal: B recruit lannister to casterly-rock
B march l1 to silverhill
expect l1 in silverhill
expect s1 in winterfell
""",
    "a hostile domain stops the march": """
position round 2, march, active A
winterfell "Stark power"
moat-cailin s1 = "Stark power", s2 = "Stark power"
riverrun "Tully power", "Tully power", "Tully power"
casterly-rock "Lannister power", "Lannister power"
deck "Unsullied"

A march s1, s2 to riverrun
A pass
A retreat to mountain-region
expect s1 in stark.mat
expect s2 in mountain-region
""",
    "no march goes through a hostile domain": """
position round 2, march, active A
moat-cailin s1 = "Stark power", s2 = "Stark power"
riverrun "Tully power", "Tully power", "Tully power"
casterly-rock "Lannister power", "Lannister power"

expect illegal tegot/march-rules#3: A march s1 to ashemark
""",
    "a retreat goes through hostile domains": """
position round 2, march, active A
castle-black l1 = "Lannister power", l2 = "Lannister power"
last-hearth s1 = "Stark power", s2 = "Stark power", sh = "Hero of Stark"
winterfell "Stark power"
hornwood "Stark power"
casterly-rock "Lannister power"

A march s1, sh to castle-black
A pass
expect s2 in last-hearth
B retreat to white-harbor
expect l1 in lannister.mat
expect l2 in white-harbor
""",
    "the attacker plays free and the defender pays": """
position round 2, march, active A
winterfell "Stark power"
riverrun s1 = "Stark power", s2 = "Stark power"
ashemark l1 = "Lannister power", l2 = "Lannister power"
casterly-rock "Lannister power"
A hand big = "A Loyal Squire"
B hand dear = "Drain the Coffers", fair = "Survival"
B gold 1

A march s1, s2 to ashemark
A fight with big
expect illegal tegot/battle-2#1: B fight with dear
B fight with fair
expect A gold 0
expect B gold 0
expect A points 1
""",
    "a Secret pays only its own card": """
position round 2, march, active A
winterfell "Stark power"
riverrun s1 = "Stark power", s2 = "Stark power"
ashemark l1 = "Lannister power", l2 = "Lannister power"
casterly-rock "Lannister power"
deck drawn = "Drain the Coffers"
B hand secret = "Cache of Wildfire"
B gold 1
A gold 1

A march s1, s2 to ashemark
A pass
B fight with secret
A retreat to mountain-region
expect B points 1
expect drawn in discard
expect secret in discard
expect B gold 0
""",
    "a tie is the defender's": """
position round 2, march, active A
winterfell "Stark power"
riverrun s1 = "Stark power"
ashemark l1 = "Lannister power"
casterly-rock "Lannister power", "Lannister power"
A hand "Survival"

A march s1 to ashemark
A pass
B pass
expect s1 in stark.mat
expect B points 1
expect A points 0
""",
    "an allied token is lost before one's own and goes to the winner": """
position round 2, march, active A
winterfell "Stark power"
moat-cailin s1 = "Stark power", s2 = "Stark power"
riverrun l1 = "Lannister power", t1 = "Tully power"
casterly-rock "Lannister power", "Lannister power"
pyke "Tully power"
B shields "Shield of Tully"
A hand big = "A Loyal Squire"

A march s1, s2 to riverrun
A fight with big
B retreat to ashemark
expect t1 in A.pool
expect l1 in ashemark
expect A points 1
""",
    "both retreat: the defender first, and nobody scores": """
position round 2, march, active A
winterfell "Stark power"
riverrun s1 = "Stark power", s2 = "Stark power"
ashemark l1 = "Lannister power", l2 = "Lannister power"
casterly-rock "Lannister power"
A hand a = "Kingslayer"
B hand b = "Poisoning"
B gold 1

A march s1, s2 to ashemark
A fight with a
B fight with b
expect A points 0
expect B points 0
expect l1 in casterly-rock
A retreat to mountain-region
expect s1 in mountain-region
""",
    "the last unit of a house is not attacked and attacks not alone": """
position round 2, march, active A
winterfell s1 = "Stark power"
ashemark l1 = "Lannister power"
riverrun t1 = "Tully power"
A shields "Shield of Tully"
pyke "Greyjoy power", "Greyjoy power"

expect illegal tegot/last-unit#2: A march t1 to pyke
expect illegal tegot/last-unit#3: A march t1 to ashemark
expect legal A march t1 to mountain-region
""",
    "fewer than three castles means leaving King's Landing now": """
position round 2, event, active A, first A
winterfell "Stark power", "Stark power"
kings-landing k1 = "Lannister power"
casterly-rock l1 = "Lannister power"
dragonstone l2 = "Lannister power"
oldtown l3 = "Lannister power"
A hand "Enlist the Faceless Men"
A gold 2
B hand "Uniting the Bloodlines"

expect "Iron Throne" in B.pool
A play "Enlist the Faceless Men" targeting l2
B retreat to silverhill
expect k1 in silverhill
expect "Iron Throne" in throne
""",
    "castles cover the gold track and gold above it is lost": """
position round 2, march, active A
winterfell s1 = "Stark power", "Stark power"
casterly-rock "Lannister power"
A gold 8

A march s1 to moat-cailin
A pass
expect "Castle of Moat Cailin" in A.castles
expect A gold 7
""",
    "an alliance needs two tokens and changes only at the check": """
position round 2, extra, first A
winterfell "Stark power"
casterly-rock "Lannister power"
the-eyrie a1 = "Arryn power", "Arryn power"
A pool "Arryn power"
B pool "Arryn power", "Arryn power"
A shields "Shield of Arryn"

random dice: march, march, sail, plot, event
expect "Shield of Arryn" in B.shields
expect "Castle of The Eyrie" in B.castles
""",
    "a tie keeps the ally": """
position round 2, alliances, first A
winterfell "Stark power"
casterly-rock "Lannister power"
the-eyrie "Arryn power"
A pool "Arryn power", "Arryn power"
B pool "Arryn power", "Arryn power"
B shields "Shield of Arryn"

random dice: march, march, sail, plot, event
expect "Shield of Arryn" in B.shields
""",
    "the throne is a token of every house": """
position round 2, alliances, first A
winterfell "Stark power"
kings-landing "Lannister power"
casterly-rock "Lannister power"
dragonstone "Lannister power"
oldtown "Lannister power"
the-eyrie "Arryn power"
A pool "Arryn power", "Arryn power"
B pool "Arryn power", "Arryn power"
A shields "Shield of Arryn"

random dice: march, march, sail, plot, event
expect "Shield of Arryn" in B.shields
""",
    "losing an alliance means leaving shared domains": """
position round 2, alliances, first A
winterfell "Stark power"
mountain-region s1 = "Stark power", a1 = "Arryn power"
the-eyrie "Arryn power"
casterly-rock "Lannister power"
A pool "Arryn power"
B pool "Arryn power", "Arryn power"
A shields "Shield of Arryn"

A retreat to white-harbor
expect s1 in white-harbor
expect a1 in mountain-region
expect "Shield of Arryn" in B.shields
""",
    "a hero that returns pays and takes its card along": """
position round 2, march, active A
winterfell "Stark power"
riverrun sh = "Hero of Stark"
ashemark l1 = "Lannister power", l2 = "Lannister power", l3 = "Lannister power"
casterly-rock "Lannister power"
A hand card = "Robb Stark"

A march sh to ashemark
A pass
expect sh in stark.mat
expect card in stark.mat
expect A gold 2
expect A points 1
expect B points 1
""",
    "Survival pays more when it follows an event of the active player": """
position round 2, event, active A
winterfell "Stark power", "Stark power"
casterly-rock "Lannister power"
A hand "Spoils of War"
B hand "Survival"

A play "Spoils of War"
B play "Survival"
expect B gold 8
""",
    "Survival pays 4 when the active player left the event": """
position round 2, event, active A
winterfell "Stark power", "Stark power"
casterly-rock "Lannister power"
A hand "Spoils of War"
B hand "Survival"

A pass
B play "Survival"
random dice: march, march, sail, plot, event
expect B gold 5
""",
}


@pytest.mark.parametrize("case", CASES)
def test_trap(case: str) -> None:
    holds(CASES[case], TWO)


SHARED = """
position round 3, scoring, first A
winterfell "Stark power"
hornwood "Stark power"
casterly-rock "Lannister power"
dragonstone "Lannister power"
sunspear "Martell power"
A points 5
B points 5
C points 5

random dice: march, march, sail, plot, event
expect A points 10
expect B points 10
expect C points 7
expect C vengeance 1
"""


def test_tied_players_share_full_points_and_the_lowest_gets_vengeance() -> None:
    holds(SHARED, THREE)


def test_a_vengeance_token_leaves_the_game_if_two_are_last() -> None:
    even = (
        SHARED.replace('dragonstone "Lannister power"\n', "")
        .replace("B points 10", "B points 7")
        .replace("C vengeance 1", "C vengeance 0")
    )
    holds(even, THREE)

"""Every event about gold, alliances and recruiting, played from a position, with what it must have done."""

from __future__ import annotations

import pytest

from tests.unit.packs.tegot.table import at_event, holds

HOMES = """
winterfell sh = "Hero of Stark", s1 = "Stark power", s2 = "Stark power"
casterly-rock lh = "Hero of Lannister", l1 = "Lannister power", l2 = "Lannister power"
the-eyrie a1 = "Arryn power", a2 = "Arryn power", a3 = "Arryn power"
"""

CASES: dict[str, str] = {
    # --- gold and cards ---
    "A Debt to the Iron Bank": """
A hand "A Debt to the Iron Bank"
A points 2
A play "A Debt to the Iron Bank"
expect A points 1
expect A gold 8
""",
    "A Shocking Discovery": """
A hand "A Shocking Discovery", keep = "Survival", "Lone Wolf", "Spoils of War"
A gold 1
deck d1 = "Devotion", d2 = "Vendetta", d3 = "Unsullied", d4 = "Poisoning", d5 = "Dealmaking"
A play "A Shocking Discovery"
A discard "Lone Wolf", "Spoils of War", d1, d5
expect A gold 0
expect keep in A.hand
expect d2 in A.hand
expect d5 in discard
""",
    "Drain the Coffers": """
A hand "Drain the Coffers"
A play "Drain the Coffers"
expect A gold 6
""",
    "Honor from Your Allies": """
A hand "Honor from Your Allies"
A pool "Arryn power", "Tully power", "Tully power"
A play "Honor from Your Allies"
expect A gold 3
""",
    "House of the Undying": """
A hand "House of the Undying", x = "Survival", y = "Lone Wolf"
deck d1 = "Devotion", d2 = "Vendetta", d3 = "Unsullied"
A play "House of the Undying"
A whisper y, x
expect A gold 2
expect y in A.hand
expect x in A.hand
expect d2 in A.hand
expect d3 in deck
""",
    "Instruction in Swords": """
A hand "Instruction in Swords", "Eddard Stark"
A play "Instruction in Swords"
expect A points 1
expect A gold 0
""",
    "Lone Wolf": """
position round 2, event, active A
winterfell "Stark power"
barrowlands "Hero of Stark"
casterly-rock "Lannister power"
A hand "Lone Wolf"
A play "Lone Wolf"
expect A points 1
expect A gold 2
""",
    "Maester Training": """
A hand "Maester Training", x = "Survival"
deck "Devotion", "Vendetta", "Unsullied", "Poisoning", d5 = "Dealmaking"
A play "Maester Training"
A whisper x
A whisper "Devotion"
expect A gold 2
expect d5 in A.hand
""",
    "Safe Passage": """
A hand "Safe Passage"
A gold 7
A play "Safe Passage"
A say yes
A say yes
expect A points 2
expect A gold 1
""",
    "Spoils of War": """
A hand "Spoils of War"
B gold 5
A play "Spoils of War"
expect A gold 6
expect B gold 7
""",
    "Survival": """
A hand "Survival"
A play "Survival"
expect A gold 4
""",
    "Tariffs from Your Subjects": """
barrowlands "Stark power"
stony-shore "Stark power"
A hand "Tariffs from Your Subjects"
A play "Tariffs from Your Subjects"
expect A gold 3
""",
    "Uniting the Bloodlines": """
A hand "Uniting the Bloodlines"
A shields "Shield of Arryn"
A play "Uniting the Bloodlines"
expect A gold 4
""",
    "Vision of the Three-Eyed Raven": """
A hand "Vision of the Three-Eyed Raven", x = "Lone Wolf"
deck "Survival", "Vendetta", "Unsullied", "Poisoning"
A play "Vision of the Three-Eyed Raven"
A whisper x
A play "Survival"
expect A gold 5
expect "Vision of the Three-Eyed Raven" in discard
""",
    # --- alliances ---
    "A Secret Heir": """
kings-landing "Lannister power"
hornwood "Lannister power"
dragonstone "Lannister power"
A hand "A Secret Heir"
B pool t = "Tully power"
A play "A Secret Heir" targeting t
expect t in tully.mat
""",
    "A Surprising Coalition": """
A hand "A Surprising Coalition"
A gold 1
A play "A Surprising Coalition"
random chosen: "Tyrell power", "Arryn power"
expect A gold 0
expect A pool 2
expect "Tyrell power" in A.pool
""",
    "A Timely Alliance": """
A hand "A Timely Alliance", "Assault by Sea"
A gold 1
A pool "Arryn power"
B pool "Arryn power"
A play "A Timely Alliance"
A plot "Assault by Sea"
A take "Arryn power"
expect "Shield of Arryn" in A.shields
expect "Castle of The Eyrie" in A.castles
expect A gold 0
""",
    "Betrayer's Gift": """
A hand "Betrayer's Gift"
A pool t = "Arryn power"
A play "Betrayer's Gift" targeting t
expect t in arryn.mat
expect A points 1
expect A gold 4
""",
    "Complex Negotiations": """
A hand "Complex Negotiations"
A pool mine = "Arryn power"
B pool theirs = "Tully power"
A play "Complex Negotiations"
expect mine in B.pool
expect theirs in A.pool
""",
    "Dealmaking": """
A hand "Dealmaking"
A gold 3
A play "Dealmaking"
A choose "Tully power", "Tyrell power"
expect A gold 1
expect A pool 2
""",
    "Devotion": """
A hand "Devotion"
A play "Devotion" targeting a1
expect a1 in A.pool
""",
    "Hire a Master of Whispers": """
A hand "Hire a Master of Whispers", p = "Unsullied"
A play "Hire a Master of Whispers"
A plot p
A take "Greyjoy power"
expect A gold 0
expect A pool 1
""",
    "Littlefinger's Influence": """
A hand "Littlefinger's Influence"
A pool t = "Arryn power"
A play "Littlefinger's Influence" targeting t
A choose "Greyjoy power"
expect t in arryn.mat
expect A pool 2
expect "Greyjoy power" in A.pool
""",
    "Red Wedding": """
A hand "Red Wedding"
A pool t1 = "Arryn power", t2 = "Arryn power", t3 = "Tully power", t4 = "Tully power", t5 = "Tyrell power"
A play "Red Wedding"
A choose t1, t2, t3, t4, t5
expect A points 2
expect A pool 0
""",
    "Vendetta": """
A hand "Vendetta"
A gold 4
B pool t1 = "Arryn power", t2 = "Arryn power", t3 = "Tully power"
A play "Vendetta"
A choose t1, t2
expect A gold 0
expect t1 in arryn.mat
expect B pool 1
""",
    # --- recruiting ---
    "Aggressive Arbitration": """
barrowlands "Stark power"
A hand "Aggressive Arbitration"
A pool t = "Arryn power"
A play "Aggressive Arbitration"
A recruit stark to barrowlands
expect t in B.pool
expect A gold 0
""",
    "A Loyal Squire": """
position round 2, event, active A
winterfell "Hero of Stark", "Stark power"
barrowlands "Stark power"
casterly-rock "Lannister power"
A hand "A Loyal Squire"
A play "A Loyal Squire"
expect A gold 2
expect illegal tegot/a-loyal-squire#1: A recruit stark to barrowlands
A recruit stark to winterfell
expect A gold 2
""",
    "Attempted Coup": """
stony-shore "Stark power"
A hand "Attempted Coup"
A pool t = "Arryn power"
A play "Attempted Coup" targeting t
A recruit stark to stony-shore
expect t in arryn.mat
expect A gold 0
""",
    "Followers' Zeal": """
A hand "Followers' Zeal"
A shields "Shield of Tully"
A play "Followers' Zeal"
expect illegal tegot/followers-zeal#1: A recruit stark to winterfell
A recruit tully to winterfell
expect "Tully power" in winterfell
expect A gold 0
""",
    "Hire Sellswords": """
stony-shore "Stark power"
A hand "Hire Sellswords"
A gold 3
A play "Hire Sellswords"
A recruit stark to stony-shore
A recruit stark to stony-shore
expect A gold 0
""",
    "Inspire Your Army": """
position round 2, event, active A
winterfell "Stark power", "Hero of Stark"
casterly-rock "Lannister power"
A hand "Inspire Your Army"
A play "Inspire Your Army"
A recruit stark to winterfell
expect "Inspire Your Army" in discard
expect A gold 0
""",
    "Lordly Promotion": """
position round 2, event, active A
winterfell "Stark power"
barrowlands s = "Stark power"
casterly-rock "Lannister power"
A hand "Lordly Promotion"
A play "Lordly Promotion" targeting s
A recruit hero-stark to barrowlands
expect s in stark.mat
expect A gold 0
expect "Eddard Stark" in A.hand
""",
    "Muster Your Troops": """
stony-shore "Stark power"
barrowlands "Stark power"
A hand "Muster Your Troops"
A gold 8
A play "Muster Your Troops"
A recruit stark to stony-shore
A recruit stark to stony-shore
A recruit stark to barrowlands
expect illegal tegot/recruit-own#1: A recruit stark to barrowlands
expect A gold 1
""",
    "Resurrection": """
position round 2, event, active A
winterfell s1 = "Stark power", "Stark power"
barrowlands "Stark power"
casterly-rock "Lannister power"
A hand "Resurrection"
A gold 2
A play "Resurrection"
A place-hero to winterfell
expect illegal tegot/resurrection#1: A march s1 to hornwood
A march "Hero of Stark", s1 to hornwood
A march "Hero of Stark" to white-harbor
expect "Hero of Stark" in white-harbor
expect s1 in hornwood
expect A gold 0
expect "Castle of Hornwood" in A.castles
""",
}


@pytest.mark.parametrize("card", CASES)
def test_the_event_does_what_it_says(card: str) -> None:
    holds(at_event(CASES[card], HOMES))

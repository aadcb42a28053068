"""Every event that removes units or moves armies, played from a position, with what it must have done."""

from __future__ import annotations

import pytest

from rules.catalogue import load
from tests.unit.packs.tegot import test_events_of_peace
from tests.unit.packs.tegot.table import TWO, at_event, holds

HOMES = """
winterfell sh = "Hero of Stark", s1 = "Stark power", s2 = "Stark power"
casterly-rock lh = "Hero of Lannister", l1 = "Lannister power", l2 = "Lannister power"
ashemark l3 = "Lannister power"
moat-cailin s3 = "Stark power", s4 = "Stark power"
the-eyrie a1 = "Arryn power", a2 = "Arryn power", a3 = "Arryn power"
riverrun t1 = "Tully power", t2 = "Tully power"
"""
CROWNED = """
kings-landing k1 = "Lannister power", k2 = "Lannister power"
dragonstone l4 = "Lannister power"
oldtown l5 = "Lannister power"
"""

CASES: dict[str, str] = {
    # --- removal ---
    "A Crown for a King": """
hornwood x = "Lannister power"
A hand "A Crown for a King"
A play "A Crown for a King"
expect x in lannister.mat
expect B gold 0
""",
    "A Noble Sacrifice": """
A hand "A Noble Sacrifice"
A play "A Noble Sacrifice" targeting s3
expect s3 in stark.mat
expect A points 1
expect A gold 2
""",
    "Bend the Knee": """
A hand "Bend the Knee", "Robb Stark"
A play "Bend the Knee" targeting sh
expect sh in stark.mat
expect "Robb Stark" in stark.mat
expect A points 2
expect A gold 2
""",
    "Cache of Wildfire": CROWNED
    + """
A hand "Cache of Wildfire"
A play "Cache of Wildfire" targeting k1
expect k1 in lannister.mat
""",
    "Disobedience": """
A hand "Disobedience"
A play "Disobedience" targeting s3
expect s3 in stark.mat
expect A gold 6
""",
    "Enlist the Faceless Men": """
A hand "Enlist the Faceless Men"
A gold 2
A play "Enlist the Faceless Men" targeting l3
expect l3 in lannister.mat
expect A gold 0
expect "Castle of Casterly Rock" in B.castles
""",
    "Kingslayer": """
A hand "Kingslayer"
A points 1
B points 4
A play "Kingslayer" targeting lh
expect lh in lannister.mat
expect A points 0
expect B points 4
expect B gold 0
""",
    "Poisoning": """
A hand "Poisoning"
A pool "Tully power"
B shields "Shield of Tully"
A play "Poisoning" targeting t1
expect t1 in tully.mat
""",
    "The Element of Surprise": """
A hand "The Element of Surprise"
A play "The Element of Surprise"
expect t1 in tully.mat
expect t2 in mountain-region
""",
    "Unjust Trial": CROWNED
    + """
A hand "Unjust Trial"
B gold 3
A play "Unjust Trial"
B retreat to silverhill
expect k1 in silverhill
expect "Iron Throne" in throne
expect B gold 3
""",
    # --- war ---
    "Assault by Sea": """
A hand "Assault by Sea"
deck "Unsullied"
A play "Assault by Sea"
A move s3, s4 to ashemark
A pass
B pass
expect s3 in ashemark
expect l3 in lannister.mat
expect A points 1
""",
    "Banished to the Watch": """
castle-black x = "Lannister power"
A hand "Banished to the Watch"
A play "Banished to the Watch"
expect sh in castle-black
expect x in last-hearth
expect A gold 3
expect A points 0
""",
    "Captured at Sea": """
A hand "Captured at Sea"
A play "Captured at Sea"
A move s3 to ashemark
expect s3 in ashemark
expect l3 in lannister.mat
expect A points 0
""",
    "Critical Battle": """
A hand "Critical Battle", c1 = "Drain the Coffers", c2 = "Unsullied"
B hand "Spoils of War"
A play "Critical Battle"
A way sail
A sail s3, s4 to casterly-rock
A fight with c1, c2
B lose l1
B retreat to ashemark
expect s3 in casterly-rock
expect lh in ashemark
expect A points 1
expect c1 in discard
expect c2 in discard
""",
    "Crushing Siege": """
A hand "Crushing Siege"
deck "Unsullied"
A play "Crushing Siege"
A march s3, s4 to riverrun
A pass
expect A points 1
expect A pool 1
expect t2 in mountain-region
expect "Castle of Riverrun" in A.castles
""",
    "Dangerous Voyage": """
A hand "Dangerous Voyage"
A gold 3
deck "Unsullied"
A play "Dangerous Voyage"
A sail s3, s4 to the-eyrie
A retreat to white-harbor
expect A gold 0
expect s3 in the-eyrie
expect a3 in white-harbor
expect A points 1
""",
    "Faith Militant Returns": """
position round 2, event, active A
winterfell x = "Lannister power", y = "Lannister power"
barrowlands sh = "Hero of Stark", "Stark power"
casterly-rock "Lannister power"
A hand "Faith Militant Returns"
A play "Faith Militant Returns"
B retreat to stony-shore
expect sh in winterfell
expect x in stony-shore
expect y in stony-shore
expect A gold 3
""",
    "Forced March": """
A hand "Forced March"
A play "Forced March"
expect illegal tegot/forced-march#1: A move s3 to oldtown
A move s3, s4 to ashemark
A pass
B pass
expect l3 in lannister.mat
""",
    "Loyal Companion": """
A hand "Loyal Companion"
A play "Loyal Companion"
expect "Loyal Companion" in A.kept
""",
    "Master of the Seas": """
A hand "Master of the Seas"
A play "Master of the Seas"
expect illegal tegot/sail-rules#1: A sail s1 to white-harbor
A sail s1 to rainwood
expect s1 in rainwood
expect A gold 3
""",
    "Press into Battle": """
A hand "Press into Battle", c = "Drain the Coffers"
deck "Unsullied"
A play "Press into Battle"
A way march
A march s3, s4 to riverrun
A fight with c
expect A points 1
expect A pool 2
""",
    "Raid the Gold Lines": """
the-reach x = "Lannister power"
A hand "Raid the Gold Lines"
A play "Raid the Gold Lines"
B retreat to rainwood
expect sh in the-reach
expect A gold 3
""",
    "Reclaim Your Homeland": """
position round 2, event, active A
winterfell l1 = "Lannister power", l2 = "Lannister power", l3 = "Lannister power"
rainwood sh = "Hero of Stark", s1 = "Stark power"
casterly-rock "Lannister power"
A hand "Reclaim Your Homeland"
A play "Reclaim Your Homeland"
A move sh, s1 to winterfell
B retreat to stony-shore
expect sh in winterfell
expect A points 1
""",
    "Stash of Dragonglass": """
A hand "Stash of Dragonglass"
deck "Unsullied", r = "Kingslayer", "Drain the Coffers"
A play "Stash of Dragonglass"
A march s3, s4 to riverrun
A pass
expect r in discard
expect A points 1
expect s3 in riverrun
""",
    "The King's Roads": """
A hand "The King's Roads"
A play "The King's Roads"
A march s1 to barrowlands
A march s2 to hornwood
A pass
expect A gold 3
expect s1 in barrowlands
expect s2 in hornwood
""",
    "Trial by Combat": """
A hand "Trial by Combat", c = "Drain the Coffers"
A play "Trial by Combat"
A move sh to ashemark
A fight with c
B pass
expect sh in ashemark
expect A points 2
""",
    "Tribute to the Lord of Light": """
A hand "Tribute to the Lord of Light"
A play "Tribute to the Lord of Light" paying s4
A way sail
A sail s3 to ashemark
A pass
B pass
expect s4 in stark.mat
expect A gold 1
expect l3 in lannister.mat
expect A points 1
""",
    "Unsullied": """
A hand "Unsullied", c = "Drain the Coffers"
deck "A Secret Heir"
A play "Unsullied"
A march s3, s4 to riverrun
A fight with c
A say yes
A march s3, s4 to ashemark
A pass
B pass
expect A points 2
expect s3 in ashemark
expect l3 in lannister.mat
""",
}


@pytest.mark.parametrize("card", CASES)
def test_the_event_does_what_it_says(card: str) -> None:
    holds(at_event(CASES[card], HOMES), TWO)


HEROES: dict[str, str] = {
    "Cersei Lannister": """
position round 2, event, active B
winterfell "Stark power"
casterly-rock lh = "Hero of Lannister", "Lannister power"
ashemark "Lannister power"
B hand "Cersei Lannister"
B shields "Shield of Tully", "Shield of Arryn"
B play "Cersei Lannister"
expect illegal tegot/cersei-lannister#1: B recruit tully to ashemark
B recruit tully to casterly-rock
expect illegal tegot/cersei-lannister#1: B recruit arryn to casterly-rock
B recruit tully to casterly-rock
expect B gold 0
""",
    "Robb Stark": """
position round 2, event, active A
winterfell "Stark power"
barrowlands "Hero of Stark", "Stark power"
casterly-rock "Lannister power"
A hand "Robb Stark"
A gold 7
A play "Robb Stark"
A recruit stark to winterfell
A recruit stark to winterfell
A recruit stark to barrowlands
expect A gold 2
expect "Robb Stark" in A.played
""",
    "Edmure Tully": """
position round 2, event, active A
riverrun "Hero of Tully", "Tully power"
casterly-rock "Lannister power"
A hand "Edmure Tully", "Complex Negotiations"
A pool own = "Arryn power"
B pool t = "Tyrell power"
A play "Edmure Tully"
A plot "Complex Negotiations"
A take t
A return own
expect t in A.pool
expect own in arryn.mat
expect A gold 0
""",
    "Ellaria Sand": """
position round 2, event, active A
sunspear "Hero of Martell", "Martell power"
casterly-rock l1 = "Lannister power", "Hero of Lannister"
ashemark l2 = "Lannister power"
A hand "Ellaria Sand", c = "Drain the Coffers"
A play "Ellaria Sand"
expect illegal tegot/ellaria-sand#1: A recruit martell to sunspear
A recruit martell to ashemark
A fight with c
B pass
expect "Martell power" in ashemark
expect l2 in lannister.mat
expect A points 1
""",
    "Margaery Tyrell": """
position round 2, event, active A
highgarden "Hero of Tyrell", "Tyrell power"
casterly-rock "Lannister power"
A hand "Margaery Tyrell", x = "Lone Wolf"
deck "Assault by Sea", "Unsullied", "Kingslayer", "Survival"
A play "Margaery Tyrell"
A whisper x
A plot "Assault by Sea"
A take "Arryn power"
expect A gold 0
expect A pool 1
""",
    "Stannis Baratheon": """
position round 2, event, active A
storms-end bh = "Hero of Baratheon", b0 = "Baratheon power"
rainwood b1 = "Baratheon power"
the-reach b2 = "Baratheon power"
ashemark l1 = "Lannister power"
casterly-rock "Lannister power"
A hand "Stannis Baratheon"
A play "Stannis Baratheon"
expect illegal tegot/stannis-baratheon#1: A gather bh, b0 to ashemark
A gather bh, b1, b2 to ashemark
B pass
expect bh in ashemark
expect b1 in ashemark
expect b2 in ashemark
expect A points 1
""",
    "Theon Greyjoy": """
position round 2, event, active A
pyke gh = "Hero of Greyjoy", g1 = "Greyjoy power", g2 = "Greyjoy power"
casterly-rock l1 = "Lannister power"
silverhill "Lannister power"
deck d = "Vendetta"
A hand "Theon Greyjoy"
A play "Theon Greyjoy"
A way march
expect illegal tegot/theon-greyjoy#1: A march g1, g2 to ashemark
A march gh, g1 to ashemark
A march gh, g1 to casterly-rock
B pass
expect "Castle of Casterly Rock" in A.castles
expect d in A.hand
expect A points 1
""",
    "Tyrion Lannister": """
position round 2, event, active B
winterfell "Stark power"
riverrun s1 = "Stark power"
ashemark lh = "Hero of Lannister", "Lannister power"
casterly-rock l1 = "Lannister power"
B hand "Tyrion Lannister"
B play "Tyrion Lannister"
B way march
expect illegal tegot/tyrion-lannister#1: B march l1 to ashemark
B march lh, "Lannister power" to riverrun
A pass
expect B gold 3
expect B points 1
expect s1 in stark.mat
""",
    "Jaime Lannister": """
position round 2, event, active B
winterfell "Stark power"
riverrun s1 = "Stark power"
ashemark lh = "Hero of Lannister"
casterly-rock "Lannister power"
B hand "Jaime Lannister"
B play "Jaime Lannister"
B way march
B march lh to riverrun
A pass
expect lh in riverrun
expect B points 1
""",
    "Eddard Stark": """
position round 2, event, active A
winterfell "Hero of Stark", "Stark power"
casterly-rock "Lannister power"
A hand "Eddard Stark"
A play "Eddard Stark"
A recruit stark to winterfell
expect A gold 1
""",
    "Hoster Tully": """
position round 2, event, active A
riverrun "Hero of Tully", "Tully power"
casterly-rock "Lannister power"
A hand "Hoster Tully"
A shields "Shield of Arryn"
A play "Hoster Tully"
expect illegal: A choose "Arryn power"
A choose "Tyrell power"
expect A gold 2
expect "Tyrell power" in A.pool
""",
    "Oberyn Martell": """
position round 2, event, active A
sunspear mh = "Hero of Martell", m1 = "Martell power"
ashemark l1 = "Lannister power", l2 = "Lannister power", l3 = "Lannister power"
casterly-rock "Lannister power"
A hand "Oberyn Martell"
A play "Oberyn Martell"
expect illegal tegot/oberyn-martell#1: A move m1 to ashemark
A move mh to ashemark
B pass
expect l2 in casterly-rock
expect mh in ashemark
expect A points 1
""",
    "Olenna Tyrell": """
position round 2, event, active A
highgarden "Hero of Tyrell", "Tyrell power"
casterly-rock "Lannister power"
A hand "Olenna Tyrell", p = "Assault by Sea"
A play "Olenna Tyrell"
A plot p
A take "Arryn power"
expect A gold 1
expect p in A.hand
""",
    "Robert Baratheon": """
position round 2, event, active A
storms-end "Hero of Baratheon", "Baratheon power"
oldtown "Baratheon power"
dragonstone "Baratheon power"
hornwood "Baratheon power"
casterly-rock "Lannister power"
A hand "Robert Baratheon"
A play "Robert Baratheon"
expect A gold 5
""",
    "Aeron Greyjoy": """
position round 2, event, active A
pyke gh = "Hero of Greyjoy", "Greyjoy power"
ashemark l1 = "Lannister power"
casterly-rock "Lannister power"
A hand "Aeron Greyjoy"
B gold 2
A play "Aeron Greyjoy"
A move gh to ashemark
B pass
expect A gold 1
expect A points 1
""",
    "Daenerys Targaryen": """
position round 2, event, active A
winterfell "Hero of Stark", "Stark power"
barrowlands "Stark power"
casterly-rock "Lannister power"
A hand "Daenerys Targaryen"
A gold 5
A play "Daenerys Targaryen"
expect illegal tegot/daenerys-targaryen#1: A egg to oldtown
A egg to winterfell
A egg to barrowlands
expect A gold 1
""",
    "Jon Snow": """
position round 2, event, active A
moat-cailin sh = "Hero of Stark", s1 = "Stark power"
riverrun l1 = "Lannister power"
casterly-rock "Lannister power"
A hand "Jon Snow"
A play "Jon Snow"
A way march
A march sh, s1 to riverrun
B pass
expect A points 2
""",
}
HOUSE = {
    "Edmure Tully": "tully", "Ellaria Sand": "martell", "Margaery Tyrell": "tyrell", "Stannis Baratheon": "baratheon",
    "Theon Greyjoy": "greyjoy", "Hoster Tully": "tully", "Oberyn Martell": "martell", "Olenna Tyrell": "tyrell",
    "Robert Baratheon": "baratheon", "Aeron Greyjoy": "greyjoy",
}  # fmt: skip


@pytest.mark.parametrize("card", HEROES)
def test_the_hero_power_does_what_it_says(card: str) -> None:
    text = HEROES[card]
    if "active B" in text:
        text = text.replace("B hand", 'A hand "Uniting the Bloodlines"\nB hand', 1)
    else:
        text = text.replace("A hand", 'B hand "Uniting the Bloodlines"\nA hand', 1)
    holds(text, TWO.replace("stark", HOUSE.get(card, "stark")))


def test_every_plot_card_and_hero_power_has_a_test() -> None:
    cards = load("tegot").cards.values()
    assert {card.name for card in cards if card.type == "plot"} == {*CASES, *test_events_of_peace.CASES}
    assert {card.name for card in cards if card.type == "hero-card"} == set(HEROES)
    assert len({*CASES, *test_events_of_peace.CASES}) == 62
    assert len(HEROES) == 17

"""Kingdom cards, the first half of the alphabet, each on a small table."""

from __future__ import annotations

from tests.unit.packs.okc.cases.seasons import AUTUMN, DAY, SPRING, WINTER

CASES: dict[str, str] = {
    "amnesty": f"""{AUTUMN}
C board "Amnesty"
C oaths spy = "Spy"
N oaths other = "Spy"

C use "Amnesty"
expect spy in C.discard
expect C influence 1
""",
    "banner-hall": f"""{DAY}
C board     "Banner Hall"
C highlands lev = "Levy" (facedown)

C claim wilds
expect votes_in(relics, "C") == 1
""",
    "bell-tower": f"""{DAY}
N board     "Bell Tower"
N power     nothing
C highlands trick = "Trickster" (facedown)

expect N lore 1
""",
    "blood-debt": f"""{AUTUMN}
C board "Toll Bridge"
N board "Blood Debt"
N influence 2
C influence 1

C use "Toll Bridge" naming N
N use "Blood Debt"
expect C influence 1
expect N influence 2
""",
    "blood-oath": f"""{DAY}
N board     "Blood Oath"
C highlands lev = "Levy" (facedown)
N plateau   "Spy" (facedown)
N lowlands  "Spy" (facedown)

C claim wilds
N claim battlefield
N claim temple
N say no
expect N influence 4
""",
    "broken-crown": f"""{DAY}
C board     "Broken Crown"
N highlands stew = "Gate Warden" (facedown), lev = "Levy" (facedown)
C highlands spy = "Spy" (facedown)
U tactics   "Hideouts"

C use "Broken Crown" targeting stew
C claim wilds
expect lev in N.losses
""",
    "caravan": f"""{AUTUMN}
C board  "Caravan"
C power  nothing
C deck   "Heir"
C hand   f = "Follower"
C influence 2

C travel f
C use "Caravan"
expect C influence 1
expect C hand 1
""",
    "collectors": f"""{WINTER}
C board "Collectors", "Wayfarers"
expect C influence 2
""",
    "crown-jewels": """position  round 2, winter, order C N U G, favour C
C board "Crown Jewels"
expect C influence 1
""",
    "drill-yard": f"""{AUTUMN}
C board   "Drill Yard"
C tactics routes = "Sea Routes" (exhausted)

C use "Drill Yard"
expect routes not exhausted
""",
    "empty-halls": f"""{SPRING}
C board "Empty Halls"
C hand  "Heir", "Levy", "Spy"
C deck  "Captain", "Merchant"

C use "Empty Halls"
expect C hand 4
""",
    "false-royal-pardons": f"""{SPRING}
C board  "False Royal Pardons"
C losses rider = "Cavalry"

C use "False Royal Pardons"
expect rider in C.discard
""",
    "fen-walkers": f"""{DAY}
N board     "Fen Walkers"
N highlands trick = "Trickster" (facedown), lev = "Levy" (facedown)
C highlands spy = "Spy" (facedown)
U tactics   "Hideouts"

C claim wilds
expect trick in N.discard
expect lev in N.losses
""",
    "ferry": f"""{DAY}
C board     "Ferry"
C highlands lev = "Levy" (facedown)

C use "Ferry" naming lowlands
expect lev in C.lowlands
""",
    "forgotten-palace": f"""{WINTER}
C board "Forgotten Palace"
expect C influence 1
""",
    "grave-diggers": """position  round 2, year start, order C N U G
C board "Grave Diggers"
C hand  6 unknown
N hand  "Heir", "Levy", "Spy", "Follower", "Merchant"
N deck  nothing
N discard nothing
U hand  6 unknown
G hand  6 unknown

expect N limit 5
expect C influence 1
""",
    "grave-lanterns": """position  round 2, winter, order C N U G, herald C necropolis
C board "Grave Lanterns"
C power nothing
expect C lore 1
""",
    "headsman": f"""{DAY}
C board     "Headsman"
C influence 1
N highlands lev = "Levy" (facedown), nspy = "Spy" (facedown)

C use "Headsman"
expect lev in N.losses
expect C influence 0
""",
    "heavy-tithe": f"""{WINTER}
C board "Heavy Tithe"
C influence 2
N influence 2
expect C influence 2
expect N influence 1
expect U influence 0
""",
    "hostages": f"""{AUTUMN}
C board  "Hostages"
C losses spy = "Spy"

C use "Hostages"
expect spy in C.oaths
expect votes_in(oaths, "C") == 2
""",
    "iron-law": f"""{DAY}
N board     "Iron Law"
C highlands heir = "Heir" (facedown)
N highlands spy = "Spy" (facedown)
U tactics   "Hideouts"

N claim wilds
expect heir in C.losses
""",
    "light-horse": f"""{DAY}
C board     "Light Horse"
C power     nothing
C highlands rider = "Cavalry" (facedown)

C flank rider to plateau
C use "Light Horse"
expect C lore 1
""",
    "mountain-pass": f"""{AUTUMN}
C board passage = "Mountain Pass"
C hand  rider = "Cavalry"
C power nothing

C use passage naming wilds
C travel rider
expect C lore 1
expect passage in C.burned
""",
    "muted-bells": """position  round 2, summer lowlands, order C N U G
C board    "Muted Bells"
N lowlands warden = "Gate Warden" (facedown), lev = "Levy" (facedown)
C lowlands spy = "Spy" (facedown)
U tactics  "Hideouts"

C claim temple
C say no
expect lev in N.losses
""",
}

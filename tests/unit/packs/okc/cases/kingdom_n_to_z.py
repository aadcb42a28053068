"""Kingdom cards, the second half of the alphabet, each on a small table."""

from __future__ import annotations

from tests.unit.packs.okc.cases.seasons import AUTUMN, DAY, SPRING, WINTER

CASES: dict[str, str] = {
    "night-ferry": f"""{DAY}
C board     "Night Ferry"
C highlands lev = "Levy" (facedown), spy = "Follower" (facedown)
N highlands nspy = "Spy" (facedown)
U tactics   "Hideouts"

C choose lev
N claim wilds
expect spy in C.losses
""",
    "old-library": f"""{AUTUMN}
C board "Old Library"
C hand  f = "Follower"
C deck  "Heir", "Spy"
C power sailor = "Mariner"

C travel f
C acquire sailor
C use "Old Library"
expect C hand 2
""",
    "old-road-wardens": f"""{AUTUMN}
C board "Old Road Wardens"
N oaths spy = "Spy", lev = "Levy"

C use "Old Road Wardens" targeting spy
expect spy in N.discard
expect lev in N.oaths
""",
    "pageant": f"""{AUTUMN}
C board "Pageant"
C hand  spy = "Spy"

C govern spy to relics
C use "Pageant"
expect C supporters-plateau 1
""",
    "plague-doctor": """position  round 2, year start, order C N U G
C board "Plague Doctor"
C influence 3
C hand  "Heir"
C deck  nothing
C discard nothing
N hand  6 unknown
U hand  6 unknown
G hand  6 unknown

expect C influence 0
""",
    "poor-relief": f"""{WINTER}
C board "Poor Relief"
C influence 2
N influence 5
expect C influence 3
""",
    "recruiters": f"""{AUTUMN}
road    tower = "Watchtower", "Toll Bridge", "Caravan", "War Council"
kingdom next = "Blood Oath", "Banner Hall"
C board "Recruiters"
C hand  lev = "Levy"
C influence 2

C use "Recruiters" targeting tower
C pass @ space
expect tower in C.board
expect lev in C.occupying
expect C influence 0
expect next in road
""",
    "river-smugglers": f"""{AUTUMN}
road    tower = "Watchtower", "Toll Bridge", "Caravan", "War Council"
kingdom "Blood Oath", "Banner Hall"
C board smugglers = "River Smugglers"
C hand  lev = "Levy", spy = "Spy"

C use smugglers targeting tower
C choose lev
expect smugglers in C.burned
expect tower in C.board
expect lev in C.occupying
expect "Blood Oath" in road
expect "War Council" in road
""",
    "royal-bastard": """position  round 2, autumn, order C N U G, favour N
C board "Royal Bastard"
C influence 2

C use "Royal Bastard"
expect "Kingdom's Favour" in C.favour
expect C influence 0
""",
    "safe-houses": f"""{DAY}
C board     "Safe Houses"
C highlands trick = "Trickster" (facedown)

C retreat trick with trick
C use "Safe Houses"
expect C influence 1
""",
    "scribes": f"""{AUTUMN}
C board "Scribes"
C power nothing
N hand  f = "Follower"
N power nothing

N travel f
C use "Scribes"
expect C lore 1
expect N lore 1
""",
    "secret-passage": """position  round 2, autumn, order C N U G, herald C temple
C board passage = "Secret Passage"
C hand  guard = "Levy" (on passage)
C power nothing

C use passage naming temple
C say yes
expect C influence 1
expect C lore 1
expect passage in C.burned
expect guard in C.hand
""",
    "siege-engineers": """position  round 2, autumn, order N C U G
N board "Siege Engineers"
N hand  bane = "Bane"

N deploy bane to plateau
expect bane influence 2
""",
    "smoke-signals": f"""{DAY}
N board     "Smoke Signals"
N hand      eight = "Old Captain"
C highlands lev = "Levy" (facedown)

N use "Smoke Signals"
N claim wilds
expect eight in N.highlands
""",
    "spyglass": f"""{SPRING}
C board    "Spyglass"
N plateau  a = "Levy" (facedown)
U plateau  b = "Levy" (facedown)
C hand     nothing

C use "Spyglass" targeting a, b
""",
    "stalemate": f"""{DAY}
G board     "Stalemate"
C highlands "Levy" (facedown)
N highlands "Levy" (facedown)
C plateau   "Levy" (facedown)

C claim farmlands
expect G influence 1
""",
    "swan-song-horn": f"""{DAY}
C board     horn = "Horn of the Swan's Song"
C highlands lev = "Levy" (facedown)

C use horn
expect strength(lev) == 8
C claim wilds
expect strength(lev) == 5
""",
    "sworn-shields": """position  round 2, summer plateau, order C N U G
C board     "Sworn Shields"
C plateau   lev = "Levy" (facedown)
C supporters-plateau 2

expect total("C") == 9
C claim battlefield
""",
    "toll-bridge": f"""{AUTUMN}
C board "Toll Bridge"
N influence 2

C use "Toll Bridge" naming N
expect C influence 1
expect N influence 1
""",
    "veterans-guild": f"""{DAY}
C board     "Veterans' Guild"
C highlands spy = "Spy" (facedown), lev = "Levy" (facedown)

expect strength(spy) == 3
expect strength(lev) == 5
C claim wilds
""",
    "war-council": f"""{SPRING}
C board "War Council"

C use "War Council" naming plateau
expect C supporters-plateau 1
""",
    "watchtower": f"""{DAY}
N board     "Watchtower"
N highlands lev = "Levy" (facedown)

expect total("N") == 6
N claim wilds
""",
    "wayfarers": f"""{AUTUMN}
C board "Wayfarers"
C hand  f = "Follower"
C power nothing

C travel f
C use "Wayfarers"
expect C influence 1
""",
}

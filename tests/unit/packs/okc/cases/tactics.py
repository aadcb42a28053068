"""Tactics, each on a small table."""

from __future__ import annotations

from tests.unit.packs.okc.cases.seasons import DAY, SPRING

CASES: dict[str, str] = {
    "bought-silence": """position  round 2, summer highlands, order N C U G
N highlands lev = "Levy" (facedown)
C highlands spy = "Spy" (facedown)

N use "Bought Silence" targeting spy
N claim wilds
expect lev in N.highlands
""",
    "false-faces": f"""{DAY}
N highlands stew = "Last Steward" (facedown)
G highlands spy = "Spy" (facedown)
U tactics   "Hideouts"

G use "False Faces"
G claim wilds
expect stew in N.losses
""",
    "hideouts": f"""{DAY}
U highlands heir = "Heir" (facedown), lev = "Levy" (facedown)

U use "Hideouts"
U retreat heir with heir
expect heir in U.hand
""",
    "locks-and-keys": f"""{DAY}
N highlands lev = "Levy" (facedown)
C highlands spy = "Spy" (facedown)

N use "Locks and Keys" targeting lev
N claim wilds
expect lev in N.highlands
""",
    "midnight-ships": f"""{DAY}
U hand      eight = "Old Captain", "Levy"
C highlands lev = "Levy" (facedown)

U use "Midnight Ships" targeting eight
U claim wilds
expect eight in U.highlands
""",
    "night-whispers": """position  round 2, spring actions, order G C N U
C highlands secret = "Spy" (facedown)

G use "Night Whispers"
""",
    "old-prerogatives": """position  round 2, autumn, order N C U G
N hand a = "Spy", b = "Levy"

N govern a to oaths
N use "Old Prerogatives"
N govern b to relics
expect b in N.relics
""",
    "powder-barrels": f"""{DAY}
C highlands small = "Heir" (facedown), big = "Levy" (facedown)

U use "Powder Barrels" targeting small
expect small in C.discard
""",
    "printing-presses": f"""{DAY}
U power     nothing
C highlands spy = "Spy" (facedown)
N highlands lev = "Levy" (facedown)

C claim wilds
expect U lore 1
expect "Printing Presses" exhausted
""",
    "procession": """position  round 2, autumn, order G C N U
G use "Procession" naming temple
expect "Temple" markers-G 1
""",
    "school-of-storms": f"""{SPRING}
C highlands lev = "Levy" (facedown)
C hand      nothing

C use "School of Storms"
G markers on highlands, plateau, lowlands
expect total("C") == 7
""",
    "sea-routes": f"""{DAY}
C highlands lev = "Levy" (facedown)
C lowlands  far = "Captain" (facedown)

C use "Sea Routes" targeting lev
C flank lev to lowlands
expect lev in C.lowlands
""",
    "shared-dream": """position  round 2, autumn, order G C N U
G discard trick = "Trickster"

G use "Shared Dream" naming oaths
expect trick in G.oaths
expect votes_in(oaths, "G") == 0
""",
    "tide-of-spears": f"""{DAY}
C highlands lev = "Levy" (facedown)

C use "Tide of Spears"
expect C influence 1
expect "Tide of Spears" exhausted
C claim wilds
""",
    "tithes": """position  round 2, summer plateau, order N C U G, herald N farmlands
N tactics tithes = "Tithes" (markers 3)
C plateau "Levy" (facedown)

C claim farmlands
N use 2 of tithes
expect N influence 1
expect tithes markers 2
""",
    "war-songs": f"""{DAY}
C tactics   songs = "War Songs" (markers 2)
C highlands lev = "Levy" (facedown)
C plateau   cap = "Captain" (facedown)

C use 2 of songs targeting lev
expect strength(lev) == 6
expect songs markers 1
expect songs not exhausted
expect illegal okc/action#4: C use 2 of songs
C claim wilds
expect strength(lev) == 5
""",
}

"""Locations, factions, their seats and advanced cards, each on a small table."""

from __future__ import annotations

from tests.unit.packs.okc.cases.seasons import DAY, WINTER

CASES: dict[str, str] = {
    "bell-ringer": f"""{DAY}
U highlands bell = "Bell Ringer" (facedown)
U deck      "Heir", "Spy"

expect U hand 1
U claim wilds
""",
    "board-clans": """position  round 2, spring actions, order C N U G, favour C
C supporters-lost 3

C use "Clans"
expect C supporters 3
expect C influence 1
""",
    "board-gathering": """position  round 2, autumn, order G C N U, favour G
G tactics dream = "Shared Dream" (exhausted)

G use "Gathering"
expect dream not exhausted
""",
    "board-nobility": """position  round 2, autumn, order N C U G, favour N
N deck "Heir", "Spy"

N use "Nobility"
expect N hand 1
expect "Kingdom's Favour" uses 2
""",
    "board-uprising": """position  round 2, summer highlands, order U C N G, favour U
U highlands lev = "Levy" (facedown)

U use "Uprising" targeting lev
U retreat lev
expect lev in U.hand
""",
    "castle": f"""{DAY}
C highlands cap = "Captain" (facedown)
N oaths     old = "Spy"

C claim castle
C govern cap to oaths
expect old in N.discard
expect cap in C.oaths
""",
    "crowded-docks": """position  round 2, spring actions, order U C N G
U supply "Crowded Docks"
U supporters-lost 2

U use "Crowded Docks"
expect U supporters 4
""",
    "farmlands": """position  round 2, summer plateau, order C N U G, favour N
C plateau cap = "Captain" (facedown)

C claim farmlands
C say yes
expect "Kingdom's Favour" in C.favour
expect "Kingdom's Favour" uses 3
expect C influence 1
""",
    "forest-vault": """position  round 2, autumn, order G C N U
G supply "Forest Vault"
G power  nothing
G hand   a = "Follower", b = "Merchant"

G travel a
G use "Forest Vault"
G travel b
expect G lore 2
""",
    "gate-warden": f"""{DAY}
N highlands warden = "Gate Warden" (facedown), lev = "Levy" (facedown)
U highlands spy = "Spy" (facedown)

U claim wilds
expect warden in N.losses
expect lev in N.discard
""",
    "harbour-of-masts": f"""{DAY}
C highlands rider = "Cavalry" (facedown)
C supply    "Harbour of Masts"
N highlands other = "Cavalry" (facedown)

expect strength(rider) == 7
expect strength(other) == 5
C claim wilds
""",
    "hidden-choir": """position  round 2, autumn, order G C N U
G supply  "Hidden Choir"
G secrets "Levy"

G mark on castle, wilds
expect "Castle" markers-G 1
""",
    "hidden-workshop": f"""{DAY}
U supply    "Hidden Workshop"
U highlands spy = "Spy" (facedown)
C highlands lev = "Levy" (facedown)

U use "Hidden Workshop"
expect U influence 1
""",
    "house-of-dawns": """position  round 2, autumn, order N C U G
N supply "House of Dawns"

N use "House of Dawns"
expect N limit 7
expect illegal okc/action#4: N use "House of Dawns"
""",
    "last-steward": f"""{WINTER}
N highlands "Last Steward"
N deck     nothing
expect N influence 1
""",
    "mariner": f"""{DAY}
C highlands sailor = "Mariner" (facedown), lev = "Levy" (facedown)

C use sailor naming plateau
expect lev in C.plateau
""",
    "masked-hand": f"""{DAY}
U highlands hand = "Masked Hand" (facedown)
U power     nothing
C highlands lev = "Levy" (facedown)

U use hand
expect U lore 1
expect lev in C.losses
""",
    "necropolis": """position  round 2, summer lowlands, order C N U G
C lowlands cap = "Captain" (facedown)
C discard  spy = "Spy", "Heir"

C claim necropolis
C say yes
C choose spy
expect spy in C.hand
""",
    "sleepwalker": f"""{WINTER}
G highlands "Sleepwalker"
G power     nothing
expect G lore 1
""",
    "starless-knife": f"""{DAY}
G highlands knife = "Starless Knife" (facedown)
C highlands spy = "Spy" (facedown)
U tactics   "Hideouts"

G use knife
expect knife in G.discard
""",
    "steppe-riders": f"""{DAY}
C highlands riders = "Steppe Riders" (facedown), lev = "Levy" (facedown)
C plateau   more = "Levy" (facedown)

C claim wilds
expect C influence 1
C pass
""",
    "temple": """position  round 2, summer lowlands, order C N U G
C lowlands cap = "Captain" (facedown)
C power    nothing

C claim temple
C say yes
expect C influence 1
expect C lore 1
""",
    "unveiled-woman": f"""{DAY}
G highlands woman = "Unveiled Woman" (facedown)
C highlands rider = "Cavalry" (facedown)
C supporters-highlands 1
N highlands spy = "Spy" (facedown), heir = "Last Steward" (facedown)
U tactics   "Hideouts"

# The Spy's Assassinate happens at the same time and is not held off; what is left has lost its orders afterwards.
N claim wilds
expect woman in G.losses
expect rider in C.losses
expect not has_order(assassinate, spy)
""",
    "wilds": f"""{DAY}
C highlands rider = "Cavalry" (facedown)
C power     nothing

C claim wilds
C travel rider
expect rider in C.losses
expect C lore 1
""",
}

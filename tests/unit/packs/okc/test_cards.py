"""Every card with a text does what it says when it should, and not when it should not."""

from __future__ import annotations

import pytest

from rules.catalogue import load
from tests.unit.packs.okc.table import FOUR, TWO, holds, judge

DAY = "position  round 2, summer highlands, order C N U G, markers highlands plateau lowlands"
SPRING = "position  round 2, spring actions, order C N U G"
AUTUMN = "position  round 2, autumn, order C N U G"
WINTER = "position  round 2, winter, order C N U G"

CASES: dict[str, str] = {
    "castle": f"""{DAY}
C highlands cap = "Captain" (facedown)
N oaths     old = "Spy"

C claim castle
C govern cap to oaths
expect old in N.discard
expect cap in C.oaths
""",
    "wilds": f"""{DAY}
C highlands rider = "Cavalry" (facedown)
C power     nothing

C claim wilds
C travel rider
expect rider in C.losses
expect C lore 1
""",
    "farmlands": """position  round 2, summer plateau, order C N U G, favour N
C plateau cap = "Captain" (facedown)

C claim farmlands
C say yes
expect "Kingdom's Favour" in C.favour
expect "Kingdom's Favour" uses 3
expect C influence 1
""",
    "temple": """position  round 2, summer lowlands, order C N U G
C lowlands cap = "Captain" (facedown)
C power    nothing

C claim temple
C say yes
expect C influence 1
expect C lore 1
""",
    "necropolis": """position  round 2, summer lowlands, order C N U G
C lowlands cap = "Captain" (facedown)
C discard  spy = "Spy", "Heir"

C claim necropolis
C say yes
C choose spy
expect spy in C.hand
""",
    "board-clans": """position  round 2, spring actions, order C N U G, favour C
C supporters-lost 3

C use "Clans"
expect C supporters 3
expect C influence 1
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
    "board-gathering": """position  round 2, autumn, order G C N U, favour G
G tactics dream = "Shared Dream" (exhausted)

G use "Gathering"
expect dream not exhausted
""",
    "sea-routes": f"""{DAY}
C highlands lev = "Levy" (facedown)
C lowlands  far = "Captain" (facedown)

C use "Sea Routes" targeting lev
C flank lev to lowlands
expect lev in C.lowlands
""",
    "school-of-storms": f"""{SPRING}
C highlands lev = "Levy" (facedown)
C hand      nothing

C use "School of Storms"
G markers on highlands, plateau, lowlands
expect total("C") == 7
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
    "tide-of-spears": f"""{DAY}
C highlands lev = "Levy" (facedown)

C use "Tide of Spears"
expect C influence 1
expect "Tide of Spears" exhausted
C claim wilds
""",
    "steppe-riders": f"""{DAY}
C highlands riders = "Steppe Riders" (facedown), lev = "Levy" (facedown)
C plateau   more = "Levy" (facedown)

C claim wilds
expect C influence 1
C pass
""",
    "mariner": f"""{DAY}
C highlands sailor = "Mariner" (facedown), lev = "Levy" (facedown)

C use sailor naming plateau
expect lev in C.plateau
""",
    "harbour-of-masts": f"""{DAY}
C highlands rider = "Cavalry" (facedown)
C supply    "Harbour of Masts"
N highlands other = "Cavalry" (facedown)

expect strength(rider) == 7
expect strength(other) == 5
C claim wilds
""",
    "locks-and-keys": f"""{DAY}
N highlands lev = "Levy" (facedown)
C highlands spy = "Spy" (facedown)

N use "Locks and Keys" targeting lev
N claim wilds
expect lev in N.highlands
""",
    "old-prerogatives": """position  round 2, autumn, order N C U G
N hand a = "Spy", b = "Levy"

N govern a to oaths
N use "Old Prerogatives"
N govern b to relics
expect b in N.relics
""",
    "tithes": """position  round 2, summer plateau, order N C U G, herald N farmlands
N tactics tithes = "Tithes" (markers 3)
C plateau "Levy" (facedown)

C claim farmlands
N use 2 of tithes
expect N influence 1
expect tithes markers 2
""",
    "bought-silence": """position  round 2, summer highlands, order N C U G
N highlands lev = "Levy" (facedown)
C highlands spy = "Spy" (facedown)

N use "Bought Silence" targeting spy
N claim wilds
expect lev in N.highlands
""",
    "last-steward": f"""{WINTER}
N highlands "Last Steward"
N deck     nothing
expect N influence 1
""",
    "gate-warden": f"""{DAY}
N highlands warden = "Gate Warden" (facedown), lev = "Levy" (facedown)
U highlands spy = "Spy" (facedown)

U claim wilds
expect warden in N.losses
expect lev in N.discard
""",
    "house-of-dawns": """position  round 2, autumn, order N C U G
N supply "House of Dawns"

N use "House of Dawns"
expect N limit 7
expect illegal okc/action#4: N use "House of Dawns"
""",
    "hideouts": f"""{DAY}
U highlands heir = "Heir" (facedown), lev = "Levy" (facedown)

U use "Hideouts"
U retreat heir
expect heir in U.hand
""",
    "powder-barrels": f"""{DAY}
C highlands small = "Heir" (facedown), big = "Levy" (facedown)

U use "Powder Barrels" targeting small
expect small in C.discard
""",
    "midnight-ships": f"""{DAY}
U hand      eight = "Old Captain", "Levy"
C highlands lev = "Levy" (facedown)

U use "Midnight Ships" targeting eight
U claim wilds
expect eight in U.highlands
""",
    "printing-presses": f"""{DAY}
U power     nothing
C highlands spy = "Spy" (facedown)
N highlands lev = "Levy" (facedown)

C claim wilds
expect U lore 1
expect "Printing Presses" exhausted
""",
    "bell-ringer": f"""{DAY}
U highlands bell = "Bell Ringer" (facedown)
U deck      "Heir", "Spy"

expect U hand 1
U claim wilds
""",
    "crowded-docks": """position  round 2, spring actions, order U C N G
U supply "Crowded Docks"
U supporters-lost 2

U use "Crowded Docks"
expect U supporters 4
""",
    "hidden-workshop": f"""{DAY}
U supply    "Hidden Workshop"
U highlands spy = "Spy" (facedown)
C highlands lev = "Levy" (facedown)

U use "Hidden Workshop"
expect U influence 1
""",
    "shared-dream": """position  round 2, autumn, order G C N U
G discard trick = "Trickster"

G use "Shared Dream" naming oaths
expect trick in G.oaths
expect votes_in(oaths, "G") == 0
""",
    "false-faces": f"""{DAY}
N highlands stew = "Last Steward" (facedown)
G highlands spy = "Spy" (facedown)
U tactics   "Hideouts"

G use "False Faces"
G claim wilds
expect stew in N.losses
""",
    "procession": """position  round 2, autumn, order G C N U
G use "Procession" naming temple
expect "Temple" markers-G 1
""",
    "night-whispers": """position  round 2, spring actions, order G C N U
C highlands secret = "Spy" (facedown)

G use "Night Whispers"
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
    "forest-vault": """position  round 2, autumn, order G C N U
G supply "Forest Vault"
G power  nothing
G hand   a = "Follower", b = "Merchant"

G travel a
G use "Forest Vault"
G travel b
expect G lore 2
""",
    "hidden-choir": """position  round 2, autumn, order G C N U
G supply  "Hidden Choir"
G secrets "Levy"

G mark on castle, wilds
expect "Castle" markers-G 1
""",
    "swan-song-horn": f"""{DAY}
C board     horn = "Horn of the Swan's Song"
C highlands lev = "Levy" (facedown)

C use horn
expect strength(lev) == 8
C claim wilds
expect strength(lev) == 5
""",
    "forgotten-palace": f"""{WINTER}
C board "Forgotten Palace"
expect C influence 1
""",
    "false-royal-pardons": f"""{SPRING}
C board  "False Royal Pardons"
C losses rider = "Cavalry"

C use "False Royal Pardons"
expect rider in C.discard
""",
    "toll-bridge": f"""{AUTUMN}
C board "Toll Bridge"
N influence 2

C use "Toll Bridge" naming N
expect C influence 1
expect N influence 1
""",
    "watchtower": f"""{DAY}
N board     "Watchtower"
N highlands lev = "Levy" (facedown)

expect total("N") == 6
N claim wilds
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
    "war-council": f"""{SPRING}
C board "War Council"

C use "War Council" naming plateau
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
    "broken-crown": f"""{DAY}
C board     "Broken Crown"
N highlands stew = "Gate Warden" (facedown), lev = "Levy" (facedown)
C highlands spy = "Spy" (facedown)
U tactics   "Hideouts"

C use "Broken Crown" targeting stew
C claim wilds
expect lev in N.losses
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
    "old-road-wardens": f"""{AUTUMN}
C board "Old Road Wardens"
N oaths spy = "Spy", lev = "Levy"

C use "Old Road Wardens" targeting spy
expect spy in N.discard
expect lev in N.oaths
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
    "banner-hall": f"""{DAY}
C board     "Banner Hall"
C highlands lev = "Levy" (facedown)

C claim wilds
expect votes_in(relics, "C") == 1
""",
}

CASES |= {
    "masked-hand": f"""{DAY}
U highlands hand = "Masked Hand" (facedown)
U power     nothing
C highlands lev = "Levy" (facedown)

U use hand
expect U lore 1
expect lev in C.losses
""",
    "smoke-signals": f"""{DAY}
N board     "Smoke Signals"
N hand      eight = "Old Captain"
C highlands lev = "Levy" (facedown)

N use "Smoke Signals"
N claim wilds
expect eight in N.highlands
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
    "iron-law": f"""{DAY}
N board     "Iron Law"
C highlands heir = "Heir" (facedown)
N highlands spy = "Spy" (facedown)
U tactics   "Hideouts"

N claim wilds
expect heir in C.losses
""",
    "headsman": f"""{DAY}
C board     "Headsman"
C influence 1
N highlands lev = "Levy" (facedown), nspy = "Spy" (facedown)

C use "Headsman"
expect lev in N.losses
expect C influence 0
""",
    "spyglass": f"""{SPRING}
C board    "Spyglass"
N plateau  a = "Levy" (facedown)
U plateau  b = "Levy" (facedown)
C hand     nothing

C use "Spyglass" targeting a, b
""",
    "heavy-tithe": f"""{WINTER}
C board "Heavy Tithe"
C influence 2
N influence 2
expect C influence 2
expect N influence 1
expect U influence 0
""",
    "ferry": f"""{DAY}
C board     "Ferry"
C highlands lev = "Levy" (facedown)

C use "Ferry" naming lowlands
expect lev in C.lowlands
""",
    "drill-yard": f"""{AUTUMN}
C board   "Drill Yard"
C tactics routes = "Sea Routes" (exhausted)

C use "Drill Yard"
expect routes not exhausted
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
    "pageant": f"""{AUTUMN}
C board "Pageant"
C hand  spy = "Spy"

C govern spy to relics
C use "Pageant"
expect C supporters-plateau 1
""",
    "wayfarers": f"""{AUTUMN}
C board "Wayfarers"
C hand  f = "Follower"
C power nothing

C travel f
C use "Wayfarers"
expect C influence 1
""",
    "siege-engineers": """position  round 2, autumn, order N C U G
N board "Siege Engineers"
N hand  bane = "Bane"

N deploy bane to plateau
expect bane influence 2
""",
    "light-horse": f"""{DAY}
C board     "Light Horse"
C power     nothing
C highlands rider = "Cavalry" (facedown)

C flank rider to plateau
C use "Light Horse"
expect C lore 1
""",
    "safe-houses": f"""{DAY}
C board     "Safe Houses"
C highlands trick = "Trickster" (facedown)

C retreat trick with trick
C use "Safe Houses"
expect C influence 1
""",
    "stalemate": f"""{DAY}
G board     "Stalemate"
C highlands "Levy" (facedown)
N highlands "Levy" (facedown)
C plateau   "Levy" (facedown)

C claim farmlands
expect G influence 1
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
    "crown-jewels": """position  round 2, winter, order C N U G, favour C
C board "Crown Jewels"
expect C influence 1
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
    "hostages": f"""{AUTUMN}
C board  "Hostages"
C losses spy = "Spy"

C use "Hostages"
expect spy in C.oaths
expect votes_in(oaths, "C") == 2
""",
    "amnesty": f"""{AUTUMN}
C board "Amnesty"
C oaths spy = "Spy"
N oaths other = "Spy"

C use "Amnesty"
expect spy in C.discard
expect C influence 1
""",
    "royal-bastard": """position  round 2, autumn, order C N U G, favour N
C board "Royal Bastard"
C influence 2

C use "Royal Bastard"
expect "Kingdom's Favour" in C.favour
expect C influence 0
""",
    "night-ferry": f"""{DAY}
C board     "Night Ferry"
C highlands lev = "Levy" (facedown), spy = "Follower" (facedown)
N highlands nspy = "Spy" (facedown)
U tactics   "Hideouts"

C choose lev
N claim wilds
expect spy in C.losses
""",
    "bell-tower": f"""{DAY}
N board     "Bell Tower"
N power     nothing
C highlands trick = "Trickster" (facedown)

expect N lore 1
""",
    "sworn-shields": """position  round 2, summer plateau, order C N U G
C board     "Sworn Shields"
C plateau   lev = "Levy" (facedown)
C supporters-plateau 2

expect total("C") == 9
C claim battlefield
""",
    "poor-relief": f"""{WINTER}
C board "Poor Relief"
C influence 2
N influence 5
expect C influence 3
""",
    "empty-halls": f"""{SPRING}
C board "Empty Halls"
C hand  "Heir", "Levy", "Spy"
C deck  "Captain", "Merchant"

C use "Empty Halls"
expect C hand 4
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
    "veterans-guild": f"""{DAY}
C board     "Veterans' Guild"
C highlands spy = "Spy" (facedown), lev = "Levy" (facedown)

expect strength(spy) == 3
expect strength(lev) == 5
C claim wilds
""",
    "grave-lanterns": """position  round 2, winter, order C N U G, herald C necropolis
C board "Grave Lanterns"
C power nothing
expect C lore 1
""",
    "collectors": f"""{WINTER}
C board "Collectors", "Wayfarers"
expect C influence 2
""",
}

BIDS: dict[str, str] = {
    "court-jesters": """position  round 2, spring, order A B
A hand    five = "Levy"
B hand    low = "Trickster"
road      jesters = "Court Jesters", "Toll Bridge", "Caravan", "War Council"

A bid five
B bid low
A take jesters
expect A limit 7
""",
    "auctioneers": """position  round 2, spring, order A B
A board   "Auctioneers"
A power   nothing
A hand    eight = "Old Captain"
B hand    low = "Trickster"

A bid eight
B bid low
A use "Auctioneers"
expect A lore 1
A take-back
""",
    "castle-ghost": """position  round 2, spring, order A B
A hand    five = "Levy"
B hand    low = "Trickster"
road      ghost = "Castle Ghost", "Toll Bridge", "Caravan", "War Council"

A bid five
B bid low
A take ghost
expect ghost in castle
expect five in A.hand
""",
    "seal-of-oaths": """position  round 2, spring, order A B
A hand    five = "Levy"
B hand    low = "Trickster"
road      seal = "Seal of Oaths", "Toll Bridge", "Caravan", "War Council"

A bid five
B bid low
A take seal
expect seal in A.supply
expect five in A.hand
""",
    "long-hall": """position  round 2, spring, order B A
A supply  "Long Hall"
A hand    five = "Levy"
B hand    fiver = "Levy"
road      tower = "Watchtower", "Toll Bridge", "Caravan", "War Council"

A bid five
B bid fiver
A take tower
expect tower in A.board
""",
    "drowned-manor": """position  round 2, spring, order A B
B board   palace = "Forgotten Palace"
B supply  "Drowned Manor"
B hand    guard = "Levy" (on palace), low = "Trickster"
A hand    seven = "Champion"

A bid seven
B bid low
expect illegal okc/stealing-kingdom-card#2: A steal palace
A take-back
""",
    "pilgrim-shrine": """position  round 2, spring, order A B
A hand    five = "Levy"
B hand    low = "Trickster"
road      shrine = "Pilgrim Shrine", "Toll Bridge", "Caravan", "War Council"

A bid five
B bid low
A take shrine
expect shrine in temple
expect five in A.hand
""",
    "royal-seal": """position  round 2, spring, order A B
A hand    five = "Levy"
B hand    low = "Trickster"
road      seal = "Royal Seal", "Toll Bridge", "Caravan", "War Council"

A bid five
B bid low
A take seal
expect seal in A.supply
expect five in A.discard
expect votes_in(oaths, "A") == 1
""",
}


@pytest.mark.parametrize("card", CASES)
def test_card(card: str) -> None:
    assert card in load("okc").cards
    holds(CASES[card], FOUR)


@pytest.mark.parametrize("card", BIDS)
def test_card_in_bids(card: str) -> None:
    assert card in load("okc").cards
    done = judge(BIDS[card], TWO)
    assert not [f"{item.text} ({item.says})" for item in done.expected if not item.held]
    assert not done.violations


def test_every_card_with_a_text_is_tested() -> None:
    written = {card.id for card in load("okc").cards.values() if card.abilities}
    assert written <= {*CASES, *BIDS}, written - {*CASES, *BIDS}


def test_cards_that_are_ours_are_marked_as_training() -> None:
    """Only what the rulebook's text states stands without the mark."""
    stated = {card.id for card in load("okc").cards.values() if not card.training}
    assert stated == {"castle", "wilds", "farmlands", "kingdoms-favour", "herald", "sea-routes", "hideouts"}

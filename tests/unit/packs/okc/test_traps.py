"""Clauses that naive engines get wrong: the mistake each name is about would turn the verdict round."""

from __future__ import annotations

import pytest

from tests.unit.packs.okc.table import FOUR, TWO, holds, judge

CASES: dict[str, str] = {
    "an action is once a round although every clash has a Day step": """
position  round 2, summer highlands, order C N U G, markers highlands plateau lowlands
C highlands c1 = "Champion" (facedown)
C plateau   c2 = "Champion" (facedown)
C board     horn = "Horn of the Swan's Song"

C use horn targeting c1
C claim wilds
C pass
expect illegal okc/action#4: C use horn
""",
    "an order is once a clash, so the same card may use it again in the next one": """
position  round 2, summer highlands, order C N U G, markers highlands plateau lowlands
C highlands trick = "Trickster" (facedown)
C hand      a = "Old Captain", b = "Levy", c = "Champion"
N highlands "Old Captain" (facedown)

C ambush a with trick
expect illegal okc/ambush#3: C ambush b with trick
C play b
C claim wilds
""",
    "a night effect comes again in every clash": """
position  round 2, summer highlands, order C N U G, markers highlands plateau lowlands
N board     "Blood Oath"
C highlands "Levy" (facedown)
C plateau   "Levy" (facedown)

C claim wilds
C pass
expect N influence 1
C claim battlefield
expect N influence 3
""",
    "cards added by ambush are revealed after everyone's Day step": """
position  round 2, summer highlands, order C N U G
C highlands trick = "Trickster" (facedown)
C hand      spy = "Spy"
U highlands heir = "Heir" (facedown)

C ambush spy with trick
expect not active(spy)
U use "Hideouts" targeting heir
U retreat heir
expect heir in U.hand
""",
    "a card revealed by ambush may act, nothing else may": """
position  round 2, summer highlands, order C N U G, markers highlands plateau lowlands
C highlands trick = "Trickster" (facedown)
C hand      rider = "Cavalry"
N highlands trot = "Cavalry" (facedown)

C ambush rider with trick
C pass
N pass
U pass
G pass
expect illegal okc/added-cards#3: C use "Sea Routes"
expect illegal okc/added-cards#3: N flank trot to plateau
C flank rider to plateau
""",
    "two assassins eliminate each other": """
position  round 2, summer highlands, order C N U G, markers highlands plateau lowlands
C highlands one = "Spy" (facedown)
N highlands two = "Spy" (facedown)
G highlands three = "Levy" (facedown)
G plateau   "Levy" (facedown)

U use "Printing Presses"
G claim farmlands
expect one in C.losses
expect two in N.losses
expect three in G.losses
""",
    "an eliminated card still resolves its Night effect": """
position  round 2, summer highlands, order C N U G, markers highlands plateau lowlands
C highlands riders = "Steppe Riders" (facedown), levy = "Levy" (facedown)
N highlands spy = "Spy" (facedown)
G plateau   "Levy" (facedown)
U tactics   "Hideouts"

N claim wilds
expect riders in C.losses
expect C influence 1
""",
    "earlier cards and Supporters count nothing in a new clash": """
position  round 2, summer highlands, order C N U G
C highlands "Captain" (facedown)
C supporters-highlands 2
C hand      low = "Trickster"
N highlands "Old Captain" (facedown)
N hand      two = "Follower"

C play low
N play two
N claim wilds
""",
    "a gain of Strength for an earlier clash does not count in the new one": """
position  round 2, summer highlands, order C N U G
C highlands lev = "Levy" (facedown)
C board     horn = "Horn of the Swan's Song"
C hand      four = "Young Captain"
N highlands "Old Captain" (facedown)
N hand      five = "Levy"

C use horn targeting lev
C play four
N play five
N claim wilds
""",
    "who passed a tie still takes part in the new clash": """
position  round 2, summer highlands, order C N U G
C highlands "Levy" (facedown)
N highlands "Captain" (facedown)
N hand      low = "Trickster"
C hand      spare = "Old Captain"
C board     "Watchtower"

C pass
N play low
C claim wilds
""",
    "all passing means nobody wins": """
position  round 2, summer highlands, order C N U G, markers highlands plateau lowlands, herald C wilds
C highlands "Captain" (facedown)
N highlands "Captain" (facedown)
C hand      "Levy"
N hand      "Levy"
G plateau   "Levy" (facedown)

C pass
N pass
G claim farmlands
expect C influence 0
""",
    "a player without cards takes part with Supporters": """
position  round 2, summer highlands, order C N U G
C supporters-highlands 3
N highlands "Follower" (facedown)

C claim wilds
""",
    "lore is spent only when lore is gained": """
position  round 2, autumn, order C N U G
U power   agitator = "Great Agitator"
U lore    5
U hand    "Spy"

expect illegal okc/lore#2: U acquire agitator
""",
    "the Favour goes back to the Farmlands after its third use": """
position  round 3, spring actions, order C N U G
C favour  disc = "Kingdom's Favour" (uses 1)
C supporters-lost 2

C use "Clans"
expect disc in farmlands
""",
    "Untouchable is never eliminated, Resistant goes to the discard pile": """
position  round 2, summer highlands, order C N U G, markers highlands plateau lowlands
N highlands stew = "Last Steward" (facedown), heir = "Heir" (facedown), lev = "Levy" (facedown)
C highlands spy = "Spy" (facedown)
U tactics   "Hideouts"

N claim wilds
expect stew in N.highlands
expect heir in N.discard
expect lev in N.losses
""",
    "Untouchable holds against an action too": """
position  round 2, summer highlands, order C N U G
N highlands stew = "Last Steward" (facedown)
U highlands lev = "Levy" (facedown)

U use "Powder Barrels" targeting stew
expect stew in N.highlands
expect "Powder Barrels" exhausted
""",
    "a deployed card stays while it has influence and loses one each Winter": """
position  round 2, winter, order C N U G
N highlands bane = "Bane" (influence 2), lev = "Levy"

expect bane in N.highlands
expect bane influence 1
expect lev in N.discard
expect N influence 0
""",
    "influence on a card does not count for the order track": """
position  round 2, winter, order C N U G
N highlands bane = "Bane" (influence 5)
G influence 1

expect place_of("G") == 1
expect place_of("N") == 3
""",
    "influence on a card is gone when the card leaves its region": """
position  round 2, autumn, order N C U G
N highlands merch = "Merchant", bane = "Bane" (influence 2)

N rally merch with bane
expect bane in N.hand
expect bane influence 0
expect N influence 0
""",
    "four markers claim without influence and without the Herald": """
position  round 3, autumn, order G C N U, herald G farmlands
G secrets "Spy", "Levy"
G supply  "Hidden Choir"

G mark on farmlands, farmlands, farmlands, farmlands
G say no
expect G influence 0
expect "Farmlands" markers-G 0
""",
    "three markers are not enough": """
position  round 3, autumn, order G C N U
G secrets "Spy", "Levy"

G mark on farmlands, farmlands, farmlands
expect "Farmlands" markers-G 3
""",
    "the last in order sets the clash markers": """
position  round 2, summer, order C N U G
expect illegal okc/summer-1: C markers on plateau, highlands, lowlands
G markers on plateau, highlands, lowlands
""",
    "a Guide travels to the discard pile": """
position  round 2, autumn, order C N U G
C hand    champ = "Champion", lev = "Cavalry"
C power   nothing

C travel champ
expect champ in C.discard
expect C lore 2
""",
    "a Supporter archetype is no Supporter": """
position  round 2, summer highlands, order C N U G
C highlands f = "Follower" (facedown)
N highlands s = "Merchant" (facedown)
N supporters-highlands 1

expect total("C") == 2
expect total("N") == 3
N claim wilds
""",
}

BIDS: dict[str, str] = {
    "equal strength does not steal": """
position  round 2, spring, order A B
B board   palace = "Forgotten Palace"
B hand    guard = "Levy" (on palace), low = "Trickster"
A hand    five = "Levy"

A bid five
B bid low
expect illegal okc/stealing-kingdom-card#2: A steal palace
A take-back
""",
    "the guard returns to its owner's hand and the bid card occupies": """
position  round 2, spring, order A B
B board   palace = "Forgotten Palace"
B hand    guard = "Levy" (on palace), low = "Trickster"
A hand    six = "Captain"

A bid six
B bid low
A steal palace
expect guard in B.hand
expect six in A.occupying
expect palace in A.board
B take-back
""",
    "modifiers of the guard count": """
position  round 2, spring, order A B
B board   palace = "Forgotten Palace"
B supply  "Drowned Manor"
B hand    guard = "Levy" (on palace), low = "Trickster"
A hand    seven = "Champion"

A bid seven
B bid low
expect illegal okc/stealing-kingdom-card#2: A steal palace
""",
    "a Kingdom card in a supply cannot be stolen": """
position  round 2, spring, order A B
B supply  seal = "Royal Seal"
B hand    low = "Trickster"
A hand    eight = "Old Captain"

A bid eight
B bid low
expect illegal okc/supply#3: A steal seal
""",
    "a full hand sends the returning card to the top of the deck": """
position  round 2, spring, order A B
B board   palace = "Forgotten Palace"
B limit   3
B hand    guard = "Levy" (on palace), eight = "Old Captain", "Spy", "Heir"
A hand    six = "Captain"

A bid six
B bid eight
B take-back
A steal palace
expect guard in B.deck
expect B hand 3
""",
}


@pytest.mark.parametrize("name", CASES)
def test_trap(name: str) -> None:
    holds(CASES[name], FOUR)


@pytest.mark.parametrize("name", BIDS)
def test_bidding_trap(name: str) -> None:
    done = judge(BIDS[name], TWO)
    assert not [f"{item.text} ({item.says})" for item in done.expected if not item.held]
    assert not done.violations


def test_drawing_an_exact_deck_is_no_attrition() -> None:
    done = judge(
        """
position  round 2, year start, order A B
A hand    "Heir", "Levy", "Spy", "Captain"
A deck    "Follower", "Merchant"
A discard "Champion"
B hand    6 unknown

expect A limit 6
expect A hand 6
expect "Champion" in A.discard
""",
        TWO,
    )
    assert done.clean


def test_attrition_at_a_limit_of_three_does_not_lower_it() -> None:
    done = judge(
        """
position  round 2, year start, order A B
A limit   3
A hand    "Heir"
A deck    nothing
A discard "Champion", "Levy", "Spy"
B hand    6 unknown

shuffle A.deck: "Levy" "Champion" "Spy"
expect A limit 3
expect A hand 3
expect "Spy" in A.deck
""",
        TWO,
    )
    assert done.clean


def test_losses_are_not_shuffled_back() -> None:
    done = judge(
        """
position  round 2, year start, order A B
A hand    "Heir"
A deck    nothing
A discard nothing
A losses  "Champion", "Levy"
B hand    6 unknown

expect A losses 2
expect A hand 1
""",
        TWO,
    )
    assert done.clean

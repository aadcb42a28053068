"""Cards that matter in bids, each on a small table of two."""

from __future__ import annotations

BIDS: dict[str, str] = {
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
    "court-jesters": """position  round 2, spring, order A B
A hand    five = "Levy"
B hand    low = "Trickster"
road      jesters = "Court Jesters", "Toll Bridge", "Caravan", "War Council"

A bid five
B bid low
A take jesters
expect A limit 7
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
}

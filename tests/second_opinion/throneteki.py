"""What a click means in throneteki, as one table, and the lines of its chat that mark where a game stands."""

from __future__ import annotations

from tests.second_opinion.meanings import Automatic, Mark, Meaning, Sense

CLICKS = (
    Meaning("button", "Keep Starting Hand\\?", "Keep Hand", Sense.WORD, "keep"),
    Meaning("button", "Keep Starting Hand\\?", "Mulligan", Sense.WORD, "mulligan"),
    Meaning("button", "Select setup cards", "Done", Sense.DONE, "setup"),
    Meaning("button", "Select a plot", "Done", Sense.DONE, "plot"),
    Meaning("button", "Marshal your cards", "Done", Sense.PASS),
    Meaning("button", "Initiate an action", "Pass", Sense.PASS),
    Meaning("button", "Any (reactions|interrupts).*", "Pass", Sense.PASS),
    Meaning("button", "", "(Military|Intrigue|Power)", Sense.DECLARE),
    Meaning("button", "", "Done", Sense.PASS),
    Meaning("button", "Select challenge attackers.*", "Done", Sense.DONE, "challenge"),
    Meaning("button", "Select defenders.*", "Done", Sense.DONE, "defend"),
    Meaning("button", "Select stealth target.*", "Done", Sense.DONE, "stealth"),
    Meaning("button", "Perform before claim actions", "Apply Claim", Sense.NOTHING),
    Meaning("button", "Perform before claim actions", ".*", Sense.BEND),
    Meaning("button", "Select order to place cards.*", "Done", Sense.NOTHING, closes=True),
    Meaning("button", ".* is revealing .*", ".*", Sense.NOTHING, closes=True),
    Meaning("button", "Select target for attachment", "Done", Sense.BEND),
    Meaning("button", "Select .* to fulfill military claim", "Done", Sense.DONE, "claim"),
    Meaning("button", "Choose keyword order", ".*", Sense.ORDER),
    Meaning("button", "Choose when revealed order", ".*", Sense.ORDER),
    Meaning("button", "Apply intrigue claim against additional opponents\\?", ".*", Sense.ORDER),
    Meaning("button", "Select .*", "Done", Sense.DONE),
    Meaning("card", "draw deck of .*", ".*", Sense.NOTHING),
    Meaning("card", "play area.*", ".*", Sense.MANUAL, line="{player} kneels {what}"),
    Meaning("card", "play area.*", ".*", Sense.MANUAL, line="{player} stands {what}"),
    Meaning("drag", ".*", ".*", Sense.MANUAL),
    Meaning("chat", ".*", ".*", Sense.MANUAL),
)
"""What each click means at which prompt; the first row that fits counts."""

PHASES = ("Plot", "Draw", "Marshal", "Challenge", "Dominance", "Standing", "Taxation")

MARKS = (
    Mark("Round \\d+", 0),
    *(Mark(f"{name} Phase", 1, number) for number, name in enumerate(PHASES, 1)),
    Mark(".* has finished (marshalling|their challenges)", 2),
    Mark(".* has initiated an? \\w+ challenge against .*", 3),
    Mark(".* (does not defend the challenge|has defended with strength \\d+)", 4, 2),
    Mark("(.* won an? \\w+ challenge .*|There is no winner or loser for this challenge.*)", 4, 3),
)
"""Lines after which the game stands elsewhere: a round, a phase, a player's turn, a challenge, its stage.

A challenge begins at stage 0; the defence makes it 2, its result 3. What follows a challenge belongs to stage 3 until
the next one.
"""

AUTOMATIC = (Automatic("(?P<player>.+?) discards a duplicate to save (?P<what>.+)", "card", "duplicate"),)
"""What settings do without a click: a duplicate is discarded to save its card."""

BACK_TO_HAND = "play area -> hand"
"""Where a card is dragged that was put out in set-up and is taken back."""

ZONES = {
    "play area": "play",
    "hand": "hand",
    "draw deck": "deck",
    "discard pile": "discard",
    "dead pile": "dead",
    "plot deck": "plots",
    "active plot": "plot",
    "faction": "faction",
    "agenda": "agenda",
    "duplicate": "play",
    "out of game": "out",
}
"""Their names for zones, and ours."""

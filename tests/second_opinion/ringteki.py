"""What a click means in ringteki and jigoku, as one table: prompts, and the lines that mark where a game stands."""

from __future__ import annotations

from tests.second_opinion.meanings import Mark, Meaning, Sense

CLICKS = (
    Meaning("button", "Are you sure you want to pass.*", ".*", Sense.NOTHING),
    Meaning("button", ".*", "(Pay costs first|More|End Round|Choose cards)", Sense.NOTHING),
    Meaning("button", "(?s)Choose an elemental ring.*", "Pass Conflict", Sense.PASS),
    Meaning("button", "(?s)(Initiate an action|Click pass when done|Any (reactions|interrupts).*)", "Pass", Sense.PASS),
    Meaning("button", "(?s)(Military|Political) .* conflict.*", "Pass", Sense.PASS),
    Meaning("button", "(?s).*", "Initiate Conflict", Sense.DECLARE),
    Meaning("button", "You won the flip.*", ".*", Sense.BEND),
    Meaning("button", "Choose defenders", "Done", Sense.DONE, "defend"),
    Meaning("button", "Choose covert target.*", "No Target", Sense.DONE, "covert"),
    Meaning("button", "Select (dynasty|conflict) cards to mulligan", "Done", Sense.DONE, "mulligan"),
    Meaning("button", "Select dynasty cards to discard", "Done", Sense.DONE, "discard"),
    Meaning("button", "(?s)Choose character to discard.*", "Done", Sense.DONE, "fateless"),
    Meaning("button", "(?!Select one).*", "Done", Sense.DONE),
    Meaning("button", "Choose an effect to resolve", "Gain 2 Honor", Sense.WORD, "gain"),
    Meaning("button", "Choose an effect to resolve", "Take 1 Honor from opponent", Sense.WORD, "take"),
    Meaning("button", "Choose an effect to resolve", "Draw a card.*", Sense.WORD, "earth"),
    Meaning("button", ".*", "(Don't resolve.*|No Target|Take nothing)", Sense.WORD, "none"),
    Meaning("button", "Select one", "Increase honor bid", Sense.WORD, "more"),
    Meaning("button", "Select one", "Decrease honor bid", Sense.WORD, "less"),
    Meaning("button", "Select one", "Pay with cards", Sense.WORD, "cards"),
    Meaning("button", "Select one", "Pay with honor", Sense.WORD, "honor"),
    Meaning("button", "Select one", "Lose 1 honor to resolve this ability again", Sense.WORD, "yes"),
    Meaning("button", "Select one", "Lose 1 honor for no effect", Sense.WORD, "yes"),
    Meaning("button", "Select one", "Done", Sense.WORD, "no"),
    Meaning("button", "Select one", "Honor .*", Sense.WORD, "honor"),
    Meaning("button", "Select one", "Dishonor .*", Sense.WORD, "dishonor"),
    Meaning("button", "Which side of the Imperial Favor.*", "Military", Sense.WORD, "military"),
    Meaning("button", "Which side of the Imperial Favor.*", "Political", Sense.WORD, "political"),
    Meaning("button", "Do you wish to discard .*", "Yes", Sense.WORD, "yes"),
    Meaning("button", "Do you wish to discard .*", "No", Sense.WORD, "no"),
    Meaning("drag", ".*", ".*", Sense.MANUAL),
    Meaning("chat", ".*", ".*", Sense.MANUAL),
)
"""What each click means at which prompt; the first row that fits counts."""

PHASES = ("dynasty", "draw", "conflict", "fate")

MARKS = (
    Mark("(turn: |Round )\\d+ - dynasty phase", 0),
    *(Mark(f"(turn: |Round )\\d+ - {name} phase", 1, number) for number, name in enumerate(PHASES, 1)),
    Mark(".* is initiating an? \\w+ conflict at .*", 3),
    Mark(".* (does not defend the conflict|has defended with skill \\d+)", 4, 2),
    Mark("(.* won an? \\w+ conflict .*|There is no winner or loser for this conflict.*)", 4, 3),
)
"""Lines after which the game stands elsewhere: a round, a phase, a conflict, its stage (as in throneteki)."""

ZONES = {
    "play area": "play",
    "hand": "hand",
    "conflict deck": "conflict_deck",
    "dynasty deck": "dynasty_deck",
    "conflict discard pile": "conflict_discard",
    "dynasty discard pile": "dynasty_discard",
    "province 1": "province1",
    "province 2": "province2",
    "province 3": "province3",
    "province 4": "province4",
    "stronghold province": "stronghold",
    "role": "role",
    "province deck": "provinces",
}
"""Their names for zones, and ours."""

SELECTIONS = {
    "Choose defenders": "play area",
    "Select dynasty cards to mulligan": "province .*",
    "Select conflict cards to mulligan": "hand",
    "Select dynasty cards to discard": "province .*",
}
"""Prompts that end a selection, and where the cards lie that belong to it; other clicks before them mean nothing."""

SEVERAL = r"Choose up to \d+ cards"
"""The prompt of an ability that chooses several cards in provinces; the chat names only the first that is facedown."""

TAKES_BACK = ("Pay costs first",)
"""Buttons after which theirs forgets what was chosen for an ability, and asks again."""

DECLARED = (
    r"(?P<player>.+) is initiating an? (?P<type>\w+) conflict at (?P<province>.+), contesting the (?P<ring>\w+) ring"
)
"""The line of a declaration."""

REVEALED = r"(?P<player>.+) reveals the top \d+ from their conflict deck: (?P<cards>.+)"
"""The line that names cards on top of a deck."""

PAID = r", (sacrificing|dishonoring|bowing|discarding|returning) (?P<card>.+?) to "
"""The part of a line that names the card an ability is paid with, before what the ability does."""

DUPLICATE = r".+ discards a duplicate to add 1 fate to .+"
"""The line of a duplicate discarded in the dynasty phase."""

ENDED = " has won the game"
"""What the chat says when a game ends, which may come before it tells of the ability that ended it."""

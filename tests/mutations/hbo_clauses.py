"""hbo: whose each decision is and what may be answered, from the rulebook of the edition for two players."""

from __future__ import annotations

from tests.mutations.clauses import Clauses, Turns

_USED = Clauses(("hbo/using-abilities#3",), ("hbo/using-abilities#3", "hbo/using-abilities#4"))
_ICONS = ("hbo/military-challenge#1", "hbo/intrigue-challenge#1", "hbo/power-challenge#1")

QUESTIONS = {
    # abilities: their player makes their choices
    "ability/cost": Clauses(("hbo/using-abilities#3",), ("hbo/cost-of-effect#2",)),
    "ability/target": _USED,
    "ability/wave": _USED,
    "ability/wave/may": Clauses(("hbo/using-abilities#6",), ("hbo/using-abilities#6",)),
    # setup and the draft
    "setup/mulligan": Clauses(("hbo/mulligan#1", "hbo/mulligan#2"), ("hbo/mulligan#1", "hbo/mulligan#2")),
    "setup/place": Clauses(("hbo/setup-6#1",), ("hbo/setup-6#1", "hbo/setup-6#4")),
    "draft/take one": Clauses(("hbo/draft-2#1",), ("hbo/draft-2#1",)),
    "draft/take second": Clauses(("hbo/draft-3#1",), ("hbo/draft-3#1",)),
    "draft/choose": Clauses(("hbo/draft-5#1",), ("hbo/draft-5#1",)),
    # a round
    "plot/choose": Clauses(("hbo/plot-1#1",), ("hbo/plot-1#1", "hbo/plot-1#2")),
    "plot/first player": Clauses(("hbo/plot-5#1",), ("hbo/plot-5#1",)),
    "challenge/defenders": Clauses(
        ("hbo/challenges-2#1",),
        ("hbo/challenges-2#1", "hbo/challenges-2#2", "hbo/stealth#4", *_ICONS),
    ),
    "resolution/claim": Clauses(
        ("hbo/military-challenge#2",), ("hbo/military-challenge#2",), ("hbo/high-claim-military#2",), ("hbo/claim#2",)
    ),
}

_CHANCE = ("hbo/opportunity#1",)

_TURN = "hbo/marshalling-2#1"
_ACTED = ("hbo/action#5", "hbo/pass-action#1")

WINDOWS = {
    "actions": Turns((*_CHANCE, *_ACTED, _TURN), (*_CHANCE, *_ACTED, _TURN)),  # or whose turn it is to play
    "saves": Turns(_CHANCE, _CHANCE),
    "responses": Turns(_CHANCE, _CHANCE),
}
"""Whenever players may act or respond, the first player has the first chance; then it alternates."""

OWNERS = ("hbo/using-abilities#1",)
"""Whose card it is: only that player uses an ability of it."""

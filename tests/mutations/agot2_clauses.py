"""agot2: whose each decision is and what may be answered, from the Rules Reference: glossary and Appendix I."""

from __future__ import annotations

from tests.mutations.clauses import Clauses, Turns

_LEGAL = ("agot2/target#1", "agot2/target#9", "agot2/abilities#5", "agot2/immunity#1")
_CHOSEN = Clauses(
    ("agot2/target#2",), _LEGAL, ("agot2/target#1", "agot2/target#3"), ("agot2/target#1", "agot2/target#3")
)
_PAID = Clauses(
    ("agot2/initiating-abilities#1",),
    ("agot2/costs#2", "agot2/costs#3", "agot2/costs#4", "agot2/abilities#10"),
    few=("agot2/initiating-abilities#5",),
)
_MAY = Clauses(("agot2/may#2",), ("agot2/may#1",))

QUESTIONS = {
    # abilities: the payment, targets and later choices, the choices of each player
    "ability/cost/paid": _PAID,
    "ability/cost/x": Clauses(("agot2/initiating-abilities#1",), ("agot2/letter-x#2", "agot2/abilities#10")),
    "ability/target": _CHOSEN,
    "ability/wave": Clauses(
        ("agot2/target#2", "agot2/simultaneous-resolution#1"), (*_LEGAL, "agot2/simultaneous-resolution#1")
    ),
    "ability/wave/may": _MAY,
    "delayed/wave": _CHOSEN,
    "delayed/wave/may": _MAY,
    # setup
    "setup/mulligan": Clauses(
        ("agot2/mulligan#1", "agot2/mulligan#3"), ("agot2/mulligan#1",)
    ),  # one each, in player order
    "setup/place": Clauses(("agot2/setup-8#1",), ("agot2/setup-8#1", "agot2/setup-8#4"), ("agot2/setup-8#1",)),
    "setup/reveal": Clauses(("agot2/setup-9#2",), ("agot2/setup-8#5", "agot2/setup-9#2")),
    # the framework of a round
    "plot/choose": Clauses(("agot2/1.2#1",), ("agot2/1.2#1",)),
    "plot/first player": Clauses(("agot2/choose-first-player#1",), ("agot2/choose-first-player#1",)),
    "plot/titles": Clauses(("agot2/1.4#2",), ("agot2/1.4#2",)),
    "taxation/reserve": Clauses(("agot2/7.3#1",), ("agot2/7.3#2",)),
    "standing/stand": Clauses(("agot2/priority#2",), ("agot2/6.2#1",), few=("agot2/cannot#1",)),
    # a challenge
    "moment/forced reactions/redirect": Clauses(("agot2/crown-regent#2",), ("agot2/redirect#2", "agot2/redirect#3")),
    "challenge/defenders": Clauses(
        ("agot2/4.2.1#1",),
        ("agot2/4.2.1#1", "agot2/4.2.1#2", "agot2/4.2.1#3", "agot2/4.2.1#4", "agot2/cannot#1", "agot2/golden-rules#2"),
    ),
    "challenge/claim/claimed": Clauses(
        ("agot2/military-claim#1",), ("agot2/military-claim#1",), ("agot2/military-claim#5",)
    ),
    "challenge/claim/claim": Clauses(("agot2/master-of-whispers#2",), ("agot2/master-of-whispers#2",)),
    "challenge/keywords/next": Clauses(("agot2/4.2.5#2",), ("agot2/4.2.5#2",)),
    "challenge/keywords/use": Clauses(
        ("agot2/insight#1", "agot2/intimidate#1", "agot2/intimidate#2", "agot2/pillage#1", "agot2/renown#1"),
        ("agot2/insight#1", "agot2/intimidate#2", "agot2/intimidate#4", "agot2/pillage#1", "agot2/renown#1"),
    ),
}

_FIRST = ("agot2/priority#1", "agot2/nested-sequences#6")

WINDOWS = {
    "actions": Turns(("agot2/priority#1",), ("agot2/action-window#1",)),
    "actions of marshaling": Turns(("agot2/marshaling-action-window#1",), ("agot2/marshaling-action-window#4",)),
    "would": Turns(_FIRST, ("agot2/interrupt#5",)),
    "interrupts": Turns(_FIRST, ("agot2/interrupt#5",)),
    "reactions": Turns(_FIRST, ("agot2/reaction#5",)),
}
"""The first player has the first opportunity of each; from there it goes round in player order."""

OWNERS = ("agot2/abilities#2", "agot2/duplicates#3")
"""Whose card it is: only that player uses an ability of it."""

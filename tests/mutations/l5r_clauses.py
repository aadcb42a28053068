"""l5r: whose each decision is and what may be answered.

From the Rules Reference: glossary, framework steps, the duel.
"""

from __future__ import annotations

from tests.mutations.clauses import Clauses, Turns

_MAY = Clauses(("l5r/may#2",), ("l5r/may#1",))
_HONORED = ("l5r/personal-honor#8", "l5r/personal-honor#9")
_LEGAL = (
    "l5r/choose#2",
    "l5r/target#4",
    "l5r/target#10",
    "l5r/ability#3",
    "l5r/immune#1",
    "l5r/unique-cards#2",
    *_HONORED,
    "l5r/dash#4",
    "l5r/dash#6",
)
_ENOUGH = ("l5r/choose#1", "l5r/target#5")
_TWICE = ("l5r/choose#2",)
_AS_MANY = ("l5r/effects#4", "l5r/priority-of-simultaneous-resolution#1")

QUESTIONS = {
    # abilities: costs, targets and options before the dash, decisions after it
    "ability/cost": Clauses(
        ("l5r/ability#10",),
        ("l5r/cost#2", "l5r/cost#4", "l5r/cost#5", "l5r/triggered-abilities#9"),
        few=("l5r/initiation-4#1",),
    ),
    "ability/target/target": Clauses(("l5r/target#1",), _LEGAL, _TWICE, _ENOUGH),
    "ability/target": Clauses(("l5r/select#3", "l5r/target#1"), ("l5r/select#4", *_LEGAL), _TWICE, _ENOUGH),
    "ability/wave": Clauses(
        ("l5r/ability#10", "l5r/select#3", "l5r/priority-of-simultaneous-resolution#1"),
        ("l5r/choose#2", "l5r/target#10", "l5r/select#4", "l5r/priority-of-simultaneous-resolution#1"),
        _AS_MANY,
        _AS_MANY,
    ),
    "ability/wave/may": _MAY,
    "delayed/wave": Clauses(("l5r/ability#10",), ("l5r/choose#2", "l5r/target#10"), _AS_MANY, _AS_MANY),
    "delayed/wave/may": _MAY,
    # setup
    "setup/stronghold": Clauses(("l5r/setup-5#1",), ("l5r/setup-5#1",)),
    "setup/provinces": Clauses(("l5r/setup-5#3",), ("l5r/setup-5#3",)),
    "setup/province mulligan": Clauses(("l5r/setup-6#2",), ("l5r/setup-6#2",)),
    "setup/hand mulligan": Clauses(("l5r/setup-7#2",), ("l5r/setup-7#2",)),
    # a round
    "draw/bid": Clauses(("l5r/2.2#1",), ("l5r/2.2#1",)),
    "conflict/defenders": Clauses(("l5r/3.2.1#1",), ("l5r/3.2.1#1", "l5r/covert#2", "l5r/dash#2")),
    "conflict/raze": Clauses(("l5r/3.2.5#2",), ("l5r/3.2.5#2",)),
    "ring effect/choose": Clauses(("l5r/3.2.6#1",), ("l5r/3.2.6#1",)),
    "conflicts/claim": Clauses(("l5r/3.4.2#1",), ("l5r/3.4.2#1",)),
    "fate/discard": Clauses(("l5r/4.2#2",), ("l5r/4.2#1", "l5r/cannot#1"), few=("l5r/4.2#2",)),
    "regroup/discard": Clauses(("l5r/5.3#1",), ("l5r/5.3#1", "l5r/5.3#2")),
    "restricted/discard": Clauses(("l5r/restricted#2",), ("l5r/restricted#2",)),
    # a duel, and what cards let one do about its bids
    "duel/bid": Clauses(("l5r/d.3#1",), ("l5r/d.3#1",)),
    "duel/transfer/instead": Clauses(("l5r/may#1",), ("l5r/may#1",)),
    "duel/transfer/cards": Clauses(("l5r/d.5#1",), ("l5r/d.5#1",)),
}

_FIRST = ("l5r/first-player#4",)

WINDOWS = {
    "actions": Turns(("l5r/first-player#3",), ("l5r/action-windows#2",)),
    "actions of conflict": Turns(("l5r/3.2.2#1",), ("l5r/3.2.2#1",)),
    "actions of dynasty": Turns(("l5r/1.4#1", "l5r/pass#2"), ("l5r/1.4#1", "l5r/pass#2")),
    "would": Turns(_FIRST, ("l5r/interrupts#5",)),
    "interrupts": Turns(_FIRST, ("l5r/interrupts#5",)),
    "reactions": Turns(_FIRST, ("l5r/reactions#5",)),
}
"""The first player leads every window except the action window of a conflict, which the defender leads.

Then the players alternate. In the dynasty window a pass is final.
"""

OWNERS = ("l5r/ability#9",)
"""Whose card it is: only that player uses an ability of it."""

"""okc: whose each decision is and what may be answered, from the rulebook and its glossary."""

from __future__ import annotations

from tests.mutations.clauses import Clauses, Turns

QUESTIONS = {
    # abilities: whoever uses one names what its word allows
    "ability/target": Clauses(("okc/own-powers#1",), ("okc/abilities#2", "okc/opponent-word#1", "okc/targeting#1")),
    "ability/wave": Clauses(("okc/own-powers#1",), ("okc/abilities#2", "okc/opponent-word#1", "okc/targeting#1")),
    "ability/wave/may": Clauses(("okc/conditional-abilities#3",), ("okc/conditional-abilities#3",)),
    # setup
    "setup/mulligans": Clauses(("okc/advanced-setup-ii#1", "okc/advanced-setup-ii#3"), ("okc/advanced-setup-ii#1",)),
    # a year
    "spring/heralds": Clauses(("okc/spring-3a#1",), ("okc/spring-3a#1",)),
    "space/space": Clauses(
        ("okc/occupying-kingdom-cards#2",),
        ("okc/occupying-kingdom-cards#2",),
        few=("okc/occupying-kingdom-cards#2", "okc/kingdom-card-spaces#1"),
    ),
    "clash/night": Clauses(("okc/effect-steps#2",), ("okc/targeting#1", "okc/abilities#2"), few=("okc/effects#2",)),
    "excess/discard": Clauses(("okc/hand-limit-excess#2",), ("okc/hand-limit-excess#2",)),
    "region/tie": Clauses(("okc/ties-in-clashes#1",), ("okc/ties-in-clashes#1",)),
    "region/rewards": Clauses(("okc/summer-2e#2", "okc/choosing-location#1"), ("okc/choosing-location#1",)),
    "secrets": Clauses(("okc/four-markers#4",), ("okc/four-markers#4",)),
    "acquiring/acquire": Clauses(("okc/acquiring-from-place-of-power#1",), ("okc/acquiring-from-place-of-power#1",)),
}

_ORDER, _ABILITIES = ("okc/in-turn-order#1",), ("okc/abilities#3",)

_ENDED = (*_ORDER, "okc/action-steps#3", "okc/added-cards#3")

WINDOWS = {"actions": Turns(_ORDER, _ENDED), "may": Turns(_ABILITIES, _ABILITIES)}
"""In turn order, in action steps and where several players may use abilities."""

OWNERS = ("okc/own-powers#1",)
"""Whose card it is: only that player uses an ability of it."""

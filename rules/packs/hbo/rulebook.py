"""Where each of the kernel's conditions stands in this game's book."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.asks import Check

RULES: dict[str, str] = {
    "priority": "hbo/opportunity#1",
    "action window": "hbo/action#1",
    "closed": "hbo/opportunity#2",
    "controls": "hbo/using-abilities#1",
    "placed": "hbo/using-abilities#2",
    "offered": "hbo/using-abilities#2",
    "text": "hbo/using-abilities#2",
    "window": "hbo/action#2",
    "phase": "hbo/phase-ability#1",
    "trigger": "hbo/response#1",
    "once": "hbo/using-abilities#5",
    "restriction": "hbo/response#1",
    "limit": "hbo/golden-rule#1",
    "maximum": "hbo/golden-rule#1",
    "cannot": "hbo/cannot#1",
    "cancellable": "hbo/action#3",
    "cost": "hbo/cost-of-effect#2",
    "pays": "hbo/using-abilities#3",
    "paid": "hbo/cost-of-effect#3",
    "targets": "hbo/using-abilities#3",
    "chooser": "hbo/using-abilities#3",
    "decides": "hbo/using-abilities#3",
    "selector": "hbo/using-abilities#3",
    "target fits": "hbo/using-abilities#3",
    "target immune": "hbo/cannot#1",
    "target change": "hbo/using-abilities#4",
    "change": "hbo/using-abilities#4",
    "effect": "hbo/action#3",
    "finish": "hbo/event#2",
    "may": "hbo/using-abilities#6",
    "may whose": "hbo/using-abilities#6",
    "simultaneous": "hbo/using-abilities#3",
    "shuffle": "hbo/setup-4#1",
    "random": "hbo/intrigue-challenge#3",
    "over": "hbo/winning#1",
}


def closer(checks: list[Check], rules: Mapping[str, str]) -> list[Check]:
    """The same conditions; before each that has a clause of its own in this book stands the same judgement under that
    clause.
    """
    found: list[Check] = []
    for check in checks:
        if check.name in rules:
            found.append(Check(check.name, rules[check.name], check.says, check.holds))
        found.append(check)
    return found

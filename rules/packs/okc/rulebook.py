"""Where each of the kernel's conditions stands in this game's reference."""

from __future__ import annotations

RULES: dict[str, str] = {
    "priority": "okc/in-turn-order#1",
    "action window": "okc/action-steps#2",
    "controls": "okc/own-powers#1",
    "placed": "okc/passive-abilities#1",
    "offered": "okc/printed#1",
    "text": "okc/cleared#1",
    "window": "okc/action#2",
    "phase": "okc/action#2",
    "trigger": "okc/conditional-abilities#1",
    "once": "okc/conditional-abilities#1",
    "restriction": "okc/conditional-abilities#1",
    "limit": "okc/governing-rule#1",
    "maximum": "okc/action#4",
    "cannot": "okc/action#4",
    "cancellable": "okc/governing-rule#1",
    "cost": "okc/governing-rule#1",
    "paid": "okc/governing-rule#1",
    "targets": "okc/targeting#1",
    "target fits": "okc/targeting#1",
    "target immune": "okc/targeting#1",
    "effect": "okc/governing-rule#1",
    "finish": "okc/tactics#3",
    "may": "okc/conditional-abilities#3",
    "simultaneous": "okc/simultaneous-steps#1",
    "shuffle": "okc/discard-pile#3",
    "random": "okc/hidden-information#1",
    "over": "okc/victory#1",
}

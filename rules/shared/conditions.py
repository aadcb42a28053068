"""Conditions of moves that several games have alike: the active player, and prohibitions by cards."""

from __future__ import annotations

from rules.kernel.asks import Check, is_whose
from rules.kernel.position import Position
from rules.kernel.values import FORBIDDEN, givers, has, says_that


def active_player(pos: Position, player: str, active: str, rule: str) -> Check:
    """Return the condition that a player is the active player; unjudged in a phase that has none."""
    if not active:
        return Check("active", rule, "somebody must be the active player", None)
    needed = f"{pos.player_name(active)} is the active player"
    return is_whose(pos, "active", rule, needed, player, active, "acts instead")


def not_barred(pos: Position, number: int, what: str, rule: str, judged: bool = True) -> Check:
    """Return the condition that no card says that a character cannot do something; unjudged unless `judged`.

    `what` is the word of the prohibition, such as `attack` or `be_bypassed`.
    """
    barred = judged and has(pos, number, "cannot", what)
    words = what.replace("_", " ")
    name = pos.pack.name(pos, number) if number in pos.table.entities else "it"
    cards = givers(pos, number, "cannot", what) if barred else []
    saw = says_that(pos, cards, f"{name} cannot {words}") if barred else ""
    return Check(f"cannot {words}", rule, FORBIDDEN, not barred if judged else None, saw)

"""Conditions of moves that several games have alike: the active player, and prohibitions by cards."""

from __future__ import annotations

from rules.kernel.asks import Check
from rules.kernel.position import Position
from rules.kernel.values import has, said_by


def active_player(pos: Position, player: str, active: str, rule: str) -> Check:
    """Return the condition that a player is the active player."""
    needed = f"{pos.player_name(active)} is the active player"
    return Check("active", rule, needed, player == active, f"{pos.player_name(player)} acts instead")


def not_barred(pos: Position, number: int, what: str, rule: str, judged: bool = True) -> Check:
    """Return the condition that no card says that a character cannot do something; unjudged unless `judged`.

    `what` is the word of the prohibition, such as `attack` or `be_bypassed`.
    """
    barred = judged and has(pos, number, "cannot", what)
    words = what.replace("_", " ")
    saw = said_by(pos, number, "cannot", what) if barred else ""
    name = pos.pack.name(pos, number) if number in pos.table.entities else "it"
    needed = f"no card may say that {name} cannot {words}"
    return Check(f"cannot {words}", rule, needed, not barred if judged else None, saw)

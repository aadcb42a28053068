"""A window that has closed: its player passed where a move was legal, and writes the move later."""

from __future__ import annotations

from collections.abc import Iterable

from ledger.events import Move
from replays.meaning.fit import ELSEWHERE
from rules.eligibility.failures import phase_now
from rules.kernel.asks import Ask, Check
from rules.kernel.names import happening
from rules.kernel.pack import Failure
from rules.kernel.position import Position
from rules.resolution.moments import Window

FARTHEST_BACK = 12
"""The most decisions before a move that are looked at."""


def is_late(fit: int, checks: Iterable[Check]) -> bool:
    """Whether a use that is not legal may be one for an earlier window: what it answers is not happening at all."""
    failed = {check.name for check in checks if check.holds is False}
    return fit >= ELSEWHERE and bool(failed & {"trigger", "window"}) and not failed & {"placed", "controls", "closed"}


def missed(pos: Position, ask: Ask, player: str, moves: Iterable[Move]) -> Check | None:
    """Return, as a condition that failed, that the window is over in which a player could have made one of some moves.

    None if the decision is no window of this player around something that happens, or if none of the moves is legal.

    So Tyrion Lannister, used once defenders are declared, "may be used only in the window for this: Anna
    initiates an intrigue challenge against Borys".
    """
    if not isinstance(ask, Window) or ask.player != player:
        return None
    for move in moves:
        if move.verb == "use" and ask.allows(pos, player, move):
            general = pos.pack.rules.get("closed", "") or pos.pack.rule("priority")
            rule = pos.pack.clause(pos, "closed", Failure(player, frame=ask.frame, slot=ask.slot), general)
            about = happening(pos, ask.frame.occurrences[move.amount])
            needed = (
                f"{pos.pack.name(pos, move.subject)} may be used only in the window for this, {_when(pos)}: {about}"
            )
            return Check("closed", rule, needed, False, f"{pos.player_name(player)} passed there, and it has closed")
    return None


def _when(pos: Position) -> str:
    """Return the round and the phase of a position in words: "in round 3, challenges phase"."""
    round_, phase = pos.enclosing("round"), phase_now(pos)
    return ", ".join(part for part in (f"in round {round_.number('round')}" if round_ else "earlier", phase) if part)

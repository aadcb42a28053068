"""Why a window is none for an ability: one table of clauses a pack writes, read by the ability's kind and by where the
window stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.kernel.context import Use
    from rules.kernel.position import Position


def wrong_window(pos: Position, use: Use, clauses: Mapping[str, str]) -> str:
    """The clause that keeps a use out of this window, or an empty string.

    `action` and `forced` are for those kinds. `reaction` and `interrupt` are for an action window, `reaction early` and `interrupt late` for
    the other side of what happens. Before it, `interrupt attempt` and `interrupt would` are for windows that ordinary
    interrupts come after, and `would` for those that come too late for one that cancels or replaces.
    """
    slot, kind = use.slot, use.ability.kind
    if kind.startswith("forced"):
        return clauses["forced"]
    if kind not in ("action", "reaction", "interrupt"):
        return ""
    if kind == "action" or slot is None:
        return clauses[kind]
    if kind == "reaction":
        return clauses["reaction early"]
    if slot.after:
        return clauses["interrupt late"]
    if use.ability.slot == "interrupt":
        return clauses["interrupt attempt" if slot in pos.pack.sequence.attempt else "interrupt would"]
    return clauses["would"]

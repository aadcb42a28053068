"""Choosing the clause that keeps an ability out of a window, from a table that a pack writes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.kernel.context import Use
    from rules.kernel.position import Position


def wrong_window(pos: Position, use: Use, clauses: Mapping[str, str]) -> str:
    """Return the clause that keeps a use out of the window it was tried in; empty for other kinds of abilities.

    It is called for a use that failed. The keys of `clauses` say what was tried where:

    | key | ability | window |
    | --- | --- | --- |
    | `action` | an action | any |
    | `forced` | a forced interrupt or reaction | any |
    | `reaction`, `interrupt` | one of that kind | an action window |
    | `interrupt` | an interrupt | one after something else happened |
    | `reaction early` | a reaction | one around an occurrence |
    | `interrupt late` | an interrupt | one after what it answers happened |
    | `interrupt attempt` | an ordinary interrupt | one of an ability's initiation |
    | `interrupt would` | an ordinary interrupt | one before the occurrence, for interrupts to what would happen |
    | `would` | an interrupt to what would happen | one before the occurrence, for ordinary interrupts |
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
        happened = {occurrence.kind for occurrence in use.frame.occurrences}
        answered = any(kind in happened for trigger in use.ability.triggers for kind in trigger.kinds)
        return clauses["interrupt late" if answered else "interrupt"]
    if use.ability.slot == "interrupt":
        return clauses["interrupt attempt" if slot in pos.pack.sequence.attempt else "interrupt would"]
    return clauses["would"]

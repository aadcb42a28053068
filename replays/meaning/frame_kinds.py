"""The kinds of frames that are trigger sequences, and those that make up the round itself."""

from __future__ import annotations

from replays.meaning.steps import USES
from rules.kernel.pack import Pack

TRIGGER_FRAMES = USES | {"moment"}
"""Kinds of frames whose steps are the slots of a trigger sequence: abilities being resolved, and moments.

Every other frame is a procedure, whose steps have names of their own.
"""


def framework_kinds(pack: Pack) -> frozenset[str]:
    """Return the kinds of frames that make up the round itself: the game, its set-up, the round and each phase."""
    phases = pack.dialect.periods.get("phase", "").split()
    return frozenset({"game", "setup", pack.dialect.periods.get("round", "round"), *phases})

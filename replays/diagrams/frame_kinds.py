"""Which frames of a record are trigger sequences, and which are the round itself."""

from __future__ import annotations

from replays.meaning.steps import USES
from rules.kernel.pack import Pack

NESTED = USES | {"moment"}
"""Frames whose steps are the slots of a sequence; other frames are procedures, whose steps have names of their own."""


def framework_kinds(pack: Pack) -> frozenset[str]:
    """The frames of the round itself: the game, the round and its phases."""
    phases = pack.periods.get("phase", "").split()
    return frozenset({"game", "setup", pack.periods.get("round", "round"), *phases})

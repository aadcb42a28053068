"""The kinds of row in a sequence diagram, and the glyph that stands for each."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What a row tells; the glyph carries the meaning without colour."""

    IMMINENT = "imminent"
    USED = "used"
    FORCED = "forced"
    HAPPENED = "happened"
    PASSED = "passed"
    EMPTY = "empty"
    CANCELLED = "cancelled"
    CHANGED = "changed"
    VIOLATION = "violation"
    CHOSE = "chose"
    CHANCE = "chance"
    STEP = "step"
    RETRACTED = "retracted"
    ENDED = "ended"


GLYPHS: dict[Kind, str] = {
    Kind.IMMINENT: "○",
    Kind.USED: "▷",
    Kind.FORCED: "‼",
    Kind.HAPPENED: "●",
    Kind.PASSED: "·",
    Kind.EMPTY: "·",
    Kind.CANCELLED: "✕",
    Kind.CHANGED: "↷",
    Kind.VIOLATION: "⚠",
    Kind.CHOSE: "◆",
    Kind.CHANCE: "⚄",
    Kind.STEP: "▪",
    Kind.RETRACTED: "↶",
    Kind.ENDED: "■",
}

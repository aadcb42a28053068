"""The kinds of row in a sequence diagram, and the glyph that stands for each."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """The kind of a row in a sequence diagram. Each kind has a glyph, so that it is known without colour.

    `IMMINENT`: something is about to happen. `USED`: a player uses an ability. `FORCED`: a forced or delayed ability
    resolves. `HAPPENED`: something has happened. `PASSED`: players passed in a window. `EMPTY`: a window closed without
    a pass, since nobody could use anything, or anything more. `CANCELLED`: an ability was cancelled, a whole frame
    prevented, or an effect failed. `CHANGED`: an occurrence was saved, replaced or cancelled. `VIOLATION`: a move the
    rules forbid. `CHOSE`: any other decision of a player. `CHANCE`: a random outcome or a shuffle. `STEP`: the heading
    of a procedure or of a step. `RETRACTED`: a move was taken back, or could not be made on this line. `CORRECTED`: the
    table was put right by hand. `ENDED`: the game is over.
    """

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
    CORRECTED = "corrected"
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
    Kind.CORRECTED: "✎",
    Kind.ENDED: "■",
}

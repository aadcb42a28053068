"""Lines that one would write at a decision, for words that answer no question there."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import islice

from replays.meaning.writer import Writer
from rules.books.folding import words
from rules.errors import StuckError
from rules.kernel.asks import Ask
from rules.kernel.chance import Shuffle
from rules.kernel.position import Position

SUGGESTED = 5
"""The most lines that are suggested for a decision."""
COMPARED = 500
"""The most answers of a decision that are compared with what was written."""


def lines_to_write(
    writer: Writer, pos: Position, ask: Ask, player: str, written: str = "", most: int = SUGGESTED
) -> list[str]:
    """Return legal lines of a player at a pending decision, the ones nearest to what was written first.

    Lines that share the most words with the written one come first, then those spelled most like it, then in the order
    the game lists them. The list is empty if the player is not asked. Random outcomes are asked of `CHANCE`.

        lines_to_write(writer, pos, ask, "A", "A choose neds") == ["A choose ned", "A choose arya"]
    """
    try:
        asked = ask.answered_by(player)
    except StuckError:
        return []
    if asked.player != player:
        return []
    if isinstance(asked, Shuffle):
        return [f"shuffle {asked.zone}"]
    answers = islice(asked.moves(pos), COMPARED)
    lines = list(dict.fromkeys(writer.answer(pos, asked, move) for move in answers))
    return sorted(lines, key=lambda line: _distance(line, written))[:most]


def _distance(line: str, written: str) -> tuple[int, float]:
    """Return how far a line is from what was written: fewer shared words, and then a less similar spelling, is farther.

    Everything is as far from nothing.
    """
    if not written:
        return 0, 0.0
    ours, theirs = words(line), words(written)
    shared = len(set(ours) & set(theirs))
    return -shared, -SequenceMatcher(None, " ".join(ours), " ".join(theirs), autojunk=False).ratio()

"""Which lines of a transcript were taken back by a later one."""

from __future__ import annotations

from replays.errors import NotationError
from replays.notation.lines import Document, Expect, Line, Outcome, Retract, Said


def retracted_lines(document: Document) -> dict[int, Retract]:
    """The lines a later line takes back: the player's last move before it, and everything in between."""
    found: dict[int, Retract] = {}
    moves: list[Line] = []
    for line in document:
        if isinstance(line, Retract):
            mine = [at for at, move in enumerate(moves) if isinstance(move, Said) and move.player == line.player]
            if not mine:
                raise NotationError(f"{line.player} has made no move to take back", line.number, line.source, 1, len(line.player))
            found.update({move.number: line for move in moves[mine[-1] :]})
            del moves[mine[-1] :]
        elif isinstance(line, Said | Outcome | Expect):
            moves.append(line)
    return found

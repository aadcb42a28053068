"""Lines that a later `A retract` takes back, and what the record keeps of them."""

from __future__ import annotations

from ledger.events import MoveRetracted
from replays.errors import NotationError
from replays.notation.lines import Document, Expect, Line, OutcomeLine, Retract, Said
from replays.reading.retelling import Retelling


def retracted_lines(document: Document) -> set[int]:
    """Return the numbers of the lines that later lines take back.

    These are a player's last move and all moves, outcomes and expectations after it. A player without a move to take
    back raises NotationError.
    """
    found: set[int] = set()
    moves: list[Line] = []
    for line in document:
        if isinstance(line, Retract):
            mine = [at for at, move in enumerate(moves) if isinstance(move, Said) and move.player == line.player]
            if not mine:
                raise NotationError(
                    f"{line.player} has made no move to take back", line.number, line.source, 1, len(line.player)
                )
            found.update(move.number for move in moves[mine[-1] :])
            del moves[mine[-1] :]
        elif isinstance(line, Said | OutcomeLine | Expect):
            moves.append(line)
    return found


def note_retracted(telling: Retelling, line: Line) -> None:
    """Record a move that was taken back as a `MoveRetracted` event; other lines that were taken back leave no trace."""
    if isinstance(line, Said):
        event = MoveRetracted(line.player, telling.recording.last, line.words())
        telling.note(event, by=line.by, line=line.number)

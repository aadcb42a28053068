"""Lines that a later `A retract` takes back, and what the record keeps of them."""

from __future__ import annotations

from ledger.events import MoveRetracted
from replays.errors import NotationError
from replays.notation.lines import Correction, Document, Expect, Line, OutcomeLine, Retract, Said
from replays.reading.telling.retelling import Retelling


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
            _refuse_corrected(line, moves[mine[-1] :])
            found.update(move.number for move in moves[mine[-1] :])
            del moves[mine[-1] :]
        elif isinstance(line, Said | OutcomeLine | Expect | Correction):
            moves.append(line)
    return found


def _refuse_corrected(line: Retract, taken: list[Line]) -> None:
    """Raise an error if the table was corrected after the move that a player takes back.

    The correction was made of the table as that move had left it, and it is not the player's to take back.
    """
    fixed = next((move for move in taken if isinstance(move, Correction)), None)
    if fixed is not None:
        says = f"the table was corrected on line {fixed.number}, after that move: correct it again instead"
        raise NotationError(says, line.number, line.source, 1, len(line.source.rstrip()))


def note_retracted(telling: Retelling, line: Line) -> None:
    """Record a move that was taken back as a `MoveRetracted` event; other lines that were taken back leave no trace."""
    if isinstance(line, Said):
        event = MoveRetracted(line.player, telling.recording.last, line.words())
        telling.note(event, by=line.by, line=line.number)

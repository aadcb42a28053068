"""Lines of a transcript that a later one takes back: which they are, and what the record keeps of them."""

from __future__ import annotations

from ledger.events import MoveRetracted
from replays.errors import NotationError
from replays.notation.lines import Document, Expect, Line, OutcomeLine, Retract, Said
from replays.records.recording import Recording


def retracted_lines(document: Document) -> set[int]:
    """The numbers of the lines a later line takes back: the player's last move before it, and everything in between."""
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


def note_retracted(recording: Recording, line: Line) -> None:
    """A move that was taken back is kept as just that."""
    if isinstance(line, Said):
        event = MoveRetracted(line.player, recording.table.seq, line.words())
        recording.note(event, by=line.by, line=line.number)

"""Why a written move is legal or not at a point of a record, with the choices that are written after it."""

from __future__ import annotations

import msgspec

from replays.branches.continuation import play_on
from replays.errors import ReplayError
from replays.meaning.written_moves import WrittenMove
from replays.notation.lines import Said
from replays.notation.parser import read_move_text
from replays.records.explanations import Explained, explain_at
from replays.records.record import Record


def why(record: Record, seq: int | None, text: str) -> Explained:
    """Return every condition of a written move at the decision after event `seq` of a record (None: the last event).

    For an event inside an action that is the decision after the action, or a window that closed by itself right there.
    If the move itself is legal, but a choice written after it is not, the conditions are those of that choice. So
    "A use sword on hound" is not legal if the hound may not be chosen.
    """
    found = explain_at(record, seq, text)
    if not found.legal:
        return found
    at = record.index(found.seq)
    said = read_move_text(text, record.table(1).seats, record.pack)
    if not WrittenMove(said, record.names, record.position(at)).later:
        return found
    if record.viewer:
        raise ReplayError("as a player only the move itself is explained: leave out what is chosen after it (`on …`)")
    run, _ = play_on(record, at, text)
    if not run.violations:
        return found
    refused = run.violations[0]
    return msgspec.structs.replace(found, where=refused.where, checks=refused.checks)


def explain_line(record: Record, line: int, viewer: str = "") -> Explained:
    """Return every condition of the move on a transcript's line, at the point where the run placed it.

    `viewer` is the player as whom it is explained; "" sees everything. Raise `ReplayError` if the record is a stored
    game, or if no move was made by that line.
    """
    run = record.run
    if run is None:
        raise ReplayError(
            f"--line names a line of a transcript, and {record.name} is a stored game: name the event before the move "
            f'and write the move, as in `lastword why {record.name} --at 81 "A pass"`'
        )
    for violation in run.violations:
        if violation.line == line and viewer:
            return why(record.seen_at(record.index(violation.seq), viewer), violation.seq, violation.text)
        if violation.line == line:
            return Explained(violation.seq, False, violation.player, violation.text, violation.where, violation.checks)
    made = next((entry for entry in record.entries if entry.line == line), None)
    said = next((item for item in run.document if item.number == line), None)
    if made is None or not isinstance(said, Said):
        moves = [entry.line for entry in record.entries if entry.line] + [found.line for found in run.violations]
        where = f"; its moves stand on lines {min(moves)} to {max(moves)}" if moves else ""
        raise ReplayError(f"line {line} of {record.name} is not a move{where}")
    before = record.index(made.seq) - 1
    return why(record.seen_at(before, viewer), record.end(before), said.words())

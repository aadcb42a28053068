"""Why a written move is legal or not at a point of a record, the choices written behind it included."""

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
    """Explain a written move after an event (the last one unless said): the move itself, or the first choice behind it
    that is not allowed. A use whose target may not be chosen is not legal as it was written."""
    found = explain_at(record, seq, text)
    if not found.legal:
        return found
    at = record.index(found.seq)
    said = read_move_text(text, record.table(1).seats, record.pack)
    if not WrittenMove(said, record.names, record.position(at)).later:
        return found
    run, _ = play_on(record, at, text)
    if not run.violations:
        return found
    refused = run.violations[0]
    return msgspec.structs.replace(found, where=refused.where, checks=refused.checks)


def explain_line(record: Record, line: int) -> Explained:
    """What verifying found about a line of a transcript: the conditions at the point it was pinned to."""
    run = record.run
    if run is None:
        raise ReplayError("--line asks about a line of a transcript; for a game of the ledger use --at")
    for violation in run.violations:
        if violation.line == line:
            return Explained(violation.seq, False, violation.player, violation.text, violation.where, violation.checks)
    made = next((entry for entry in record.entries if entry.line == line), None)
    said = next((item for item in run.document if item.number == line), None)
    if made is None or not isinstance(said, Said):
        raise ReplayError(f"line {line} of {record.name} is no move that was made")
    before = record.index(made.seq) - 1
    return why(record, record.end(before), said.words())

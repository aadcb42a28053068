"""The question that a case begins with, if the person who asks has no better one."""

from __future__ import annotations

from replays.records.record import Record
from replays.records.results import Violation
from replays.wording.naming import Namer
from replays.wording.plain_moves import PlainWriter
from rules.kernel.position import Position


def suggested_question(record: Record, violation: Violation) -> str:
    """Return a question about a move that was not legal, with the names of its player and its cards.

    `B play hj` leads to "May Borys play The Hand's Judgment here?": an event that was written as played is not "used".
    """
    namer = Namer(Position(record.pack, record.table(violation.seq)))
    did = PlainWriter(namer).words(violation.player, violation.move)
    if violation.move.verb == "use" and violation.text.startswith(f"{violation.player} play "):
        did = f"play{did.removeprefix('use')}"
    return f"May {namer.player(violation.player)} {did} here?"

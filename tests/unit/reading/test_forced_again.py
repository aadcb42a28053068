"""A record with a move that was forced where a window closed by itself can be gone through once more, and comes to the
same table.
"""

from __future__ import annotations

from ledger.table import freeze
from replays.notation.parser import read
from replays.reading.runner import Runner

FORCED = """\
lastword 1 agot2 joust
players   A "Anna" baratheon, B "Borys" lannister
position  round 3, challenges, first A, active A
on illegal apply
A plot    "A Noble Cause"
A play    port = "Dragonstone Port", mel = "Melisandre"
A hand    nothing
B plot    "A Noble Cause"
B play    hound = "The Hound"
B hand    nothing

A challenge intrigue with mel against B
A use port
"""


def test_what_was_cut_short_is_cut_short_again() -> None:
    runner = Runner(read(FORCED), {}, [])
    assert runner.run().violations[0].applied
    recording = runner.recording
    before, entries = freeze(recording.table), list(recording.entries)
    recording.rerun(1, lambda _: None)
    assert freeze(recording.table) == before
    assert recording.entries == entries

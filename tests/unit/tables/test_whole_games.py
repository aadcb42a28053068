"""Tables of whole games: there is no event after which a game cannot be laid out."""

from __future__ import annotations

import pytest

from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import of_run
from replays.watching.replay import Replay
from replays.wording.tables import table_lines
from rules.catalogue import pack_ids, playthroughs

STEP = 12
"""Of a long game, every so manieth event is looked at; a mistake in a layout shows for many events in a row."""


@pytest.mark.parametrize("pack", pack_ids())
def test_the_longest_game_of_a_pack_can_be_shown_throughout(pack: str) -> None:
    name, text = max(playthroughs(pack), key=lambda one: len(one[1]))
    replay = Replay(of_run(run(read(text, name)), name))
    for seq in range(1, replay.last + 1, STEP):
        assert replay.at(seq).table.sides, f"{name}@{seq}"


@pytest.mark.parametrize("pack", pack_ids())
def test_a_table_can_be_shown_before_the_first_event(pack: str) -> None:
    name, text = min(playthroughs(pack), key=lambda one: len(one[1]))
    record = of_run(run(read(text, name)), name)
    assert not Replay(record).at(0).table.sides
    assert len(list(table_lines(record.pack, record.table(0), ""))) == 1

"""Events told one after another, as one onlooker may read them, while the table goes on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from ledger.events import Event
from ledger.folding import fold
from ledger.table import Table
from replays.records.views import Onlooker
from replays.wording.events import Describer
from rules.kernel.position import Position


def told(onlooker: Onlooker, events: tuple[Event, ...], table: Table) -> Iterator[tuple[Event, str]]:
    """Yield events as an onlooker sees them, each with its words. `table` is the one before them and goes on with them.

    Whether a choice was secret, and where a step leads, is seen from the event that follows, so `events` should go one
    beyond those needed.
    """
    if not onlooker.player:
        describer = Describer(Position(onlooker.pack, table))
        for event, following in zip_longest(events, events[1:]):
            yield event, describer.words(event, following)
            fold((event,), table)
        return
    before = onlooker.position(table)
    for event, following in zip_longest(onlooker.events(events, table), events[1:]):
        after = onlooker.position(table)
        yield event, Describer(before, after).words(event, following)
        before = after

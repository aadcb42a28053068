"""Events told one after another, as one onlooker may read them, while the table goes on."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.events import Event
from ledger.folding import fold
from ledger.table import Table
from replays.records.views import Onlooker
from replays.wording.events import Describer
from rules.kernel.position import Position


def told(onlooker: Onlooker, events: tuple[Event, ...], table: Table) -> Iterator[tuple[Event, str]]:
    """Yield events as an onlooker sees them, each with its words. `table` is the one before them and goes on with them.

    Whether a choice was secret is seen from the event that follows it, so `events` should go one beyond those needed.
    """
    if not onlooker.player:
        describer = Describer(Position(onlooker.pack, table))
        for event in events:
            yield event, describer.words(event)
            fold((event,), table)
        return
    before = onlooker.position(table)
    for event in onlooker.events(events, table):
        after = onlooker.position(table)
        yield event, Describer(before, after).words(event)
        before = after

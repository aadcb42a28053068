"""A correction of the table by hand: one event, whose changes are made together and stay readable."""

from __future__ import annotations

import msgspec
import pytest

from ledger.codec import GAME, Kind
from ledger.entries import Entry
from ledger.errors import BrokenEvent
from ledger.events import Attached, Corrected, Counted, Fact, Marked, Moved
from ledger.folding import fold
from ledger.table import Table
from tests.samples import setup


def begun() -> Table:
    """Return a table with sixty cards in Anna's deck; card 2 lies in her play area with card 3 attached to it."""
    return fold((*setup(), Moved(2, "A.play"), Moved(3, "A.play"), Attached(3, 2), Counted(2, "power", 2)))


def test_all_changes_are_made_by_one_event() -> None:
    changes = (
        Attached(3, 0),
        Moved(3, "A.hand"),
        Counted(2, "power", -2),
        Marked(2, "kneeling"),
        Moved(2, "A.discard"),
    )
    table = fold((Corrected(2, "place", "", "A.play", "A.discard", "the judge", 12, changes),), begun())
    assert table.seq == begun().seq + 1
    card = table.entities[2]
    assert (card.zone, card.counters, card.marks, card.attached, card.since) == (
        *("A.discard", {}, {"kneeling": 1}, []),
        table.seq,
    )
    assert (table.entities[3].zone, table.entities[3].host) == ("A.hand", 0)


def test_a_correction_of_what_is_not_there_is_refused() -> None:
    with pytest.raises(BrokenEvent, match="component 99"):
        fold((Corrected(99, "mark", "kneeling", 0, 1, "A", 0, (Marked(99, "kneeling"),)),), begun())


def test_a_correction_comes_back_from_its_bytes() -> None:
    event = Corrected("A", "tokens", "power", 2, 3, "both players", 12, (Counted(1, "power", 1), Moved(2, "A.hand")))
    assert GAME.decode(GAME.encode(Entry(1, (event,)))).events == (event,)


class CountedBefore(Fact, tag="tally"):
    """A stand-in for an older version of `Counted`."""

    holder: int
    what: str


def test_an_older_change_inside_a_correction_is_brought_up_to_date() -> None:
    kind: Kind[Entry] = Kind("game", Entry, {CountedBefore: lambda old: Counted(old.holder, old.what, 1)})
    stored = [1, [["correct", "A", "tokens", "power", 2, 3, "A", 0, [["tally", 1, "power"]]]]]
    (event,) = kind.decode(msgspec.msgpack.encode(stored)).events
    assert event == Corrected("A", "tokens", "power", 2, 3, "A", 0, (Counted(1, "power", 1),))

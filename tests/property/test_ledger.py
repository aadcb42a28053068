"""Any sequence of events survives encode, store, export, import and fold; a snapshot in the middle changes nothing."""

from __future__ import annotations

from io import BytesIO

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.codec import GAME
from ledger.entries import Entry, Origin, envelopes
from ledger.exchange import export
from ledger.folding import fold
from ledger.importing import import_streams
from ledger.ledger_check import check
from ledger.store import Ledger
from ledger.table import clone, freeze, thaw
from tests.conftest import PROOF
from tests.property.events_of_any_kind import any_entries, true_entries

EXAMPLES = settings(
    max_examples=300 if PROOF else 60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@EXAMPLES
@given(any_entries())
def test_any_events_survive_encoding_storing_exporting_and_importing(entries: list[Entry]) -> None:
    for entry in entries:
        assert GAME.decode(GAME.encode(entry)) == entry
    with Ledger.open("memory:") as first, Ledger.open("memory:") as second:
        first.append(first.start("g"), entries)
        assert list(first.entries("g")) == entries
        written = b"".join(export(first, first.heads()))
        import_streams(second, BytesIO(written))
        assert list(second.entries("g")) == entries
        assert b"".join(export(second, second.heads())) == written


@EXAMPLES
@given(true_entries(), st.data())
def test_a_true_game_folds_the_same_whichever_way_it_went(entries: list[Entry], data: st.DataObject) -> None:
    events = [event for entry in entries for event in entry.events]
    whole = fold(events)
    at = data.draw(st.integers(0, len(events)))
    half = fold(events[:at])
    assert thaw(freeze(half)) == half == clone(half)
    assert fold(events[at:], thaw(freeze(half))) == whole
    with Ledger.open("memory:") as first, Ledger.open("memory:") as second:
        first.append(first.start("g"), entries)
        import_streams(second, BytesIO(b"".join(export(first, first.heads()))))
        assert second.table_at("g") == whole
        boundary = data.draw(st.sampled_from(entries)).seq - 1
        second.snapshots.keep(
            second.head("g").about.uuid, [(boundary, freeze(fold(events[:boundary])))] if boundary else []
        )
        assert second.table_at("g") == whole
        assert second.table_at("g", at) == half
        assert check(second).findings == []


@EXAMPLES
@given(true_entries(), st.data())
def test_an_envelope_is_the_same_wherever_the_walk_starts(entries: list[Entry], data: st.DataObject) -> None:
    walked = list(envelopes(entries))
    assert [item.seq for item in walked] == list(range(1, len(walked) + 1))
    assert all(item.cause < item.seq for item in walked)
    assert all((item.cause == 0) == (item.origin is not Origin.DERIVED) for item in walked)
    start = data.draw(st.integers(1, len(walked)))
    with Ledger.open("memory:") as ledger:
        ledger.append(ledger.start("g"), entries)
        assert list(ledger.envelopes("g", start)) == walked[start - 1 :]

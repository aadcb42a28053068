"""The promises of every ledger, in memory, in a file and on a server."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from io import BytesIO

import pytest

from ledger.codec import REVISIONS
from ledger.entries import Entry
from ledger.errors import Conflict, LedgerError, NameTaken, UnknownGame, Unwritable
from ledger.events import Counted, Rolled
from ledger.exchange import export
from ledger.folding import fold
from ledger.importing import import_streams
from ledger.ledger_check import check
from ledger.revisions import ClauseRevised, RevisionEntry
from ledger.signing import load_key, new_key, sign
from ledger.snapshots import EVERY
from ledger.store import Ledger
from ledger.table import Table
from tests.samples import every_event, game


@pytest.fixture
def ledger(address: str) -> Iterator[Ledger]:
    with Ledger.open(address) as opened:
        yield opened


def gold(seq: int, amount: int = 1) -> Entry:
    return Entry(seq, (Counted("A", "gold", amount),))


def roll(seq: int, result: int = 1) -> Entry:
    return Entry(seq, (Rolled("die", (result,)),))


def test_what_was_appended_is_what_is_read(ledger: Ledger) -> None:
    entries = every_event()
    head = ledger.append(
        ledger.start("table-7", pack="test", pack_version="2", note="by hand", created="2026-01-01"), entries
    )
    assert list(ledger.entries("table-7")) == entries
    assert head.last == sum(len(entry.events) for entry in entries)
    assert ledger.head("table-7") == head
    about = ledger.head(head.id).about
    assert (about.pack, about.pack_version, about.note, about.created) == ("test", "2", "by hand", "2026-01-01")


def test_reading_starts_at_the_entry_that_holds_the_event(ledger: Ledger) -> None:
    ledger.append(ledger.start("g"), game(30))
    assert [entry.seq for entry in ledger.entries("g", 20, 35)] == [19, 27, 35]
    assert [entry.seq for entry in ledger.entries("g", 19, 26)] == [19]
    assert [item.seq for item in ledger.envelopes("g", 20, 22)] == [20, 21, 22]
    assert [item.frame for item in ledger.envelopes("g", 20, 22)] == [0, 20, 20]


def test_long_games_are_read_in_pages_without_a_seam(ledger: Ledger) -> None:
    entries = list(game(2_500))
    head = ledger.append(ledger.start("long"), entries)
    assert list(ledger.entries(head)) == entries
    assert len(list(ledger.entries(head, 8_001))) == len([entry for entry in entries if entry.seq + 7 >= 8_001])


def test_a_stale_head_conflicts_and_writes_nothing(ledger: Ledger) -> None:
    stale = ledger.start("g")
    fresh = ledger.append(stale, [roll(1)])
    with pytest.raises(Conflict, match="g has moved on from event 0"):
        ledger.append(stale, [roll(1, 99)])
    with pytest.raises(Conflict, match="stands at event 1, not 0"):
        ledger.append("g", [roll(1, 99)], expected=0)
    assert ledger.head("g") == fresh
    again = ledger.append(ledger.head("g"), [roll(2)])
    assert again.last == 2
    assert check(ledger).findings == []


def test_a_batch_is_stored_whole_or_not_at_all(ledger: Ledger) -> None:
    head = ledger.append(ledger.start("g"), [roll(1)])
    with pytest.raises(Unwritable, match="the next event of g is 3, but the entry starts at 4"):
        ledger.append(head, [roll(2), roll(4)])
    with pytest.raises(Unwritable, match="has no events"):
        ledger.append(head, [roll(2), Entry(3, ())])
    with pytest.raises(Unwritable, match="cannot be written"):
        ledger.append(head, [roll(2), Entry(3, (Counted("A", "\ud800", 1),))])
    with pytest.raises(Unwritable, match="cannot be written"):
        ledger.append(head, [roll(2), Entry(3, (Counted("A", "gold", 2**70),))])
    assert list(ledger.entries("g")) == [roll(1)]


def test_what_could_not_be_read_back_is_not_written(ledger: Ledger) -> None:
    head = ledger.start("g")
    with pytest.raises(Unwritable, match="event 1"):
        ledger.append(head, [Entry(1, (Counted("A", "gold", "many"),))])  # type: ignore[arg-type]
    assert ledger.head("g").last == 0


def test_the_rows_of_one_kind_come_in_the_order_of_opening(ledger: Ledger) -> None:
    for name, kind in (("one", "game"), ("revisions-okc", "revisions"), ("two", "game")):
        ledger.start(name, kind=kind)
    assert [row.name for row in ledger.stream_rows()] == ["one", "revisions-okc", "two"]
    assert [row.name for row in ledger.stream_rows("game")] == ["one", "two"]
    assert [head.name for head in ledger.heads("revisions")] == ["revisions-okc"]
    assert ledger.stream_rows("case") == []


def test_a_game_is_found_by_name_id_or_beginning(ledger: Ledger) -> None:
    first, second = ledger.start("table-7"), ledger.start("table-12")
    assert ledger.head("table-7") == ledger.head(first.id) == ledger.head(first.id[:12]) == first
    assert ledger.head("table-1") == second
    assert [head.name for head in ledger.games()] == ["table-7", "table-12"]
    with pytest.raises(UnknownGame, match="may be any of table-12, table-7"):
        ledger.head("table")
    with pytest.raises(UnknownGame, match="has no game 'chair'"):
        ledger.head("chair")
    with pytest.raises(UnknownGame):
        ledger.head("")


def test_names_are_unique_and_can_be_typed(ledger: Ledger) -> None:
    ledger.start("table-7")
    with pytest.raises(NameTaken, match="already has a game 'table-7'"):
        ledger.start("table-7")
    for name in ("", "a@b", "-x", "a b", "x" * 65):
        with pytest.raises(LedgerError, match="cannot be the name"):
            ledger.start(name)
    assert check(ledger).findings == []


def test_the_table_at_every_event(ledger: Ledger) -> None:
    entries = every_event()
    head = ledger.append(ledger.start("g"), entries)
    expected = Table()
    assert ledger.table_at(head, 0) == expected
    for event in (event for entry in entries for event in entry.events):
        fold([event], expected)
        assert ledger.table_at(head, expected.seq) == expected
    with pytest.raises(LedgerError, match="has no event 28; its last is event 27"):
        ledger.table_at(head, 28)


def test_snapshots_change_nothing_but_the_time(ledger: Ledger) -> None:
    entries = list(game(500))
    head = ledger.append(ledger.start("g"), entries)
    cold = ledger.table_at(head)
    kept = ledger.snapshots.all(head.about.uuid)
    assert [shot.seq for shot in kept] == [1_002, 2_002, 3_002, 4_002]
    assert ledger.table_at(head) == cold == fold(event for entry in entries for event in entry.events)
    assert ledger.table_at(head, 3_500).seq == 3_500
    assert check(ledger).findings == []


def test_a_writer_with_the_table_leaves_snapshots(ledger: Ledger) -> None:
    head, table = ledger.start("g"), Table()
    for entry in game(300):
        head = ledger.append(head, [entry], table=fold(entry.events, table))
    assert [shot.seq // EVERY for shot in ledger.snapshots.all(head.about.uuid)] == [1, 2]
    assert check(ledger).findings == []


def test_a_branch_reads_through_its_parent(ledger: Ledger) -> None:
    trunk = ledger.append(ledger.start("g", pack="test"), game(300))
    branch = ledger.start("what-if", parent="g", at=1_010)
    branch = ledger.append(branch, [gold(1_011, 5)])
    leaf = ledger.append(ledger.start("deeper", parent=branch), [gold(1_012, 7)])
    assert branch.about.pack == "test"
    assert [entry.seq for entry in ledger.entries(leaf, 1_003)] == [1_003, 1_011, 1_012]
    assert ledger.table_at(leaf).counters["A"]["gold"] == ledger.table_at(trunk, 1_010).counters["A"]["gold"] + 12
    assert ledger.table_at(leaf, 500) == ledger.table_at(trunk, 500)
    assert check(ledger).findings == []
    with pytest.raises(LedgerError, match="in the middle of a move that ends at event 18"):
        ledger.start("no", parent="g", at=15)
    with pytest.raises(LedgerError, match="has no event 9999"):
        ledger.start("no", parent="g", at=9_999)


def test_other_kinds_of_streams_live_beside_games(ledger: Ledger) -> None:
    entry = RevisionEntry(1, (ClauseRevised("test/rule", 1, "says", "because", "2026-01-01"),))
    ledger.append(ledger.start("revisions", kind=REVISIONS.name), [entry])
    assert list(ledger.entries("revisions")) == [entry]
    assert ledger.games() == []
    assert check(ledger).findings == []
    with pytest.raises(LedgerError, match="'gossip' are not known"):
        ledger.start("x", kind="gossip")


def test_seals_hold_and_are_listed(ledger: Ledger) -> None:
    head = ledger.append(ledger.start("g"), game(3))
    key = load_key(new_key())
    first = sign(head, key, "Ada", "2026-01-01")
    ledger.put_seal(head, first)
    later = ledger.append(ledger.head("g"), [gold(27)])
    ledger.put_seal(later, sign(later, key, "Ada", "2026-01-02"))
    assert [seal.last for seal in ledger.seals("g")] == [26, 27]
    report = check(ledger)
    assert report.findings == []
    assert len(report.seals) == 2
    assert check(ledger, receipts=[first]).findings == []
    with pytest.raises(LedgerError, match="nothing to seal"):
        sign(ledger.start("empty"), key, "Ada", "2026-01-01")


def test_an_export_comes_back_the_same(ledger: Ledger) -> None:
    head = ledger.append(ledger.start("g", pack="test", note="zażółć"), every_event())
    ledger.put_seal(head, sign(head, load_key(new_key()), "Ada", "2026-01-01"))
    ledger.append(ledger.start("b", parent="g", at=2), [gold(3)])
    written = b"".join(export(ledger, ledger.heads()))
    with Ledger.open("memory:") as other:
        new, known, *_ = import_streams(other, BytesIO(written))
        assert [head.name for head in new] == ["g", "b"]
        assert known == []
        assert b"".join(export(other, other.heads())) == written
        assert check(other).findings == []
        assert [entry.events for entry in other.entries("b")] == [entry.events for entry in ledger.entries("b")]
        assert import_streams(other, BytesIO(written))[0] == []
    assert import_streams(ledger, BytesIO(written))[0] == []


def test_thousands_of_entries_in_one_append(ledger: Ledger) -> None:
    head = ledger.append(ledger.start("g"), game(6_000))
    assert head.last == 48_002
    assert check(ledger).events == 48_002


def test_following_sees_what_others_append(address: str) -> None:
    with Ledger.open(address) as ledger:
        head = ledger.append(ledger.start("g"), [roll(1)])
        other = ledger if address == "memory:" else Ledger.open(address)
        seen: list[int] = []
        reader = threading.Thread(target=lambda: seen.extend(entry.seq for entry in ledger.follow("g", 1, idle=1.5)))
        reader.start()
        for number in range(2, 6):
            head = other.append(head, [roll(number)])
        reader.join(timeout=30)
        if other is not ledger:
            other.close()
    assert seen == [1, 2, 3, 4, 5]


def test_a_ledger_can_be_closed_and_opened_again(shared_address: str) -> None:
    with Ledger.open(shared_address) as ledger:
        head = ledger.append(ledger.start("g"), every_event())
    with Ledger.open(shared_address, create=False) as ledger:
        assert ledger.head("g") == head
        assert list(ledger.entries("g")) == every_event()

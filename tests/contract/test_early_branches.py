"""A branch of a branch that leaves at or before its parent's own start: it belongs to the stream that has the event."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from msgspec import structs

from ledger.entries import Entry
from ledger.errors import LedgerError
from ledger.events import Rolled
from ledger.exchange import export
from ledger.importing import import_streams
from ledger.ledger_check import check
from ledger.store import Ledger
from ledger.streams import Head, owner_of_event
from tests.samples import game

GOLDEN = Path(__file__).parents[1] / "golden" / "ledger-0.1.0-early-branch.db"
"""Version 0.1.0 wrote it: `two` is said to branch from `one`, but leaves before the first event of `one`."""


def numbers(ledger: Ledger, name: str) -> list[int]:
    """Return the number of every event of a stream, as it is read."""
    return [seq for entry in ledger.entries(name) for seq in range(entry.seq, entry.seq + len(entry.events))]


@pytest.mark.parametrize("at", [0, 10, 18])
def test_a_branch_belongs_to_the_stream_that_has_the_event(address: str, at: int) -> None:
    with Ledger.open(address) as ledger, Ledger.open("memory:") as copy:
        trunk = ledger.append(ledger.start("game"), game(4))
        ledger.append(ledger.start("one", parent="game", at=18), [Entry(19, (Rolled("die", (1,)),))])
        two = ledger.append(ledger.start("two", parent="one", at=at), [Entry(at + 1, (Rolled("die", (2,)),))])
        assert two.about.parent == trunk.id
        assert numbers(ledger, "two") == list(range(1, at + 2))
        if at:  # a game cannot begin with a roll
            assert [str(finding) for finding in check(ledger).findings] == []
            assert check(ledger, {two.id}).streams == 2
        import_streams(copy, export(ledger, [two]))
        assert [head.name for head in copy.heads()] == ["game", "two"]
        assert copy.head("two").digest == two.digest


def test_a_ledger_that_has_such_a_branch_already_is_sound(tmp_path: Path) -> None:
    path = tmp_path / "affected.db"
    shutil.copy(GOLDEN, path)
    with Ledger.open(str(path)) as ledger, Ledger.open("memory:") as copy:
        one, two = ledger.head("one"), ledger.head("two")
        assert two.about.parent == one.id
        assert two.about.at <= one.about.at
        assert [str(finding) for finding in check(ledger).findings] == []
        assert [str(finding) for finding in check(ledger, {two.id}).findings] == []
        assert numbers(ledger, "two") == list(range(1, two.last + 1))
        assert ledger.table_at(two).seq == two.last
        for wanted in ([two], ledger.heads()):
            import_streams(copy, export(ledger, wanted))
        assert [str(finding) for finding in check(copy).findings] == []
        assert copy.head("two").digest == two.digest
        assert list(copy.entries("two")) == list(ledger.entries("two"))


def test_streams_that_branch_from_each_other_are_named_and_end(tmp_path: Path) -> None:
    with Ledger.open(str(tmp_path / "ledger.db")) as ledger:
        one = ledger.append(ledger.start("one"), game(1))
    round_about = Head(structs.replace(one.about, parent=one.id, at=5), 1, 10, b"")
    with pytest.raises(LedgerError, match="one is said to branch from itself"):
        owner_of_event(round_about, 3, lambda _: round_about)

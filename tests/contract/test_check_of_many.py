"""A check of many small games holds none of them in memory for longer than it needs, and asks few questions."""

from __future__ import annotations

import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from ledger import queries, stream_check
from ledger.entries import Entry
from ledger.events import Rolled
from ledger.folding import fold
from ledger.ledger_check import check
from ledger.store import Ledger
from tests.samples import game

GAMES = 300


@pytest.fixture
def many(tmp_path: Path) -> str:
    address = str(tmp_path / "many.db")
    with Ledger.open(address) as ledger:
        for number in range(GAMES):
            ledger.append(ledger.start(f"g{number}"), game(2))
    return address


def test_tables_are_not_kept(many: str) -> None:
    with Ledger.open(many) as ledger:
        check(ledger)  # whatever is made once is made now
        tracemalloc.start()
        try:
            assert check(ledger).streams == GAMES
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert peak < 5_000_000, f"{peak:,} bytes: one folded table of these is 40,000"


def test_questions_do_not_grow_with_the_games(many: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    with Ledger.open(many) as ledger:
        lend = ledger.recorder.datastore.transaction

        def counting(*words: Any, **options: Any) -> Any:
            asked.append(words)
            return lend(*words, **options)

        monkeypatch.setattr(ledger.recorder.datastore, "transaction", counting)
        assert check(ledger).findings == []
    assert len(asked) < GAMES / 10, "small games are read many at a time"


def test_a_damaged_game_among_many_is_named(many: str) -> None:
    import sqlite3
    from contextlib import closing

    with Ledger.open(many) as ledger:
        id_ = ledger.head("g150").id
    with closing(sqlite3.connect(many)) as database, database:
        database.execute(
            "UPDATE stored_events SET state = x'00' WHERE originator_id = ? AND originator_version = 3", (id_,)
        )
    with Ledger.open(many) as ledger:
        assert [(finding.game, finding.seq) for finding in check(ledger).findings] == [("g150", 3)]


@pytest.mark.parametrize("most", [200, 1])
def test_branches_of_branches_are_folded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    """Tables at which branches leave are kept, unless there are too many of them; then a branch folds by itself."""
    folded = []

    def counting(events: Any, *rest: Any) -> Any:
        folded.extend(events)
        return fold(events, *rest)

    with Ledger.open(str(tmp_path / "branches.db")) as ledger:
        head = ledger.append(ledger.start("trunk"), game(4))
        for number in range(20):
            head = ledger.start(f"b{number}", parent=head)
            head = ledger.append(head, [Entry(head.last + 1, (Rolled("die", (number % 6 + 1,)),))])
        ledger.start("twig", parent="trunk", entries=[Entry(ledger.head("trunk").last + 1, (Rolled("die", (6,)),))])
        monkeypatch.setattr(stream_check, "fold", counting)
        monkeypatch.setattr(queries, "fold", counting)
        monkeypatch.setattr(stream_check, "MOST_TABLES", most)
        report = check(ledger)
        assert report.findings == []
        assert (len(folded) == report.events) is (most > 1)

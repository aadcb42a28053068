"""A whole case is sealed, exported and imported with nothing lost, and an edit of any part of it is found."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ledger.errors import BadFile
from ledger.exchange import export
from ledger.importing import import_streams
from ledger.ledger_check import check
from ledger.signing import load_key, new_key, sign
from ledger.store import Ledger
from replays.branches.storage import store
from replays.cases.acts import Cases, ClaimedMoves, DraftRuling
from replays.cases.case import Case
from replays.cases.citations import pin_rules
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import of_run
from replays.reference.shelf import Shelf
from tests.sequences import SAVE

ANNA = "A use duplicate of ned\nexpect ned in A.play\n"
BORYS = 'A use duplicate of ned\nB play "The Hand\'s Judgment"\n'


def whole_case(address: str) -> str:
    """Make a case with two claims, a ruling, an appeal, a ruling in its place and a seal; return its name."""
    with Ledger.open(address) as ledger:
        store(ledger, of_run(run(read(SAVE)), "dispute"))
        desk = Cases(ledger, "2026-01-31T12:00:00+00:00")
        case = desk.open("dispute", None, "May the save be cancelled?", "B")
        case = desk.claim(case, "A", "No.", ClaimedMoves("anna.lw", ANNA))
        case = desk.claim(case, "B", "Так, можна.", ClaimedMoves("borys.lw", BORYS))
        citations = pin_rules(Shelf(ledger, "2026-01-31"), ["agot2/duplicates#5"])
        case = desk.rule(case, DraftRuling("It may.", citations, "rewind:64", "Maria", "2026-01-31"))
        case = desk.appeal(case, "A", "It says it cannot.")
        case = desk.overturn(case, "Misread.", DraftRuling("It may not.", citations, "none", "Olena", "2026-01-31"))
        case = desk.remark(case, "Olena", "Both were told.")
        ledger.put_seal(case.head, sign(case.head, load_key(new_key()), "Olena", "2026-01-31"))
        return case.name


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The file of a ledger with a whole case, and the case's name."""
    path = tmp_path_factory.mktemp("case") / "ledger.db"
    return path, whole_case(str(path))


def test_a_case_goes_through_everything_and_arrives_elsewhere(sealed: tuple[Path, str], address: str) -> None:
    path, name = sealed
    with Ledger.open(str(path)) as ledger, Ledger.open(address) as other:
        import_streams(other, export(ledger, ledger.heads()))
        here, there = Cases(ledger, ""), Cases(other, "")
        mine, theirs = here.case(name), there.case(name)
        assert (theirs.acts, theirs.status, theirs.head.digest) == (mine.acts, "ruled", mine.head.digest)
        assert [claim.line.verdict for claim in theirs.claims if claim.line] == [
            claim.line.verdict for claim in mine.claims if claim.line
        ]
        for claim in theirs.claims:
            assert claim.line is not None
            assert list(other.entries(claim.line.stream)) == list(ledger.entries(claim.line.stream))
        assert other.seals(name) == ledger.seals(name) != []
        assert theirs.standing is not None
        assert there.holds(theirs.standing.event.pin)
        assert check(other).findings == []
        assert b"".join(export(other, other.heads())) == b"".join(export(ledger, ledger.heads()))


def test_without_its_game_a_case_can_still_be_read(sealed: tuple[Path, str], address: str) -> None:
    path, name = sealed
    with Ledger.open(str(path)) as ledger, Ledger.open(address) as other:
        import_streams(other, export(ledger, [ledger.head(name)]))
        desk = Cases(other, "")
        case: Case = desk.case(name)
        assert case.standing is not None
        assert not desk.holds(case.standing.event.pin)
        assert desk.players(case) == {}


def _rows(database: sqlite3.Connection, stream: str) -> list[tuple[int, bytes]]:
    query = "SELECT originator_version, state FROM stored_events WHERE originator_id = ? ORDER BY originator_version"
    return database.execute(query, (stream,)).fetchall()


def _found(path: Path, name: str) -> bool:
    with Ledger.open(str(path)) as ledger:
        return any(finding.game == name for finding in check(ledger, {ledger.head(name).id}).findings)


def test_editing_any_part_of_a_case_is_found(sealed: tuple[Path, str], tmp_path: Path, full: bool) -> None:
    """Bytes all over every act: its words, rules, numbers, digests and frame. At full size, every single byte."""
    path, name = sealed
    copy = tmp_path / "copy.db"
    copy.write_bytes(path.read_bytes())
    with Ledger.open(str(copy)) as ledger:
        stream = ledger.head(name).about.uuid
    with closing(sqlite3.connect(copy)) as database:
        key = stream.hex
        rows = _rows(database, key)
        assert len(rows) == 7
        missed = []
        for version, state in rows:
            for place in range(0, len(state), 1 if full else 97):
                changed = bytearray(state)
                changed[place] ^= 1
                _write(database, key, version, bytes(changed))
                if not _found(copy, name):
                    missed.append((version, place))
            _write(database, key, version, state)
        assert missed == []
    assert not _found(copy, name), "put back, it is whole again"


def _write(database: sqlite3.Connection, stream: str, version: int, state: bytes) -> None:
    with database:
        database.execute(
            "UPDATE stored_events SET state = ? WHERE originator_id = ? AND originator_version = ?",
            (state, stream, version),
        )


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM stored_events WHERE rowid = (SELECT max(rowid) FROM stored_events WHERE topic = 'case')",
        (
            "UPDATE ledger_streams SET about = CAST(replace(about, 'dispute@81', 'dispute@82') AS BLOB) "
            "WHERE kind = 'case'"
        ),
        "UPDATE ledger_streams SET last = last - 1 WHERE kind = 'case'",
        "UPDATE ledger_streams SET seals = x'' WHERE kind = 'case'",
        "DELETE FROM ledger_seals",
        "DELETE FROM ledger_streams WHERE kind = 'case'",
    ],
)
def test_taking_a_case_apart_is_found(sealed: tuple[Path, str], tmp_path: Path, statement: str) -> None:
    path, _ = sealed
    copy = tmp_path / "copy.db"
    copy.write_bytes(path.read_bytes())
    with closing(sqlite3.connect(copy)) as database, database:
        assert database.execute(statement).rowcount == 1
    with Ledger.open(str(copy)) as ledger:
        assert check(ledger).findings


def test_words_in_an_export_cannot_be_changed_either(sealed: tuple[Path, str], address: str) -> None:
    path, _ = sealed
    with Ledger.open(str(path)) as ledger:
        text = b"".join(export(ledger, ledger.heads()))
    edited = text.replace(b"It may not.", b"It may now.")
    assert edited != text
    with Ledger.open(address) as other, pytest.raises(BadFile, match="was edited"):
        import_streams(other, edited.splitlines(keepends=True))

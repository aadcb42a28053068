"""Every change of a stored ledger, be it a byte or a row, is found, and the game and the event are named."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from ledger.entries import Entry
from ledger.errors import LedgerError
from ledger.events import Rolled
from ledger.exchange import export
from ledger.ledger_check import Finding, check
from ledger.seals import signed_bytes
from ledger.signing import load_key, new_key, sign
from ledger.snapshots import _with_digest
from ledger.store import Ledger
from ledger.table import freeze
from tests.samples import every_event, game

TABLES = ("stored_events", "ledger_streams", "ledger_register", "ledger_seals", "ledger_checkpoints")
ROUNDS = 2_000
Row = tuple[Any, ...]


class Vandal:
    """Changes one thing in a ledger's file behind its back, and can put everything back."""

    def __init__(self, database: sqlite3.Connection, chance: random.Random) -> None:
        self.database, self.chance = database, chance
        self.whole = {table: self.rows(table) for table in TABLES}
        self.columns = {table: self._columns(table) for table in TABLES}

    def rows(self, table: str) -> list[Row]:
        return self.database.execute(f"SELECT * FROM {table}").fetchall()

    def _columns(self, table: str) -> list[str]:
        return [row[1] for row in self.database.execute(f"PRAGMA table_info({table})")]

    def restore(self, table: str) -> None:
        with self.database:
            self.database.execute(f"DELETE FROM {table}")
            marks = ",".join("?" * len(self.columns[table]))
            self.database.executemany(f"INSERT INTO {table} VALUES ({marks})", self.whole[table])

    def strike(self, table: str, how: str) -> Row:
        """Change, delete, swap or forge a row of a table, and return the row as it was.

        If the database itself refuses that, another row is tried.
        """
        while True:
            try:
                return self._strike(table, how)
            except sqlite3.IntegrityError:
                continue

    def _strike(self, table: str, how: str) -> Row:
        rows = self.whole[table]
        victim = self.chance.randrange(len(rows))
        after = list(rows)
        if how == "change":
            after[victim] = self._changed(table, rows[victim])
        elif how == "delete":
            del after[victim]
        elif how == "swap":
            other = self.chance.choice([place for place in range(len(rows)) if place != victim])
            victim, other = sorted((victim, other), key=lambda place: rows[place][:2])
            after[victim], after[other] = self._swapped(table, rows[victim], rows[other])
        else:
            after.append(self._forged(table, rows[victim]))
        self._replace(table, after)
        return rows[victim]

    def _replace(self, table: str, rows: list[Row]) -> None:
        with self.database:
            self.database.execute(f"DELETE FROM {table}")
            marks = ",".join("?" * len(self.columns[table]))
            self.database.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)

    def _changed(self, table: str, row: Row) -> Row:
        places = [
            place for place, name in enumerate(self.columns[table]) if name != "one" and row[place] not in ("", b"")
        ]
        place = self.chance.choice(places)
        return (*row[:place], self._flip(row[place]), *row[place + 1 :])

    def _flip(self, value: Any) -> Any:
        if isinstance(value, int):
            return value ^ (1 << self.chance.randrange(8)) or 12_345
        at = self.chance.randrange(len(value))
        if isinstance(value, bytes):
            return value[:at] + bytes([value[at] ^ (1 << self.chance.randrange(8))]) + value[at + 1 :]
        return value[:at] + chr(ord(value[at]) ^ 1) + value[at + 1 :]

    def _swapped(self, table: str, left: Row, right: Row) -> tuple[Row, Row]:
        """Return two rows that keep their keys and have traded everything else."""
        keys = {"stored_events": 2, "ledger_streams": 2, "ledger_seals": 2, "ledger_checkpoints": 1}[table]
        return (*left[:keys], *right[keys:]), (*right[:keys], *left[keys:])

    def _forged(self, table: str, row: Row) -> Row:
        if table == "stored_events":
            return (row[0], 100_000 + self.chance.randrange(1_000), *row[2:])
        if table == "ledger_seals":
            return (row[0], 50, row[2])
        if table == "ledger_checkpoints":
            return (50, *row[1:])
        return (99, "f" * 32, row[2], "forged", *row[4:])


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[tuple[Ledger, sqlite3.Connection]]:
    path = tmp_path / "ledger.db"
    with Ledger.open(str(path)) as ledger:
        key = load_key(new_key())
        for name, entries in (("alpha", game(12)), ("beta", every_event()), ("gamma", game(5))):
            head = ledger.append(ledger.start(name, pack="test", note="played"), entries)
            ledger.put_seal(head, sign(head, key, "Ada", "2026-01-01"))
        ledger.append(ledger.start("branch", parent="alpha", at=26), [Entry(27, (Rolled("die", (3,)),))])
        assert check(ledger).findings == []
        with closing(sqlite3.connect(path)) as database:
            yield ledger, database


@pytest.mark.slow
def test_every_change_is_found_and_named(scene: tuple[Ledger, sqlite3.Connection]) -> None:
    ledger, database = scene
    chance = random.Random(11)
    vandal = Vandal(database, chance)
    names = {head.id: head.name for head in ledger.heads()}
    struck = dict.fromkeys(("change", "delete", "swap", "insert"), 0)
    for number in range(ROUNDS):
        table = chance.choice(("stored_events", "stored_events", *TABLES))
        how = "change" if table == "ledger_register" else chance.choice(tuple(struck))
        row = vandal.strike(table, how)
        findings = check(ledger).findings
        assert findings, f"round {number}: {how} in {table} of {row!r} went unseen"
        if table == "stored_events":
            assert_named(findings, names[row[0]], row[1], how)
        vandal.restore(table)
        struck[how] += 1
    assert check(ledger).findings == []
    assert all(count > 100 for count in struck.values()), struck


def assert_named(findings: list[Finding], game_name: str, seq: int, how: str) -> None:
    first = next(finding for finding in findings if finding.game == game_name)
    if how == "insert" or "is missing: the next entry" in first.says:
        assert 0 < first.seq <= 100_000  # an entry under another number is met where it lies now
    else:
        assert first.seq == seq, f"{how} at {game_name}@{seq} was named {first}"


def test_an_entry_turned_into_text_is_found(scene: tuple[Ledger, sqlite3.Connection]) -> None:
    ledger, database = scene
    for text in ("'x'", "'" + "x" * 50 + "'", "CAST(state AS TEXT)", "NULL", "7"):
        with database:
            database.execute(
                f"UPDATE stored_events SET state = {text} WHERE originator_version = 11 AND topic = 'game'"
            )
        first = check(ledger).findings[0]
        assert (first.game, first.seq) in (("alpha", 11), ("alpha", 1)), first


def told(path: Path) -> str:
    """Return the findings of a check of this file, or the reason why it cannot be checked."""
    try:
        with Ledger.open(str(path)) as ledger:
            return "\n".join(map(str, check(ledger).findings))
    except LedgerError as error:
        return str(error)


def test_a_damaged_index_is_named(scene: tuple[Ledger, sqlite3.Connection], tmp_path: Path) -> None:
    """With a damaged index every entry can be read, but no game would be found by its name."""
    _, database = scene
    roots = database.execute(
        "SELECT rootpage FROM sqlite_master WHERE type = 'index' AND tbl_name = 'ledger_streams'"
    ).fetchall()
    size = database.execute("PRAGMA page_size").fetchone()[0]
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = (tmp_path / "ledger.db").read_bytes()
    for (root,) in roots:
        page = slice((root - 1) * size, root * size)
        data = data[: page.start] + data[page].replace(b"gamma", b"gamme") + data[page.stop :]
    path = tmp_path / "struck.db"
    path.write_bytes(data)
    assert told(path).startswith("the file: is damaged: ")


def test_any_byte_of_the_file(scene: tuple[Ledger, sqlite3.Connection], tmp_path: Path) -> None:
    """Damage to any byte is found, or refused with an error of the ledger, or did not change any record."""
    ledger, database = scene
    record = b"".join(export(ledger, ledger.heads()))
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = (tmp_path / "ledger.db").read_bytes()
    chance, struck, path = random.Random(3), 0, tmp_path / "struck.db"
    for _ in range(150):
        at, size = chance.randrange(len(whole)), chance.choice((1, 1, 64, 4096))
        path.write_bytes(whole[:at] + chance.randbytes(size) + whole[at + size :])
        try:
            with Ledger.open(str(path), create=False) as opened:
                found = check(opened).findings
                assert found or b"".join(export(opened, [opened.head(head.name) for head in ledger.heads()])) == record
        except LedgerError:
            found = [Finding("", "", 0, "refused")]
        struck += bool(found)
        for left in tmp_path.glob("struck.db-*"):
            left.unlink()
    assert struck > 50


@pytest.mark.parametrize("signs", [(b"ledger_seals",), (b"ledger_seals", b"CREATE TABLE")])
def test_a_schema_that_is_no_text(
    scene: tuple[Ledger, sqlite3.Connection], tmp_path: Path, signs: tuple[bytes, ...]
) -> None:
    _, database = scene
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    path = tmp_path / "struck.db"
    data = (tmp_path / "ledger.db").read_bytes()
    for words in signs:
        data = data.replace(words, b"\xca" * len(words))
    path.write_bytes(data)
    assert "is damaged" in told(path)


def test_a_game_that_vanishes_whole_is_missed(scene: tuple[Ledger, sqlite3.Connection]) -> None:
    ledger, database = scene
    gone = ledger.head("gamma").id
    with database:
        database.execute("DELETE FROM ledger_streams WHERE id = ?", (gone,))
        database.execute("DELETE FROM stored_events WHERE originator_id = ?", (gone,))
        database.execute("DELETE FROM ledger_seals WHERE id = ?", (gone,))
    says = [finding.says for finding in check(ledger).findings]
    assert any("one is missing or was added" in text for text in says), says


def test_a_rewritten_chain_is_shown_by_its_seal_alone(scene: tuple[Ledger, sqlite3.Connection], tmp_path: Path) -> None:
    """Somebody with the program and the file can rewrite a game with a sound chain, but cannot make its seal again."""
    ledger, _ = scene
    kept = ledger.seals("gamma")[0]
    with Ledger.open(str(tmp_path / "rewritten.db")) as forged:
        entries = list(game(5))
        lie = Entry(entries[-1].seq, (*entries[-1].events[:5], Rolled("die", (6,)), *entries[-1].events[6:]))
        about = ledger.head("gamma").about
        head = forged.append(forged.start("gamma", id=about.id, pack="test", note="played"), [*entries[:-1], lie])
        assert check(forged).findings == []
        assert [str(finding) for finding in check(forged, receipts=[kept]).findings] == [
            "gamma@42: this is not the record that Ada sealed on 2026-01-01"
        ]
        forged.put_seal(head, kept)
        assert "no longer matches" in check(forged).findings[0].says


def test_a_receipt_holds_for_its_own_game_alone(tmp_path: Path) -> None:
    """Also if only the bytes of the sealed game were changed, and the digest beside them was left as it is."""
    path = tmp_path / "ledger.db"
    with Ledger.open(str(path)) as ledger:
        ours, theirs = (ledger.append(ledger.start(name), game(3)) for name in ("ours", "theirs"))
        receipt = sign(theirs, load_key(new_key()), "Ada", "2026-01-01")
        assert check(ledger, {theirs.id}, receipts=[receipt]).findings == []
        assert check(ledger, {ours.id, theirs.id}, receipts=[receipt]).findings == []
        assert [str(finding) for finding in check(ledger, {ours.id}, receipts=[receipt]).findings] == [
            "theirs@26: the receipt is for theirs, which is none of those to be checked: it says nothing about them"
        ]
        with closing(sqlite3.connect(path)) as database, database:
            database.execute(
                "UPDATE stored_events SET state = CAST(state || x'00' AS BLOB) "
                "WHERE originator_id = ? AND originator_version = 3",
                (theirs.id,),
            )
        found = [finding.says for finding in check(ledger, {theirs.id}, receipts=[receipt]).findings]
        assert found[-1] == "this is not the record that Ada sealed on 2026-01-01"


def test_a_seal_over_no_digest_is_named(tmp_path: Path) -> None:
    """A signature holds over whatever was signed, even if that is no digest at all."""
    with Ledger.open(str(tmp_path / "ledger.db")) as ledger:
        head = ledger.append(ledger.start("g"), game(3))
        key = load_key(new_key())
        true = sign(head, key, "Ada", "2026-01-01")
        odd = structs.replace(true, digest="no digest", signature="")
        odd = structs.replace(odd, signature=key.sign(signed_bytes(odd)).hex())
        ledger.put_seal(head, odd)
        assert "no longer matches" in check(ledger).findings[0].says


def test_a_false_snapshot_hides_nothing_and_is_named(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with Ledger.open(str(path)) as ledger:
        head = ledger.append(ledger.start("g"), game(300))
        true = ledger.table_at(head)
        with closing(sqlite3.connect(path)) as database, database:
            database.execute(
                "UPDATE stored_snapshots SET state = CAST(substr(state, 1, 200) || x'00' AS BLOB) "
                "WHERE originator_version = 2002"
            )
        assert [(finding.game, finding.seq) for finding in check(ledger).findings] == [("g", 2_002)]
        assert ledger.table_at(head) == true, "a damaged snapshot is passed over"
        assert check(ledger).findings == [], "and replaced on the way"
        lie = ledger.table_at(head, 2_002)
        lie.counters["A"]["gold"] = 1_000_000
        with closing(sqlite3.connect(path)) as database, database:
            state = _with_digest(head.about.uuid, 2_002, freeze(lie))
            database.execute("UPDATE stored_snapshots SET state = ? WHERE originator_version = 2002", (state,))
        assert [str(finding) for finding in check(ledger).findings] == [
            "g@2002: its snapshot is of another table than the events fold to"
        ]

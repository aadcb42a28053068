"""Thousands of tamperings of every kind with a ledger's file: each is named, or is shown to be outside the record."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from ledger.entries import Entry
from ledger.errors import LedgerError
from ledger.events import Rolled
from ledger.exchange import export
from ledger.ledger_check import check
from ledger.signing import load_key, new_key, sign
from ledger.store import Ledger
from tests.samples import every_event, game

pytestmark = pytest.mark.slow
TABLES = ("stored_events", "stored_events", "ledger_streams", "ledger_register", "ledger_seals", "stored_snapshots")
ODD = (None, 0, 1, -1, 2**62, 1.5, "", "x", "\x00", b"", b"x", b"\xff" * 40, "9" * 40)
Place = dict[str, Any]
"""The first two columns of a row with their values: the key of every table."""
Tampering = Callable[[Path, random.Random], None]


class Refused(Exception):
    """The database itself did not allow the change: there is nothing to find."""


def in_rows(strike: Callable[[sqlite3.Connection, str, random.Random], None]) -> Tampering:
    """Return a tampering with the rows of a table chosen by chance."""

    def tamper(path: Path, chance: random.Random) -> None:
        with closing(sqlite3.connect(path)) as database:
            before = list(database.iterdump())
            try:
                with database:
                    strike(database, chance.choice(TABLES), chance)
            except (sqlite3.IntegrityError, OverflowError) as error:
                raise Refused from error
            if list(database.iterdump()) == before:
                raise Refused

    tamper.__name__ = strike.__name__
    return tamper


def pick(database: sqlite3.Connection, table: str, chance: random.Random) -> tuple[Place, list[str], tuple[Any, ...]]:
    """Return the key, the columns and the values of a row chosen by chance."""
    cursor = database.execute(f"SELECT * FROM {table}")
    columns = [column[0] for column in cursor.description]
    values = chance.choice(cursor.fetchall())
    return dict(zip(columns[:2], values, strict=False)), columns, values


def where(place: Place) -> str:
    return " AND ".join(f'"{column}" IS :{column}' for column in place)


def put(database: sqlite3.Connection, table: str, place: Place, column: str, value: object) -> None:
    database.execute(f'UPDATE {table} SET "{column}" = :value_put WHERE {where(place)}', {**place, "value_put": value})


def flip_a_bit(database: sqlite3.Connection, table: str, chance: random.Random) -> None:
    place, columns, values = pick(database, table, chance)
    at = chance.randrange(len(columns))
    value = values[at]
    if isinstance(value, int):
        value ^= 1 << chance.randrange(16)
    elif value:
        spot, bit = chance.randrange(len(value)), 1 << chance.randrange(7)
        changed = chr(ord(value[spot]) ^ bit) if isinstance(value, str) else bytes([value[spot] ^ bit])
        value = value[:spot] + changed + value[spot + 1 :]
    put(database, table, place, columns[at], value)


def put_something_odd(database: sqlite3.Connection, table: str, chance: random.Random) -> None:
    place, columns, _ = pick(database, table, chance)
    put(database, table, place, chance.choice(columns), chance.choice(ODD))


def cut_or_stretch(database: sqlite3.Connection, table: str, chance: random.Random) -> None:
    place, columns, values = pick(database, table, chance)
    at = chance.choice([number for number, value in enumerate(values) if isinstance(value, str | bytes)] or [0])
    value = values[at]
    if isinstance(value, str | bytes) and value:
        value = value[: chance.randrange(len(value))] if chance.random() < 0.5 else value + value[:1]
    put(database, table, place, columns[at], value)


def take_a_row_out(database: sqlite3.Connection, table: str, chance: random.Random) -> None:
    place = pick(database, table, chance)[0]
    database.execute(f"DELETE FROM {table} WHERE {where(place)}", place)


def take_the_end_off(database: sqlite3.Connection, table: str, chance: random.Random) -> None:
    (first, second), values = list(pick(database, table, chance)[0]), pick(database, table, chance)[2]
    database.execute(f'DELETE FROM {table} WHERE "{first}" IS ? AND "{second}" >= ?', (values[0], values[1]))


def trade_places(database: sqlite3.Connection, table: str, chance: random.Random) -> None:
    (place, columns, left), (other, _, right) = pick(database, table, chance), pick(database, table, chance)
    column = chance.choice(columns)
    at = columns.index(column)
    put(database, table, place, column, right[at])
    put(database, table, other, column, left[at])


def copy_a_column(database: sqlite3.Connection, table: str, chance: random.Random) -> None:
    (place, columns, _), (_, _, values) = pick(database, table, chance), pick(database, table, chance)
    at = chance.randrange(len(columns))
    put(database, table, place, columns[at], values[at])


def add_a_row(database: sqlite3.Connection, table: str, chance: random.Random) -> None:
    _, columns, values = pick(database, table, chance)
    added = list(values)
    for at in chance.sample(range(len(columns)), min(2, len(columns))):
        value = added[at]
        added[at] = value + chance.randrange(1, 99) if isinstance(value, int) else chance.choice(("f" * 32, b"f" * 60))
    marks = ",".join("?" * len(columns))
    database.execute(f"INSERT INTO {table} VALUES ({marks})", added)


def overwrite_bytes(path: Path, chance: random.Random) -> None:
    data = bytearray(path.read_bytes())
    at, size = chance.randrange(len(data)), chance.choice((1, 1, 1, 8, 64, 512))
    data[at : at + size] = chance.randbytes(min(size, len(data) - at))
    path.write_bytes(data)


def blank_a_page(path: Path, chance: random.Random) -> None:
    data = bytearray(path.read_bytes())
    page = 4096 * chance.randrange(len(data) // 4096)
    data[page : page + 4096] = bytes(4096)
    path.write_bytes(data)


def swap_pages(path: Path, chance: random.Random) -> None:
    data = path.read_bytes()
    pages = [data[at : at + 4096] for at in range(0, len(data), 4096)]
    one, two = chance.randrange(len(pages)), chance.randrange(len(pages))
    pages[one], pages[two] = pages[two], pages[one]
    path.write_bytes(b"".join(pages))


def cut_the_file(path: Path, chance: random.Random) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: chance.randrange(len(data))])


ROWS: list[Tampering] = [
    in_rows(strike)
    for strike in (
        *(flip_a_bit, put_something_odd, cut_or_stretch, take_a_row_out),
        *(take_the_end_off, trade_places, copy_a_column, add_a_row),
    )
]
FILE: list[Tampering] = [overwrite_bytes, blank_a_page, swap_pages, cut_the_file]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, bytes]:
    """The bytes of a ledger with seals, a branch and snapshots, and the export of its record."""
    path = tmp_path_factory.mktemp("whole") / "ledger.db"
    key = load_key(new_key())
    with Ledger.open(str(path)) as ledger:
        for name, entries in (("alpha", game(12)), ("beta", every_event()), ("gamma", game(130))):
            head = ledger.append(ledger.start(name, pack="test", note="played"), entries)
            ledger.put_seal(head, sign(head, key, "Ada", "2026-01-01"))
            ledger.put_seal(ledger.head(name), sign(head, key, "Ben", "2026-01-02"))
        ledger.append(ledger.start("branch", parent="alpha", at=26), [Entry(27, (Rolled("die", (3,)),))])
        ledger.table_at("gamma")
        assert check(ledger).findings == []
        record = b"".join(export(ledger, ledger.heads()))
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        assert database.execute("SELECT count(*) FROM stored_snapshots").fetchone()[0]
    return path.read_bytes(), record


def outcome(path: Path, record: bytes) -> str:
    """Return whether a ledger's damage is named or outside the record; fails if the record was changed unseen."""
    try:
        with Ledger.open(str(path), create=False) as ledger:
            if check(ledger).findings:
                return "named"
            assert b"".join(export(ledger, ledger.heads())) == record, "the record was changed, and nothing is named"
            return "outside the record"
    except LedgerError:
        return "refused"


@pytest.mark.parametrize("tamper", [*ROWS, *FILE], ids=lambda tamper: tamper.__name__)
def test_every_tampering_is_named_or_outside_the_record(
    tamper: Tampering, whole: tuple[bytes, bytes], tmp_path: Path, full: bool
) -> None:
    data, record = whole
    rounds = (1_000 if tamper in ROWS else 500) if full else 25
    chance, seen, path = random.Random(f"tampering {tamper.__name__}"), Counter[str](), tmp_path / "struck.db"
    while seen.total() < rounds:
        for left in tmp_path.iterdir():
            left.unlink()
        path.write_bytes(data)
        with suppress(Refused):
            tamper(path, chance)
            if path.read_bytes() != data:
                seen[outcome(path, record)] += 1
    assert seen["named"] + seen["refused"] > rounds / 10, f"hardly anything was hit: {seen}"

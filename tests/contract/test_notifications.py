"""Writers of different games do not wait for each other, and whoever reads along in order misses nothing."""

from __future__ import annotations

import threading
import time
from multiprocessing import get_context
from uuid import UUID

import pytest

from ledger import postgres as on_postgres
from ledger.entries import Entry
from ledger.events import Rolled
from ledger.ledger_check import check
from ledger.store import Ledger
from tests.postgres_server import USER

pytestmark = pytest.mark.postgres
WRITERS = 8
BATCH = 20


def roll(seq: int) -> Entry:
    return Entry(seq, (Rolled("die", (seq,)),))


def write(address: str, name: str, appends: int) -> None:
    """Append single entries, and every third time a batch that takes several statements."""
    on_postgres.ROWS_PER_CALL = 2
    with Ledger.open(address) as opened:
        head = opened.head(name)
        for number in range(appends):
            first = head.last + 1
            head = opened.append(head, [roll(first + n) for n in range(1 if number % 3 else BATCH)])


@pytest.mark.slow
def test_a_reader_beside_many_writers_meets_every_entry_in_order(postgres_address: str, full: bool) -> None:
    appends = 2_000 if full else 150
    with Ledger.open(postgres_address) as ledger:
        for number in range(WRITERS):
            ledger.start(f"g{number}")
        names = [(postgres_address, f"g{number}", appends) for number in range(WRITERS)]
        context = get_context("spawn")
        writers = [context.Process(target=write, args=words) for words in names]
        for writer in writers:
            writer.start()
        met: list[tuple[int, UUID | str, int]] = []
        looks = 0
        while True:
            over = not any(writer.is_alive() for writer in writers)
            last = met[-1][0] if met else 0
            found = ledger.recorder.select_notifications(last, 100, inclusive_of_start=False)
            met += [(item.id, item.originator_id, item.originator_version) for item in found]
            looks += bool(found)
            if over and not found:
                break
        assert [writer.exitcode for writer in writers] == [0] * WRITERS
        assert looks > 20, "the reader did not read beside the writers: this shows nothing"
        ids = [item[0] for item in met]
        assert ids == sorted(set(ids))
        stored = ledger.ask(lambda _, cursor: cursor.execute(f"SELECT * FROM {table(ledger)}").fetchall())
        assert sorted(met) == sorted(
            (row["notification_id"], row["originator_id"], row["originator_version"]) for row in stored
        )
        for number in range(WRITERS):
            stream = ledger.head(f"g{number}").about.uuid
            versions = [version for _, id_, version in met if id_ == stream]
            assert versions == list(range(1, ledger.head(f"g{number}").last + 1)), (
                "the entries of one game come in its order"
            )
        assert check(ledger).findings == []


def table(ledger: Ledger) -> str:
    return f'"{ledger.recorder.datastore.schema}"."{ledger.recorder.events_table_name}"'


def test_an_entry_waits_until_no_lower_number_can_appear(postgres_address: str, postgres: str) -> None:
    """One writer has its number and is held up; another with a higher number is not, but is read only afterwards."""
    import psycopg

    with Ledger.open(postgres_address) as ledger:
        slow, quick = ledger.start("slow"), ledger.start("quick")
        with psycopg.connect(host=postgres, user=USER, dbname="postgres") as blocker:
            # Somebody is about to store the same row: the writer waits for them, with its number already taken.
            blocker.execute(
                f"INSERT INTO {table(ledger)} (originator_id, originator_version, topic, state, notification_id) "
                "VALUES (%s, 1, 'game', '', 1000000)",
                (slow.about.uuid,),
            )
            writer = threading.Thread(target=ledger.append, args=(slow, [roll(1)]))
            writer.start()
            began = time.monotonic()
            while ledger.recorder.final_id() == last_id(ledger):
                assert time.monotonic() - began < 5, "the writer's number is taken for one that is settled"
                time.sleep(0.01)
            before = ledger.recorder.stamp()
            ledger.append(quick, [roll(1)])
            between = ledger.recorder.stamp()
            assert between != before, "whoever follows the quick game sees it at once"
            assert ledger.recorder.select_notifications(1, 10) == []
            blocker.rollback()
            writer.join()
        assert ledger.recorder.stamp() != between, "whoever follows the slow game is told, too"
        met = ledger.recorder.select_notifications(1, 10)
        assert [item.originator_id for item in met] == [slow.about.uuid, quick.about.uuid]


def last_id(ledger: Ledger) -> int:
    with ledger.recorder.datastore.get_connection() as connection:
        return int(next(iter(connection.execute(ledger.recorder._last_id).fetchone().values())))


def test_numbers_are_compared_beyond_those_a_lock_can_have(postgres_address: str) -> None:
    with Ledger.open(postgres_address) as ledger:
        head = ledger.start("g")
        high = 3 * 2**31 - 1
        with ledger.recorder.datastore.get_connection() as connection:
            connection.execute(f'ALTER SEQUENCE {table(ledger)[:-1]}_notification_id_seq" RESTART WITH {high}')
        head = ledger.append(head, [roll(1), roll(2)])
        assert ledger.recorder.final_id() == high + 1
        with ledger.recorder.datastore.transaction() as cursor:
            cursor.execute(ledger.recorder._hold)
            ledger.append(head, [roll(3)])
            assert ledger.recorder.final_id() == high + 1
        assert ledger.recorder.final_id() == high + 2
        assert [item.id for item in ledger.recorder.select_notifications(1, 10)] == [high, high + 1, high + 2]

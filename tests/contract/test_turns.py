"""Writers of one game on PostgreSQL take turns: whoever was too late once is let through the next time."""

from __future__ import annotations

import threading
import time

import pytest

from ledger.entries import Entry
from ledger.errors import Conflict
from ledger.events import Rolled
from ledger.ledger_check import check
from ledger.store import Ledger
from ledger.turns import TURN

pytestmark = pytest.mark.postgres


def roll(seq: int) -> Entry:
    return Entry(seq, (Rolled("die", (seq,)),))


def test_whoever_lost_is_let_through_before_those_who_come_later(postgres_address: str) -> None:
    with Ledger.open(postgres_address) as quick, Ledger.open(postgres_address) as late:
        stale = quick.start("g")
        head = quick.append(stale, [roll(1)])
        with pytest.raises(Conflict, match="g has moved on from event 0"):
            late.append(stale, [roll(1)])
        beaten: list[Conflict] = []

        def hurry() -> None:
            try:
                quick.append(head, [roll(2)])
            except Conflict as conflict:
                beaten.append(conflict)

        other = threading.Thread(target=hurry)
        other.start()
        time.sleep(TURN / 5)
        assert late.append(late.head("g"), [roll(2)]).last == 2, "the one who lost is next"
        other.join()
        assert beaten, "the one who won before had to wait"
        assert quick.append(quick.head("g"), [roll(3)]).last == 3
        assert check(quick).findings == []


def test_a_turn_that_is_not_used_ends_by_itself(postgres_address: str) -> None:
    with Ledger.open(postgres_address) as quick, Ledger.open(postgres_address) as late:
        stale = quick.start("g")
        head = quick.append(stale, [roll(1)])
        with pytest.raises(Conflict):
            late.append(stale, [roll(1)])
        began = time.monotonic()
        assert quick.append(head, [roll(2)]).last == 2
        assert time.monotonic() - began < TURN + 2


def test_closing_a_ledger_ends_its_turns(postgres_address: str) -> None:
    with Ledger.open(postgres_address) as quick:
        stale = quick.start("g")
        head = quick.append(stale, [roll(1)])
        with Ledger.open(postgres_address) as late, pytest.raises(Conflict):
            late.append(stale, [roll(1)])
        began = time.monotonic()
        quick.append(head, [roll(2)])
        assert time.monotonic() - began < TURN / 2


def test_writers_of_other_games_do_not_wait_for_a_turn(postgres_address: str) -> None:
    with Ledger.open(postgres_address) as quick, Ledger.open(postgres_address) as late:
        stale, other = quick.start("g"), quick.start("h")
        quick.append(stale, [roll(1)])
        with pytest.raises(Conflict):
            late.append(stale, [roll(1)])
        began = time.monotonic()
        quick.append(other, [roll(1)])
        assert time.monotonic() - began < TURN / 2

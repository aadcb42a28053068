"""A desk that is killed while people store games: what it acknowledged is there, whole, and the check is content."""

from __future__ import annotations

import http.client
import random
import threading
import time
from pathlib import Path

import pytest

from ledger.ledger_check import check
from ledger.store import Ledger
from tests.sequences import SAVE
from tests.served import Served, post, served

pytestmark = pytest.mark.slow
WRITERS = 4


def keep_storing(desk: Served, names: str, acknowledged: list[str]) -> None:
    """Store game after game, and a branch of each, until the desk is gone; note each name that was answered with."""
    connection = desk.connection()
    try:
        for number in range(10_000):
            name = f"{names}-{number}"
            status, _ = post(connection, "/desk/store", token=desk.token, text=SAVE, name=name)
            assert status == 303
            acknowledged.append(name)
            more = {"game": name, "after": "64", "text": "A pass", "name": f"{name}-if"}
            status, _ = post(connection, "/desk/store", token=desk.token, **more)
            assert status in (303, 400)
            if status == 303:
                acknowledged.append(f"{name}-if")
    except (OSError, http.client.HTTPException):
        return
    finally:
        connection.close()


def test_a_killed_desk_loses_nothing_that_it_acknowledged(tmp_path: Path, full: bool) -> None:
    ledger, chance, told = str(tmp_path / "tour.db"), random.Random(29), list[str]()
    for kill in range(25 if full else 3):
        with served(ledger) as desk:
            writers = [
                threading.Thread(target=keep_storing, args=(desk, f"table-{kill}-{n}", told)) for n in range(WRITERS)
            ]
            for writer in writers:
                writer.start()
            before = len(told)
            while len(told) == before:  # the first game waits for the rules to be loaded
                assert any(writer.is_alive() for writer in writers)
                time.sleep(0.01)
            time.sleep(chance.uniform(0, 1))
            desk.process.kill()
            for writer in writers:
                writer.join(30)
                assert not writer.is_alive()
        with Ledger.open(ledger) as opened:
            games = {head.name: head.last for head in opened.games()}
            assert not set(told) - set(games), "a game was acknowledged and is not there"
            assert {games[name] for name in games if not name.endswith("-if")} <= {games[told[0]]}, (
                "a game is there by half"
            )
            assert [str(finding) for finding in check(opened).findings] == []

"""A ledger that is not as it was written is told on every page; a page can ask whether anything came in."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ledger.store import Ledger
from replays.branches.storage import store
from replays.desk import soundness
from replays.desk.server import desk_app
from replays.desk.settings import Settings
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import of_run
from tests.sequences import SAVE
from tests.unit.desk.conftest import GAME

PAGES = ("/", "/desk", "/games", "/board", "/rules", "/cases", "/nowhere")


def filled(path: Path) -> str:
    """Make a ledger that holds the disputed save, and return its address."""
    with Ledger.open(str(path)) as ledger:
        store(ledger, of_run(run(read(SAVE, "dispute.lw")), GAME))
    return str(path)


def spoil(address: str) -> None:
    """Change a stored entry behind the ledger's back."""
    with sqlite3.connect(address) as database:
        changed = database.execute(
            "UPDATE stored_events SET state = replace(state, CAST('hound' AS BLOB), CAST('mound' AS BLOB))"
        )
        assert changed.rowcount


def test_a_red_band_on_every_page_says_which_game_does_not_check(tmp_path: Path) -> None:
    address = filled(tmp_path / "tour.db")
    app = desk_app(address, Settings(token="t"))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        app.state.desk.soundness.look()
        for page in PAGES:
            assert "The ledger does not check" not in client.get(page).text
        spoil(address)
        app.state.desk.soundness.look()
        for page in PAGES:
            text = client.get(page).text
            assert f'<p class="band bad">The ledger does not check: {GAME}' in text, page
        assert client.get("/here.json").json()["faults"][0].startswith(GAME)


def test_the_check_runs_by_itself_and_ends_with_the_desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = filled(tmp_path / "tour.db")
    spoil(address)
    monkeypatch.setattr(soundness, "BEFORE", 0.0)
    with TestClient(desk_app(address, Settings(token="t")), base_url="http://127.0.0.1") as client:
        until = time.monotonic() + 20
        while not client.get("/here.json").json()["faults"]:
            assert time.monotonic() < until, "no check has run"
            time.sleep(0.02)


def test_a_page_can_ask_what_came_in(tmp_path: Path) -> None:
    address = filled(tmp_path / "tour.db")
    with TestClient(desk_app(address, Settings(token="t")), base_url="http://127.0.0.1") as client:
        page = client.get(f"/games/{GAME}@81?as=B").text
        assert f'<meta name="lastword-game" content="{GAME}" data-last="254"' in page
        assert client.get(f"/here.json?game={GAME}").json() == {"last": 254, "faults": []}
        assert client.get("/here.json?game=nothing").json()["last"] == 0

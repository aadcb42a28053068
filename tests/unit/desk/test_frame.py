"""The frame of the desk: every screen opens, what is not there is said, and pages load nothing from elsewhere."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from starlette.testclient import TestClient

from replays.desk.replies import SCREENS, in_a_word
from replays.desk.server import desk_app
from replays.desk.settings import Settings
from tests.accessibility import parse

ADDRESSES = ["/", *(address for address, _ in SCREENS.values())]


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_screen_opens_with_and_without_games(client: TestClient, fresh: TestClient, address: str) -> None:
    for one in (client, fresh):
        answer = one.get(address)
        assert answer.status_code == 200
        page = parse(answer.text)
        assert sum(1 for item in page.iter() if str(item.tag).endswith("}h1")) == 1
        assert " style=" not in answer.text
        assert not re.search(r"<script(?![^>]*\bsrc=)", answer.text), "an inline script"
        assert not re.search(r'(?:src|href|action)="(?:https?:)?//', answer.text)


def test_what_is_not_there_is_said(client: TestClient) -> None:
    answer = client.get("/nowhere")
    assert answer.status_code == 404
    assert "The desk has no page /nowhere." in answer.text
    assert client.get("/nowhere.json").json()["error"] == "The desk has no page /nowhere.json."


@pytest.mark.parametrize(
    ("address", "word"),
    [
        ("/home/maria/tour.db", "tour.db"),
        ("C:\\Users\\maria\\tour.db", "tour.db"),
        ("tour.db", "tour.db"),
        ("memory:", "memory:"),
        ("postgresql://judge@hall/autumn?sslmode=require", "autumn"),
        ("postgresql://judge@hall/autumn?sslrootcert=/etc/ca.pem", "autumn"),
    ],
)
def test_a_ledger_is_named_by_its_file_or_database(address: str, word: str) -> None:
    assert in_a_word(address) == word


def test_no_page_says_where_the_ledger_lies(tmp_path: Path) -> None:
    place = tmp_path / "tour.db"
    with TestClient(desk_app(str(place), Settings()), base_url="http://127.0.0.1:8181") as client:
        assert str(tmp_path) not in client.get("/games").text
        with closing(sqlite3.connect(place)) as damaged:
            for (table,) in damaged.execute("select name from sqlite_master where type = 'table'").fetchall():
                damaged.execute(f"drop table {table}")
        answer = client.get("/games")
        assert answer.status_code == 400
        assert "tour.db" in answer.text.partition("<main")[2]
        assert str(tmp_path) not in answer.text


def test_the_list_of_games_is_what_the_command_line_prints(client: TestClient) -> None:
    rows = msgspec.json.decode(client.get("/games.json").content)
    assert [row["name"] for row in rows] == ["cancelling-a-duplicates-save"]
    assert "cancelling-a-duplicates-save" in client.get("/games").text


def test_a_theme_is_kept(client: TestClient) -> None:
    client.post("/theme", data={"theme": "dark", "token": "the-token-of-the-tests", "back": "/games"})
    assert 'data-theme="dark"' in client.get("/games").text

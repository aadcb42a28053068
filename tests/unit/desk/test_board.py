"""The board shows public facts alone, counts what the record notes, and says when something is stored."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from starlette.testclient import TestClient

from ledger.store import Ledger
from replays.cases.acts import Cases, DraftRuling
from replays.cases.citations import pin_rules
from replays.desk.board import _news, position
from replays.reference.shelf import Shelf
from tests.sequences import SAVE

TOKEN = "the-token-of-the-tests"


def test_a_table_with_its_last_move_and_who_decides(client: TestClient) -> None:
    row = client.get("/board.json").json()[0]
    assert (row["mover"], row["verb"], row["decides"]) == ("A", "use", "B")
    assert row["noted"] == 1
    assert row["where"] == "Round 4 · 1 Plot"
    page = client.get("/board").text
    assert "1 not legal" in page
    assert "Anna and Borys" in page


def test_the_board_never_shows_a_hand(client: TestClient) -> None:
    for address in ("/board", "/board.json", "/board?part=tables"):
        assert "Judgment" not in client.get(address).text


def test_a_table_with_an_open_case_comes_first_with_its_number(fresh: TestClient) -> None:
    text = SAVE.replace("position", 'tournament "Kyiv Open", round 3, table 7\nposition', 1)
    for name, written in (("first", SAVE), ("second", text)):
        fresh.post("/desk/store", data={"token": TOKEN, "text": written, "name": name})
    assert [(row["game"], row["table"]) for row in fresh.get("/board.json").json()] == [("first", ""), ("second", "7")]
    cases = Cases(fresh.app.state.desk.ledger, "2026-11-16T12:00:00+00:00")  # type: ignore[attr-defined]
    case = cases.open("second", 81, "May The Hand's Judgment cancel the save?", "B", "disputed")
    assert [row["open_case"] for row in fresh.get("/board.json").json()] == ["disputed", ""]
    page = fresh.get("/board").text
    assert 'href="/cases/disputed"' in page
    assert "Judgment" not in page
    cited = pin_rules(Shelf(cases.ledger, "2026-11-16"), ["agot2/duplicates#5"])
    cases.rule(case, DraftRuling("No.", cited, "none", "Maria", "2026-11-16"))
    assert not any(row["open_case"] for row in fresh.get("/board.json").json())


def test_a_new_game_is_there_at_once_and_the_position_moves_on(fresh: TestClient) -> None:
    ledger: Ledger = fresh.app.state.desk.ledger  # type: ignore[attr-defined]
    before = position(ledger)
    fresh.post("/desk/store", data={"token": TOKEN, "text": SAVE, "name": "table-7"})
    assert position(ledger) > before
    assert [row["game"] for row in fresh.get("/board.json").json()] == ["table-7"]


def test_what_was_missed_is_told_first(client: TestClient) -> None:
    class Asking:
        app, cookies = client.app, dict[str, str]()

        async def is_disconnected(self) -> bool:
            return False

    async def first(after: int) -> str:
        news = _news(Asking(), client.app.state.desk.ledger, after)  # type: ignore[arg-type, attr-defined]
        return await anext(news)

    ledger = client.app.state.desk.ledger  # type: ignore[attr-defined]
    with ThreadPoolExecutor(1) as own:  # a browser test before this one leaves a running loop in the main thread
        assert own.submit(asyncio.run, first(0)).result().startswith(f"id: {position(ledger)}\n")
        assert own.submit(asyncio.run, first(position(ledger))).result() == ": here\n\n"

"""The board shows public facts alone, counts what the record notes, and says when something is stored."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from ledger.events import MoveMade
from ledger.store import Ledger
from replays.cases.acts import Cases, DraftRuling
from replays.cases.case import Case
from replays.cases.citations import pin_rules
from replays.desk.access.roles import Role
from replays.desk.board.screen import BoardRow, _idle, _news, elapsed, position
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.random_games import Simulation
from replays.records.record import of_entries, of_run
from replays.reference.shelf import Shelf
from replays.watching.course import course, open_words
from rules.catalogue import load
from tests.sequences import SAVE
from tests.unit.desk.people import desk_of, log_in, people, token

TOKEN = "the-token-of-the-tests"


def test_a_table_with_its_last_move_and_who_decides(client: TestClient) -> None:
    row = client.get("/board.json").json()[0]
    assert (row["mover"], row["move"], row["decides"]) == ("A", "use duplicate of Eddard Stark", "B")
    assert row["noted"] == 1
    assert row["where"] == "Round 4 · 1 Plot"
    page = client.get("/board").text
    assert "1 not legal" in page
    assert "Anna and Borys" in page


def test_the_board_never_shows_a_hand(client: TestClient) -> None:
    for address in ("/board", "/board.json", "/board?screen=1"):
        assert "Judgment" not in client.get(address).text


def test_a_move_that_the_players_read_differently_is_its_verb_alone() -> None:
    pack = load("okc")
    record = of_entries("game", list(Simulation(pack, 2, next(iter(pack.formats)), 1).entries())[:120])
    read_by = []
    for viewer in record.table(1).seats:
        phases = course(pack, record.entries, viewer).phases
        read_by.append({row.seq: row.text for phase in phases for row in phase.rows if row.kind == "move"})
    secret = open_to_all = 0
    for place, entry in enumerate(record.entries):
        if isinstance(entry.events[0], MoveMade):
            ways = {rows[entry.seq] for rows in read_by}
            alike = len(ways) == 1
            assert open_words(pack, record.entries, place) == (ways.pop() if alike else entry.events[0].move.verb)
            secret, open_to_all = secret + (not alike), open_to_all + alike
    assert secret
    assert open_to_all


def test_a_move_that_all_players_read_alike_is_in_words() -> None:
    record = of_run(run(read(SAVE, "save.lw")), "save")
    told = [open_words(record.pack, record.entries, place) for place in range(len(record.entries))]
    assert "challenge military with The Hound against Anna" in told
    assert not any("Judgment" in words for words in told)


def test_a_table_with_an_open_case_comes_first_with_its_number(fresh: TestClient) -> None:
    text = SAVE.replace("position", 'tournament "Kyiv Open", round 3, table 7\nposition', 1)
    for name, written in (("first", SAVE), ("second", text)):
        fresh.post("/desk/store", data={"token": TOKEN, "text": written, "name": name})
    assert [(row["game"], row["table"]) for row in fresh.get("/board.json").json()] == [("first", ""), ("second", "7")]
    cases = Cases(fresh.app.state.desk.ledger, "2026-11-16T12:00:00+00:00")  # type: ignore[attr-defined]
    case = cases.open("second", 81, "May The Hand's Judgment cancel the save?", "B", "disputed")
    assert [row["open_case"] for row in fresh.get("/board.json").json()] == ["disputed", ""]
    cases.open("first", 64, "Who chooses?")
    page = fresh.get("/board").text
    assert page.index("May The Hand&#39;s Judgment cancel the save?") < page.index("Who chooses?")
    assert page.index("Table 7") < page.index("Borys asks, about") < page.index("agot2/triggering-condition#1")
    assert page.partition("<dialog")[0].count('class="button main"') == 1
    assert '<button class="button main" formaction="/cases/disputed/take"' in page
    screen = fresh.get("/board?screen=1").text
    assert "Judgment" not in screen
    assert "Table 7" in screen
    assert 'class="button main"' not in screen.partition("<dialog")[0]
    cited = pin_rules(Shelf(cases.ledger, "2026-11-16"), ["agot2/duplicates#5"])
    cases.rule(case, DraftRuling("No.", cited, "none", "Maria", "2026-11-16"))
    assert [row["open_case"] for row in fresh.get("/board.json").json()] == ["case-first-1", ""]
    assert "Judgment" not in fresh.get("/board").text


def test_the_board_is_narrowed_to_tables_with_something_to_do(fresh: TestClient) -> None:
    legal = SAVE.partition("B play \"The Hand's")[0]
    for name, written in (("wrong", SAVE), ("right", legal)):
        fresh.post("/desk/store", data={"token": TOKEN, "text": written, "name": name})
    wrong = fresh.get("/board?only=illegal").text
    assert 'href="/games/wrong"' in wrong
    assert 'href="/games/right"' not in wrong
    assert "No table has an open case" in fresh.get("/board?only=cases").text
    assert 'href="/games/right"' in fresh.get("/board?only=nonsense").text


def test_times_are_told_in_short() -> None:
    began = "2026-11-16T12:00:00+00:00"
    for ended, said in (
        ("2026-11-16T12:00:40+00:00", "40 s"),
        ("2026-11-16T12:06:12+00:00", "6 min"),
        ("2026-11-16T14:05:00+00:00", "2 h 5 min"),
        ("2026-11-19T12:00:00+00:00", "3 days"),
        ("2026-11-16T11:00:00+00:00", "0 s"),
    ):
        assert elapsed(began, ended) == said
    assert elapsed("", began) == elapsed("yesterday", began) == ""


def test_a_table_is_slow_from_twice_the_median_on() -> None:
    rows = [
        BoardRow(name, "", "agot2", 9, recorded=f"2026-11-16T12:{minute:02}:00+00:00", over=over)
        for name, minute, over in (("one", 58, ""), ("two", 57, ""), ("three", 53, ""), ("four", 10, "Ann won"))
    ]
    shown = _idle(rows, "2026-11-16T13:00:00+00:00")
    assert shown == {"one": ("2 min", False), "two": ("3 min", False), "three": ("7 min", True)}


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


def test_a_judge_takes_a_call_gives_it_back_and_ends_it(tmp_path: Path) -> None:
    with people(str(tmp_path / "own.db")) as clients:
        scribe, judge, other = clients[Role.SCRIBE], clients[Role.JUDGE], clients[Role.READER]
        log_in(other, Role.JUDGE, "Olena")
        _send(scribe, "/desk/store", text=SAVE, name="table-7")
        _send(scribe, "/cases/new", about="table-7@81", question="May it be cancelled?", by="B")
        case = "/cases/case-table-7-1"
        board = judge.get("/board").text
        assert "judge called" in board
        assert board.count("Take the call") == 1
        assert "Take the call" not in scribe.get("/board").text
        assert _send(judge, f"{case}/take", back="board", only="cases").headers["location"] == "/board?only=cases"
        assert "you are on it" in judge.get("/board").text
        assert "A judge is on it" in scribe.get("/board").text
        seen = other.get("/board").text
        assert "Take the call" not in seen
        assert "End the call" not in seen
        late = _send(other, f"{case}/take", back="board")
        assert late.status_code == 409
        assert "A judge is on this call already" in late.text
        for act in ("give-back", "end-call"):
            assert "only A judge or a head judge can end it" in _send(other, f"{case}/{act}").text
        assert "A judge is on it" in clients[Role.HEAD_JUDGE].get("/board?screen=1").text
        assert _send(judge, f"{case}/give-back").headers["location"] == f"{case}#main"
        assert _send(other, f"{case}/take", back="board").headers["location"] == "/board"
        assert "Olena is on it" in judge.get("/board").text
        assert "Olena is on it" in judge.get(case).text
        assert _send(clients[Role.HEAD_JUDGE], f"{case}/end-call", back="board").status_code == 303
        ended = judge.get("/board").text
        assert "May it be cancelled?" not in ended
        assert "case open" in ended, "the case is still there"
        assert "the call has ended" in _send(judge, f"{case}/take", back="board").text


def test_an_appeal_calls_for_a_head_judge(tmp_path: Path) -> None:
    with people(str(tmp_path / "own.db")) as clients:
        scribe, judge, head = clients[Role.SCRIBE], clients[Role.JUDGE], clients[Role.HEAD_JUDGE]
        _send(scribe, "/desk/store", text=SAVE, name="table-7")
        cases = Cases(desk_of(judge).ledger, "2026-11-16T12:00:00+00:00")
        case = cases.open("table-7", 81, "May it be cancelled?", "B", "disputed")
        cited = pin_rules(Shelf(cases.ledger, "2026-11-16"), ["agot2/duplicates#5"])
        ruled = cases.rule(case, DraftRuling("No.", cited, "none", "Maria", "2026-11-16"))
        assert "May it be cancelled?" not in judge.get("/board").text, "a ruling ends the call"
        cases.appeal(ruled, "B", "It was misread.")
        assert "Take the call" not in judge.get("/board").text
        assert _send(judge, "/cases/disputed/take", back="board").status_code == 403
        assert _send(head, "/cases/disputed/take", back="board").status_code == 303
        assert "A head judge is on it" in judge.get("/board").text


def test_of_two_judges_who_take_a_call_at_once_one_is_told_so(
    fresh: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh.post("/desk/store", data={"token": TOKEN, "text": SAVE, "name": "table-7"})
    ledger = fresh.app.state.desk.ledger  # type: ignore[attr-defined]
    Cases(ledger, "2026-11-16T12:00:00+00:00").open("table-7", 81, "May it?", "B", "disputed")
    take_call = Cases.take_call

    def after_another(cases: Cases, case: Case, judge: str) -> Case:
        take_call(Cases(ledger, "2026-11-16T12:01:00+00:00"), cases.case("disputed"), "Olena")
        return take_call(cases, case, judge)

    monkeypatch.setattr(Cases, "take_call", after_another)
    answer = fresh.post("/cases/disputed/take", data={"token": TOKEN, "back": "board"})
    assert answer.status_code == 409
    assert "in the same moment" in answer.text
    assert "Olena is on it" in answer.text


def _send(client: TestClient, address: str, **fields: str) -> Any:
    return client.post(address, data={"token": token(client), **fields}, follow_redirects=False)

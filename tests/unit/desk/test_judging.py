"""The desk judges what is written as `lastword verify` does, with every error at once and all reasons."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from ledger.store import Ledger
from replays.branches.storage import store
from replays.desk.judging.asked import asked_of
from replays.desk.judging.examples import EXAMPLES, example_text, position_form
from replays.desk.judging.judged import judge_text, stored_record
from replays.desk.judging.screen import store_asked
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import of_entries, of_run
from replays.reference.shelf import Shelf
from replays.verdicts.on_date import Rules, dated
from replays.verdicts.verdict_data import as_data
from replays.verdicts.verification import verify
from rules.catalogue import pack_ids
from tests.accessibility import parse
from tests.sequences import SAVE

TOKEN = "the-token-of-the-tests"
GAME = "cancelling-a-duplicates-save"
TABS = ["verdict", "table", "sequence", "windows", "why"]
RULES = Rules(Shelf(None, "2026-11-18"), asked=False)


def judge(client: TestClient, **fields: str) -> dict[str, Any]:
    """What the desk answers to a script."""
    answer = client.post("/desk/judge", json=fields, headers={"x-lastword-token": TOKEN})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def post(client: TestClient, **fields: str) -> str:
    """The page that the desk shows without a script."""
    answer = client.post("/desk", data={"token": TOKEN, **fields})
    assert answer.status_code == 200, answer.text
    parse(answer.text)
    return answer.text


def test_the_verdict_is_that_of_the_command_line(client: TestClient) -> None:
    expected = as_data(dated(verify(of_run(run(read(SAVE)), "save")), RULES))
    found = judge(client, text=SAVE, name="save")["verdict"]
    assert found == msgspec.json.decode(msgspec.json.encode(expected))


def test_players_that_cannot_be_read_are_not_said_to_be_missing() -> None:
    for players in ("players A Anna stark, B Borys lannister", "players A stark, B lanister"):
        judged = judge_text(f"lastword 1 agot2 joust\n{players}\n\nB ply x\n", "", RULES)
        assert [problem.line for problem in judged.problems if problem.line < 3] == [2]


@pytest.mark.parametrize("tab", TABS)
def test_a_form_shows_what_a_script_shows(client: TestClient, tab: str) -> None:
    page = post(client, text=SAVE, tab=tab)
    regions = judge(client, text=SAVE, tab=tab)["regions"]
    assert set(regions) == {"state", "sub", "lines", "note", "follow", "result"}
    for markup in regions.values():
        assert markup.strip() in page


def test_a_violation_is_never_alone(client: TestClient) -> None:
    shown = judge(client, text=SAVE)["regions"]["result"]
    for part in ("is not legal", "Line 16", "@81", "Borys", "noted and ignored", "/rules/agot2/duplicates#5"):
        assert part in shown
    assert "The duplicate&#39;s save cannot be cancelled." in shown


def test_all_errors_are_shown_and_the_lines_before_them_are_judged(client: TestClient) -> None:
    text = SAVE.replace("A claim ned\n", "A clam ned\n").replace("A defend with nobody", "A defend with nobdy")
    found = judge(client, text=text.replace("expect illegal", "expekt illegal"))
    assert found["regions"]["result"].count('class="problem"') == 3
    assert "did you mean" in found["regions"]["result"]
    assert found["verdict"]["events"] > 17
    assert "cannot be read" in found["regions"]["note"]


@pytest.mark.parametrize(
    "text", ["", "\n", "hello", "lastword 1 agot2", "lastword 1 nothing\n", "#", '"', "lastword 1 l5r\nplayers"]
)
def test_no_text_brings_the_desk_down(client: TestClient, text: str) -> None:
    assert judge(client, text=text)["regions"]["result"]


def test_a_line_that_may_follow_is_added(client: TestClient) -> None:
    found = judge(client, text=SAVE, add="B first A")
    assert found["text"] == f"{SAVE}B first A\n"
    assert "B first A" in post(client, text=SAVE, add="B first A")


def test_a_what_if_plays_the_move_and_leads_back(client: TestClient) -> None:
    found = judge(client, text=SAVE, line="16", whatif="played")
    assert "on illegal apply\nB play" in found["text"]
    assert found["before"] == SAVE
    assert "applied as recorded" in found["regions"]["result"]
    back = judge(client, text=found["text"], before=SAVE, undo="1")
    assert back["text"] == SAVE
    cut = judge(client, text=SAVE, line="15", whatif="from-here")
    assert cut["text"].endswith("A use duplicate of ned\n")


def test_why_is_asked_of_any_move(client: TestClient) -> None:
    shown = judge(client, text=SAVE, tab="why", at="64", move="A use duplicate of ned")["regions"]["result"]
    assert "Legal." in shown
    assert "does not hold" in judge(client, text=SAVE, tab="why")["regions"]["result"]
    assert 'class="band"' in judge(client, text=SAVE, tab="why", move="A dance")["regions"]["result"]


def test_a_table_as_a_player_knows_it_does_not_name_hidden_cards(client: TestClient) -> None:
    everything = judge(client, text=SAVE, tab="table")["regions"]["result"]
    as_a = judge(client, text=SAVE, tab="table", **{"as": "A"})["regions"]["result"]
    assert "The Hand&#39;s Judgment" in everything
    assert "The Hand&#39;s Judgment" not in as_a


def test_a_move_that_was_not_legal_stands_in_its_window(client: TestClient) -> None:
    shown = judge(client, text=SAVE, tab="windows")["regions"]["result"]
    assert "Nobody was left out." in shown
    assert shown.count('class="audit-window wrong"') == 1


@pytest.mark.parametrize("style", ["stack", "clusters", "timeline"])
def test_a_sequence_is_drawn_without_styles(client: TestClient, style: str) -> None:
    shown = judge(client, text=SAVE, tab="sequence", style=style)["regions"]["result"]
    assert " style=" not in shown
    assert "Eddard Stark" in shown


def test_a_text_is_stored_and_opened(fresh: TestClient) -> None:
    answer = fresh.post("/desk/store", data={"token": TOKEN, "text": SAVE, "name": "table-7"}, follow_redirects=False)
    assert answer.headers["location"] == "/desk/table-7"
    page = fresh.get("/desk/table-7").text
    assert "B play &#34;The Hand&#39;s Judgment&#34;" in page
    assert fresh.get("/desk/tab", follow_redirects=False).headers["location"] == "/desk/table-7"
    assert fresh.get("/desk/table-7.json").json()["violations"][0]["seq"] == 81
    assert [game["name"] for game in fresh.get("/games.json").json()] == ["table-7"]


def test_a_what_if_of_a_stored_game_becomes_a_branch(fresh: TestClient) -> None:
    fresh.post("/desk/store", data={"token": TOKEN, "text": SAVE, "name": "table-7"})
    found = judge(fresh, game="table-7", after="254", text="B first A")
    assert found["verdict"]["events"] > 254
    assert found["regions"]["lines"].count(" past") == 4
    assert "line 1: legal" in found["regions"]["lines"]
    branch = {"token": TOKEN, "game": "table-7", "after": "254", "text": "B first A", "name": "other"}
    assert fresh.post("/desk/store", data=branch, follow_redirects=False).headers["location"] == "/desk/other"
    assert fresh.get("/games.json").json()[1]["parent"]


def test_a_case_is_opened_about_the_move(fresh: TestClient) -> None:
    sent = {"token": TOKEN, "text": SAVE, "name": "table-7", "seq": "81", "question": "May he?", "by": "B"}
    page = fresh.post("/desk/case", data=sent)
    assert page.status_code == 200
    assert "May he?" in page.text
    assert "table-7@81" in page.text


def test_a_game_that_is_not_there_names_the_nearest(client: TestClient) -> None:
    answer = client.get("/desk/canceling-a-duplicate-save")
    assert answer.status_code == 404
    assert GAME in answer.text


@pytest.mark.parametrize("pack", pack_ids())
def test_the_position_of_every_game_can_be_read(client: TestClient, pack: str) -> None:
    judged = judge_text(position_form(pack), "", RULES)
    assert not judged.problems
    assert judged.found is not None
    assert judged.found.clean
    assert not judged.found.report.assumed
    assert "May follow" in client.get(f"/desk?pack={pack}").text


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_every_example_opens_with_every_tab(client: TestClient, example: Any) -> None:
    text = example_text(example.pack, example.name)
    for tab in TABS:
        assert judge(client, text=text, tab=tab)["verdict"]["events"]


def test_what_is_sent_is_checked(client: TestClient) -> None:
    for fields in ({"line": "x"}, {"at": "9" * 12}, {"tab": "../verdict"}, {"style": "x"}, {"as": "Z", "tab": "table"}):
        answer = client.post("/desk/judge", json={"text": SAVE, **fields}, headers={"x-lastword-token": TOKEN})
        assert answer.status_code in (200, 400), fields
    answer = client.post("/desk/judge", content=b"[1]", headers={"x-lastword-token": TOKEN})
    assert answer.status_code == 400
    assert client.get("/desk?pack=nothing").status_code == 404
    assert client.get("/desk?example=agot2/../../x").status_code == 404
    near = client.get("/desk?example=agot2/cancelling-a-duplicate-save")
    assert near.status_code == 404
    assert "/desk?example=agot2/cancelling-a-duplicates-save" in near.text


def test_a_text_is_laid_out_as_fmt_does(client: TestClient) -> None:
    ragged = SAVE.replace("A gold", "A   gold").replace("players   A", "players A")
    assert judge(client, text=ragged, layout="1")["text"] == SAVE
    assert judge(client, text="hello", layout="1")["text"] == "hello"


def test_a_desk_and_another_process_share_a_ledger(fresh: TestClient) -> None:
    address = fresh.app.state.desk.ledger.address  # type: ignore[attr-defined]
    with Ledger.open(address) as other:
        store(other, of_run(run(read(SAVE)), "from-elsewhere"))
        assert [game["name"] for game in fresh.get("/games.json").json()] == ["from-elsewhere"]
        fresh.post("/desk/store", data={"token": TOKEN, "text": SAVE, "name": "from-here"})
        assert [head.name for head in other.games()] == ["from-elsewhere", "from-here"]


def test_many_requests_at_once(client: TestClient) -> None:
    texts = [f"{SAVE}# {number}\n" for number in range(6)]
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda text: judge(client, text=text)["verdict"]["violations"], texts))
    assert all(one == found[0] for one in found)


def test_a_picture_may_have_any_name(client: TestClient) -> None:
    answer = client.post("/desk/sequence.svg", data={"token": TOKEN, "text": SAVE, "name": 'стіл-7 "“ü"', "at": "81"})
    assert answer.status_code == 200
    assert answer.headers["content-disposition"] == 'attachment; filename="-----7-----.svg"'


@pytest.mark.parametrize("after", ["", "64"])
def test_the_record_of_a_stored_branch_is_kept_as_the_ledger_has_it(fresh: TestClient, after: str) -> None:
    desk = fresh.app.state.desk  # type: ignore[attr-defined]
    store_asked(desk, asked_of({"text": SAVE, "name": "trunk"}), "Maria")
    name = store_asked(desk, asked_of({"game": "trunk", "after": after, "text": "A pass"}), "Maria")
    kept, head = stored_record(desk, name), desk.ledger.head(name)
    read_back = of_entries(name, list(desk.ledger.entries(head)))
    assert (kept.entries, kept.names.aliases) == (read_back.entries, read_back.names.aliases)
    assert {entry.recorded_by for entry in kept.entries} == {"Maria"}


def test_moves_name_a_province_nobody_identified_by_its_place(client: TestClient) -> None:
    page = client.get("/desk?pack=l5r").text
    assert "against B.province2 with" in page
    assert not re.findall(r"against (#\d+) with", page)


def test_the_table_says_what_changed_since_the_decision_before(client: TestClient) -> None:
    page = client.get(f"/desk/{GAME}?tab=table&at=81").text
    assert "Since the decision before: duplicate of Eddard Stark is discarded." in page
    assert "Since the decision before" not in client.get(f"/desk/{GAME}?tab=table&at=1").text


def test_a_card_in_a_province_does_not_make_the_province_facedown(fresh: TestClient) -> None:
    text = position_form("l5r").replace(" (facedown)", "")
    page = " ".join(fresh.post("/desk", data={"token": TOKEN, "text": text, "tab": "table"}).text.split())
    assert "Manicured Garden 4</span> (with a facedown card)" in page


def test_a_reason_names_the_entry_that_its_clause_belongs_to(client: TestClient) -> None:
    page = client.get("/desk?example=agot2/cancelling-a-duplicates-save").text
    assert 'agot2/duplicates#5</a> <span class="small quiet">Duplicates</span>' in page

"""The whole way of a case at the desk without a browser: every act is a form, and nobody overwrites anybody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from starlette.testclient import TestClient

from ledger.ledger_check import check
from ledger.signing import new_key
from ledger.store import Ledger
from replays.branches.storage import store
from replays.desk.server import desk_app
from replays.desk.settings import Settings
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import of_run
from tests.accessibility import parse
from tests.sequences import SAVE
from tests.unit.desk.conftest import NASTY, TOKEN

CASE = "/cases/case-dispute-1"
RULING = {
    "finding": "The save stands.",
    "cite:agot2/duplicates#5": "on",
    "remedy": "warning",
    "whom": "B",
    "judge": "Maria",
}


@pytest.fixture
def home(tmp_path: Path) -> Iterator[TestClient]:
    """A client of a desk with a key, on a ledger that holds the disputed save."""
    address = str(tmp_path / "tour.db")
    with Ledger.open(address) as ledger:
        store(ledger, of_run(run(read(SAVE, "dispute.lw")), "dispute"))
    app = desk_app(address, Settings(token=TOKEN, key=new_key(), recorded_by="Maria"))
    with TestClient(app, base_url="http://127.0.0.1:8181") as found:
        yield found


def send(client: TestClient, address: str, seen: str = "", **fields: str) -> object:
    """Send a form as a browser does: with the token, and with the state of the case that its page was about."""
    page = "" if seen or address == "/cases/new" else client.get(address.rpartition("/")[0]).text
    if page:
        found = re.search(r'name="seen" value="([^"]+)"', page)
        assert found is not None
        seen = found[1]
    return client.post(address, data={"token": TOKEN, "seen": seen, **fields})


def opened(client: TestClient, question: str = "May it be cancelled?") -> TestClient:
    answer = client.post("/cases/new", data={"token": TOKEN, "about": "dispute@81", "question": question, "by": "B"})
    assert answer.url.path == CASE
    return client


def words(page: str) -> str:
    return " ".join("".join(parse(page).itertext()).split())


def test_a_new_case_is_filled_in_from_the_verdict(home: TestClient) -> None:
    page = home.get("/cases/new?about=dispute@81").text
    assert "May Borys play The Hand&#39;s Judgment here?" in page
    assert '<option value="B" selected>Borys</option>' in page
    assert "/rules/agot2/duplicates#5" in page
    without = home.get("/cases/new?about=dispute").text
    assert 'name="about" value="dispute@81"' in without, "without an event it is about the last violation"
    quiet = home.get("/cases/new?about=dispute@64").text
    assert "Nothing broke a rule here." in quiet
    assert home.get("/cases/new?about=dispute@9999").status_code == 400
    assert home.get("/cases/new?about=nothing@1").status_code == 400
    assert home.get("/cases/new?about=dispute@٨١").status_code == 400, "a number is written in the digits 0 to 9"
    opened(home)
    assert "There is a case about this event already" in home.get("/cases/new?about=dispute@81").text


def test_from_the_question_to_a_sealed_ruling(home: TestClient) -> None:
    opened(home)
    send(home, f"{CASE}/claim", by="A", says="It cannot.", line="A use duplicate of ned\nexpect ned in A.play\n")
    send(home, f"{CASE}/claim", by="B", says="It can.", line='A use duplicate of ned\nB play "The Hand\'s Judgment"\n')
    page = home.get(CASE)
    assert "Can be played as written." in page.text
    assert 'name="cite:agot2/duplicates#5" checked' in page.text, "what was broken is picked"
    answer = send(home, f"{CASE}/rule", **RULING, seal="on")
    assert answer.url.path == CASE
    told = words(answer.text)
    assert "A warning for Borys; play goes on." in told
    found = home.get(f"{CASE}.json").json()
    assert found["status"] == "ruled"
    assert [citation["rule"] for citation in found["acts"][-1]["citations"]] == ["agot2/duplicates#5@1.0"]
    assert [seal["by"] for seal in found["seals"]] == ["Maria"]
    assert 'action="/cases/case-dispute-1/rule#rule"' not in answer.text, "a case is ruled once"
    assert "PRIVATE KEY" not in answer.text
    with home.app.state.desk.ledger.at_one_moment() as ledger:
        assert not check(ledger).findings


def test_appeal_uphold_and_overturn(home: TestClient) -> None:
    opened(home)
    send(home, f"{CASE}/rule", **RULING)
    send(home, f"{CASE}/appeal", by="A", grounds="The clause says otherwise.")
    assert home.get(f"{CASE}.json").json()["status"] == "under appeal"
    send(home, f"{CASE}/uphold", because="It is plain.", judge="Olena")
    assert home.get(f"{CASE}.json").json()["status"] == "upheld"
    other = {"finding": "Back up.", "cite:agot2/cancel#1": "on", "remedy": "rewind", "back_to": "64", "judge": "Olena"}
    answer = send(home, f"{CASE}/overturn", because="A clause was overlooked.", **other)
    assert "<s>The save stands.</s>" in answer.text
    assert "backed up to where it stood after event 64" in answer.text
    send(home, f"{CASE}/remark", other="Olena", says="Both were told.")
    send(home, f"{CASE}/seal", by="Olena")
    found = home.get(f"{CASE}.json").json()
    assert [act["act"] for act in found["acts"]][-3:] == ["Overturned", "Ruled", "Remarked"]
    assert found["seals"][0]["last"] == 7


def test_two_judges_get_the_conflict_explained_and_nothing_is_overwritten(home: TestClient) -> None:
    opened(home)
    seen = re.search(r'name="seen" value="([^"]+)"', home.get(CASE).text)
    assert seen is not None
    send(home, f"{CASE}/rule", **RULING)
    late = send(home, f"{CASE}/claim", seen=seen[1], by="A", says="I was never heard.", line="A use duplicate of ned")
    assert late.status_code == 409
    told = words(late.text)
    assert "Nothing of yours was recorded" in told
    assert "Maria rules" in told
    assert "I was never heard." in late.text
    second = send(home, f"{CASE}/rule", seen=seen[1], **{**RULING, "finding": "It is cancelled.", "judge": "Olena"})
    assert second.status_code == 409
    told = words(second.text)
    assert "Nothing of yours was recorded" in told, "also where the form itself can no longer be sent"
    assert "Maria rules" in told
    assert "It is cancelled." in told
    assert [act["act"] for act in home.get(f"{CASE}.json").json()["acts"]] == ["CaseOpened", "Ruled"]
    again = re.search(r'name="seen" value="([^"]+)"', late.text)
    assert again is not None
    assert send(home, f"{CASE}/claim", seen=again[1], by="A", says="I was never heard.").status_code == 200


def test_two_judges_who_rule_at_the_same_instant_leave_one_ruling(home: TestClient) -> None:
    opened(home)
    seen = re.search(r'name="seen" value="([^"]+)"', home.get(CASE).text)
    assert seen is not None
    judges = [f"Judge {number}" for number in range(8)]
    start = Barrier(len(judges))

    def rule(judge: str) -> int:
        start.wait()
        return send(home, f"{CASE}/rule", seen=seen[1], **{**RULING, "judge": judge}).status_code

    with ThreadPoolExecutor(len(judges)) as pool:
        codes = sorted(pool.map(rule, judges))
    assert codes == [200, *[409] * 7]
    assert [act["act"] for act in home.get(f"{CASE}.json").json()["acts"]] == ["CaseOpened", "Ruled"]
    assert not check(home.app.state.desk.ledger).findings


def test_a_double_click_does_what_it_asks_for_once(home: TestClient) -> None:
    start = Barrier(2)

    def click(_: int) -> str:
        start.wait()
        sent = {"token": TOKEN, "text": SAVE, "name": "twice", "seq": "81", "question": "May it?", "by": "B"}
        return home.post("/desk/case", data=sent).url.path

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(click, range(2))) == ["/cases/case-twice-1"] * 2
    assert [row.name for row in home.app.state.desk.ledger.stream_rows()] == ["dispute", "twice", "case-twice-1"]
    seen = re.search(r'name="seen" value="([^"]+)"', home.get("/cases/case-twice-1").text)
    assert seen is not None
    for _ in range(2):
        answer = send(home, "/cases/case-twice-1/remark", seen=seen[1], by="A", says="Wait.")
        assert answer.status_code == 200, "the second click is no conflict with the first"
    acts = home.get("/cases/case-twice-1.json").json()["acts"]
    assert [act["act"] for act in acts] == ["CaseOpened", "Remarked"]


@pytest.mark.parametrize(
    "fields", [{"seq": "9999"}, {"question": " "}, {"text": "lastword 1 agot2"}, {"text": f"{SAVE}B ply x\n"}]
)
def test_a_case_that_is_refused_stores_no_game(home: TestClient, fields: dict[str, str]) -> None:
    sent = {"token": TOKEN, "text": SAVE, "name": "refused", "seq": "81", "question": "May it?", "by": "B", **fields}
    assert home.post("/desk/case", data=sent).status_code == 400
    assert [row.name for row in home.app.state.desk.ledger.stream_rows()] == ["dispute"]


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"finding": ""}, "a finding is needed"),
        ({"cite:agot2/duplicates#5": None}, "a ruling cites at least one clause"),
        ({"cite:agot2/nothing#1": "on"}, "nothing"),
        ({"remedy": "rewind", "back_to": "9999"}, "no event 9999 to be backed up to"),
        ({"remedy": "rewind", "back_to": "x"}, "is no remedy"),
        ({"whom": "Z"}, "is no player"),
        ({"in_force": "soon"}, "is not a date"),
    ],
)
def test_a_ruling_that_is_refused_keeps_what_was_written(
    home: TestClient, fields: dict[str, str | None], says: str
) -> None:
    opened(home)
    sent = {name: value for name, value in {**RULING, **fields}.items() if value is not None}
    answer = send(home, f"{CASE}/rule", **sent)
    assert answer.status_code == 400
    assert says in words(answer.text)
    assert sent["finding"] in answer.text
    assert home.get(f"{CASE}.json").json()["last"] == 1


def test_a_line_that_cannot_be_read_is_named_and_kept(home: TestClient) -> None:
    opened(home)
    answer = send(home, f"{CASE}/claim", by="A", says="So it was.", line="A dance with ned")
    assert answer.status_code == 400
    assert "A dance with ned</textarea>" in answer.text
    assert [row.name for row in home.app.state.desk.ledger.stream_rows()] == ["dispute", "case-dispute-1"]


def test_a_clause_is_looked_for_and_what_is_written_stays(home: TestClient) -> None:
    opened(home)
    answer = send(home, f"{CASE}/rule", **RULING, find="anulowanie", search="1")
    assert answer.status_code == 200
    assert 'name="cite:agot2/cancel#1"' in answer.text
    assert "The save stands.</textarea>" in answer.text
    assert 'name="cite:agot2/duplicates#5" checked' in answer.text
    assert 'name="cite:agot2/triggering-condition#1" checked' not in answer.text, "it was not ticked any more"
    assert home.get(f"{CASE}.json").json()["last"] == 1, "a search records nothing"
    assert send(home, f"{CASE}/rule", **RULING, find="", search="1").status_code == 400


def test_earlier_remedies_and_precedents_stand_beside_the_form(home: TestClient) -> None:
    opened(home)
    send(home, f"{CASE}/rule", **RULING)
    home.post("/cases/new", data={"token": TOKEN, "about": "dispute@81", "question": "Again?", "by": "A"})
    told = words(home.get("/cases/case-dispute-2").text)
    assert "Borys: A warning for Borys; play goes on." in told
    assert "The save stands. 100% alike" in told or "alike" in told


def test_a_desk_without_a_key_offers_no_seal(fresh: TestClient) -> None:
    store(fresh.app.state.desk.ledger, of_run(run(read(SAVE, "dispute.lw")), "dispute"))
    opened(fresh)
    assert "Seal the case" not in fresh.get(CASE).text
    answer = send(fresh, f"{CASE}/seal", by="Olena")
    assert answer.status_code == 400
    answer = send(fresh, f"{CASE}/rule", **RULING, seal="on")
    assert answer.status_code == 400
    assert fresh.get(f"{CASE}.json").json()["last"] == 1, "what was to be sealed is not recorded without its seal"


def test_exports_are_what_the_command_line_writes(home: TestClient) -> None:
    opened(home)
    send(home, f"{CASE}/rule", **RULING)
    page = home.get(f"{CASE}/ruling.html")
    assert page.headers["content-disposition"] == 'attachment; filename="case-dispute-1.html"'
    assert "<article" in page.text
    assert home.get(f"{CASE}/ruling.md").text.startswith("# May it be cancelled?")
    assert home.get(f"{CASE}/case.jsonl").text.count("\n") > 2


def test_what_is_said_in_every_field_is_text(home: TestClient) -> None:
    opened(home, NASTY)
    send(home, f"{CASE}/claim", other=NASTY, says=NASTY, line=f"A use duplicate of ned # {NASTY}\n")
    send(home, f"{CASE}/remark", other=NASTY, says=NASTY)
    send(home, f"{CASE}/rule", **{**RULING, "finding": NASTY, "judge": NASTY}, seal="on")
    send(home, f"{CASE}/appeal", other=NASTY, grounds=NASTY)
    send(home, f"{CASE}/overturn", **{**RULING, "finding": NASTY, "judge": NASTY}, because=NASTY)
    send(home, f"{CASE}/seal", by=NASTY)
    refused = send(home, f"{CASE}/overturn", because=NASTY, finding=NASTY, judge=NASTY, find=NASTY, remedy=NASTY)
    searched = send(home, f"{CASE}/overturn", because=NASTY, finding=NASTY, judge=NASTY, find=NASTY, search="1")
    listed = home.get("/cases", params={"q": NASTY, "card": NASTY, "judge": NASTY, "since": NASTY})
    asked = home.get("/cases/new", params={"about": NASTY})
    for page in (home.get(CASE), home.get(f"{CASE}/ruling.html"), home.get("/cases"), refused, searched, listed, asked):
        assert "<script>alert" not in page.text
        assert "<img" not in page.text
    assert words(home.get(CASE).text).count(" ".join(NASTY.split())) >= 9
    assert home.get(f"{CASE}.json").headers["content-type"] == "application/json"


@pytest.mark.parametrize("act", ["claim", "remark", "rule", "appeal", "uphold", "overturn", "seal"])
def test_no_act_without_the_token(home: TestClient, act: str) -> None:
    opened(home)
    assert home.post(f"{CASE}/{act}", data={"says": "x"}).status_code == 403
    assert home.get(f"{CASE}.json").json()["last"] == 1

"""Cards and decks checked on a page, the ledger as a whole, and judging as of a date."""

from __future__ import annotations

import json
from pathlib import Path

from starlette.testclient import TestClient

from ledger.revisions import ClauseRevised
from ledger.store import Ledger
from replays.desk.server import desk_app
from replays.desk.settings import Settings
from replays.reference.shelf import Shelf
from tests.sequences import SAVE
from tests.unit.desk.conftest import GAME, NASTY, TOKEN

DECK = "faction House Stark\nplots\n2 A Noble Cause\ncards\n3 Eddard Stark\n"
HERE = {"Origin": "http://127.0.0.1:8181"}


def sent(client: TestClient, **fields: str) -> tuple[int, str]:
    answer = client.post("/cards/check", data={"token": TOKEN, **fields}, headers=HERE)
    return answer.status_code, answer.text


def test_a_card_file_is_checked_with_its_lines(client: TestClient) -> None:
    status, page = sent(
        client, kind="cards", text='game = "agot2"\n[[card]]\nid = "x"\nname = "X"\ntype = "event"\ncots = 1\n'
    )
    assert status == 200
    assert "Not in order" in page
    assert "your file:" in page
    assert "cots" in page


def test_a_misspelt_type_is_an_error(client: TestClient) -> None:
    _, page = sent(client, kind="cards", text='game = "agot2"\n[[card]]\nid = "x"\nname = "X"\ntype = "evnt"\n')
    assert "did you mean event" in page


def test_a_deck_is_judged_with_its_rules(client: TestClient) -> None:
    status, page = sent(client, kind="deck", game="agot2", text=DECK)
    assert status == 200
    assert "Not in order" in page
    assert "agot2/deckbuilding" in page


def test_a_public_list_becomes_a_card_file(client: TestClient) -> None:
    card = {"name": "Quiet Year", "type": "plot", "faction": "neutral", "traits": [], "text": "Be."}
    status, page = sent(client, kind="list", game="agot2", text=json.dumps([card]))
    assert status == 200
    assert "[[card]]" in page


def test_a_text_that_is_nothing_of_the_kind_says_so_and_is_kept(client: TestClient) -> None:
    for kind in ("cards", "deck", "list"):
        status, page = sent(client, kind=kind, game="tegot", text=f"[[{NASTY}")
        assert status in (200, 400), kind
        assert "<script>alert" not in page
        assert "Traceback" not in page
    status, page = sent(client, kind="list", text="nothing")
    assert status == 400
    assert "not valid JSON" in page
    assert ">nothing</textarea>" in page


def test_the_cards_of_a_game_lead_to_their_pages(client: TestClient) -> None:
    page = client.get("/cards/agot2").text
    assert 'href="/cards/agot2/the-hands-judgment"' in page
    assert client.get("/cards/chess").status_code == 404


def test_the_ledger_counts_and_checks_itself(client: TestClient) -> None:
    page = client.get("/ledger").text
    assert GAME in page
    assert "254" in page
    assert "Nothing was changed" not in page
    assert "Nothing was changed" in client.get("/ledger?check=1").text
    counted = client.get("/ledger.json").json()
    assert [part["events"] for part in counted["streams"] if part["name"] == GAME] == [254]
    assert client.get("/ledger/export.jsonl").text.count("\n") > 5


def test_a_dispute_is_judged_by_the_rules_of_a_date(tmp_path: Path) -> None:
    address = str(tmp_path / "revised.db")
    with Ledger.open(address) as ledger:
        for rule, clause in (("agot2/duplicates", 5), ("agot2/triggering-condition", 1)):
            revised = ClauseRevised(rule, clause, "It says something else.", "errata", "2026-03-01")
            Shelf(ledger, "2026-03-01").revise(revised, "agot2")
    with TestClient(desk_app(address, Settings(token=TOKEN)), base_url="http://127.0.0.1:8181") as client:
        form = client.get("/desk").text
        assert 'name="on"' in form
        fields = {"token": TOKEN, "text": SAVE, "on": "2026-04-01"}
        after = client.post("/desk", data=fields, headers=HERE).text
        before = client.post("/desk", data={**fields, "on": "2026-02-01"}, headers=HERE).text
        assert "rules of 2026-04-01" in after
        assert "is to be judged by a person" in after
        assert "1 not legal" in before
        assert "is not legal" in before
        assert client.post("/desk", data={**fields, "on": "soon"}, headers=HERE).status_code == 400


def test_without_a_revision_no_date_is_asked_for(client: TestClient) -> None:
    assert 'name="on"' not in client.get("/desk").text
    move = 'B play "The Hand\'s Judgment"'
    told = client.get(f"/games/{GAME}@81/why", params={"move": move, "on": "2026-02-01"})
    assert "by the rules of 2026-02-01" in told.text
    assert client.get(f"/games/{GAME}@81/why.json", params={"move": move, "on": "2026-02-01"}).status_code == 200
    assert client.get(f"/games/{GAME}@81/why", params={"move": move, "on": "x"}).status_code == 400

"""What the command line does with one game, on pages: each says what the verb prints, and stores by a POST alone."""

from __future__ import annotations

import html
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from ledger.signing import new_key
from replays.branches.storage import store
from replays.cli.main import cli
from replays.desk.server import desk_app
from replays.desk.settings import Settings
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import of_run
from tests.sequences import SAVE
from tests.unit.desk.conftest import GAME, NASTY, TOKEN

PLAY = 'B play "The Hand\'s Judgment"'


@pytest.mark.parametrize(
    ("address", "verb"),
    [
        ("/rewind?how=to&at=64", ["rewind", GAME, "--to", "64"]),
        ("/rewind?how=undo&at=65&fault=A", ["rewind", GAME, "--undo", "65", "--fault", "A"]),
        ("/explore?at=64&ask=zone(ned) == dead&until=challenge",
         ["explore", GAME, "--at", "64", "--ask", "zone(ned) == dead", "--until", "challenge", "--limit", "5000"]),
        (f"/diff?at=81&with={GAME}@64", ["diff", f"{GAME}@81", f"{GAME}@64"]),
        ("/record", ["ledger", "check", GAME]),
    ],
)  # fmt: skip
def test_a_page_says_what_the_verb_prints(client: TestClient, stored: str, address: str, verb: list[str]) -> None:
    printed = CliRunner().invoke(cli, ["--ledger", stored, *verb], catch_exceptions=False).stdout
    page = client.get(f"/games/{GAME}{address}")
    assert page.status_code == 200
    shown = html.unescape(page.text)
    assert printed.strip()
    for line in printed.splitlines():
        assert line in shown


@pytest.mark.parametrize(
    "query", ["way=after&moves=A use duplicate of ned&at=64", "way=skip&at=65", "way=replace&at=65&moves=A pass"]
)
def test_a_what_if_is_shown_and_not_stored(client: TestClient, query: str) -> None:
    page = client.get(f"/games/{GAME}/whatif?{query}")
    assert page.status_code == 200
    assert "not stored: leaves" in page.text
    assert len(client.app.state.desk.ledger.stream_rows()) == 1


@pytest.mark.parametrize(
    "address",
    ["/whatif?way=after&moves=", "/whatif?way=reorder&at=65&later=x", "/rewind?how=to&fault=Z",
     "/rewind?how=last-illegal",
     "/diff?with=nothing", "/explore?ask=nonsense(", "/explore?ask=&until=dance"],
)  # fmt: skip
def test_what_cannot_be_done_is_said(client: TestClient, address: str) -> None:
    page = client.get(f"/games/{GAME}{address}")
    assert page.status_code == 400
    assert 'role="alert"' in page.text


@pytest.fixture
def own(fresh: TestClient) -> TestClient:
    """A desk on a ledger of its own with the disputed save."""
    store(fresh.app.state.desk.ledger, of_run(run(read(SAVE, "dispute.lw")), GAME))
    return fresh


def test_a_what_if_and_a_rewind_are_stored_as_branches(own: TestClient) -> None:
    made = own.post(
        f"/games/{GAME}@64/whatif", data={"token": TOKEN, "way": "after", "moves": "A use duplicate of ned"}
    )
    assert made.url.path == f"/games/{GAME}-if-1"
    backed = own.post(f"/games/{GAME}@64/rewind", data={"token": TOKEN, "how": "to", "name": "after-the-ruling"})
    assert backed.url.path == "/games/after-the-ruling"
    assert own.post(f"/games/{GAME}@64/whatif", data={"way": "skip"}).status_code == 403
    assert len(own.app.state.desk.ledger.stream_rows()) == 3


def test_a_game_is_exported_and_not_sealed_without_a_key(own: TestClient) -> None:
    exported = own.get(f"/games/{GAME}/export.jsonl")
    assert exported.headers["content-disposition"] == f'attachment; filename="{GAME}.jsonl"'
    refused = own.post(f"/games/{GAME}/seal", data={"token": TOKEN, "by": "Maria"})
    assert refused.status_code == 400
    assert "has no key to seal with" in html.unescape(refused.text)


def test_a_receipt_shows_that_a_sealed_game_was_taken_back(tmp_path: Path) -> None:
    app = desk_app(str(tmp_path / "sealed.db"), Settings(token=TOKEN, key=new_key()))
    with TestClient(app, base_url="http://127.0.0.1:8181") as sealing:
        store(app.state.desk.ledger, of_run(run(read(SAVE, "dispute.lw")), GAME))
        assert sealing.get(f"/games/{GAME}/receipt").status_code == 404
        page = sealing.post(f"/games/{GAME}/seal", data={"token": TOKEN, "by": "Maria"}).text
        assert f"/games/{GAME}@254/receipt" in page
        receipt = sealing.get(f"/games/{GAME}/receipt").text
        assert sealing.get(f"/games/{GAME}/record", params={"receipt": receipt}).status_code == 200
        other = receipt.replace('"last": 254', '"last": 250')
        found = sealing.get(f"/games/{GAME}/record", params={"receipt": other}).text
        assert "not clean" in found
        assert sealing.get(f"/games/{GAME}/record", params={"receipt": "{}"}).status_code == 400


def test_a_checkpoint_is_made(own: TestClient) -> None:
    ledger = own.app.state.desk.ledger
    head = ledger.head(GAME)
    branch = own.post(f"/games/{GAME}@64/whatif", data={"token": TOKEN, "way": "skip", "name": "longer"})
    assert branch.status_code == 200
    assert own.post(f"/games/{GAME}/checkpoint", data={"token": TOKEN}).url.path == f"/games/{GAME}@{head.last}/record"
    assert ledger.checkpoint() == []


def test_a_game_of_this_version_is_not_upgraded_and_one_of_another_is(own: TestClient) -> None:
    ledger = own.app.state.desk.ledger
    refused = own.post(f"/games/{GAME}/upgrade", data={"token": TOKEN})
    assert "there is nothing to upgrade" in html.unescape(refused.text)
    assert "Upgrade the game" not in own.get(f"/games/{GAME}/record").text
    entries = [msgspec.structs.replace(entry, engine="0.1.9+0000000000000000") for entry in ledger.entries(GAME)]
    ledger.start("old", pack="agot2", pack_version="1.0", entries=entries)
    assert "Upgrade the game" in own.get("/games/old/record").text
    assert own.post("/games/old/upgrade", data={"token": TOKEN}).url.path == "/games/old-upgraded"


def test_a_game_is_exported_without_names(own: TestClient) -> None:
    assert "Borys" in own.get(f"/games/{GAME}/export.jsonl").text
    assert "Borys" not in own.get(f"/games/{GAME}/export.jsonl?pseudonyms=1").text


def test_a_case_stands_where_it_is_about(own: TestClient) -> None:
    own.post("/cases/new", data={"token": TOKEN, "about": f"{GAME}@81", "question": NASTY, "by": "B"})
    own.post(f"/games/{GAME}@64/whatif", data={"token": TOKEN, "way": "skip", "name": "other"})
    here = own.get(f"/games/{GAME}@81").text
    assert '<p class="case-here">' in here
    assert "<script>alert" not in here
    assert '<p class="case-here">' not in own.get(f"/games/{GAME}@82").text
    assert "1 case</a>" in own.get(f"/games/{GAME}@82").text
    assert "case-here" not in own.get(f"/games/{GAME}@81?as=A").text, "a player's page holds no case"
    own.post(f"/games/{GAME}@90/whatif", data={"token": TOKEN, "way": "after", "moves": "A pass", "name": "later"})
    assert '<p class="case-here">' in own.get("/games/later@81").text, "a branch has the event, too"
    assert f"/cases/new?about={GAME}%4081" in here


def test_a_case_is_brought_into_another_ledger_and_only_once(desk: TestClient, fresh: TestClient) -> None:
    exported = desk.get("/cases/case-dispute-1/case.jsonl").text
    sent = {"token": TOKEN, "export": exported.replace("\n", "\r\n")}  # as a browser sends a field of several lines
    page = fresh.post("/import", data=sent)
    assert page.status_code == 200
    assert "imported case-dispute-1" in page.text
    assert 'href="/cases/case-dispute-1"' in page.text
    assert fresh.get("/cases/case-dispute-1/case.jsonl").text == exported
    assert "case-dispute-1 was in the ledger already" in fresh.post("/import", data=sent).text


@pytest.mark.parametrize("spoil", [lambda text: "", lambda text: NASTY, lambda text: text[:-30] + text[-28:]])
def test_a_file_that_is_damaged_brings_in_nothing(
    desk: TestClient, fresh: TestClient, spoil: Callable[[str], str]
) -> None:
    text = spoil(desk.get("/cases/case-dispute-1/case.jsonl").text)
    page = fresh.post("/import", data={"token": TOKEN, "export": text})
    assert page.status_code == 400
    assert "Nothing was brought in" in page.text
    assert "<script>alert" not in page.text
    assert not fresh.app.state.desk.ledger.stream_rows()  # type: ignore[attr-defined]

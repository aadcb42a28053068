"""The cases at the desk: the list, the ruling page in the frame, and what the command line prints of them."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from ledger.store import Ledger
from replays.cases.acts import Cases, DraftRuling
from replays.cases.citations import pin_rules
from replays.cli.main import cli
from replays.reference.shelf import Shelf
from tests.accessibility import parse
from tests.sequences import SAVE
from tests.unit.desk.conftest import NASTY, TOKEN


@pytest.mark.parametrize(
    ("address", "verb"),
    [("/cases.json", ["case", "list"]), ("/cases/case-dispute-1.json", ["case", "show", "case-dispute-1"])],
)
def test_data_are_what_the_command_line_prints(desk: TestClient, ruled: str, address: str, verb: list[str]) -> None:
    printed = CliRunner().invoke(cli, ["--ledger", ruled, *verb, "--json"], catch_exceptions=False)
    assert desk.get(address).text == printed.stdout


def test_the_list_leads_to_the_ruling_page(desk: TestClient, client: TestClient) -> None:
    listed = desk.get("/cases").text
    assert 'href="/cases/case-dispute-2"' in listed
    assert "Who chooses?" in listed
    assert "The ledger has no cases yet." in client.get("/cases").text


def test_the_ruling_page_has_its_order_and_every_number_is_an_address(desk: TestClient) -> None:
    page = desk.get("/cases/case-dispute-2").text
    root = parse(page)
    headings = [" ".join("".join(item.itertext()).split()) for item in root.iter() if str(item.tag).endswith("}h2")]
    order = ["The ruling", "Chain of authority", "The position", "The claims", "What happened", "What broke a rule"]
    order += ["Precedents", "The rules named here", "The record"]
    assert [next(name for name in order if heading.startswith(name)) for heading in headings[: len(order)]] == order
    links = {item.get("href", "") for item in root.iter()}
    assert {"/games/dispute@64", "/rules/agot2/cancel#1", "/cases/case-dispute-1"} <= links
    ids = [item.get("id") for item in root.iter() if item.get("id")]
    assert len(ids) == len(set(ids))
    assert {link[1:] for link in links if link.startswith("#")} <= set(ids)
    assert "<s>Anna.</s>" in page, "an overturned ruling is struck"
    assert "overturned by ruling 4" in page, "and says by which"


def test_a_beginning_of_a_name_leads_on_and_a_wrong_one_names_the_nearest(desk: TestClient) -> None:
    answer = desk.get("/cases/case-dispute-1").url
    assert str(answer).endswith("/cases/case-dispute-1")
    lost = desk.get("/cases/case-disput-1")
    assert lost.status_code == 404
    assert "/cases/case-dispute-1" in lost.text
    assert desk.get("/cases/case-d").status_code == 404, "two cases begin so"


@pytest.mark.parametrize("address", ["/cases", "/cases/case-dispute-1", "/cases/case-dispute-2"])
def test_nothing_that_was_said_becomes_markup(desk: TestClient, address: str) -> None:
    page = desk.get(address).text
    assert "<script>alert" not in page
    assert "<img" not in page
    assert " style=" not in page
    assert NASTY in "".join(parse(page).itertext())


def test_a_case_is_shown_as_it_stood_on_a_day(fresh: TestClient) -> None:
    fresh.post("/desk/store", data={"token": TOKEN, "text": SAVE, "name": "table-7"})
    ledger: Ledger = fresh.app.state.desk.ledger  # type: ignore[attr-defined]
    case = Cases(ledger, "2026-01-10T12:00:00+00:00").open("table-7", 81, "May it?", "B", "disputed")
    cited = pin_rules(Shelf(ledger, "2026-01-20"), ["agot2/duplicates#5"])
    draft = DraftRuling("It may not.", cited, "none", "Maria", "2026-01-20")
    Cases(ledger, "2026-01-20T12:00:00+00:00").rule(case, draft)
    assert "It may not." in fresh.get("/cases/disputed").text
    before = fresh.get("/cases/disp?on=2026-01-15")
    assert before.url.path == "/cases/disputed"
    assert "how the case stood at the end of 2026-01-15" in before.text
    assert "It may not." not in before.text
    assert 'method="post" action="/cases/' not in before.text
    for ending in ("/ruling.html", "/ruling.md", ".json"):
        assert "It may not." not in fresh.get(f"/cases/disputed{ending}?on=2026-01-15").text
    assert "was not open yet on 2026-01-09" in fresh.get("/cases/disputed?on=2026-01-09").text
    assert fresh.get("/cases/disputed?on=soon").status_code == 400

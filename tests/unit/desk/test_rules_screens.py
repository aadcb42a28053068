"""The rules screens: what they show is what the command line prints, and nothing that was written becomes markup."""

from __future__ import annotations

import re
from html import escape

import msgspec
import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from replays.cli.main import cli
from replays.desk.rules import cards
from rules.language.cards import Ability, Card
from tests.accessibility import parse
from tests.exercised import refresh
from tests.unit.desk.conftest import NASTY

SCREENS = [
    "/rules",
    "/rules?q=anulowanie+duplikatu&game=agot2",
    "/rules?game=okc",
    "/rules?q=xyzzy",
    "/rules/agot2",
    "/rules/tegot",
    "/rules/agot2/duplicates",
    "/rules/agot2/duplicates?q=save",
    "/rules/agot2/4.2",
    "/rules/agot2/duplicates/history",
    "/rules/compare",
    "/rules/compare?topic=trigger-sequence&with=agot2&with=l5r",
    "/cards/agot2/the-hands-judgment",
    "/cards/tegot/eddard-stark?q=eddard",
    "/examples/agot2/cancelling-a-duplicates-save",
]
"""Every kind of rules screen."""


@pytest.fixture(scope="module", autouse=True)
def known_examples() -> None:
    """Find out what the playthroughs show: entries link to them."""
    refresh(["agot2"])


def text_of(page: str) -> str:
    return " ".join("".join(parse(page).itertext()).split())


@pytest.mark.parametrize("address", SCREENS)
def test_every_screen_opens_and_every_link_leads_somewhere(desk: TestClient, address: str) -> None:
    answer = desk.get(address)
    assert answer.status_code == 200
    assert " style=" not in answer.text
    page = parse(answer.text)
    ids = [item.get("id") for item in page.iter() if item.get("id")]
    assert len(ids) == len(set(ids))
    here = {link[1:] for item in page.iter() if (link := item.get("href", "")).startswith("#")}
    assert here <= set(ids)
    levels = [int(found[1]) for item in page.iter() if (found := re.search(r"}h([1-6])$", str(item.tag)))]
    assert levels.count(1) == 1


def test_links_of_a_page_lead_to_pages_that_are_there(desk: TestClient) -> None:
    for start in ("/rules/agot2/duplicates?q=save", "/cards/agot2/the-hands-judgment"):
        links = {item.get("href", "").partition("#")[0] for item in parse(desk.get(start).text).iter()}
        for kind in ("/rules", "/rules/", "/cards/", "/examples/"):
            some = sorted(link for link in links if link.startswith(kind))[:3]
            assert some or kind == "/cards/"
            assert {link: desk.get(link).status_code for link in some} == dict.fromkeys(some, 200)


@pytest.mark.parametrize(
    ("address", "verb"),
    [
        ("/rules.json?q=duplikat&game=agot2", ["rules", "search", "duplikat", "--game", "agot2"]),
        ("/rules.json?q=cancel", ["rules", "search", "cancel"]),
        ("/rules/agot2/duplicates.json", ["rules", "show", "agot2/duplicates"]),
        ("/rules/okc/ambush.json?on=2026-03-01", ["rules", "show", "okc/ambush", "--as-of", "2026-03-01"]),
        ("/rules/okc/ambush/history.json", ["rules", "history", "okc/ambush"]),
        ("/rules/hbo.json", ["rules", "list", "hbo"]),
        ("/rules/compare.json?topic=mulligan&with=agot2&with=l5r", ["rules", "compare", "mulligan", "agot2", "l5r"]),
        ("/cards/agot2/the-hands-judgment.json", ["cards", "show", "the-hands-judgment", "--game", "agot2"]),
    ],
)
def test_data_are_what_the_command_line_prints(desk: TestClient, ruled: str, address: str, verb: list[str]) -> None:
    printed = CliRunner().invoke(cli, ["--ledger", ruled, *verb, "--json"], catch_exceptions=False)
    assert printed.exit_code == 0
    assert desk.get(address).text == printed.stdout


def test_an_entry_has_everything_about_it(desk: TestClient) -> None:
    page = desk.get("/rules/agot2/duplicates").text
    text = text_of(page)
    for part in (
        "The duplicate's save cannot be cancelled.",
        "cite as agot2/duplicates#5@1.0",
        "exercised by cancelling-a-duplicates-save",
        "2026-01-31 · stands · cites #5",
        "2026-01-31 · overturned · cites #3",
        "The source contradicts itself",
        "Compare with",
    ):
        assert part in text, part
    assert '<span class="term" lang="pl">Duplikaty</span>' in page
    assert 'lang="uk"' in desk.get("/rules/tegot/castle").text
    assert re.search(r'<li id="5">', page), "a clause is an anchor"


def test_a_search_finds_entries_and_cards_and_keeps_itself_beside_them(desk: TestClient) -> None:
    page = desk.get("/rules?q=anulowanie+duplikatu&game=agot2").text
    assert "agot2/duplicates" in text_of(page)
    assert "in the other books" in text_of(page)
    assert "/rules/agot2/duplicates?q=anulowanie+duplikatu&amp;game=agot2" in page
    part = desk.get("/rules/found?q=hand%27s+judg").text
    assert "/cards/agot2/the-hands-judgment?q=" in part
    assert "<html" not in part
    assert "Eddard Stark" in desk.get("/rules/found?q=eddard&game=hbo").text


def test_nothing_found_names_the_nearest_and_the_other_books(desk: TestClient) -> None:
    text = text_of(desk.get("/rules?q=duplikt&game=tegot").text)
    assert "No entries in tegot" in text
    assert "in the other books" in text
    lost = desk.get("/rules/found?q=xyzzyq").text
    assert lost.count("/rules?q=") == 3 + 6, "three names, beside the six chips"


def test_a_date_is_asked_for_once_there_is_a_revision(desk: TestClient, client: TestClient) -> None:
    assert 'type="date"' in desk.get("/rules").text
    assert 'type="date"' not in client.get("/rules").text
    assert "It springs at dusk." in desk.get("/rules/okc/ambush?on=2026-03-01").text
    assert "It springs at dusk." not in desk.get("/rules/okc/ambush?on=2026-02-28").text
    assert "It springs at dusk." in desk.get("/rules/found?q=springs+dusk&on=2026-03-01").text
    assert "It springs at dusk." not in desk.get("/rules/found?q=springs+dusk&on=2026-02-28").text
    history = text_of(desk.get("/rules/okc/ambush/history").text)
    assert "in force from 2026-03-01" in history
    assert "because: FAQ 3" in history


@pytest.mark.parametrize(
    ("address", "status", "says"),
    [
        ("/rules/agot2/duplicate", 404, "has no entry duplicate"),
        ("/rules/xyz", 404, "There is no book of xyz"),
        ("/rules/xyz/cancel", 404, "There is no book of xyz"),
        ("/cards/agot2/the-hand-judgment", 404, "agot2 has no card the-hand-judgment"),
        ("/examples/agot2/..%2f..%2fpack", 404, ""),
        ("/rules?on=yesterday", 400, "is not a date"),
        ("/rules?game=xyz", 400, "there is no book of"),
        ("/rules/compare?topic=xyzzy", 400, "no book has the topic"),
    ],
)
def test_what_is_not_there_is_said_with_the_nearest(desk: TestClient, address: str, status: int, says: str) -> None:
    answer = desk.get(address)
    assert answer.status_code == status
    assert says in text_of(answer.text)
    if "duplicate" in address:
        assert "/rules/agot2/duplicates" in answer.text


@pytest.mark.parametrize("address", ["/rules", "/rules/found", "/rules/agot2/duplicates", "/rules/agot2/cancel"])
def test_a_query_and_a_question_never_become_markup(desk: TestClient, address: str) -> None:
    page = desk.get(address, params={"q": NASTY}).text
    assert "<script>alert" not in page
    assert "<img" not in page
    assert "49" not in re.findall(r"quotes.{0,12}", page)[0]


def test_a_card_never_becomes_markup(desk: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    ability = Ability("nasty#1", "action", NASTY)
    card = Card(
        "nasty",
        NASTY,
        NASTY,
        NASTY,
        True,
        traits=(NASTY,),
        keywords=(NASTY,),
        facts={NASTY: NASTY},
        compiled=lambda: (ability,),
    )

    class Pack:
        cards = {"nasty": card}

    monkeypatch.setattr(cards, "load", lambda game: Pack)
    page = desk.get("/cards/agot2/nasty").text
    assert escape(NASTY).replace("&#x27;", "&#39;").replace("&quot;", "&#34;") in page
    assert "<script>alert" not in page
    assert "<img" not in page
    assert msgspec.json.decode(desk.get("/cards/agot2/nasty.json").content)[0]["name"] == NASTY


def test_the_search_finds_games_and_cases_of_the_ledger(desk: TestClient) -> None:
    for address in ("/rules?q=dispute", "/rules/found?q=DISPU"):
        page = desk.get(address).text
        assert 'class="hit" href="/games/dispute"' in page
        assert 'class="hit" href="/cases/case-dispute-2"' in page
    question = desk.get("/rules?q=who+chooses").text
    assert 'class="hit" href="/cases/case-dispute-2"' in question
    assert 'class="hit" href="/cases/case-dispute-1"' not in question
    assert "In the ledger" not in desk.get("/rules?q=dispute&game=agot2").text, "one book alone is searched"
    assert "In the ledger" not in desk.get("/rules?q=%27").text

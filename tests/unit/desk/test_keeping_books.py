"""What the command line does with one book, on a page: revise, attach, coverage, differences, the book as a file."""

from __future__ import annotations

import html

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from replays.cli.main import cli
from rules.books.shelf import load_book
from tests.unit.desk.conftest import NASTY, TOKEN

REVISION = {"token": TOKEN, "rule": "okc/ambush#1", "says": "At dusk.", "because": "FAQ 3", "effective": "2026-03-01"}


def test_a_clause_is_revised_and_found_between_two_days(fresh: TestClient) -> None:
    answer = fresh.post("/books/okc/revise", data=REVISION)
    assert answer.url.path == "/rules/okc/ambush/history"
    assert "At dusk." in answer.text
    assert "At dusk." in fresh.get("/books/okc?from=2026-02-01&to=2026-04-01").text
    assert "Nothing differs." in fresh.get("/books/okc?from=2026-01-01&to=2026-02-01").text
    nasty = fresh.post(
        "/books/okc/revise", data={**REVISION, "says": NASTY, "because": NASTY, "effective": "2026-04-01"}
    )
    assert "<script>alert" not in nasty.text


@pytest.mark.parametrize(
    ("field", "value"),
    [("rule", "okc/ambush"), ("rule", "agot2/cancel#1"), ("rule", NASTY), ("says", " "), ("effective", "soon")],
)
def test_a_revision_that_is_refused_keeps_what_was_written(fresh: TestClient, field: str, value: str) -> None:
    answer = fresh.post("/books/okc/revise", data={**REVISION, field: value})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert 'value="FAQ 3"' in answer.text
    assert "<script>alert" not in answer.text
    assert not fresh.app.state.desk.ledger.stream_rows()


def test_a_rulebook_is_attached(fresh: TestClient) -> None:
    assert fresh.post("/books/okc/attach", data={"token": TOKEN, "text": "nothing of it"}).status_code == 400
    text = f"{load_book('okc').entry('ambush').term.upper()}\n\nMy own words about ambushes.\n"
    answer = fresh.post("/books/okc/attach", data={"token": TOKEN, "name": "mine", "text": text})
    assert answer.url.path == "/books/okc"
    assert "My own words about ambushes." in fresh.get("/rules/okc/ambush").text
    assert fresh.post("/books/okc/attach", data={"text": "Ambush\n\nx\n"}).status_code == 403


def test_the_page_says_what_coverage_prints_and_gives_the_book(client: TestClient, stored: str) -> None:
    page = html.unescape(client.get("/books/okc").text)
    printed = CliRunner().invoke(cli, ["--ledger", stored, "rules", "coverage", "okc"], catch_exceptions=False).stdout
    for line in printed.splitlines():
        assert line in page
    assert client.get("/books/okc/book.md").text.startswith("# ")
    assert client.get("/books/nothing").status_code == 404

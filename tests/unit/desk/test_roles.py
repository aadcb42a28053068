"""Roles: one table has every route of the desk with the least role it needs, and whoever has less is refused."""

from __future__ import annotations

import html
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import unquote

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from replays.cases.acts import Cases
from replays.desk.access.roles import DeskRoute, Role, least_role
from replays.desk.server import ROUTES
from tests.sequences import SAVE
from tests.unit.desk.people import desk_of, people, streams, token

TABLE = {
    Role.ANYONE: """
        GET /static/{digest}/{name}
        POST /theme
        GET /login
        POST /login
    """,
    Role.READER: """
        POST /logout
        GET /
        GET /desk
        POST /desk
        POST /desk/judge
        POST /desk/complete
        POST /desk/sequence.svg
        GET /desk/{game}
        GET /desk/{game}.json
        GET /games
        GET /games.json
        GET /games/{game}
        GET /games/{game}.json
        GET /games/{game}.svg
        GET /here.json
        GET /games/{game}/point.json
        GET /games/{game}/regions.json
        GET /games/{game}/{view}
        GET /rules
        GET /rules.json
        GET /rules/found
        GET /rules/compare
        GET /rules/compare.json
        GET /rules/{game}
        GET /rules/{game}.json
        GET /rules/{game}/{entry}
        GET /rules/{game}/{entry}.json
        GET /rules/{game}/{entry}/history
        GET /rules/{game}/{entry}/history.json
        GET /cards/check
        POST /cards/check
        GET /cards/{game}
        GET /cards/{game}/{card}
        GET /cards/{game}/{card}.json
        GET /examples/{game}/{name}
        GET /cases
        GET /cases.json
        GET /cases/{case}
        GET /cases/{case}.json
        GET /board
        GET /board.json
        GET /events
        GET /cases/new
        GET /cases/{case}/ruling.html
        GET /cases/{case}/ruling.md
        GET /cases/{case}/ruling.pdf
        GET /cases/{case}/case.jsonl
        GET /games/{game}/whatif
        GET /games/{game}/rewind
        GET /games/{game}/diff
        GET /games/{game}/record
        GET /games/{game}/receipt
        GET /games/{game}/export.jsonl
        GET /books/{game}
        GET /books/{game}/book.html
        GET /books/{game}/book.md
    """,
    Role.SCRIBE: """
        POST /desk/store
        POST /desk/case
        POST /cases/new
        POST /cases/{case}/claim
        POST /cases/{case}/remark
        POST /cases/{case}/appeal
        POST /games/{game}/whatif
        POST /games/{game}/rewind
        POST /games/{game}/upgrade
    """,
    Role.JUDGE: """
        POST /cases/{case}/rule
        POST /cases/{case}/seal
        POST /cases/{case}/take
        POST /cases/{case}/give-back
        POST /cases/{case}/end-call
        GET /games/{game}/explore
        POST /games/{game}/seal
        POST /games/{game}/checkpoint
        GET /ledger
        GET /ledger.json
        GET /ledger/export.jsonl
    """,
    Role.HEAD_JUDGE: """
        POST /cases/{case}/uphold
        POST /cases/{case}/overturn
        GET /import
        POST /import
        POST /books/{game}/attach
        POST /books/{game}/revise
    """,
}
"""Every route of the desk under the least role that may use it. A new route gets a row here, after some thought."""
ROWS = {row.strip(): role for role, rows in TABLE.items() for row in rows.strip().splitlines() if row.strip()}
NAMES = {"case": "case-dispute-1", "entry": "duplicates", "card": "eddard-stark", "view": "table", "digest": "0"}


def declared() -> dict[str, Role]:
    """Return the routes of the desk and the roles they declare."""
    found = {}
    for route in ROUTES:
        assert isinstance(route, DeskRoute), f"{route} declares no role"
        for method in (route.methods or set()) - {"HEAD"}:
            found[f"{method} {route.path}"] = route.least
    return found


def filled(path: str) -> str:
    """Return an address of a route that leads somewhere."""
    names = {**NAMES, "game": "agot2" if path.startswith(("/rules", "/cards", "/examples")) else "dispute"}
    return re.sub(r"{(\w+)}", lambda name: names.get(name[1], "nothing"), path)


@pytest.fixture(scope="module")
def everybody(ruled: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[Role, TestClient]]:
    """A client for each role at a desk with a game and two cases, which tests may write to."""
    own = tmp_path_factory.mktemp("roles") / "own.db"
    shutil.copy(ruled, own)
    with people(str(own)) as found:
        yield found


def test_every_route_has_a_row_and_no_row_is_stale() -> None:
    assert declared() == ROWS


@pytest.mark.parametrize("row", ROWS)
def test_whoever_has_less_is_refused_and_nothing_is_written(everybody: Mapping[Role, TestClient], row: str) -> None:
    method, path = row.split()
    before = streams(desk_of(everybody[Role.ANYONE]).ledger)
    for role, client in everybody.items():
        if role >= ROWS[row]:
            continue
        fields = {"token": token(client), "text": SAVE, "name": "by-nobody", "game": "", "seq": "81"}
        sent = {"data": fields} if method == "POST" else {}
        answer = client.request(method, filled(path), follow_redirects=False, **sent)
        assert answer.status_code == (403 if role else 401), f"{role.word}: {answer.text[:200]}"
        assert "dispute" not in answer.text.replace("case-dispute-1", "").replace(filled(path), ""), "it shows nothing"
        head = client.head(filled(path)) if method == "GET" else answer
        assert head.status_code == answer.status_code
        as_data = client.request(method, filled(path), headers={"accept": "application/json"}, **sent)
        assert as_data.json()["error"]
    assert streams(desk_of(everybody[Role.ANYONE]).ledger) == before


@pytest.mark.parametrize("row", [row for row in ROWS if row not in ("GET /events", "POST /logout", "POST /login")])
def test_whoever_has_the_role_is_not_refused(everybody: Mapping[Role, TestClient], row: str) -> None:
    method, path = row.split()
    for role, client in everybody.items():
        if role < ROWS[row]:
            continue
        sent = {"data": {"token": token(client)}} if method == "POST" else {}
        assert client.request(method, filled(path), follow_redirects=False, **sent).status_code not in (401, 403)


def test_a_scribe_stores_under_their_name_and_a_reader_sees_no_button(tmp_path: Path) -> None:
    with people(str(tmp_path / "own.db")) as clients:
        scribe, reader = clients[Role.SCRIBE], clients[Role.READER]
        shown = {"text": SAVE, "name": "table-7"}
        for client, seen in ((scribe, True), (reader, False)):
            page = client.post("/desk", data={**shown, "token": token(client)}).text
            assert ('formaction="/desk/store"' in page) is seen
            assert ('formaction="/desk/case"' in page) is seen
        scribe.post("/desk/store", data={**shown, "token": token(scribe)})
        scribe.post("/desk/case", data={"game": "table-7", "seq": "81", "question": "May he?", "token": token(scribe)})
        ledger = desk_of(scribe).ledger
        assert {entry.recorded_by for entry in ledger.entries(ledger.head("table-7"))} == {"A scribe"}
        assert Cases(ledger, "").case("case-table-7-1").opened.by == "A scribe"


@pytest.mark.parametrize("role", [Role.READER, Role.SCRIBE, Role.JUDGE, Role.HEAD_JUDGE])
def test_no_page_shows_a_form_or_a_link_that_would_be_refused(everybody: Mapping[Role, TestClient], role: Role) -> None:
    desk, shown, linked = everybody[role], dict[str, Role](), dict[str, Role]()
    asked = {"/games/{game}/whatif": "?way=after&moves=A pass", "/games/{game}/rewind": "?how=to"}
    pages = [filled(path) + asked.get(path, "") for path in (row.split()[1] for row in ROWS if row.startswith("GET"))]
    for page in [*pages, "/cases/case-dispute-2", "/cases/new?about=dispute@81", "/desk/dispute", "/books/okc"]:
        if page == "/events":  # it goes on and on
            continue
        answer = desk.get(page)
        text = answer.text
        if answer.status_code == 200 and "html" in answer.headers["content-type"]:
            for address in re.findall(r'<a\b[^>]*\bhref="(/[^"]*)"', text):
                path = unquote(html.unescape(address).partition("#")[0].partition("?")[0])
                scope = {"type": "http", "method": "GET", "path": path, "root_path": ""}
                linked[path] = least_role(ROUTES, scope)
        sent = [form for form in re.findall(r"<form[^>]*>", text) if 'method="post"' in form]
        found = re.findall(r'\baction="([^"]+)"', "".join(sent)) + re.findall(r'formaction="([^"]+)"', text)
        for address in found:
            path = unquote(html.unescape(address).partition("#")[0].partition("?")[0])
            scope = {"type": "http", "method": "POST", "path": path, "root_path": ""}
            shown[path] = least_role(ROUTES, scope)
    assert {path: least for path, least in shown.items() if least > role} == {}
    assert {path: least for path, least in linked.items() if least > role} == {}
    assert ("/cases/case-dispute-2/overturn" in shown) is (role is Role.HEAD_JUDGE)
    assert any(path.endswith("/explore") for path in linked) is (role >= Role.JUDGE)


def test_the_token_of_one_person_is_not_good_for_another(everybody: Mapping[Role, TestClient]) -> None:
    judge, reader = everybody[Role.JUDGE], everybody[Role.READER]
    assert token(judge) != token(reader)
    for other in (token(reader), desk_of(judge).settings.token):
        assert judge.post("/desk/store", data={"text": SAVE, "token": other}).status_code == 403


def test_a_route_that_declares_no_role_needs_a_head_judge() -> None:
    def hello(_: Request) -> PlainTextResponse:
        return PlainTextResponse("hello")

    scope = {"type": "http", "method": "GET", "path": "/hello", "root_path": ""}
    assert least_role([Route("/hello", hello)], scope) is Role.HEAD_JUDGE
    assert least_role([DeskRoute("/hello", hello, Role.SCRIBE)], scope) is Role.SCRIBE
    assert least_role([], scope) is Role.READER

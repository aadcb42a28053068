"""Every verb of the command line that concerns one game, one case or one book can be reached from a page."""

from __future__ import annotations

from starlette.routing import Match
from starlette.testclient import TestClient

from replays.desk.access.roles import DeskRoute
from replays.desk.server import ROUTES
from tests.cli.test_every_verb import verbs
from tests.unit.desk.conftest import GAME

CASE = "case-dispute-1"
PAGES = {
    "branch": f"POST /games/{GAME}@64/whatif",
    "cards check": "POST /cards/check",
    "cards deck": "POST /cards/check",
    "cards find": "GET /rules?q=judgment",
    "cards import": "POST /cards/check",
    "cards list": "GET /cards/agot2",
    "cards show": "GET /cards/agot2/the-hands-judgment",
    "case appeal": f"POST /cases/{CASE}/appeal",
    "case claim": f"POST /cases/{CASE}/claim",
    "case end-call": f"POST /cases/{CASE}/end-call",
    "case export": f"GET /cases/{CASE}/ruling.html",
    "case give-back": f"POST /cases/{CASE}/give-back",
    "case list": "GET /cases",
    "case open": f"GET /cases/new?about={GAME}@81",
    "case overturn": f"POST /cases/{CASE}/overturn",
    "case remark": f"POST /cases/{CASE}/remark",
    "case remedies": f"GET /cases/{CASE}",
    "case rule": f"POST /cases/{CASE}/rule",
    "case search": "GET /cases?q=save",
    "case show": f"GET /cases/{CASE}",
    "case take": f"POST /cases/{CASE}/take",
    "case uphold": f"POST /cases/{CASE}/uphold",
    "chart": "GET /rules/agot2",
    "diff": f"GET /games/{GAME}@81/diff?with={GAME}@64",
    "draw": f"GET /games/{GAME}@81/sequence",
    "explore": f"GET /games/{GAME}@64/explore",
    "fmt": "POST /desk",
    "games": "GET /rules",
    "import": "POST /desk/store",
    "ledger check": f"GET /games/{GAME}/record",
    "ledger checkpoint": f"POST /games/{GAME}/checkpoint",
    "ledger export": f"GET /games/{GAME}/export.jsonl",
    "ledger import": "POST /import",
    "ledger seal": f"POST /games/{GAME}/seal",
    "ledger stats": "GET /ledger",
    "ledger upgrade": f"POST /games/{GAME}/upgrade",
    "list": "GET /games",
    "options": f"GET /games/{GAME}@81/options",
    "rewind": f"GET /games/{GAME}@64/rewind",
    "rules attach": "POST /books/agot2/attach",
    "rules book": "GET /books/agot2/book.html",
    "rules compare": "GET /rules/compare?topic=mulligan&with=agot2&with=l5r",
    "rules coverage": "GET /books/agot2",
    "rules diff": "GET /books/agot2?from=2026-01-01",
    "rules history": "GET /rules/agot2/duplicates/history",
    "rules list": "GET /rules?game=agot2",
    "rules revise": "POST /books/agot2/revise",
    "rules search": "GET /rules?q=duplikat",
    "rules show": "GET /rules/agot2/duplicates",
    "state": f"GET /games/{GAME}@81/table",
    "step": f"GET /games/{GAME}@81",
    "tail": "GET /board",
    "verify": f"GET /desk/{GAME}",
    "why": f"GET /games/{GAME}@81/why",
    "windows": f"GET /games/{GAME}@81/windows",
}
"""For each verb, the page that does what it does. A form is told as what it sends."""
ONLY_TYPED = {
    "demo": "shows the command line itself",
    "serve": "starts the desk",
    "simulate": "plays games of its own to test the rules",
}
"""The verbs that have no page, with the reason."""


def test_every_verb_has_a_page() -> None:
    typed = {" ".join(words) for words in verbs()}
    assert typed == {*PAGES, *ONLY_TYPED}, "a verb needs a row: the page that does the same, or why there is none"
    for verb, row in PAGES.items():
        method, _, address = row.partition(" ")
        scope = {"type": "http", "method": method, "path": address.partition("?")[0], "root_path": ""}
        found = [route for route in ROUTES if route.matches(scope)[0] is Match.FULL]
        assert found, f"`{verb}`: no page answers to {row}"
        assert isinstance(found[0], DeskRoute)


def test_every_page_of_a_verb_is_there(client: TestClient) -> None:
    for verb, row in PAGES.items():
        method, _, address = row.partition(" ")
        if method == "GET" and f"/cases/{CASE}" not in address:
            assert client.get(address).status_code == 200, (verb, address)

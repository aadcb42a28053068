"""Words that look like markup, in every field that holds a text: pages, pictures and data show them as text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import html5lib
import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from ledger.store import Ledger
from replays.branches.storage import store
from replays.cases.acts import Cases, ClaimedMoves, DraftRuling
from replays.cases.citations import pin_rules
from replays.cli.main import cli
from replays.desk.access.logins import Logins
from replays.desk.access.roles import DeskRoute, Role
from replays.desk.games.views import ANSWERS
from replays.desk.server import ROUTES, desk_app
from replays.desk.settings import Settings
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.engine import Scribe
from replays.records.record import of_run
from replays.reference.shelf import Shelf
from tests.sequences import SAVE
from tests.unit.desk.people import BASE, PASSPHRASES, log_in, token

FIELDS = ("player", "remark", "question", "asker", "claim", "claimant", "line-remark", "case-remark", "remarker")
FIELDS += ("finding", "judge", "appellant", "grounds", "second-judge", "because", "second-finding", "scribe", "on-call")


def nasty(field: str) -> str:
    """Return words that would run a script if a page took them for markup; they name the field they stand in."""
    return f"'><script>alert('{field}')</script><img src=x onerror=alert(1)>{{{{7*7}}}}<svg/onload=alert(2)>&lt;"


NAME = "<script>alert('typed')</script><img src=x onerror=alert(1)>"
"""What a person types as a name to log in: names are short."""
TEXT = SAVE.replace('"Anna"', f'"{nasty("player")}"').replace("A claim ned", f"A claim ned  # {nasty('remark')}")


@pytest.fixture(scope="module")
def nasty_ledger(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a ledger with nasty words in every field of a game and of a case."""
    address = str(tmp_path_factory.mktemp("nasty") / "nasty.db")
    with Ledger.open(address) as ledger:
        store(ledger, of_run(run(read(TEXT, "dispute.lw")), "dispute"), "", Scribe("2026-01-31", nasty("scribe")))
        cases, shelf = Cases(ledger, "2026-01-31T12:00:00+00:00"), Shelf(ledger, "2026-01-31")
        cited = pin_rules(shelf, ["agot2/duplicates#5"])
        case = cases.open("dispute", 81, nasty("question"), nasty("asker"))
        line = ClaimedMoves("line.lw", f"A pass  # {nasty('line-remark')}\n")
        case = cases.claim(case, nasty("claimant"), nasty("claim"))
        case = cases.claim(case, nasty("claimant"), nasty("claim"), line)
        case = cases.remark(case, nasty("remarker"), nasty("case-remark"))
        first = DraftRuling(nasty("finding"), cited, "none", nasty("judge"), "2026-01-31")
        case = cases.appeal(cases.rule(case, first), nasty("appellant"), nasty("grounds"))
        second = DraftRuling(nasty("second-finding"), cited, "none", nasty("second-judge"), "2026-01-31")
        cases.overturn(case, nasty("because"), second)
        cases.take_call(cases.open("dispute", 81, nasty("question"), nasty("asker")), nasty("on-call"))
    return address


@pytest.fixture(scope="module")
def judge(nasty_ledger: str) -> Iterator[TestClient]:
    """A head judge with a nasty name at the desk."""
    settings = Settings(hosts=("desk.example",), logins=Logins(PASSPHRASES))
    with TestClient(desk_app(nasty_ledger, settings), base_url=BASE) as client:
        log_in(client, Role.HEAD_JUDGE, NAME)
        yield client


def addresses() -> list[str]:
    """Return an address of every route that is read, with the names of the nasty ledger."""
    found = [
        "/desk/dispute?seq=81",
        "/desk/dispute?tab=table",
        "/desk/dispute?tab=sequence",
        "/desk/dispute?tab=windows",
    ]
    found += [f"/games/dispute@81/{view}{f'.{end}' if end else ''}" for view, end in ANSWERS]
    found += [
        f"/{page}?{name}={quote(nasty('asked'))}" for page in ("rules", "rules.json", "rules/found") for name in "q"
    ]
    found += [f"/games/dispute@81/why{end}?move={quote(nasty('asked'))}" for end in ("", ".json")]
    found += [f"/{page}/{quote(nasty('asked'), safe='')}" for page in ("games", "desk", "cases", "rules", "nowhere")]
    found += [f"/login?link={quote(nasty('asked'))}", f"/games?q={quote(nasty('asked'))}", f"/board?x={quote(NAME)}"]
    for route in ROUTES:
        assert isinstance(route, DeskRoute)
        if "GET" in (route.methods or ()) and route.path != "/events" and "{digest}" not in route.path:
            book = route.path.startswith(("/rules", "/cards", "/examples"))
            names = {"game": "agot2" if book else "dispute", "case": "case-dispute-1", "entry": "duplicates"}
            names |= {"card": "eddard-stark", "view": "table", "name": "cancelling-a-duplicates-save"}
            found.append(re.sub(r"{(\w+)}", lambda part, names=names: names.get(part[1], "1"), route.path))  # type: ignore[misc]
    return sorted(set(found))


def texts_of_page(page: str) -> str:
    """Return the text of a page, after asserting that nothing in it runs; fields of forms count as text."""
    root: Element = html5lib.parse(page, treebuilder="etree")
    return _inert(root)


def texts_of_picture(picture: bytes) -> str:
    """Return the text of an SVG picture, after asserting that nothing in it runs."""
    return _inert(ElementTree.fromstring(picture))


def _inert(root: Element) -> str:
    said = ["".join(root.itertext())]
    for item in root.iter():
        tag = str(item.tag).rpartition("}")[2].lower()
        assert tag not in ("img", "iframe", "object", "embed", "base", "foreignobject"), tag
        assert tag != "script" or str(item.get("src", "")).startswith("/static/"), ElementTree.tostring(item)
        for name, value in item.attrib.items():
            plain = str(name).rpartition("}")[2].lower()
            assert not plain.startswith("on"), f"{tag} {name}={value}"
            if plain in ("href", "src", "action", "formaction"):
                assert value == "data:," or not re.match(r"\s*([\w+.-]+:|//)", value), f"{tag} {name}={value}"
            said.append(value)
    return "\n".join(said)


def texts_of_data(content: bytes) -> str:
    """Return the texts in data; parts of a page in them are pages themselves, in which nothing may run."""
    said: list[str] = []

    def walk(value: Any, *, markup: bool = False) -> None:
        if isinstance(value, dict):
            for name, item in value.items():
                said.append(name)
                walk(item, markup=markup or name in ("parts", "regions"))
        elif isinstance(value, list):
            for item in value:
                walk(item, markup=markup)
        elif isinstance(value, str):
            said.append(texts_of_page(value) if markup else value)

    walk(json.loads(content))
    return "\n".join(said)


def texts(answer: Any) -> str:
    """Return the texts of an answer of any type, after asserting that nothing in it runs."""
    assert answer.headers["x-content-type-options"] == "nosniff"
    kind = answer.headers["content-type"].partition(";")[0]
    if kind == "text/html":
        return texts_of_page(answer.text)
    if kind == "image/svg+xml":
        return texts_of_picture(answer.content)
    if kind == "application/json":
        return texts_of_data(answer.content)
    assert kind in ("text/plain", "application/pdf", "application/x-ndjson"), kind
    return ""


@pytest.mark.parametrize("address", addresses())
def test_nothing_that_was_written_runs(judge: TestClient, address: str) -> None:
    answer = judge.get(address)
    assert answer.status_code < 500
    texts(answer)


def test_every_field_is_shown_as_the_text_it_is(judge: TestClient) -> None:
    shown = [texts(judge.get(address)) for address in addresses()]
    fields = {"text": TEXT, "token": token(judge), "name": "again"}
    shown += [texts(judge.post("/desk", data={**fields, "tab": tab})) for tab in ("verdict", "why", "table")]
    whole = "\n".join(shown)
    hidden = {"scribe", "line-remark"}  # the desk does not show these two; whatever shows them later is checked above
    assert [field for field in FIELDS if nasty(field) not in whole and field not in hidden] == []
    assert NAME in whole


@pytest.mark.parametrize(
    "field", ["text", "name", "game", "as", "move", "before", "question", "by", "add", "whatif", "style"]
)
@pytest.mark.parametrize("to", ["/desk", "/desk/judge", "/desk/store", "/desk/case", "/desk/sequence.svg", "/login"])
def test_what_is_sent_comes_back_as_text(judge: TestClient, to: str, field: str) -> None:
    fields = {"text": SAVE, "tab": "why", "move": "A pass", field: nasty("sent")}
    headers = {"x-lastword-token": token(judge)}
    if to == "/desk/judge":
        answer = judge.post(to, json=fields, headers=headers)
    else:
        answer = judge.post(to, data=fields, headers=headers)
    assert answer.status_code < 500
    texts(answer)


@pytest.mark.parametrize("written", [nasty("x"), '"<b>"', "<b>x", "ned<script>"])
def test_a_nasty_short_name_is_refused_or_shown_as_text(judge: TestClient, written: str) -> None:
    text = SAVE.replace("ned =", f"{written} =").replace("claim ned", f"claim {written}")
    for tab in ("verdict", "table", "sequence", "windows", "why"):
        texts(judge.post("/desk", data={"text": text, "tab": tab, "token": token(judge)}))


@pytest.mark.parametrize("name", [nasty("x"), "<b>", "a/b", "a b", "../x"])
def test_a_nasty_name_of_a_game_is_refused(judge: TestClient, name: str) -> None:
    answer = judge.post("/desk/store", data={"text": SAVE, "name": name, "token": token(judge)})
    assert answer.status_code == 400
    assert "cannot be the name of a game" in texts(answer)


def test_the_report_that_is_printed_shows_them_as_text(nasty_ledger: str, tmp_path: Path) -> None:
    page = tmp_path / "ruling.html"
    words = ["--ledger", nasty_ledger, "case", "export", "case-dispute-1", "-o", str(page)]
    assert CliRunner().invoke(cli, words, catch_exceptions=False).exit_code == 0
    said = texts_of_page(page.read_text(encoding="utf-8"))
    for field in ("player", "question", "claim", "finding", "judge", "grounds", "because", "second-finding"):
        assert nasty(field) in said, field

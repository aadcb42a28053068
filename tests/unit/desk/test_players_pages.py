"""A page as one player knows it holds no card that this player never gets to know: in markup, data and pictures."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ledger.folding import apply
from ledger.store import Ledger
from ledger.table import Table, knows
from replays.branches.storage import store
from replays.desk.games.views import WHOLE_VIEWS
from replays.desk.server import ROUTES, desk_app
from replays.desk.settings import Settings
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import Record, of_run

EXAMPLES = sorted((Path(__file__).parents[3] / "docs" / "examples").glob("*/*.lw"))
PARTS = ("", "/table.json", "/regions.json", "/point.json", "/table")
VIEWS = ("/sequence", "/sequence.svg", "/windows", "/options")
"""Views that take longer; in the small test one example of each game is looked at."""


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, dict[str, Record]]]:
    """A desk on a ledger with every example, and the records of them."""
    address = str(tmp_path_factory.mktemp("examples") / "examples.db")
    records: dict[str, Record] = {}
    with Ledger.open(address) as ledger:
        for path in EXAMPLES:
            records[path.stem] = of_run(run(read(path.read_text(encoding="utf-8"), path.name)), path.stem)
            store(ledger, records[path.stem])
    with TestClient(desk_app(address, Settings()), base_url="http://127.0.0.1:8181") as client:
        yield client, records


def never_known(record: Record, player: str) -> set[str]:
    """The titles of cards in a game of which the player knows none at any event."""
    table, known, every = Table(), set[str](), set[str]()
    for entry in record.entries:
        for event in entry.events:
            apply(table, event)
            for entity in table.entities.values():
                if entity.card:
                    title = record.pack.cards[entity.card].name
                    every.add(title)
                    if knows(table, player, entity):
                        known.add(title)
    return every - known


def test_no_page_names_a_card_that_its_player_never_knows(
    examples: tuple[TestClient, dict[str, Record]], full: bool
) -> None:
    client, records = examples
    looked_at = 0
    firsts = {record.pack.id: name for name, record in reversed(records.items())}.values()
    for name, record in records.items():
        for player in record.table(1).seats:
            secret = never_known(record, player)
            ends = [record.end(at) for at in range(len(record.entries))]
            for seq in ends if full else ends[len(ends) // 2 :][:1]:
                for part in (*PARTS, *VIEWS) if full else (*PARTS[:2], *(VIEWS if name in firsts else ())):
                    answer = client.get(f"/games/{name}@{seq}{part}?as={player}")
                    assert answer.status_code == 200, (name, seq, part, answer.text[:300])
                    text = unescape(answer.text)
                    assert not [title for title in secret if title in text], (name, player, seq, part)
                    looked_at += bool(secret)
    assert looked_at > 20


ASKED = {
    "whatif": "&way=skip&at=65",
    "rewind": "&how=to",
    "explore": "&depth=2&ask=",
    "diff": "&with=cancelling-a-duplicates-save@70",
    "why": '&move=B play "The Hand\'s Judgment"',
}
"""What is asked of the views of a game that tell something only when asked."""


def test_every_address_of_a_game_tells_what_its_player_knows_or_refuses(
    examples: tuple[TestClient, dict[str, Record]],
) -> None:
    client, records = examples
    game = "cancelling-a-duplicates-save"
    secret = next(iter(never_known(records[game], "A")))
    paths = [route.path for route in ROUTES if "{game}" in route.path and route.methods and "GET" in route.methods]
    named = {"/games/{game}": f"/games/{game}@64", "/desk/{game}": f"/desk/{game}"}
    paths = [path.replace(start, name) for path in paths for start, name in named.items() if path.startswith(start)]
    views = [f"/games/{game}@64/{view}" for view in (*WHOLE_VIEWS, "explore", "why")]
    refused = set()
    for path in {*paths, *views} - {f"/games/{game}@64/{{view}}"}:
        name = path.rpartition("/")[2]
        answer = client.get(f"{path}?as=A{ASKED.get(name, '')}")
        shown = unescape(answer.text).replace(ASKED.get(name, "&")[1:], "")
        if answer.status_code == 404:
            assert "cannot be shown as A knows the game" in shown, path
            refused.add(name)
        elif name == "why":
            assert "no `The Hand's Judgment` is known here" in shown, path
        else:
            assert answer.status_code == 200, (path, shown[:300])
            assert secret not in shown, path
    assert refused == {*WHOLE_VIEWS, "export.jsonl", "receipt", game, f"{game}.json"}


def test_a_player_is_offered_no_page_that_tells_everything(examples: tuple[TestClient, dict[str, Record]]) -> None:
    client, _ = examples
    for view in ("", "/options"):
        page = client.get(f"/games/cancelling-a-duplicates-save@81{view}")
        seen = client.get(f"/games/cancelling-a-duplicates-save@81{view}?as=A")
        assert "/whatif" in page.text
        assert not [name for name in WHOLE_VIEWS if f"@81/{name}" in seen.text]
    last = client.get("/games/cancelling-a-duplicates-save/options?as=A")
    assert "would tell Anna what Borys holds" in last.text

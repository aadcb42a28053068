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
from replays.desk.server import desk_app
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

"""Fixtures of the tests of the desk: a desk on a ledger with the disputed save, asked without a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ledger.revisions import ClauseRevised
from ledger.store import Ledger
from replays.branches.storage import store
from replays.cases.acts import Cases, DraftRuling
from replays.cases.citations import pin_rules
from replays.desk.server import desk_app
from replays.desk.settings import Settings
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import of_run
from replays.reference.shelf import Shelf
from tests.sequences import SAVE

TOKEN = "the-token-of-the-tests"
GAME = "cancelling-a-duplicates-save"
NASTY = "\"><script>alert(1)</script><img src=x onerror=alert(2)> & 'quotes' {{ 7*7 }}"
"""Words that would become markup if a page did not escape them."""


@pytest.fixture(scope="session")
def stored(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a ledger that holds the disputed save."""
    address = str(tmp_path_factory.mktemp("desk") / "tour.db")
    with Ledger.open(address) as ledger:
        store(ledger, of_run(run(read(SAVE, "dispute.lw")), GAME))
    return address


@pytest.fixture
def client(stored: str) -> Iterator[TestClient]:
    """A client of a desk on that ledger; tests of it change nothing."""
    with TestClient(desk_app(stored, Settings(token=TOKEN)), base_url="http://127.0.0.1:8181") as found:
        yield found


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[TestClient]:
    """A client of a desk on an empty ledger of its own."""
    app = desk_app(str(tmp_path / "empty.db"), Settings(token=TOKEN))
    with TestClient(app, base_url="http://127.0.0.1:8181") as found:
        yield found


@pytest.fixture(scope="session")
def ruled(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a ledger with a ruling that cites two clauses, another that was overturned, and a revision.

    The question, a claim and the finding of the first case are nasty words.
    """
    address = str(tmp_path_factory.mktemp("ruled") / "ruled.db")
    with Ledger.open(address) as ledger:
        store(ledger, of_run(run(read(SAVE, "dispute.lw")), "dispute"))
        cases = Cases(ledger, "2026-01-31T12:00:00+00:00")
        shelf = Shelf(ledger, "2026-01-31")

        def draft(finding: str, *rules: str) -> DraftRuling:
            return DraftRuling(finding, pin_rules(shelf, rules), "none", "Maria", "2026-01-31")

        case = cases.claim(cases.open("dispute", 81, NASTY, "B"), "A", NASTY)
        cases.rule(case, draft(NASTY, "agot2/duplicates#5", "agot2/triggering-condition#1"))
        other = cases.rule(cases.open("dispute", 64, "Who chooses?"), draft("Anna.", "agot2/duplicates#3"))
        cases.overturn(other, "overlooked", draft("Borys.", "agot2/cancel#1"))
        shelf.revise(ClauseRevised("okc/ambush", 1, "It springs at dusk.", "FAQ 3", "2026-03-01", "2026-02-01"), "okc")
    return address


@pytest.fixture(scope="session")
def desk(ruled: str) -> Iterator[TestClient]:
    """A client of a desk on the ledger with rulings; tests of it change nothing."""
    with TestClient(desk_app(ruled, Settings(token=TOKEN)), base_url="http://127.0.0.1:8181") as found:
        yield found

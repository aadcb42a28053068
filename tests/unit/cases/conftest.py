"""Fixtures: the cases of a ledger that holds the disputed save."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from ledger.store import Ledger
from replays.branches.storage import store
from replays.cases.acts import Cases, DraftRuling
from replays.cases.case import Case
from replays.cases.citations import pin_rules
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import of_run
from replays.reference.shelf import Shelf
from tests.sequences import SAVE

NOW = "2026-01-31T12:00:00+00:00"


@pytest.fixture
def desk() -> Iterator[Cases]:
    """The cases of a ledger in memory with one game, `dispute`; there are none yet."""
    with Ledger.open("memory:") as ledger:
        store(ledger, of_run(run(read(SAVE)), "dispute"))
        yield Cases(ledger, NOW)


@pytest.fixture
def case(desk: Cases) -> Case:
    """A case about the disputed save, just opened."""
    return desk.open("dispute", None, "May the save be cancelled?", "B")


@pytest.fixture
def decide(desk: Cases) -> Callable[..., DraftRuling]:
    """A function that makes a ruling to be recorded, its rules pinned as in force."""

    def make(finding: str = "It may not.", *rules: str, remedy: str = "none", judge: str = "Maria") -> DraftRuling:
        citations = pin_rules(Shelf(desk.ledger, NOW[:10]), rules or ("agot2/duplicates#5",))
        return DraftRuling(finding, citations, remedy, judge, NOW[:10])

    return make

"""Official rulings: each has a playthrough that shows our verdict by the clause named, and the page is current."""

from __future__ import annotations

import json

import pytest

from rules.books.addresses import parse_address
from rules.books.shelf import find
from tests.exercised import place, refresh
from tests.played import playthrough
from tests.rulings import BASES, PAGE, Ruled, page, ruled, shared_list, wanted

RULINGS = ruled()


def test_the_page_in_the_docs_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(RULINGS), "run `make map`"


@pytest.mark.parametrize("ruling", RULINGS, ids=[f"{one.game}-{one.id}" for one in RULINGS])
def test_a_playthrough_shows_the_ruling_by_its_clause(ruling: Ruled) -> None:
    assert ruling.by in BASES
    find(parse_address(ruling.clause))
    done = playthrough(ruling.game, ruling.playthrough.name).run
    assert all(item.held for item in done.expected)
    refresh([ruling.game])
    found = json.loads(place(ruling.game).read_text(encoding="utf-8"))
    assert ruling.shown in [name for names in found.get(ruling.clause, {}).values() for name in names]


def test_every_ruling_of_the_list_is_on_the_page() -> None:
    if not shared_list().exists():
        pytest.skip(f"the list of rulings is not there: {shared_list()}")
    assert sorted(wanted(shared_list().read_text(encoding="utf-8"))) == sorted(one.id for one in RULINGS)

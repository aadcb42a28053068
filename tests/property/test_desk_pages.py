"""Pages, data and pictures of the desk are the same, byte for byte, for two games that a player cannot tell apart."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ledger.store import Ledger
from replays.branches.storage import store
from replays.desk.server import desk_app
from replays.desk.settings import Settings
from replays.records.record import Record
from rules.catalogue import pack_ids
from tests.property.test_views import games

ADDRESSES = (
    "",
    ".json",
    "/table",
    "/regions.json",
    "/point.json",
    "/sequence",
    "/sequence.svg",
    "/sequence.json",
    "/windows",
    "/windows.json",
    "/options",
    "/options.json",
)
"""Everything that the desk shows of a game at an event, but for the move that `why` is asked about."""
SMALL, FULL = 1, 5


@contextmanager
def desk_with(record: Record, path: Path) -> Iterator[TestClient]:
    """A desk on a ledger that holds one game, called `game`."""
    with Ledger.open(str(path)) as ledger:
        store(ledger, record, "game")
    with TestClient(desk_app(str(path), Settings(token="t")), base_url="http://127.0.0.1") as client:
        yield client


@pytest.mark.parametrize("pack_id", pack_ids())
def test_no_page_tells_two_games_apart_that_its_player_cannot(pack_id: str, full: bool, tmp_path: Path) -> None:
    longest = 0
    for number, game in enumerate(games(pack_id, range(FULL if full else SMALL))):
        viewer = game.generator.choice(game.viewers)
        last = len(game.entries) // (2 if full else 10)
        for pairs in (game.other_numbers, game.other_cards):
            one, other = game.records(pairs(viewer, last))
            folder = tmp_path / f"{number}-{pairs.__name__}"
            folder.mkdir()
            with desk_with(one, folder / "1.db") as first, desk_with(other, folder / "2.db") as second:
                # After their last entry, games with other cards may ask another player: the record shows that.
                places = range(len(one.entries) - 1)
                for place in places if full else list(places)[-1:]:
                    seq = one.end(place)
                    for address in ADDRESSES:
                        asked = f"/games/game@{seq}{address}?as={viewer}"
                        shown, beside = first.get(asked), second.get(asked)
                        assert shown.status_code == 200, (asked, shown.text[:300])
                        where = f"{pack_id}, {pairs.__name__}, {asked}"
                        assert _told(shown.text) == _told(beside.text), f"{where} differs"
            longest = max(longest, len(one.entries))
    assert longest > 5


def _told(text: str) -> str:
    """Return a page without the name of the ledger's file, which differs."""
    return text.replace("1.db", "2.db")

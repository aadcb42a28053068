"""The web desk: server time of judging a transcript as it is typed, of a step in a long game, and of the first page."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

from starlette.testclient import TestClient

from ledger.codec import GAME
from ledger.store import Ledger
from ledger.streams import About, Change, new_id
from replays.desk.judging.examples import EXAMPLES, example_text
from replays.desk.server import desk_app
from replays.desk.settings import Settings
from replays.notation.parser import read
from replays.reading.reader import run as play
from replays.records.random_games import Simulation
from rules.catalogue import load
from tests.bench.measuring import STANDARD, Calibration, Result, best

GAMES, AT_ONCE = 10_000, 500
"""Games in the ledger, and how many of them are stored together."""
LONG = ("l5r", "standard", 8)
"""The pack, the format and the seed of the long game."""


def run(calibration: Calibration) -> Iterator[Result]:
    """Measure on a ledger with ten thousand games, one of them long. Times are scaled to the standard machine."""
    with tempfile.TemporaryDirectory() as folder:
        address = str(Path(folder) / "many.db")
        last = _fill(address)
        with TestClient(desk_app(address, Settings(token="t")), base_url="http://127.0.0.1") as client:
            asked: list[tuple[str, Callable[[], object], float]] = [
                ("judging a 20-line transcript as typed", _judging(client), 100),
                (f"a step in a game of {last:,} events", _stepping(client, last, "/regions.json"), 50),
                (f"a step in a game of {last:,} events as a player", _stepping(client, last, "/regions.json?as=B"), 50),
                (f"a page of a game of {last:,} events", _stepping(client, last, ""), 50),
                ("the first page with 10,000 games", lambda: client.get("/"), 200),
            ]
            for name, ask, most in asked:
                ask()
                yield Result(f"{name}, scaled", best(ask, 5) * 1000 * calibration.rate / STANDARD, "ms", most=most)


def _fill(address: str) -> int:
    """Make a ledger with many small games and a long one; return the number of the last event of that."""
    entries = play(read(example_text(EXAMPLES[0].pack, EXAMPLES[0].name))).entries[:2]
    pack, form, seed = LONG
    with Ledger.open(address) as ledger:
        for start in range(0, GAMES, AT_ONCE):
            made = [
                ledger.new_stream(About(new_id(), GAME.name, f"table-{number}", EXAMPLES[0].pack), entries)
                for number in range(start, start + AT_ONCE)
            ]
            ledger.write([row for new in made for row in new.rows], [Change(new.head) for new in made])
        return ledger.start("long", pack=pack, entries=Simulation(load(pack), 2, form, seed).entries()).last


def _judging(client: TestClient) -> Callable[[], object]:
    """Return a function that judges the first example, never the same text twice."""
    text, numbers = example_text(EXAMPLES[0].pack, EXAMPLES[0].name), count()

    def ask() -> None:
        sent = {"text": f"{text}# {next(numbers)}\n"}
        assert client.post("/desk/judge", json=sent, headers={"x-lastword-token": "t"}).status_code == 200

    return ask


def _stepping(client: TestClient, last: int, part: str) -> Callable[[], object]:
    """Return a function that asks for a part of the replay after one event more each time, in the middle of the game.

    An empty part is the whole page.
    """
    numbers = count(last // 2)

    def ask() -> None:
        assert client.get(f"/games/long@{next(numbers)}{part}").status_code == 200

    return ask

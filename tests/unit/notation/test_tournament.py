"""The line that says at which tournament, in which round and at which table a game was played."""

from __future__ import annotations

import pytest

from ledger.events import GameStarted
from replays.errors import NotationError
from replays.notation.parser import read
from replays.reading.reader import run
from replays.wording.tables import table_lines

GAME = """lastword 1 agot2 joust
{line}
players   A "Anna" stark, B "Borys" lannister
position  round 3, challenges, first A, active B
A play    ned = "Eddard Stark"
B play    hound = "The Hound"
"""


def settings(line: str) -> dict[str, str]:
    start = run(read(GAME.format(line=line))).entries[0].events[0]
    assert isinstance(start, GameStarted)
    return {name: value for name, value in start.settings.items() if name.startswith("tournament")}


def test_the_game_keeps_where_it_was_played() -> None:
    assert settings('tournament "Kyiv Open", round 3, table 7') == {
        "tournament": "Kyiv Open",
        "tournament round": "3",
        "tournament table": "7",
    }
    assert settings('tournament "Kyiv Open", table 7') == {"tournament": "Kyiv Open", "tournament table": "7"}


def test_the_table_shows_it() -> None:
    found = run(read(GAME.format(line='tournament "Kyiv Open", round 3')))
    assert next(table_lines(found.pack, found.table)).endswith(" · Kyiv Open, round 3")


@pytest.mark.parametrize(
    "line",
    ["tournament", 'tournament "Kyiv Open", day 3', 'tournament "Kyiv Open", round', 'tournament "A"\ntournament "B"'],
)
def test_a_line_that_says_something_else_is_an_error_that_points_at_it(line: str) -> None:
    with pytest.raises(NotationError, match=r"tournament|come `round N`"):
        read(GAME.format(line=line))

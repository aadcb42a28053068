"""Memory: what reading a long transcript takes beyond its record does not grow with its length."""

from __future__ import annotations

import tracemalloc

import pytest

from replays.notation.parser import read
from replays.reading.reader import run

SHORT, LONG = 200, 1000
"""The numbers of lines of the two transcripts that are compared."""
MOST = 1.3
"""How many times as much the long one may take at most, beyond the record's own size."""
EVERY = 20
"""After so many lines an illegal one comes, so that other readings are looked for."""
GROVES = [f"{letter}g{number}" for letter in "AB" for number in range(8)]
"""Short names of the locations that each player uses once a round."""
PLOTS = ("A Noble Cause", "Taxation", "Sneak Attack")


def _head() -> str:
    """Return the set-up of the transcripts."""
    lines = ["lastword 1 agot2 joust", 'players A "Anna" stark, B "Borys" lannister', "position round 2, plot, first A"]
    for player, character in (("A", "Eddard Stark"), ("B", "The Hound")):
        groves = ", ".join(f'{name} = "Heart Tree Grove"' for name in GROVES if name.startswith(player))
        lines.append(f"{player} plots " + ", ".join(f'"{plot}"' for plot in PLOTS))
        lines += [f'{player} play "{character}", {groves}', f"{player} deck 150 unknown", f"{player} hand 3 unknown"]
    return "\n".join([*lines, "", ""])


def _transcript(count: int) -> str:
    """Return a transcript of so many moves: rounds of plots and locations, in each of which one is used twice."""
    lines: list[str] = []
    while len(lines) < count:
        plot = PLOTS[len(lines) % len(PLOTS)]
        lines += [f'A plot A."{plot}"', f'B plot B."{plot}"', "A first A"]
        lines += [f"{name[0]} use {name}" for name in GROVES]
        lines.append(f"B use {GROVES[-1]}")  # it kneels already
    return _head() + "\n".join(lines[:count]) + "\n"


def _beyond_the_record(count: int) -> int:
    """Return the bytes that reading took at its peak, less those that its result keeps."""
    document = read(_transcript(count))
    tracemalloc.start()
    done = run(document)
    kept, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(done.violations) == count // EVERY
    return peak - kept


def test_what_reading_takes_does_not_grow_with_the_length(full: bool) -> None:
    if not full:
        pytest.skip("reads a thousand lines twice; runs under make proof")
    _beyond_the_record(SHORT)  # what is loaded once is not counted
    assert _beyond_the_record(LONG) <= MOST * _beyond_the_record(SHORT)

"""Playthroughs as they are read: once in a process, for all tests that look at what happens in them.

`tests.scheduling` brings the tests of a pack that ask here to one worker. Nothing may change what is returned.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from unittest.mock import patch

import msgspec

from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.results import Run
from rules.catalogue import playthroughs
from rules.kernel import values
from rules.kernel.position import Position
from rules.language.cards import Ability


class Played(msgspec.Struct, frozen=True):
    """A transcript as it was read, and the keys of the constant abilities that gave something to somebody."""

    run: Run
    gave: frozenset[str]


@cache
def playthrough(game: str, name: str) -> Played:
    """Return a playthrough of a pack, by its file name, as it was read."""
    return played(name, _texts(game)[name])


def runs_of(game: str) -> dict[str, Run]:
    """Return the runs of all playthroughs of a pack by file name."""
    return {name: playthrough(game, name).run for name in _texts(game)}


def played(name: str, text: str) -> Played:
    """Read a transcript, and note the constant abilities that give something meanwhile."""
    found: set[str] = set()
    constant = values._constant

    def noting(
        pos: Position, holder: int | str, word: str, about: str, source: int, ability: Ability
    ) -> Iterator[tuple[str, int, int]]:
        for given in constant(pos, holder, word, about, source, ability):
            found.add(ability.key)
            yield given

    with patch.object(values, "_constant", noting):
        done = run(read(text, name))
    return Played(done, frozenset(found))


@cache
def _texts(game: str) -> dict[str, str]:
    return dict(playthroughs(game))

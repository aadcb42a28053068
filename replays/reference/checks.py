"""Checks of rules: where the engine cites or keeps each clause, and which playthroughs exercise it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping

import msgspec

from replays.errors import ReplayError
from rules.books.entries import Entry
from rules.data import declarations, source_text

_CITED = r"{game}/[a-z0-9]+(?:[.-][a-z0-9]+)*(?:#[0-9]+)?"


class Exercise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The playthroughs that exercise a rule: where it was judged, where it was done, and where only stepped through."""

    judged: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    stepped: tuple[str, ...] = ()

    @property
    def way(self) -> str:
        """The best way in which it is exercised: judged, done, stepped, or an empty text."""
        return next((way for way in ("judged", "done", "stepped") if getattr(self, way)), "")

    def __add__(self, other: Exercise) -> Exercise:
        return Exercise(self.judged + other.judged, self.done + other.done, self.stepped + other.stepped)


class Checks(msgspec.Struct, frozen=True):
    """The checks of one game's rules by address: the places that cite a rule, the playthroughs that exercise it.

    `exercised` is None where nobody has found out yet what the playthroughs exercise.
    """

    cited: Mapping[str, tuple[str, ...]] = {}
    exercised: Mapping[str, Exercise] | None = {}

    def citing(self, entry: Entry) -> list[str]:
        """Return the addresses that checks cite, of an entry and its clauses, in order of their clauses."""
        found = [address for address in self.cited if address.partition("#")[0] == entry.address]
        return sorted(found, key=lambda address: int(address.partition("#")[2] or 0))

    def of_clause(self, entry: Entry, n: int) -> tuple[str, ...]:
        """Return the places that cite clause `n`; of an entry with one clause, also those that cite the entry."""
        return tuple(place for address in _addresses(entry, n) for place in self.cited.get(address, ()))

    def exercise_of(self, entry: Entry, n: int) -> Exercise:
        """Return how clause `n` is exercised; for an entry with one clause, also how the entry is."""
        known = self.exercised or {}
        return sum((known[address] for address in _addresses(entry, n) if address in known), Exercise())

    def playthroughs(self, entry: Entry, n: int) -> tuple[str, ...]:
        """Return the playthroughs that exercise clause `n`: where it was judged first, then the others."""
        found = self.exercise_of(entry, n)
        return tuple(dict.fromkeys((*found.judged, *found.done, *found.stepped)))


def checks_of(game: str) -> Checks:
    """Return the checks of a game: where its pack cites rules, what the engine keeps, and which playthroughs exercise.

    Raise `ReplayError` if the pack's `checks.toml` or `exercised.json` cannot be read.
    """
    cited = dict(cited_in(game, declarations(game)))
    for part, addresses in kept_by(game).items():
        for address in addresses:
            cited[address] = (*cited.get(address, ()), part)
    return Checks(cited, _exercised(game))


def kept_by(game: str) -> dict[str, tuple[str, ...]]:
    """Return the rules that each named part of the shared engine keeps for a game.

    A part is a function or class as `module:name`; the pack lists them in `checks.toml`.
    """
    try:
        return msgspec.convert(tomllib.loads(source_text(game, "checks.toml")), dict[str, tuple[str, ...]])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ReplayError(f"the list of what keeps the rules of {game} cannot be read: {error}") from None


def cited_in(game: str, sources: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Return every rule id of a game that stands in quotes or backticks in some sources, with the places: `pack.py:9`.

    `sources` gives the text of each file by its path.
    """
    pattern = re.compile(rf"(?<=[\"'`]){_CITED.format(game=re.escape(game))}(?=[\"'`])")
    found: dict[str, list[str]] = {}
    for path, text in sources.items():
        for number, line in enumerate(text.splitlines(), 1):
            for address in pattern.findall(line):
                found.setdefault(address, []).append(f"{path}:{number}")
    return {address: tuple(places) for address, places in found.items()}


def _exercised(game: str) -> dict[str, Exercise] | None:
    """Return how each rule is exercised, from the file that a release is made with; None if it is not there."""
    text = source_text(game, "exercised.json")
    if not text:
        return None
    try:
        return msgspec.convert(json.loads(text), dict[str, Exercise])
    except (json.JSONDecodeError, msgspec.ValidationError) as error:
        raise ReplayError(f"the record of what the playthroughs of {game} exercise cannot be read: {error}") from None


def _addresses(entry: Entry, n: int) -> list[str]:
    """Return the addresses that mean a clause: its own, and that of an entry which has no other clause."""
    return [f"{entry.address}#{n}", *([entry.address] if len(entry.clauses) == 1 else [])]

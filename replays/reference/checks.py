"""Which part of the engine keeps each rule, and which playthroughs exercise it: both read from what the pack declares."""

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


class Checks(msgspec.Struct, frozen=True):
    """For each cited address, where it is cited; for each exercised one, the playthroughs that do."""

    cited: Mapping[str, tuple[str, ...]] = {}
    exercised: Mapping[str, tuple[str, ...]] = {}

    def citing(self, entry: Entry) -> list[str]:
        """The addresses within an entry that checks cite, in order of their clauses."""
        found = [address for address in self.cited if address.partition("#")[0] == entry.address]
        return sorted(found, key=lambda address: int(address.partition("#")[2] or 0))

    def of_clause(self, entry: Entry, n: int) -> tuple[str, ...]:
        """Where a clause is cited. An entry with one clause is cited by its own address too."""
        return _of_clause(self.cited, entry, n)

    def playthroughs(self, entry: Entry, n: int) -> tuple[str, ...]:
        """The playthroughs that exercise a clause."""
        return _of_clause(self.exercised, entry, n)


def checks_of(game: str) -> Checks:
    """What a pack cites beside its code, what it says the shared engine keeps for it, and what it records as exercised."""
    cited = dict(cited_in(game, declarations(game)))
    for part, addresses in kept_by(game).items():
        for address in addresses:
            cited[address] = (*cited.get(address, ()), part)
    return Checks(cited, _exercised(game))


def kept_by(game: str) -> dict[str, tuple[str, ...]]:
    """The clauses each named part of the engine keeps: `rules.limits:spent`, a function or a class, with its addresses."""
    try:
        return msgspec.convert(tomllib.loads(source_text(game, "checks.toml")), dict[str, tuple[str, ...]])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ReplayError(f"the list of what keeps the rules of {game} cannot be read: {error}") from None


def cited_in(game: str, sources: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Every rule id of a game in some texts, with the texts and lines it stands in."""
    pattern = re.compile(rf"(?<=[\"'`]){_CITED.format(game=re.escape(game))}(?=[\"'`])")
    found: dict[str, list[str]] = {}
    for path, text in sources.items():
        for number, line in enumerate(text.splitlines(), 1):
            for address in pattern.findall(line):
                found.setdefault(address, []).append(f"{path}:{number}")
    return {address: tuple(places) for address, places in found.items()}


def _exercised(game: str) -> dict[str, tuple[str, ...]]:
    text = source_text(game, "exercised.json")
    if not text:
        return {}
    try:
        return msgspec.convert(json.loads(text), dict[str, tuple[str, ...]])
    except (json.JSONDecodeError, msgspec.ValidationError) as error:
        raise ReplayError(f"the record of what the playthroughs of {game} exercise cannot be read: {error}") from None


def _of_clause(places: Mapping[str, tuple[str, ...]], entry: Entry, n: int) -> tuple[str, ...]:
    whole = places.get(entry.address, ()) if len(entry.clauses) == 1 else ()
    return (*places.get(f"{entry.address}#{n}", ()), *whole)

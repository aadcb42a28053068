"""The code that a pack names for a clause exists, and runs in a playthrough that shows the clause."""

from __future__ import annotations

import cProfile
import inspect
import pkgutil
from collections.abc import Iterable, Iterator
from functools import cache
from types import CodeType

import pytest

from replays.notation.parser import read
from replays.reading.reader import run
from replays.reference.checks import checks_of, kept_by
from rules.books.shelf import load_book
from rules.catalogue import pack_ids, playthroughs
from tests.conftest import PROOF
from tests.exercised import refresh

LARGE = ("agot2", "l5r")
"""The packs with so many playthroughs that profiling them takes a minute or more."""


@pytest.mark.parametrize("game", pack_ids())
def test_every_executable_clause_has_a_check_and_is_exercised(game: str) -> None:
    refresh([game])
    checks = checks_of(game)
    clauses = [(entry, clause) for entry in load_book(game) for clause in entry.clauses if not clause.only]
    lacking = [f"{entry.address}#{clause.n}" for entry, clause in clauses if not checks.of_clause(entry, clause.n)]
    assert not lacking, "no part of the engine keeps them: say which does in source/checks.toml, or why none can"
    unseen = [f"{entry.address}#{clause.n}" for entry, clause in clauses if not checks.playthroughs(entry, clause.n)]
    assert not unseen, "no playthrough shows them: write one, or say in the reference why none can"


@pytest.mark.slow
@pytest.mark.parametrize("game", pack_ids())
def test_what_keeps_a_clause_runs_where_the_clause_is_shown(game: str) -> None:
    if not PROOF and game in LARGE:
        pytest.skip("profiles every playthrough of the pack; runs under make proof")
    refresh([game])
    book, checks = load_book(game), checks_of(game)
    idle = []
    for part, addresses in kept_by(game).items():
        codes = set(_codes(pkgutil.resolve_name(part)))
        assert codes, f"{part} is neither a function nor a class with methods"
        for address in addresses:
            name, _, clause = address.partition("/")[2].partition("#")
            shown = checks.playthroughs(book.entry(name), int(clause))
            if shown and not _runs_in(game, shown, codes):
                idle.append(f"{part} for {address}")
    assert not idle, "no playthrough that shows the clause runs what is said to keep it"


def _runs_in(game: str, shown: Iterable[str], codes: set[CodeType]) -> bool:
    """Whether one of these code objects runs in one of these playthroughs; those profiled before are asked first."""
    known = sorted(shown, key=lambda name: (game, name) not in _profiled)
    return any(not codes.isdisjoint(_ran(game, name)) for name in known)


_profiled: dict[tuple[str, str], frozenset[CodeType]] = {}


def _ran(game: str, name: str) -> frozenset[CodeType]:
    """Return the code objects that run in a playthrough."""
    if (game, name) not in _profiled:
        profile = cProfile.Profile()
        profile.runcall(run, read(_texts(game)[f"{name}.lw"], f"{name}.lw"))
        _profiled[game, name] = frozenset(item.code for item in profile.getstats() if isinstance(item.code, CodeType))
    return _profiled[game, name]


@cache
def _texts(game: str) -> dict[str, str]:
    return dict(playthroughs(game))


def _codes(part: object) -> Iterator[CodeType]:
    """Yield the code object of a function, or of each method of a class."""
    if isinstance(part, type):
        for member in vars(part).values():
            yield from _codes(member)
        return
    if isinstance(part, property):
        part = part.fget
    part = inspect.unwrap(getattr(part, "__func__", getattr(part, "func", part)))  # type: ignore[arg-type]
    if inspect.isfunction(part):
        yield part.__code__

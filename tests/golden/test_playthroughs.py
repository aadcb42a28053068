"""Every pack's playthroughs: each runs, its expectations hold, and what happens in it is what its golden file says.

A golden file stands beside its playthrough (`NAME.golden` beside `NAME.lw`). `pytest tests/golden --update-golden`
rewrites them, and the record of which rules they exercise; people read the difference.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import rules.packs
from replays.notation.lines import Expect, Said
from replays.records.results import Run
from replays.wording.outline import outline
from rules.books.addresses import parse_address
from rules.books.shelf import find
from rules.catalogue import pack_ids, playthroughs
from tests.exercised import place, refresh
from tests.played import playthrough

PACKS = Path(rules.packs.__path__[0])
FILES = [(game, name) for game in pack_ids() for name, _ in playthroughs(game)]


Golden = Callable[[Path, str], None]


@pytest.mark.parametrize("game", pack_ids())
def test_a_pack_with_an_engine_has_playthroughs(game: str) -> None:
    assert playthroughs(game), f"{game} has an engine and no playthrough"


@pytest.mark.parametrize(("game", "name"), FILES, ids=[f"{game}/{name}" for game, name in FILES])
def test_a_playthrough_is_what_its_golden_file_says(game: str, name: str, golden: Golden) -> None:
    done = playthrough(game, name).run
    assert done.pack.id == game
    missed = [f"line {item.line}: {item.text} ({item.says})" for item in done.expected if not item.held]
    assert not missed
    unexpected = [violation for violation in done.violations if not _expected(done, violation.line)]
    assert not unexpected, "a playthrough says which of its moves are illegal"
    told = "".join(f"{line}\n" for line in outline(done.pack, done.entries, done.names))
    golden((PACKS / game / "playthroughs" / name).with_suffix(".golden"), told)


def _expected(done: Run, line: int) -> bool:
    """Whether an `expect illegal` follows a move, before the next one."""
    for later in done.document:
        if later.number > line and isinstance(later, Said):
            return False
        if later.number > line and isinstance(later, Expect) and later.kind == "illegal" and later.move is None:
            return True
    return False


@pytest.mark.parametrize("game", pack_ids())
def test_what_the_playthroughs_exercise_are_rules_of_the_book(game: str) -> None:
    refresh([game])
    found = json.loads(place(game).read_text(encoding="utf-8"))
    assert found
    for rule in found:
        find(parse_address(rule))


def test_golden_files_have_their_playthroughs() -> None:
    for golden in PACKS.glob("*/playthroughs/*.golden"):
        assert golden.with_suffix(".lw").is_file(), f"{golden.name} belongs to no playthrough"

"""A game is the same game however it is typed: in capitals, without quotes, with other quotes, with players by name."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from ledger.events import Event, GameStarted
from replays.notation.lines import CardText, Document, Expect, OutcomeLine, Players, Said, Start, Stock
from replays.notation.parser import read
from replays.reading.reader import run
from tests.conftest import PROOF

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "docs" / "examples").glob("*/*.lw"))
PLAYED = sorted((ROOT / "rules" / "packs").glob("*/playthroughs/*.lw"))
STEP = 17
"""Every so many-th playthrough is tried, too."""
QUOTED = re.compile(r'(?<!\.)"([^"]*)"')


def events(text: str, folder: Path) -> list[Event]:
    """Return the events of a transcript, but for its settings, which keep short names as they are typed."""
    done = run(read(text, open_file=lambda path: (folder / path).read_text(encoding="utf-8")))
    assert [item.text for item in done.expected if not item.held] == []
    found = [event for entry in done.entries for event in entry.events]
    return [event for event in found if not isinstance(event, GameStarted)]


def read_aliases(document: Document) -> set[str]:
    return {item.alias for line in document if isinstance(line, Stock) for item in line.items if item.alias}


def rewritten(document: Document, change: Callable[[str, object], str]) -> str:
    return "".join(f"{change(line.source, line)}\n" for line in document)


def shouted(source: str, line: object) -> str:
    """In capitals, but for expectations, card definitions, and the names of the players."""
    if isinstance(line, Expect | CardText | Players) or source.lstrip().startswith(("cards", "#", "tournament")):
        return source
    return source.upper()


def bare(source: str, line: object) -> str:
    """Without quotes around titles that need none: no other short name, and no digit, is in the way."""
    if not isinstance(line, Stock | Said | OutcomeLine):
        return source
    text, sign, remark = source.partition(" #")
    return QUOTED.sub(lambda found: found[1], text) + sign + remark


def curly(source: str, line: object) -> str:
    """With the quotes and apostrophes of a word processor."""
    if isinstance(line, CardText):
        return source
    return QUOTED.sub(lambda found: f"„{found[1].replace(chr(39), '’')}”", source)


def by_name(document: Document) -> Callable[[str, object], str]:
    """With players by name at the beginning of lines, behind `against`, and in the position."""
    names = {seat.player: seat.name.upper() for seat in document.seats}

    def change(source: str, line: object) -> str:
        if not isinstance(line, Stock | Said | Start):
            return source
        text, sign, remark = source.partition(" #")
        for letter, name in names.items():
            text = re.sub(rf"^(\?\s*)?{letter}(?=\s)", lambda found, name=name: (found[1] or "") + name, text)
            text = re.sub(rf"(says:\s+|against\s+|(?:first|active)\s+){letter}(?=\s|,|$)", rf"\g<1>{name}", text)
        return text + sign + remark

    return change


WAYS: dict[str, Callable[[Document], Callable[[str, object], str]]] = {
    "in capitals": lambda _: shouted,
    "without quotes": lambda _: bare,
    "with curly quotes": lambda _: curly,
    "players by name": by_name,
}


FILES = [*EXAMPLES, *PLAYED[::STEP]]
TYPED = [
    pytest.param(path, way, id=f"{path.parent.name}/{path.stem}-{way}")
    for at, path in enumerate(FILES)
    for number, way in enumerate(WAYS)
    if PROOF or at % 2 == number % 2
]
"""Each file with half of the ways, in turns; under `make proof` with all of them."""


@cache
def _as_it_stands(path: Path) -> list[Event]:
    """Return the events of a file as it is written, however many ways it is compared with."""
    return events(path.read_text(encoding="utf-8"), path.parent)


@pytest.mark.parametrize(("path", "way"), TYPED)
def test_a_game_is_the_same_however_it_is_typed(path: Path, way: str) -> None:
    text = path.read_text(encoding="utf-8")
    document = read(text, open_file=lambda name: (path.parent / name).read_text(encoding="utf-8"))
    if way == "in capitals" and {alias.upper() for alias in read_aliases(document)} & {
        s.player for s in document.seats
    }:
        pytest.skip("a short name of it is a player's letter in capitals")
    typed = rewritten(document, WAYS[way](document))
    if way in ("in capitals", "with curly quotes"):
        assert typed != text
    assert events(typed, path.parent) == _as_it_stands(path)

"""Checking a file of cards (or of another shape a game declares): every problem with its line and the nearest words."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence

import msgspec

from replays.errors import ReplayError
from rules.catalogue import load, pack_ids
from rules.errors import CardError, nearest
from rules.kernel.pack import Pack
from rules.language.card_files import CardReader
from rules.language.cards import Card


class CardFileReport(msgspec.Struct, frozen=True):
    """What a file holds and what is wrong with it."""

    game: str
    shape: str
    cards: tuple[Card, ...]
    problems: tuple[CardError, ...]


Reader = Callable[[Pack, str, str], tuple[list[Card], list[CardError]]]


def _cards(pack: Pack, text: str, file: str) -> tuple[list[Card], list[CardError]]:
    """Each card by itself, then all of them together: a map is made of cards, and must be one."""
    cards, problems = CardReader(pack.dialect).check(text, file)
    together = [
        CardError(f"{card}: {says}" if card else says, file, _line(text, card))
        for card, says in pack.check_cards(cards)
    ]
    return cards, [*problems, *together]


def _line(text: str, card: str) -> int:
    """The line a card's id stands on."""
    lines = text.splitlines()
    return next(
        (at for at, line in enumerate(lines, 1) if card and re.match(rf'\s*id\s*=\s*"{re.escape(card)}"', line)), 1
    )


SHAPES: dict[str, Reader] = {"card": _cards}
"""How a file is read, by the name of its tables."""


def check(text: str, file: str, game: str = "") -> CardFileReport:
    """Check a file for the game it names with `game = …`, the one asked for, or the one it fits best."""
    shape = _shape(text, file)
    games = [game or _named(text)] if game or _named(text) else list(pack_ids())
    for name in games:
        if name not in pack_ids():
            raise ReplayError(
                f"{file}: there is no game {name!r}{nearest(name, pack_ids())}; `lastword games` lists them"
            )
    return _best([_report(name, shape, text, file) for name in games])


def _report(game: str, shape: str, text: str, file: str) -> CardFileReport:
    cards, problems = SHAPES[shape](load(game), text, file)
    return CardFileReport(game, shape, tuple(cards), tuple(sorted(problems, key=lambda problem: problem.line)))


def _best(reports: Sequence[CardFileReport]) -> CardFileReport:
    return min(reports, key=lambda report: len(report.problems))


def _tables(text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}


def _shape(text: str, file: str) -> str:
    """What a file is by its tables; one that is not TOML at all is reported by the reader of cards."""
    tables = _tables(text)
    found = [shape for shape in SHAPES if shape in tables]
    if tables and not found:
        raise CardError(
            f"there is nothing to check: no [[{']] or [['.join(SHAPES)}]] tables{nearest(next(iter(tables)), SHAPES)}",
            file,
            1,
        )
    return found[0] if found else "card"


def _named(text: str) -> str:
    name = _tables(text).get("game", "")
    return name if isinstance(name, str) else ""

"""Checks of card files: every problem with its line and the nearest known words."""

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
    """The cards of a file, read for one game, and the problems in it.

    `shape` is the name of the file's tables, a key of `SHAPES`.
    """

    game: str
    shape: str
    cards: tuple[Card, ...]
    problems: tuple[CardError, ...]


Reader = Callable[[Pack, str, str], tuple[list[Card], list[CardError]]]
"""A function that reads the text of a file for a pack: the cards that can be used, and the problems."""


def _cards(pack: Pack, text: str, file: str) -> tuple[list[Card], list[CardError]]:
    """Read a card file: check each card by itself, then all together, since the cards of a map must fit each other.

    A type that no card of the game has is misspelt: no rule would know such a card.
    """
    cards, problems = CardReader(pack.dialect).check(text, file)
    together = [
        CardError(f"{card}: {says}" if card else says, file, _line(text, card))
        for card, says in pack.check_cards(cards)
    ]
    types = dict.fromkeys(card.type for card in pack.cards.values())
    strange = [
        CardError(
            f"{card.id}: {pack.id} has no cards of type {card.type!r}{nearest(card.type, types)}",
            file,
            _line(text, card.id),
        )
        for card in cards
        if card.type not in types
    ]
    return cards, [*problems, *together, *strange]


def _line(text: str, card: str) -> int:
    """Return the line of a text that gives a card's id; 1 if none does."""
    lines = text.splitlines()
    return next(
        (at for at, line in enumerate(lines, 1) if card and re.match(rf'\s*id\s*=\s*"{re.escape(card)}"', line)), 1
    )


SHAPES: dict[str, Reader] = {"card": _cards}
"""The reader of each shape of file, by the name of its tables."""


def check(text: str, file: str, game: str = "") -> CardFileReport:
    """Check a card file for a game: the one asked for, else the one the file names with `game = …`.

    If neither names one, every game is tried and the report with the fewest problems is returned. Raise `ReplayError`
    for a game there is not, and `CardError` for a file that has tables but none to check.
    """
    shape = _shape(text, file)
    games = [game or _named(text)] if game or _named(text) else list(pack_ids())
    for name in games:
        if name not in pack_ids():
            raise ReplayError(
                f"{file}: there is no pack {name!r}; there are {', '.join(pack_ids())}{nearest(name, pack_ids())}"
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
    """Return the shape of a file by its tables; a file that is not TOML counts as cards, whose reader reports it."""
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
    """Return the game that a file names with `game = …`, or nothing."""
    name = _tables(text).get("game", "")
    return name if isinstance(name, str) else ""

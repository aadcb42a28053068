"""Damaged card files are read, or refused with the line at fault: never with a traceback, and within seconds."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest

from replays.cards.checks import check
from replays.cards.decks import judge_deck, read_deck
from rules.catalogue import card_files, load
from rules.errors import CardError

FILES = 500
LONGEST = 2.0
"""Seconds after which reading one file counts as hanging."""
SCRAPS = [
    '"',
    "'",
    "[[card]]",
    "[[card.ability]]",
    "[",
    "]",
    "{",
    "}",
    "=",
    "\n",
    "\\",
    "((((",
    "))))",
    " and ",
    " not ",
    "__import__('os')",
    "lambda: 0",
    "x.y",
    "[0]",
    "f'{x}'",
    "9" * 30,
    "-1",
    "1e9",
    "true",
    "'''",
    '"""',
    "#",
    "\x00",
    "é",
    "→",
    "if = 5",
    "do = 5",
    "do = [5]",
    "target = 7",
    "limit = 3",
    "least = 'x'",
    "most = -1",
    "by = 3",
    "words = 1",
    "grants = {}",
    "until = 'never'",
    "facts = 3",
    "cost = true",
    "name = 1",
    "(" * 300,
    "not " * 200,
    "a" * 600,
    "1 + " * 100,
]


def damage(text: str, chance: random.Random) -> str:
    """Return a text with a few cuts, repetitions, reversals and scraps of other text."""
    for _ in range(chance.randint(1, 6)):
        at, end = sorted(chance.randrange(len(text) + 1) for _ in range(2))
        end = min(end, at + chance.choice((1, 3, 20, 200)))
        match chance.randrange(5):
            case 0:
                text = text[:at] + text[end:]
            case 1:
                text = text[:at] + chance.choice(SCRAPS) + text[at:]
            case 2:
                text = text[:at] + text[at:end] + text[at:end] + text[end:]
            case 3:
                text = text[:at] + text[at:end][::-1] + text[end:]
            case _:
                text = text[:at] + "".join(chr(chance.randrange(1, 300)) for _ in range(3)) + text[end:]
    return text or " "


def pieces(game: str) -> list[str]:
    """Return the card tables of a game's own files, one by one."""
    return ["[[card]]" + part for _, text in card_files(game) for part in text.split("[[card]]")[1:]]


@pytest.mark.parametrize("game", ["agot2", "l5r"])
def test_damaged_card_files_are_read_or_refused_with_a_line(game: str) -> None:
    chance = random.Random(f"card files of {game}")
    known = pieces(game)
    refused = 0
    for number in range(FILES // 2):
        text = damage("\n".join(chance.sample(known, 3)), chance)
        began = time.monotonic()
        try:
            problems = list(check(text, "damaged.toml", game).problems)
        except CardError as error:
            problems = [error]
        assert time.monotonic() - began < LONGEST, f"file {number} took too long"
        refused += bool(problems)
        for problem in problems:
            assert problem.file == "damaged.toml"
            assert 1 <= problem.line <= text.count("\n") + len(text.splitlines()) + 1
            assert problem.says
    assert refused > FILES // 10, "the damage does too little to prove anything"


def located(read: Callable[[], object]) -> int | None:
    """Return the line of the `CardError` that reading raises, or None; any other error fails the test."""
    try:
        read()
    except CardError as error:
        return error.line
    return None


def test_damaged_decks_are_read_or_refused_with_a_line() -> None:
    pack = load("agot2")
    chance = random.Random("decks")
    names = sorted(card.name for card in pack.cards.values())
    for _ in range(100):
        lines = [f"{chance.randint(0, 4)} {chance.choice(names)}" for _ in range(10)]
        text = damage("\n".join(["faction House Stark", "plots", *lines[:4], "cards", *lines]), chance)
        line = located(lambda text=text: judge_deck(pack, read_deck(pack, text, "deck.txt")))  # type: ignore[misc]
        assert line is None or line >= 1

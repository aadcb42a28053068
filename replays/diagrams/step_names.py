"""The names and numbers of steps in a diagram, in the language of its labels."""

from __future__ import annotations

import re
import tomllib
from functools import cache

from replays.diagrams.labels import Labels
from rules.books.shelf import load_book, packs_with_books
from rules.data import source_text
from rules.kernel.pack import Pack
from rules.kernel.timing import Look, Step

_NUMBER = re.compile(r"^(?:[0-9]+(?:\.[0-9]+)*[A-Z]?|[A-Z]\.[0-9]+|[IVX]+)\.?(?=\s)")


def step_number(label: str) -> str:
    """The rulebook's own number of a step, if its label begins with one."""
    found = _NUMBER.match(label)
    return found.group().rstrip(".") if found else ""


def without_number(label: str) -> str:
    """A step's name without the number it begins with."""
    return _NUMBER.sub("", label, count=1).lstrip()


def slot_number(pack: Pack, step: Step) -> str:
    """The number of a slot in its sequence; something being imminent is the first, where the game says so."""
    sequence = getattr(pack, "sequence", None)
    own = step_number(step.label)
    if own or step.slot is None or sequence is None:
        return own
    for index, slot in enumerate(sequence.slots):
        if slot.name == step.slot.name:
            return str(index + (2 if sequence.imminent else 1))
    return ""


def label_of(step: Step, labels: Labels) -> str:
    """A step's name in a language, as far as the game's book has it; a window is named by its whole entry."""
    rule = step.rule.partition("#")[0] if step.look in (Look.WINDOW, Look.SPECIAL) else step.rule
    return translated(step.label, rule, labels)


def translated(label: str, rule: str, labels: Labels) -> str:
    """A name in a language: one of our own words, or what the rulebook calls it if it is in that language, else as the
    pack says.
    """
    ours = labels.steps.get(without_number(label).lower())
    if ours:
        return ours
    game, _, entry = rule.partition("/")
    if labels.language == "en" or not entry or "#" in entry or labels.language != book_language(game):
        return label
    found = load_book(game).entries.get(entry)
    if found is None or not found.term:
        return label
    number = _NUMBER.match(label)
    return f"{number.group()} {found.term}" if number and not found.term.startswith(number.group()) else found.term


@cache
def book_language(game: str) -> str:
    """The language a game's rulebook is in, if it has a book."""
    return str(tomllib.loads(source_text(game, "about.toml")).get("language", "")) if game in packs_with_books() else ""

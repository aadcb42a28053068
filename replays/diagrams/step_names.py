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
    """Return the rulebook's number that a label begins with, "" if it has none: "4.2. Claim" gives "4.2"."""
    found = _NUMBER.match(label)
    return found.group().rstrip(".") if found else ""


def without_number(label: str) -> str:
    """Return a label without the number it begins with: "4.2. Claim" gives "Claim"."""
    return _NUMBER.sub("", label, count=1).lstrip()


def slot_number(pack: Pack, step: Step) -> str:
    """Return the number a diagram shows for a step: its label's own, else its place in the trigger sequence, else "".

    Places count from 1. They count from 2 in a game whose sequence has a first step for being imminent.
    """
    own = step_number(step.label)
    if own or step.slot is None:
        return own
    for index, slot in enumerate(pack.sequence.slots):
        if slot.name == step.slot.name:
            return str(index + (2 if pack.sequence.imminent else 1))
    return ""


def label_of(step: Step, labels: Labels) -> str:
    """Return a step's label, translated as `translated` does.

    A window is called by the term of its whole book entry, even where its rule is a single clause of that entry.
    """
    rule = step.rule.partition("#")[0] if step.look in (Look.WINDOW, Look.SPECIAL) else step.rule
    return translated(step.label, rule, labels)


def translated(label: str, rule: str, labels: Labels) -> str:
    """Return a label of a pack in the language of `labels`, or unchanged where no translation is known.

    For parts of a trigger sequence a translation of our own comes first; it does not have the label's number. After
    that comes the term of the book entry that `rule` names, if the book is in that language, and then our own for all
    other steps; both keep the number. A rule that names a single clause has no term.
    """
    key = without_number(label).lower()
    if key in labels.steps:
        return labels.steps[key]
    told = _term(rule, labels.language) or labels.other_steps.get(key, "")
    if not told:
        return label
    number = _NUMBER.match(label)
    return f"{number.group()} {told}" if number and not told.startswith(number.group()) else told


def rule_title(rule: str, labels: Labels) -> str:
    """Return the title of the book entry that a rule or clause is in; empty if the book is in another language."""
    return _term(rule.partition("#")[0], labels.language)


def _term(rule: str, language: str) -> str:
    """Return the term of the book entry that a rule names, if its book is in a language; an empty text otherwise."""
    game, _, entry = rule.partition("/")
    if language == "en" or not entry or "#" in entry or language != book_language(game):
        return ""
    found = load_book(game).entries.get(entry)
    return found.term if found is not None else ""


@cache
def book_language(game: str) -> str:
    """Return the language of a game's rulebook, such as "pl", or "" if the game has no book."""
    return str(tomllib.loads(source_text(game, "about.toml")).get("language", "")) if game in packs_with_books() else ""

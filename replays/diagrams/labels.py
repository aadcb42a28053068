"""The words that sequence diagrams and timing charts add of their own, in English, Polish and Ukrainian.

Names of cards are not translated.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

from replays.errors import ReplayError

LANGUAGES = ("en", "pl", "uk")


class Labels(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The words that diagrams and charts add in one language, as `words/LANGUAGE.toml` has them.

    A text with `{…}` in it is a template, filled in where it is used. `levels` holds three forms of one noun: for one,
    for a few (two to four in the Slavic languages), and for many. `states`, `kinds`, `steps` and `legend` give the word
    for a state of an occurrence, a kind of ability, an English step label and a kind of row; `other_steps` has those
    for which the book's own term comes first, where there is one. `occurrences` has a template for a kind of
    occurrence, `moves` the word for the verb of a move, `periods` what begins or ends, `tokens` and `words` those for
    tokens, places and other words in them; `said` looks them up. `names` has patterns of names that hold an English
    word, such as `duplicate of (.+)`. `not_allowed`, `corrected` and `impossible` are said of a violation, of a
    correction by hand and of a move that cannot be made on a branch. All these are empty in English, where the packs'
    own sentences stand.
    """

    language: str
    log: str
    step: str
    heading: str
    rule: str
    passes: str
    one_pass: str
    closed: str
    nothing: str
    first_player: str
    opens: str
    cancelled: str
    cancelled_by: str
    page: str
    levels: tuple[str, str, str]
    rows_hidden: str
    cost: str
    random: str
    taken_back: str
    wins: str
    instead: str
    states: dict[str, str]
    kinds: dict[str, str]
    steps: dict[str, str]
    other_steps: dict[str, str]
    legend: dict[str, str]
    not_allowed: str
    corrected: str
    impossible: str
    occurrences: dict[str, str]
    periods: dict[str, str]
    moves: dict[str, str]
    tokens: dict[str, str]
    words: dict[str, str]
    names: dict[str, str]
    sequence: str
    depth: str
    event: str
    loop: str
    round_chart: str
    says: str
    trigger: str
    ability: str


@cache
def labels_of(language: str) -> Labels:
    """Return the words of a language from `LANGUAGES`; raise `ReplayError` for any other."""
    if language not in LANGUAGES:
        raise ReplayError(f"diagrams are not labelled in {language!r}; there are {', '.join(LANGUAGES)}")
    text = files("replays.diagrams").joinpath("words", f"{language}.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Labels)


def said(table: Mapping[str, str], pack: str, kind: str, note: str = "") -> str:
    """Return what a table of a language says of a kind of thing, "" if nothing.

    A key may begin with a pack and a slash, and end with a note, as `won power` does. The most special one counts.
    """
    keys = (f"{pack}/{kind} {note}", f"{pack}/{kind}", f"{kind} {note}", kind)
    return next((table[key] for key in keys if key in table), "")


def level_count(labels: Labels, number: int) -> str:
    """Return a number of levels with the noun in the right form: "1 level", "5 levels"."""
    one, few, many = labels.levels
    if number == 1:
        return f"{number} {one}"
    return f"{number} {few if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else many}"

"""The words a diagram adds of its own, in English, Polish and Ukrainian; cards and what happens to them keep their
names.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from replays.errors import ReplayError


class Labels(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The words of one language."""

    language: str
    log: str
    step: str
    heading: str
    rule: str
    passes: str
    one_pass: str
    closed: str
    nothing: str
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
    legend: dict[str, str]
    sequence: str
    depth: str
    event: str
    loop: str
    round_chart: str
    says: str
    trigger: str
    ability: str


LANGUAGES = ("en", "pl", "uk")


@cache
def labels_of(language: str) -> Labels:
    """The words of a language."""
    if language not in LANGUAGES:
        raise ReplayError(f"diagrams are not labelled in {language!r}; there are {', '.join(LANGUAGES)}")
    text = files("replays.diagrams").joinpath("words", f"{language}.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Labels)


def counted(labels: Labels, number: int) -> str:
    """A number of levels, in the form the language wants."""
    one, few, many = labels.levels
    if number == 1:
        return f"{number} {one}"
    return f"{number} {few if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14) else many}"

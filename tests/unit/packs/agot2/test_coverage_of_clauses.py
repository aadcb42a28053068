"""The clauses on timing, and every framework step, are shown by playthroughs; most of the rest of the book is, too."""

from __future__ import annotations

import re
from functools import cache

import pytest

from replays.reference.checks import Checks, checks_of
from replays.verdicts.exercised_rules import exercise
from rules.books.entries import Entry
from rules.books.shelf import load_book
from tests.exercised import refresh
from tests.played import playthrough

BOOK = load_book("agot2")
TIMING = """cancel would interrupt reaction forced nested-sequences triggering-condition initiating-abilities costs
    limits-and-maximums maximum-x-per-period target then replacement-effects delayed-effects lasting-effects save
    duplicates leaves-play claim military-claim intrigue-claim power-claim modifiers set negative-values letter-x
    simultaneous-resolution""".split()
STEPS = [entry.id for entry in BOOK if re.fullmatch(r"[1-7]\.[0-9](\.[0-9])?", entry.id)]
PARTS = ["count-initiative", "choose-first-player", "resolve-when-revealed", "marshaling-action-window"]
ENOUGH = 0.85


def _missing(entry: Entry) -> list[str]:
    clauses = [clause.n for clause in entry.clauses if not clause.only]
    return [f"{entry.address}#{n}" for n in clauses if not _checks().playthroughs(entry, n)]


@cache
def _checks() -> Checks:
    """Return the checks of the game, once it is known what the playthroughs exercise."""
    refresh(["agot2"])
    return checks_of("agot2")


def test_the_framework_has_all_its_steps() -> None:
    assert len(STEPS) == 33


@pytest.mark.parametrize("name", [*TIMING, *STEPS, *PARTS])
def test_every_clause_is_shown_by_a_playthrough(name: str) -> None:
    assert _missing(BOOK.entry(name)) == []


def test_most_of_the_book_is_shown_by_playthroughs() -> None:
    executable = sum(1 for entry in BOOK for clause in entry.clauses if not clause.only)
    missing = [rule for entry in BOOK for rule in _missing(entry)]
    assert executable - len(missing) >= ENOUGH * executable, missing


@pytest.mark.parametrize("played", ["joust", "melee"])
def test_the_steps_of_a_round_are_gone_through_in_both_formats(played: str) -> None:
    """A round from 1.1 to 7.5 in one playthrough of each format; the steps of titles only in a melee."""
    name = f"round-{played}.lw"
    done = playthrough("agot2", name).run
    steps = {rule for rule in STEPS if played == "melee" or rule not in ("1.4", "7.4")}
    gone = {rule.partition("#")[0].removeprefix("agot2/") for rule in exercise(done.pack, done.entries).rules}
    assert steps - gone == set()

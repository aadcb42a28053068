"""A user's rulebook text is repaired, cut at its headings and placed on the right entries."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from replays.reference.coverage import entry_of_heading, parse_headings
from replays.reference.headings import key
from replays.reference.passages import HEADING, MENTION, NEAR, Placement, place
from replays.reference.repairs import Repairs, parse_repairs, repair
from rules.books.shelf import load_book
from rules.books.spelling import distance
from rules.data import source_text

RULEBOOKS = Path(os.environ.get("LASTWORD_RULEBOOKS", Path(__file__).parents[4] / "shared" / "rulebooks"))

TEXT = """Anulowanie
An own sentence about it.

 x A point of it.

Powiązane tematy: Przerwanie

Aktywny gracz
Another own sentence.

4.2.1 Broniący gracz deklaruje obrońców
What happens then.

ZASTRASZAN1E
A damaged heading.

Here Królewski Namiestnik is only mentioned.
"""


def test_a_text_is_cut_at_headings_steps_damage_and_mentions() -> None:
    placed = place(repair(TEXT, Repairs(starts={" x ": " • "})), load_book("agot2"))
    found = {name: (passage.line, passage.found) for name, passage in placed.passages.items()}
    assert found["cancel"] == (1, HEADING)
    assert found["active-player"] == (8, HEADING)
    assert found["4.2.1"] == (11, HEADING)
    assert found["intimidate"] == (14, NEAR)
    assert found["hand-of-the-king"] == (17, MENTION)
    assert "• A point of it." in placed.passages["cancel"].text
    assert "Another" not in placed.passages["cancel"].text
    assert "save" in placed.missing


def test_the_occurrence_with_the_most_text_is_the_passage() -> None:
    placed = place(["Anulowanie", "", "Aktywny gracz", "", "Anulowanie", "The text of it is here."], load_book("agot2"))
    assert placed.passages["cancel"].line == 5


def test_a_passage_is_more_than_its_heading() -> None:
    text = """Anulowanie
Aktywny gracz
An own sentence about the active player.

Zastraszanie

Przeciwko

Wybierz

In a paragraph of its own it is said that zastraszanie kneels a character.
"""
    found = place(text.splitlines(), load_book("agot2")).passages
    assert found["cancel"].text.endswith("An own sentence about the active player."), (
        "a heading right above another one"
    )
    assert found["active-player"].line == 2
    assert (found["intimidate"].found, found["intimidate"].line) == (MENTION, 11), "a list of names says nothing"


@pytest.mark.parametrize(
    ("game", "entries", "clauses"),
    [("agot2", 0.99, 0.99), ("l5r", 0.98, 0.99), ("hbo", 0.81, 0.83), ("okc", 0.84, 0.88), ("tegot", 0.95, 0.95)],
)
def test_of_every_book_so_many_entries_and_clauses_find_a_passage_that_speaks(
    game: str, entries: float, clauses: float
) -> None:
    placed, book = load(game), load_book(game)
    assert len(placed.passages) / len(book.entries) >= entries
    assert placed.clauses(book) / sum(len(entry.clauses) for entry in book) >= clauses


def test_repairs_are_data() -> None:
    repairs = parse_repairs('letters = {"¬" = "fl"}\npage_headers = ["TITLE"]\nends_before = "Another product"')
    lines = repair("TITLE\nkon¬ikt\nTITLE\nend\nAnother product\nlost", repairs)
    assert lines == ["TITLE", "konflikt", "", "end", ""]


def load(game: str) -> Placement:
    file = RULEBOOKS / f"{game}.txt"
    if not file.exists():
        pytest.skip(f"the rulebook text of {game} is not on this machine: nothing was shown about attaching it")
    lines = repair(file.read_text(encoding="utf-8"), parse_repairs(source_text(game, "repairs.toml")))
    return place(lines, load_book(game))


@pytest.mark.parametrize(
    ("game", "share"), [("agot2", 0.95), ("l5r", 0.95), ("hbo", 0.85), ("okc", 0.85), ("tegot", 0.85)]
)
def test_headings_of_the_source_are_placed_on_the_right_entry(game: str, share: float) -> None:
    placed, book = load(game), load_book(game)
    headings = parse_headings(source_text(game, "headings.txt"))
    wrong = []
    for heading in headings:
        entry = entry_of_heading(heading, book)
        passage = placed.passages.get(entry.id) if entry else None
        if passage is None or not speaks_of(passage.text, heading):
            wrong.append(heading)
    assert 1 - len(wrong) / len(headings) >= share, wrong


def speaks_of(text: str, heading: str) -> bool:
    """Whether a heading, give or take one letter in five, stands in the text: at its beginning, or anywhere as it is
    written.
    """
    wanted = key(heading)
    opening = key(text[: 3 * len(heading) + 40])
    most = len(wanted) // 5
    starts = range(max(1, len(opening) - len(wanted) + most + 1))
    near = any(distance(wanted, opening[at : at + len(wanted)], most) <= most for at in starts)
    return near or wanted in key(text) or text.startswith(entry_number(heading))


def entry_number(heading: str) -> str:
    """The number a step is known by in the text: `4.2.1`, or `5` and a letter for a numbered item of a section."""
    first, last = heading.split()[0].rstrip("."), heading.split()[-1]
    if first[0].isdigit() and "." in first:
        return first
    return re.sub(r"\D", "", last) if re.search(r", (?:крок )?[0-9]+\w?$", heading) else "\0"


@pytest.mark.parametrize(("game", "last"), [("agot2", "timing-chart"), ("l5r", "appendix-1")])
def test_glossary_terms_get_the_glossary_and_not_the_charts(game: str, last: str) -> None:
    placed, book = load(game), load_book(game)
    glossary = parse_headings(source_text(game, "headings.txt").split("# Glossary\n")[1].split("\n\n")[0])
    entries = [entry for heading in glossary if (entry := entry_of_heading(heading, book))]
    end = placed.passages[last].line
    inside = [entry for entry in entries if entry.id in placed.passages and placed.passages[entry.id].line < end]
    assert len(inside) / len(glossary) >= 0.95

"""Coverage tells what lacks an entry, a check or an example; and every rule the project cites exists."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from replays.reference.checks import Checks, Exercise, checks_of, cited_in
from replays.reference.coverage import cover, entry_of_heading, parse_headings
from rules.books.entries import Book
from rules.books.shelf import load_book, packs_with_books
from rules.data import source_text

ROOT = Path(__file__).parents[3]
COUNTS = {"agot2": 141, "l5r": 118, "okc": 66}


@pytest.mark.parametrize("game", packs_with_books())
def test_every_heading_has_an_entry_and_every_cited_rule_exists(game: str) -> None:
    found = cover(load_book(game), parse_headings(source_text(game, "headings.txt")), checks_of(game))
    assert found.headings > 50
    assert not found.headings_without_entry
    assert not found.dangling_checks
    assert found.executable + len(found.reference_only) == found.clauses


@pytest.mark.parametrize(("game", "count"), COUNTS.items())
def test_the_glossaries_are_listed_whole(game: str, count: int) -> None:
    glossary = source_text(game, "headings.txt").split("# Glossary\n")[1].split("\n\n")[0]
    assert len(parse_headings(glossary)) == count


def small_book() -> Book:
    book = load_book("agot2")
    chapter = msgspec.structs.replace(book.chapters[0], entries=(book.entry("cancel"), book.entry("cannot")))
    return Book("agot2", (chapter,))


def test_what_is_missing_is_named() -> None:
    checks = Checks(
        cited={"agot2/cancel#1": ("pack.py:1",), "agot2/cannot": ("pack.py:2",), "agot2/cancel#99": ("pack.py:3",)},
        exercised={"agot2/cancel#1": Exercise(judged=("a-game",)), "agot2/cancel#2": Exercise(stepped=("a-game",))},
    )
    found = cover(small_book(), ["Anulowanie", "Nie może", "Nieznany"], checks)
    assert found.headings_without_entry == ("Nieznany",)
    assert found.dangling_checks == {"agot2/cancel#99": ("pack.py:3",)}
    assert "agot2/cancel#2" in found.clauses_without_check
    assert "agot2/cancel#1" not in found.clauses_without_check
    assert "agot2/cannot#1" not in found.clauses_without_check  # its only clause
    assert "agot2/cannot#1" in found.clauses_not_exercised
    assert (found.judged, found.done, found.stepped) == (1, 0, ("agot2/cancel#2",))
    assert not found.sound


def test_citations_are_found_with_their_place() -> None:
    source = 'RULES = {"a": "agot2/cancel#1"}\nother = "agot2/4.2.4"\npath = "packs/agot2/cards"\n'
    assert cited_in("agot2", {"pack.py": source}) == {"agot2/cancel#1": ("pack.py:1",), "agot2/4.2.4": ("pack.py:2",)}


def test_a_numbered_heading_leads_to_its_step() -> None:
    entry = entry_of_heading("4.2.4 Whatever it says", load_book("agot2"))
    assert entry is not None
    assert entry.id == "4.2.4"


def test_every_rule_cited_anywhere_in_the_project_exists() -> None:
    games = "|".join(packs_with_books())
    pattern = re.compile(rf"(?<![\w/.-])({games})/([a-z0-9]+(?:[.-][a-z0-9]+)*)(?:#([0-9]+))?(?![\w/-])")
    files = [
        ROOT / "README.md",
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "rules").rglob("*.py"),
        *(ROOT / "replays").rglob("*.py"),
    ]
    files += [
        file for file in (ROOT / "rules" / "packs").rglob("*") if file.is_file() and "reference" not in file.parts
    ]
    files += (ROOT / "docs").rglob("*.lw")
    dangling = []
    for file in files:
        if file.suffix not in (".md", ".py", ".toml", ".lw", ".txt", ".json"):
            continue
        for game, name, clause in pattern.findall(file.read_text(encoding="utf-8")):
            entry = load_book(game).called(name)
            is_file = name.endswith((".py", ".toml", ".lw", ".md", ".svg"))
            if not is_file and (entry is None or (clause and entry.clause(int(clause)) is None)):
                dangling.append(f"{file.relative_to(ROOT)}: {game}/{name}{'#' + clause if clause else ''}")
    assert not dangling


OURS = {
    "hbo/opportunity#1", "hbo/using-abilities#1", "hbo/attachment#3", "hbo/owner#1", "hbo/pass-action#2",
    "hbo/house-affiliation#1", "hbo/cannot#1", "okc/unless-stated#1", "tegot/card-over-rule#1",
}  # fmt: skip


def test_clauses_that_the_source_does_not_have_are_marked_as_ours() -> None:
    for rule in OURS:
        entry, _, n = rule.partition("/")[2].partition("#")
        clause = load_book(rule.partition("/")[0]).entry(entry).clause(int(n))
        assert clause is not None
        assert clause.ours, rule


def test_a_changed_word_of_the_source_is_a_recorded_reading() -> None:
    """Action: the rulebook bars another ability, the clause another action."""
    readings = load_book("l5r").entry("action").readings
    assert [reading.where for reading in readings] == ["What a started action bars"]

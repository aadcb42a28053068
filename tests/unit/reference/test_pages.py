"""Books are whole pages: links lead somewhere, every entry is reached, nothing is fetched; comparisons line up."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from replays.errors import ReplayError
from replays.reference.book import Edition, as_html, as_markdown
from replays.reference.checks import Checks, Exercise
from replays.reference.comparison import compare, topics_of
from replays.reference.shown_entry import CitingRuling, ShownEntry
from replays.reference.words import comparison_lines, entry_data, entry_lines
from rules.books.shelf import load_book, load_books, packs_with_books, title_of
from tests.accessibility import faults

VOID = {"meta", "br", "hr", "img", "link"}


class Page(HTMLParser):
    """A parser that collects anchors and links, and asserts that every element is closed in its turn."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.open: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name in ("href", "src"):
                self.links.append(value or "")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def edition(game: str, charts: tuple[tuple[str, str, str], ...] = ()) -> Edition:
    return Edition(load_book(game), title_of(game), "2026-01-01", charts)


@pytest.mark.parametrize("game", packs_with_books())
def test_the_html_stands_by_itself_and_every_link_leads_somewhere(game: str) -> None:
    page = Page()
    page.feed(as_html(edition(game)))
    assert not page.open
    assert len(page.ids) == len(set(page.ids))
    assert page.links
    assert all(link.startswith("#") and link[1:] in set(page.ids) for link in page.links)
    assert "script" not in page.tags
    for entry in load_book(game):
        assert f"r-{entry.id}" in page.ids
        assert {f"r-{entry.id}--{clause.n}" for clause in entry.clauses} <= set(page.ids)


def test_a_book_can_be_used_by_everybody() -> None:
    assert faults(as_html(edition("hbo"))) == []


@pytest.mark.parametrize("game", packs_with_books())
def test_the_markdown_has_every_clause_and_no_dead_link(game: str) -> None:
    text = as_markdown(edition(game))
    anchors = set(re.findall(r'<a id="([^"]+)"></a>', text))
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= anchors
    assert len(re.findall(r"^[0-9]+\. ", text, re.MULTILINE)) == sum(len(entry.clauses) for entry in load_book(game))


def test_charts_enter_the_book_without_their_prologue() -> None:
    light, dark = ('<?xml version="1.0"?>\n<svg viewBox="0 0 1 1"></svg>', '<svg viewBox="0 0 2 2"></svg>')
    text = as_html(edition("hbo", (("The round", light, dark),)))
    assert "<figcaption>The round</figcaption>" in text
    assert 'aria-label="Chart: The round"><div class="day"><svg viewBox="0 0 1 1"></svg></div>' in text
    assert '<div class="night"><svg viewBox="0 0 2 2"></svg></div>' in text
    assert "<?xml" not in text
    assert '<a href="#charts">' in text


def test_trigger_sequences_stand_side_by_side() -> None:
    found = compare("trigger-sequence", load_books(["agot2", "l5r", "hbo"]))
    rows = {row.aspect: row.cells for row in (*found.same, *found.differs)}
    same, differs = {row.aspect for row in found.same}, {row.aspect for row in found.differs}
    assert {"it-happens", "forced-reactions", "reactions"} <= same
    assert {"imminent", "forced-interrupts", "interrupts"} <= differs
    assert [cell.id for cell in rows["forced-interrupts"]["l5r"]] == ["l5r/sequence-3#1"]
    assert "hbo" not in rows["forced-interrupts"]
    lines = list(comparison_lines(found, 120))
    assert all(len(line) <= 120 for line in lines)
    assert any("agot2/triggering-condition#8" in line and "l5r/sequence-4#1" in line for line in lines)


def test_a_topic_nobody_tagged_is_found_by_name_and_lined_up_by_likeness() -> None:
    found = compare("mulligan", load_books(["agot2", "l5r"]))
    assert found.entries == {"agot2": ("agot2/mulligan",), "l5r": ("l5r/mulligan",)}
    pairs = [tuple(cells[0].id for cells in row.cells.values()) for row in found.same]
    assert ("agot2/mulligan#3", "l5r/mulligan#3") in pairs
    clauses = [cell.id for row in (*found.same, *found.differs) for cells in row.cells.values() for cell in cells]
    assert (
        len(clauses)
        == len(set(clauses))
        == sum(len(load_book(game).entry("mulligan").clauses) for game in ("agot2", "l5r"))
    )


def test_a_topic_no_game_has_is_refused_with_those_there_are() -> None:
    with pytest.raises(ReplayError, match="trigger-sequence"):
        compare("xyzzy", load_books())
    assert "precedence" in topics_of(load_books())


def test_an_entry_is_shown_with_what_checks_and_exercises_it() -> None:
    book = load_book("agot2")
    checks = Checks(
        {"agot2/cancel#3": ("pack.py:9",)}, {"agot2/cancel#3": Exercise(done=("saved-by-a-duplicate", "a", "b", "c"))}
    )
    ruling = CitingRuling("case-12", "May it?", "Maria", "2026-01-31", "stands", (0, 3))
    shown = ShownEntry(book.entry("cancel"), book, checks, (ruling,))
    text = "\n".join("".join(line) for line in entry_lines(shown))
    assert "saved-by-a-duplicate" not in text
    assert "pack.py" not in text
    text = "\n".join("".join(line) for line in entry_lines(shown, proof=True))
    for part in (
        "kept in 1 place of the engine; done in saved-by-a-duplicate, a, b and 1 more.",
        "case-12 (stands, by Maria, 2026-01-31, cites #3): May it?",
        "Sees and is seen by:",
    ):
        assert part in text, part
    data = entry_data(shown)
    assert data.examples == ["saved-by-a-duplicate", "a", "b", "c"]
    assert data.rulings[0].case == "case-12"
    assert [len(item.rulings) for item in shown.clauses][:3] == [0, 0, 1]
    assert data.clauses[2].citation == "agot2/cancel#3@1.0"
    assert set(data.see) == set(data.seen_by)

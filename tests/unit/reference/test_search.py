"""Search finds what judges mean: 150 questions written before there was a search, and slips made at random."""

from __future__ import annotations

import random
import statistics
import time
import tomllib
from pathlib import Path

import pytest

from rules.books.search import BookIndex, Search
from rules.books.shelf import load_books
from rules.books.spelling import allowed_slips

QUERIES = tomllib.loads(Path(__file__).with_name("queries.toml").read_text(encoding="utf-8"))["query"]


@pytest.fixture(scope="module")
def everything() -> Search:
    search = Search.of_books(load_books())
    for index in search.indexes:
        assert index.speller  # warm
    return search


def of_game(everything: Search, game: str | None) -> Search:
    search = Search.of_books(())
    search.indexes = [index for index in everything.indexes if game in (None, index.book.game)]
    return search


def test_the_questions_are_what_they_claim_to_be() -> None:
    assert len(QUERIES) == 150
    assert len({(query["asks"], query.get("game")) for query in QUERIES}) == 150
    kinds = [query["kind"] for query in QUERIES]
    assert all(kinds.count(kind) == 50 for kind in ("inflected", "plain", "damaged"))
    assert {query["language"] for query in QUERIES} == {"pl", "uk", "en"}


def test_the_wanted_entry_is_among_the_first_three(everything: Search) -> None:
    missed = []
    for query in QUERIES:
        hits = of_game(everything, query.get("game")).search(query["asks"], 3)
        if query["wants"] not in [hit.entry.address for hit in hits]:
            missed.append((query["asks"], query["wants"], [hit.entry.address for hit in hits]))
    assert len(missed) <= 150 * 0.05, missed


def test_no_damaged_question_was_written_into_the_books() -> None:
    names = {name.casefold() for book in load_books() for entry in book for name in entry.aliases}
    assert not [query["asks"] for query in QUERIES if query["kind"] == "damaged" and query["asks"].casefold() in names]


def test_random_slips_in_terms_are_forgiven(everything: Search) -> None:
    """One letter dropped, doubled, changed or swapped in a long word of a term: the entry is still among the first
    three.
    """
    chance = random.Random(6)
    tried = found = 0
    for index in everything.indexes:
        for entry in chance.sample(index.entries, 40):
            parts = entry.term.split()
            longest = max(parts, key=len)
            if not longest.isalpha() or allowed_slips(longest) == 0 or len(entry.term) > 60:
                continue
            asked = " ".join(slip(part, chance) if part == longest else part for part in parts)
            tried += 1
            found += entry.id in [hit.entry.id for hit in index.search(asked)[:3]]
    assert tried > 100
    assert found / tried >= 0.9, (found, tried)


def slip(word: str, chance: random.Random) -> str:
    at = chance.randrange(1, len(word) - 1)
    dropped, doubled = word[:at] + word[at + 1 :], word[:at] + word[at] + word[at:]
    changed, swapped = word[:at] + "x" + word[at + 1 :], word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :]
    return chance.choice([dropped, doubled, changed, swapped])


def test_ids_and_step_numbers_lead_straight_there(everything: Search) -> None:
    def addresses(query: str) -> list[str]:
        return [hit.entry.address for hit in everything.search(query)]

    assert addresses("4.2") == ["agot2/4.2", "l5r/4.2"]
    assert addresses("4.20") == []
    assert addresses("4.2.4") == ["agot2/4.2.4"]
    assert addresses("D.6") == ["l5r/d.6"]
    assert addresses("agot2/cancel") == ["agot2/cancel"]
    assert addresses("agot2/no-such-rule") == []
    assert addresses("step 4.2.4")[0] == "agot2/4.2.4"
    assert [hit.clause for hit in everything.search("agot2/cancel#2")] == [2]


def test_the_clause_that_matched_is_given(everything: Search) -> None:
    hit = of_game(everything, "agot2").search("duplicate's save cannot be cancelled")[0]
    assert hit.entry.address == "agot2/duplicates"
    assert hit.clause == 5


@pytest.mark.parametrize("query", ["", " ", '"', "'); drop table rows; --", "zażółć", "*", "NEAR(", "🂡"])
def test_odd_questions_are_answered_without_fuss(everything: Search, query: str) -> None:
    assert isinstance(everything.search(query), list)


def test_it_is_quick(everything: Search) -> None:
    """A median of milliseconds on a warm index, and an index of everything in under a second."""
    times = []
    for query in QUERIES:
        search = of_game(everything, query.get("game"))
        start = time.process_time()
        search.search(query["asks"])
        times.append(time.process_time() - start)
    assert statistics.median(times) < 0.005
    books, builds = load_books(), []
    for _ in range(3):  # the best of three: another test may have the other core
        start = time.process_time()
        made = [BookIndex(book) for book in books]
        assert all(index.speller for index in made)
        builds.append(time.process_time() - start)
    assert min(builds) < 1.0

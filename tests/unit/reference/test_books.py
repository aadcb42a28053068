"""The five books are sound, and a book with a fault is refused with the fault named."""

from __future__ import annotations

import pytest

from rules.books.entries import parse_book
from rules.books.shelf import load_book, packs_with_books
from rules.errors import CardError

CHAPTER = """
chapter = "One"
order = 1
[[entry]]
id = "first"
title = "First"
kind = "term"
term = "Pierwszy"
aliases = ["pierwsza"]
source = "Glossary"
effective = "1.0"
see = ["second"]
topics = ["order.first#1"]
[[entry.clause]]
n = 1
says = "The first is before the second."
[[entry]]
id = "second"
title = "Second"
kind = "term"
term = "Drugi"
aliases = []
source = "Glossary"
effective = "1.0"
see = ["first"]
[[entry.clause]]
n = 1
says = "The second is after the first."
only = "definition"
"""


def test_a_chapter_becomes_entries_with_addresses() -> None:
    book = parse_book("game", {"one.toml": CHAPTER})
    assert [entry.address for entry in book] == ["game/first", "game/second"]
    assert book.seen_by == {"second": ("first",), "first": ("second",)}
    assert book.entry("second").clauses[0].only == "definition"
    assert book.entry("first").clauses[0].version == "1.0"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('see = ["second"]', 'see = ["secnd"]', "does not exist; did you mean second"),
        ('see = ["first"]', "see = []", "second does not see first"),
        ('id = "second"', 'id = "first"', "again in one.toml"),
        ("n = 1\nsays = \"The first", "n = 2\nsays = \"The first", "without gaps"),
        ('kind = "term"\nterm = "Drugi"', 'kind = "thing"\nterm = "Drugi"', "of kind 'thing'"),
        ('id = "second"', 'id = "Second!"', "is not an id"),
        ("The second is after the first.", "x" * 300, "300 characters long"),
        ("order.first#1", "order.first#2", "no topic"),
        ('topics = ["order.first#1"]', 'within = "third"', "within third, but does not see it"),
        ('title = "First"', 'titel = "First"', "unknown field `titel`"),
        ("order = 1", "order = ", "not TOML"),
    ],
)  # fmt: skip
def test_faults_are_refused_by_name(old: str, new: str, says: str) -> None:
    assert old in CHAPTER
    with pytest.raises(CardError, match=says):
        parse_book("game", {"one.toml": CHAPTER.replace(old, new)})


def test_every_pack_has_a_sound_book() -> None:
    assert set(packs_with_books()) >= {"agot2", "hbo", "l5r", "okc", "tegot"}
    for game in packs_with_books():
        assert len(load_book(game).entries) > 100, game


def test_no_two_clauses_of_a_book_say_the_same() -> None:
    for game in packs_with_books():
        said = [clause.says for entry in load_book(game) for clause in entry.clauses]
        assert len(said) == len(set(said)), game


def test_a_book_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(CardError, match="did you mean agot2"):
        load_book("agot")

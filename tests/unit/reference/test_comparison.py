"""Topics that books share, and clauses of the like meaning in one row."""

from __future__ import annotations

import pytest

from replays.reference.comparison import comparable, compare, topics_of
from rules.books.shelf import load_book, packs_with_books

BOOKS = [load_book(pack) for pack in packs_with_books()]


def listing(topic: str) -> list[str]:
    return [
        book.game
        for book in BOOKS
        if any(tag.partition("#")[0].partition(".")[0] == topic for entry in book for tag in entry.topics)
    ]


@pytest.mark.parametrize("topic", topics_of(BOOKS))
def test_two_books_or_more_have_every_topic_and_it_is_compared(topic: str) -> None:
    games = listing(topic)
    assert len(games) >= 2
    found = compare(topic, [load_book(game) for game in games])
    assert all(found.entries[game] for game in games)
    assert all(row.cells for row in (*found.same, *found.differs))


@pytest.mark.parametrize(
    ("topic", "alike"),
    [
        ("kneeling", {"agot2/kneel#3", "l5r/bow-bowed#2"}),
        ("kneeling", {"agot2/standing#2", "l5r/ready#2"}),
        ("attackers", {"agot2/attacker#1", "l5r/attacker#2"}),
        ("reactions", {"agot2/reaction#4", "l5r/reactions#4"}),
        ("first-player", {"agot2/first-player#3", "l5r/first-player#2"}),
        ("mulligan", {"agot2/mulligan#1", "hbo/mulligan#2", "l5r/mulligan#1", "okc/advanced-setup-ii#3"}),
        (
            "winning-a-contest",
            {"agot2/4.2.2#2", "hbo/challenges-3#2", "l5r/winning-a-conflict#4", "okc/ties-in-clashes#1"},
        ),
        ("stealth", {"agot2/stealth#2", "hbo/stealth#2"}),
        ("unopposed", {"agot2/unopposed#3", "hbo/unopposed#3", "l5r/3.2.4#1"}),
        ("unique", {"agot2/unique-cards#4", "hbo/unique#3"}),
    ],
)
def test_clauses_of_the_like_meaning_stand_in_one_row(topic: str, alike: set[str]) -> None:
    found = compare(topic, [load_book(game) for game in listing(topic)])
    rows = [{cell.id for cells in row.cells.values() for cell in cells} for row in (*found.same, *found.differs)]
    assert any(alike <= row for row in rows)


def test_steps_are_not_compared_by_their_numbers() -> None:
    entry = load_book("agot2").entries["1.1"]
    assert comparable(entry, BOOKS) is None

"""A card with everything known about it, as `cards show` prints it and the page of a card shows it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from replays.cards.card_rules import CardRule, card_rules
from rules.books.entries import Book
from rules.catalogue import playthroughs
from rules.language.cards import Card


class TouchingCase(msgspec.Struct, frozen=True):
    """A case that a card takes part in: its name, the question, where it stands, and the day it was opened."""

    case: str
    question: str
    status: str
    date: str


class ShownCard(msgspec.Struct, frozen=True):
    """A card of a game with the rules it falls under, the playthroughs that name it, and the cases it takes part in."""

    game: str
    card: Card
    rules: tuple[CardRule, ...] = ()
    examples: tuple[str, ...] = ()
    cases: tuple[TouchingCase, ...] = ()


def show_card(card: Card, book: Book, cases: tuple[TouchingCase, ...]) -> ShownCard:
    """Return a card of a book's game with its rules and examples. `cases` are those that it takes part in."""
    return ShownCard(book.game, card, card_rules(card, book), _naming(card, book.game), cases)


def _naming(card: Card, game: str) -> tuple[str, ...]:
    """Return the names of the playthroughs whose text has the card's title in quotes."""
    title = f'"{card.name}"'
    return tuple(name for name, text in _playthroughs(game).items() if title in text)


@cache
def _playthroughs(game: str) -> Mapping[str, str]:
    """Return the text of each playthrough of a pack by its name."""
    return {name.removesuffix(".lw"): text for name, text in playthroughs(game)}

"""A deck as a player brings it: what it stands under, its plots or the like, and its cards, each with the line it was written on."""

from __future__ import annotations

import msgspec

from rules.cards import Card


class Portion(msgspec.Struct, frozen=True):
    """Some copies of one card."""

    count: int
    card: Card
    line: int = 0


class Deck(msgspec.Struct, frozen=True):
    """Everything of a deck list, by the heading it is under (`faction`, `agenda`, `plots`, `cards` …)."""

    parts: dict[str, tuple[Portion, ...]]

    def under(self, heading: str) -> tuple[Portion, ...]:
        """What is written under a heading."""
        return self.parts.get(heading, ())

    def size(self, heading: str) -> int:
        """How many cards are under a heading."""
        return sum(portion.count for portion in self.under(heading))


class DeckCheck(msgspec.Struct, frozen=True):
    """One condition of a legal deck, with its rule; `line` is the line that breaks it, if one does."""

    rule: str
    says: str
    holds: bool
    line: int = 0

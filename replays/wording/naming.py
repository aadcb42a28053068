"""What components, players, zones and tokens are called in sentences for people."""

from __future__ import annotations

import re

from rules.kernel.names import readable, with_article, zone_words
from rules.kernel.position import Position

FEW = 6
"""The most names that are listed one by one."""
_WORD_END = re.compile(r"[-_.]")


class Namer:
    """A namer of what is on a table. Its position must stand before the event that is described.

    For a player's view the position is as that player sees it. `after` is then the position after the event: a card
    that the event shows is named by it. A hidden component, whose number is negative, is "a card".
    """

    def __init__(self, pos: Position, after: Position | None = None) -> None:
        self.pos, self.after = pos, after

    def name(self, number: int) -> str:
        """Return a component's name; "a card" if it is hidden or not on the table.

        A name that is a noun has its article: "an unknown card", "a duplicate of Eddard Stark".
        """
        return with_own_article(self.bare_name(number))

    def bare_name(self, number: int) -> str:
        """Return a component's name without an article; "a card" if it is hidden or not on the table."""
        for pos in (self.pos, self.after):
            if number > 0 and pos is not None and number in pos.table.entities:
                return readable(pos, pos.pack.name(pos, number))
        return "a card"

    def names(self, numbers: tuple[int, ...] | list[int]) -> str:
        """Return the names of some components, the first six and how many there are if there are more."""
        shown = ", ".join(self.name(number) for number in numbers[:FEW])
        return f"{shown} … {len(numbers)} in all" if len(numbers) > FEW else shown

    def player(self, player: str) -> str:
        """Return the name of a player, or the letter if the seat has no name."""
        return seat_name(self.pos, player)

    def zone(self, zone: str) -> str:
        """Return a zone in words: "Anna's discard pile", "Casterly Rock"."""
        return zone_words(self.pos, zone) if zone in self.pos.table.specs else self.plain(zone)

    def plain(self, word: str) -> str:
        """Return a word of the rules in plain words: `supporters-lost` is "supporters lost", `total A` "total Anna"."""
        return readable(self.pos, _WORD_END.sub(" ", word))


def with_own_article(name: str) -> str:
    """Return a component's name, with "a" or "an" before it if it is a noun, which begins with a small letter."""
    return with_article(name) if name[:1].islower() and not name.startswith("a ") else name


def seat_name(pos: Position, player: str) -> str:
    """Return the name of the person at a seat, or the seat's letter if no name is known."""
    seat = pos.table.seats.get(player)
    return seat.name or player if seat else player


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural unless it is 1: `1 window`, `2,400 windows`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"

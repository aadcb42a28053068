"""Two tables compared: what differs, field by field, in words both engines share."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

Fields = dict[str, Any]
"""A table as a flat mapping: `player.field` to a number, a word, or a list of cards written as text."""


class Difference(msgspec.Struct, frozen=True):
    """One field that differs: whose and which, what they have and we do not, what we have and they do not."""

    player: str
    field: str
    theirs: str
    ours: str

    def __str__(self) -> str:
        whose = f"{self.player}'s {self.field}" if self.player else self.field
        return f"{whose}: they have {self.theirs or 'nothing'}, we have {self.ours or 'nothing'}"


def compare(theirs: Fields, ours: Fields) -> list[Difference]:
    """Return every difference between two tables, in the order of the fields."""
    found = []
    for key in sorted(theirs.keys() | ours.keys()):
        left, right = theirs.get(key), ours.get(key)
        if left == right or (not left and not right):
            continue
        player, _, field = key.rpartition(".")
        if isinstance(left or [], list) and isinstance(right or [], list):
            these, those = Counter(left or []), Counter(right or [])
            only = ", ".join(sorted((these - those).elements())), ", ".join(sorted((those - these).elements()))
            if any(only):
                found.append(Difference(player, field, *only))
        else:
            found.append(Difference(player, field, _text(left), _text(right)))
    return found


def _text(value: Any) -> str:
    return "" if value in (None, 0, False, "") else str(value)


def card_text(card: dict[str, Any], numbers: tuple[str, ...]) -> str:
    """Return a card in play as text: its name, then everything on it in a fixed order."""
    parts = []
    for key, value in sorted(card.items()):
        if key == "n" or not value:
            continue
        if key == "attachments":
            parts.append("bearing " + " & ".join(sorted(card_text(one, numbers) for one in value)))
        elif key == "duplicates":
            parts.append(f"{len(value)} duplicate{'s' if len(value) > 1 else ''}")
        elif key == "tokens":
            parts += [f"{count} {name}" for name, count in sorted(value.items()) if count]
        elif key in numbers:
            parts.append(f"{key} {value}")
        else:
            parts.append(key if value is True else f"{key} {value}")
    return f"{card['n']} ({', '.join(parts)})" if parts else str(card["n"])

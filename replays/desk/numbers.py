"""Numbers that people write into addresses and forms."""

from __future__ import annotations

MOST_DIGITS = 9


def number_in(text: str) -> int | None:
    """Return the whole number that a text is, in digits 0 to 9; None if it is none, or has more than nine digits."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None

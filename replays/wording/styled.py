"""A line of text with styles, for terminals: plain data, so that a verb that prints into a pipe loads no library."""

from __future__ import annotations

from typing import Self

import msgspec

Part = str | tuple[str, str]
"""Plain text, or a text with its style, such as `("✗", "bold red")`. Styles are written as `rich` writes them."""


class Styled(msgspec.Struct, frozen=True):
    """One line: its texts, each with a style; an empty style is plain."""

    parts: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, *parts: Part) -> Self:
        """Return a line of these parts: `Styled.of(("table-7", "bold"), " is in order")`."""
        return cls(tuple((part, "") if isinstance(part, str) else part for part in parts))

    def followed_by(self, *parts: Part) -> Styled:
        """Return this line with more parts behind it."""
        return Styled(self.parts + Styled.of(*parts).parts)

    @property
    def plain(self) -> str:
        """The text alone."""
        return "".join(text for text, _ in self.parts)

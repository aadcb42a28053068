"""The links in a picture: from an event to its first row, from a rule to its entry in the game's book."""

from __future__ import annotations

from html import escape

import msgspec

HERE = "."
"""The value of `Links.book` for a picture that stands in the book itself."""


class Links(msgspec.Struct, frozen=True):
    """How the links of one picture are written.

    `game` is the record's name; events are shown as GAME@N. `book` is the address of the HTML book that
    `lastword rules book` wrote. If it is empty, the book is `PACK.html` beside the picture, such as `agot2.html`.
    """

    game: str = ""
    book: str = ""

    def event(self, seq: int, first: bool = True) -> str:
        """Return the HTML attributes of a cell that leads to an event's anchor.

        The `first` cell of an event is that anchor itself.
        """
        anchor = f'ID="event-{seq}" ' if first else ""
        return f'{anchor}HREF="{self.event_address(seq)}" TITLE="{escape(self.game)}@{seq}"'

    @staticmethod
    def event_address(seq: int) -> str:
        """Return the address of an event's anchor inside its picture. Graphviz puts `a_` before the id of a link."""
        return f"#a_event-{seq}"

    def rule(self, rule: str) -> str:
        """Return the HTML attributes that link a cell to a rule's entry in the book."""
        return f'HREF="{escape(self.rule_address(rule))}" TITLE="{escape(rule)}"'

    def rule_address(self, rule: str) -> str:
        """Return the address of a rule's entry: `agot2/duplicates#5` gives `agot2.html#r-duplicates`."""
        game, _, entry = rule.partition("/")
        page = "" if self.book == HERE else self.book or f"{game}.html"
        return f"{page}#r-{entry.partition('#')[0]}"

"""Where the parts of a picture lead: an event to its own address, a rule to its entry in the game's book."""

from __future__ import annotations

from html import escape

import msgspec

HERE = "."
"""As the address of a book: the page the picture itself is on."""


class Links(msgspec.Struct, frozen=True):
    """How links are written. `game` names events as GAME@N; `book` is where `lastword rules book` wrote the game's
    book.

    Unless said, that is `GAME.html` beside the picture.
    """

    game: str = ""
    book: str = ""

    def event(self, seq: int, first: bool = True) -> str:
        """The attributes that make a cell the event's own anchor, or lead to the first cell that is it."""
        anchor = f'ID="event-{seq}" ' if first else ""
        return f'{anchor}HREF="{self.event_address(seq)}" TITLE="{escape(self.game)}@{seq}"'

    @staticmethod
    def event_address(seq: int) -> str:
        """The place of an event in its picture; Graphviz puts `a_` before the id of what is a link."""
        return f"#a_event-{seq}"

    def rule(self, rule: str) -> str:
        """The attributes that lead to a rule."""
        return f'HREF="{escape(self.rule_address(rule))}" TITLE="{escape(rule)}"'

    def rule_address(self, rule: str) -> str:
        """The address of a rule in the book: its entry is an anchor there."""
        game, _, entry = rule.partition("/")
        page = "" if self.book == HERE else self.book or f"{game}.html"
        return f"{page}#r-{entry.partition('#')[0]}"

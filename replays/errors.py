"""The errors of everything a judge asks for: what went wrong, where, and what to do next."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ledger.errors import LedgerError
from rules.errors import RulesError

if TYPE_CHECKING:
    from replays.notation.lines import Line

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]")
"""Characters that do something to a terminal, or turn what is read around: they are never printed as they are."""
LONGEST = 400
"""Characters of a sentence; what a person wrote may be longer than anybody wants to read again."""


class ReplayError(Exception):
    """Anything a verb refuses."""


class NotationError(ReplayError):
    """A transcript that cannot be understood: names the line, shows it, and points at the word."""

    def __init__(self, says: str, line: int = 0, source: str = "", column: int = 0, width: int = 1, file: str = "") -> None:
        self.says, self.line, self.source, self.column, self.width, self.file = says, line, source, column, width, file
        super().__init__(says)

    def __str__(self) -> str:
        place = f":{self.line}" if self.file else f"line {self.line}"
        where = f"{self.file}{place if self.line else ''}"
        where = f"{where}: " if where else ""
        if not self.source or not self.column or self.column > 5000:
            return f"{where}{_printable(self.says)}"
        shown = CONTROL.sub("�", self.source.expandtabs(1).rstrip())
        # A very long line is shown around the word that matters.
        start = max(0, self.column - 61)
        piece = shown[start : start + 120]
        return f"{where}{_printable(self.says)}\n    {piece}\n    {' ' * (self.column - 1 - start)}{'^' * max(1, min(self.width, 60))}"


def _printable(says: str) -> str:
    return CONTROL.sub("�", says if len(says) <= LONGEST else says[:LONGEST] + "…")


@contextmanager
def playable(line: Line) -> Iterator[None]:
    """A table that lacks what the rules need, or a card that says what cannot be, stops the game: that is told with the line."""
    try:
        yield
    except (LookupError, ValueError, TypeError, AssertionError, ArithmeticError, RulesError, LedgerError) as error:
        says = f"the game cannot go on here: {str(error) or type(error).__name__}; the set-up or a card may lack something"
        raise NotationError(says, line.number, line.source, 1, len(line.source.rstrip())) from error

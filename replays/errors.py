"""The errors of everything a judge asks for: what went wrong, where, and what to do next."""

from __future__ import annotations

import re

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]")
"""Characters that do something to a terminal, or turn what is read around: they are never printed as they are."""
LONGEST = 400
"""Characters of a sentence; what a person wrote may be longer than anybody wants to read again."""


class ReplayError(Exception):
    """Anything a verb refuses."""


class NotationError(ReplayError):
    """A transcript that cannot be understood: names the line, shows it, and points at the word."""

    def __init__(
        self, says: str, line: int = 0, source: str = "", column: int = 0, width: int = 1, file: str = ""
    ) -> None:
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

"""The errors that this package tells a person: what went wrong, where, and what to do next."""

from __future__ import annotations

import re

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]")
"""Characters that would act on a terminal or turn the direction of a text round; they are never printed as they are."""
LONGEST_SENTENCE = 400
"""The most characters of an error's sentence that are shown, since it may quote what a person wrote."""


class ReplayError(Exception):
    """Something was asked for that cannot be done; the sentence says why.

    The base of the errors that this package tells a person. Errors of the ledger and of the rules have bases of their
    own.
    """


class NotationError(ReplayError):
    """A transcript, or a line of one, that cannot be understood.

    As text it names the file and the line, gives the sentence, shows the line, and marks the word at `column` (from 1)
    with `^^^`. Without a source or a column, or with a column above 5000, the line is not shown.
    """

    def __init__(
        self, says: str, line: int = 0, source: str = "", column: int = 0, width: int = 1, file: str = ""
    ) -> None:
        self.says, self.line, self.source, self.column, self.width, self.file = says, line, source, column, width, file
        super().__init__(says)

    def __str__(self) -> str:
        """Return the error as a person reads it: file and line, the sentence, the line and a mark under the word."""
        place = f":{self.line}" if self.file else f"line {self.line}"
        where = f"{self.file}{place if self.line else ''}"
        where = f"{where}: " if where else ""
        if not self.source or not self.column or self.column > 5000:
            return f"{where}{_printable(self.says)}"
        shown = CONTROL.sub("�", self.source.expandtabs(1).rstrip())
        # A very long line is shown around the word that matters.
        start = max(0, self.column - 61)
        piece = shown[start : start + 120]
        mark = " " * (self.column - 1 - start) + "^" * max(1, min(self.width, 60))
        return f"{where}{_printable(self.says)}\n    {piece}\n    {mark}"


def _printable(says: str) -> str:
    """Return a sentence with control characters replaced, cut short if it is too long."""
    return CONTROL.sub("�", says if len(says) <= LONGEST_SENTENCE else says[:LONGEST_SENTENCE] + "…")

"""The errors that this package tells a person: what went wrong, where, and what to do next."""

from __future__ import annotations

import re
from collections.abc import Sequence

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]")
"""Characters that would act on a terminal or turn the direction of a text round; they are never printed as they are."""
MOST_ERRORS = 50
"""The most errors of a file that are told at once."""
LONGEST_QUOTE = 120
"""The most characters of what a person wrote that the sentence of an error quotes."""
LONGEST_SENTENCE = 8000
"""The most characters of an error's sentence that are shown; lists of what could stand there are shown whole."""
_QUOTED = re.compile(r"(`)([^`]+)`|(')([^']+)'|(\")([^\"]+)\"")


class ReplayError(Exception):
    """Something was asked for that cannot be done; the sentence says why.

    The base of the errors that this package tells a person. Errors of the ledger and of the rules have bases of their
    own.
    """


class NotationError(ReplayError):
    """A transcript, or a line of one, that cannot be understood.

    As text it names the file and the line, gives the sentence, shows the line, and marks the word at `column` (from 1)
    with `^^^`. Without a source or a column, or with a column above 5000, the line is not shown. `more` are the other
    errors of the same file, told one after another; `known` are words that could stand there, listed uncut.
    """

    more: tuple[NotationError, ...] = ()

    def __init__(
        self,
        says: str,
        line: int = 0,
        source: str = "",
        column: int = 0,
        width: int = 1,
        file: str = "",
        known: Sequence[str] = (),
    ) -> None:
        self.says, self.line, self.source, self.column, self.width, self.file = says, line, source, column, width, file
        self.known = tuple(known)
        super().__init__(says)

    def all(self) -> tuple[NotationError, ...]:
        """Return every error that this one carries, itself first, each with the name of the file."""
        for error in self.more:
            error.file = error.file or self.file
        return (self, *self.more)

    def __str__(self) -> str:
        """Return the errors as a person reads them, one after another, in the order of their lines.

        What is wrong in the same way on several lines is told once, at the first of them.
        """
        alike: dict[tuple[str, str, tuple[str, ...]], list[NotationError]] = {}
        for error in self.all():
            alike.setdefault((error.file, error.says, error.known), []).append(error)
        return "\n".join(first._text(_other_lines(first, others)) for first, *others in alike.values())

    def _text(self, also: str = "") -> str:
        """Return this error alone: file and line, the sentence, `also`, the line and a mark under the word."""
        place = f":{self.line}" if self.file else f"line {self.line}"
        where = f"{self.file}{place if self.line else ''}"
        where = f"{where}: " if where else ""
        says = _printable(self.says)
        if self.known:
            says += f"{' Here' if says.endswith('?') else '; here'} may stand: {', '.join(self.known)}"
        says += also
        if not self.source or not self.column or self.column > 5000:
            return f"{where}{says}"
        shown = CONTROL.sub("�", self.source.expandtabs(1).rstrip())
        # A very long line is shown around the word that matters.
        start = max(0, self.column - 61)
        piece = shown[start : start + 120]
        mark = " " * (self.column - 1 - start) + "^" * max(1, min(self.width, 60))
        return f"{where}{says}\n    {piece}\n    {mark}"


def _other_lines(first: NotationError, others: Sequence[NotationError]) -> str:
    """Return on which further lines an error stands: " (also on lines 7, 9 and 12)"; "" for none."""
    lines = [str(line) for line in dict.fromkeys(error.line for error in others) if line != first.line]
    if not lines:
        return ""
    listed = f"{', '.join(lines[:-1])} and {lines[-1]}" if len(lines) > 1 else lines[0]
    return f" (also on {'lines' if len(lines) > 1 else 'line'} {listed})"


def raise_all(errors: Sequence[NotationError]) -> None:
    """Raise the first of some errors, which then carries the others; do nothing if there are none.

    Of very many errors the first are told, and how many are left.
    """
    if not errors:
        return
    first, *others = sorted(errors, key=lambda error: error.line)
    first.more = tuple(others[: MOST_ERRORS - 1])
    left = len(others) - len(first.more)
    if left:
        first.more = (*first.more, NotationError(f"and {left} more lines cannot be understood"))
    raise first


def _printable(says: str) -> str:
    """Return a sentence with control characters replaced; quotations in it, and itself, are cut short if too long."""
    shown = _QUOTED.sub(_shortened, CONTROL.sub("�", says))
    return shown if len(shown) <= LONGEST_SENTENCE else shown[:LONGEST_SENTENCE] + "…"


def _shortened(found: re.Match[str]) -> str:
    """Return a quotation with its quotes, cut short if it is too long."""
    mark = next(part for part in found.groups()[::2] if part)
    text = found[0][1:-1]
    return found[0] if len(text) <= LONGEST_QUOTE else f"{mark}{text[:LONGEST_QUOTE]}…{mark}"

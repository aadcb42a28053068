"""The errors of everything a judge asks for: what went wrong, where, and what to do next."""

from __future__ import annotations


class ReplayError(Exception):
    """Anything a verb refuses."""


class NotationError(ReplayError):
    """A transcript that cannot be understood: names the line, shows it, and points at the word."""

    def __init__(self, says: str, line: int = 0, source: str = "", column: int = 0, width: int = 1, file: str = "") -> None:
        self.says, self.line, self.source, self.column, self.width, self.file = says, line, source, column, width, file
        super().__init__(says)

    def __str__(self) -> str:
        where = (
            f"{self.file or 'line'}{':' if self.file else ' '}{self.line}: "
            if self.line
            else f"{self.file}: "
            if self.file
            else ""
        )
        if not self.source or not self.column or self.column > 5000:
            return f"{where}{self.says}"
        shown = self.source.expandtabs(1).rstrip()
        # A very long line is shown around the word that matters.
        start = max(0, self.column - 61)
        piece = shown[start : start + 120]
        return f"{where}{self.says}\n    {piece}\n    {' ' * (self.column - 1 - start)}{'^' * max(1, min(self.width, 60))}"

"""The errors of the rules: what is wrong, where, and what was probably meant."""

from __future__ import annotations

from collections.abc import Iterable


class RulesError(Exception):
    """Anything the rules refuse to work with."""


class CardError(RulesError):
    """A card, map or reference file that cannot be understood; knows its file and line."""

    def __init__(self, says: str, file: str = "", line: int = 0) -> None:
        self.says, self.file, self.line = says, file, line
        where = f"{file}:{line}: " if file and line else f"{file}: " if file else ""
        super().__init__(where + says)


class WordError(RulesError):
    """An expression with a word, a shape or a count of arguments the language does not have."""


class StuckError(RulesError):
    """The engine was asked for something the position cannot give, such as a move where nobody decides."""


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint with the closest known words, or nothing."""
    import difflib  # not loaded where nothing is wrong

    close = difflib.get_close_matches(word, list(dict.fromkeys(known)), n=3, cutoff=0.55)
    return f"; did you mean {' or '.join(close)}?" if close else ""

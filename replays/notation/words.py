"""The words of a line while it is being read, and how to speak of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from replays.errors import NotationError
from replays.notation.lexing import Token
from replays.notation.lines import Line, Ref

L = TypeVar("L", bound=Line)


class Words:
    """The tokens of a line being read, and how to speak of them."""

    def __init__(self, tokens: list[Token], source: str, number: int, remark: str) -> None:
        self.tokens, self.source, self.number, self.remark = tokens, source, number, remark

    def error(self, says: str, token: Token | Ref) -> NotationError:
        """An error that points at a word of this line."""
        return NotationError(says, self.number, self.source, token.column, token.width)

    def line(self, make: Callable[..., L], /, **fields: object) -> L:
        """A line of a kind with this line's text."""
        return make(number=self.number, source=self.source, remark=self.remark, **fields)

    def commas(self, start: int) -> list[list[Token]]:
        """The tokens from a place on, split at the commas outside brackets."""
        parts: list[list[Token]] = [[]]
        depth = 0
        for token in self.tokens[start:]:
            if token.kind == "sign":
                depth += {"(": 1, ")": -1}.get(token.text, 0)
            if token.kind == "sign" and token.text == "," and depth == 0:
                parts.append([])
            else:
                parts[-1].append(token)
        return parts

    def rest(self, token: Token) -> str:
        """The text of the line from a token on, without its remark."""
        text = self.source.rstrip()
        return (text[: -len(self.remark)] if self.remark else text)[token.column - 1 :].strip()

    def end(self, count: int) -> None:
        """Nothing may follow the first tokens."""
        if len(self.tokens) > count:
            raise self.error("this does not belong here", self.tokens[count])

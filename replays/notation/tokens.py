"""The words of one line: tokens with their columns, and going through them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

import msgspec

from replays.errors import CONTROL, NotationError
from replays.notation.lines import Line, Ref

_TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<owner>[A-Za-z][\w-]*\.)?["“](?P<text>[^"“”]*)["”]
      | (?P<remark>\#(?![0-9]).*)
      | (?P<sign>[,()=:@?])
      | (?P<word>[^\s,()=:@?"“”]+)""",
    re.VERBOSE,
)


class Token(msgspec.Struct, frozen=True):
    """One word of a line. `kind` is `word`, `text` (it was quoted) or `sign`; `owner` a player written before a quoted
    name.
    """

    kind: str
    text: str
    column: int
    owner: str = ""

    @property
    def width(self) -> int:
        """How many characters it takes in the line."""
        return len(self.text) + (2 if self.kind == "text" else 0) + (len(self.owner) + 1 if self.owner else 0)

    def written(self) -> str:
        """The token as it is written."""
        if self.kind != "text":
            return self.text
        return f'{self.owner + "." if self.owner else ""}"{self.text}"'


def lex(source: str, number: int) -> tuple[list[Token], str]:
    """The tokens of a line and its remark (with its `#`), or an error that points at what cannot be read."""
    tokens: list[Token] = []
    at = 0
    while at < len(source):
        found = _TOKEN.match(source, at)
        if found is None:
            raise NotationError("a quoted name is not closed before the end of the line", number, source, at + 1)
        if found.lastgroup == "remark":
            return tokens, found["remark"].rstrip()
        if found["text"] is not None:
            tokens.append(Token("text", found["text"].strip(), at + 1, (found["owner"] or "").rstrip(".")))
        elif not found["space"]:
            tokens.append(Token(str(found.lastgroup), found[0], at + 1))
        at = found.end()
    return tokens, ""


def refuse_control(source: str, number: int) -> None:
    """Refuse characters that nobody can see: a name with them would do something to the screen of whoever reads the
    record.
    """
    found = CONTROL.search(source)
    if found is not None:
        says = f"a line of a transcript has no control characters such as U+{ord(found[0]):04X}"
        raise NotationError(says, number, source, found.start() + 1)


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

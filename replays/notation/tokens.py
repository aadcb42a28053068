"""A line cut into words: its tokens with their columns, and a reader's view of them that can point at any word."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from replays.errors import CONTROL, NotationError
from replays.notation.lines import Line, Ref, strip_remark

_TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<owner>[^\W\d][\w-]*\.)?["“”„«»](?P<text>[^"“”„«»]*)["“”«»]
      | (?P<remark>\#(?![0-9]).*)
      | (?P<sign>[,()=:@?])
      | (?P<word>[^\s,()=:@?"“”„«»]+)""",
    re.VERBOSE,
)

_APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼ´", "'"))
"""Apostrophes as keyboards and word processors write them; in names all of them are the straight one."""

L = TypeVar("L", bound=Line)


class Token(msgspec.Struct, frozen=True):
    """One word or sign of a line, with the column (from 1) it begins at.

    `kind` is `word`, `sign` (one of `, ( ) = : @ ?`), `text` (a quoted name, kept without its quotes) or `title` (words
    of the line that are the title of a card). `owner` is the player before a quoted name: `B."The Hound"` is the text
    `The Hound` with owner `B`. `wide` is the number of characters it takes in the line, where the text does not tell.
    """

    kind: str
    text: str
    column: int
    owner: str = ""
    wide: int = 0

    @property
    def width(self) -> int:
        """The number of characters it takes in the line, quotes and owner included."""
        plain = len(self.text) + (2 if self.kind == "text" else 0) + (len(self.owner) + 1 if self.owner else 0)
        return self.wide or plain

    def written(self) -> str:
        """Return the token as it is written: a quoted name in straight double quotes, with its owner before it."""
        if self.kind != "text":
            return self.text
        return f'{self.owner + "." if self.owner else ""}"{self.text}"'


def lex(source: str, number: int) -> tuple[list[Token], str]:
    """Cut a line into its tokens and its remark.

    The remark keeps its `#`; it is empty if the line has none. A `#` before a digit begins a component's number and no
    remark. Any double quotes will do (`"…"`, `“…”`, `„…”`, `«…»`), and any apostrophe is the straight one. `number` is
    the number of the line, for the error that is raised where a quoted name is not closed.

        A use ned  # saves him    ->    tokens `A`, `use`, `ned`; remark `# saves him`
    """
    tokens: list[Token] = []
    at = 0
    while at < len(source):
        found = _TOKEN.match(source, at)
        if found is None:
            raise NotationError("a quoted name is not closed before the end of the line", number, source, at + 1)
        if found.lastgroup == "remark":
            return tokens, found["remark"].rstrip()
        if found["text"] is not None:
            name = found["text"].strip().translate(_APOSTROPHES)
            tokens.append(Token("text", name, at + 1, (found["owner"] or "").rstrip("."), found.end() - at))
        elif not found["space"]:
            tokens.append(Token(str(found.lastgroup), found[0].translate(_APOSTROPHES), at + 1))
        at = found.end()
    return tokens, ""


def refuse_control_characters(source: str, number: int) -> None:
    """Raise an error if a line holds control characters: printed in a name, they could garble a reader's screen."""
    found = CONTROL.search(source)
    if found is not None:
        says = f"a line of a transcript has no control characters such as U+{ord(found[0]):04X}"
        raise NotationError(says, number, source, found.start() + 1)


class Words:
    """One line while it is read: its tokens, its text and number, and the errors and structs made of it."""

    def __init__(self, tokens: list[Token], source: str, number: int, remark: str) -> None:
        self.tokens, self.source, self.number, self.remark = tokens, source, number, remark

    def error(self, says: str, token: Token | Ref, known: Sequence[str] = ()) -> NotationError:
        """Return (not raise) an error that points at a word of this line; `known` is all that may stand there."""
        return NotationError(says, self.number, self.source, token.column, token.width, known=known)

    def make_line(self, kind: Callable[..., L], /, **fields: object) -> L:
        """Return a struct of a kind of line with these fields and this line's number, text and remark."""
        return kind(number=self.number, source=self.source, remark=self.remark, **fields)

    def split_at_commas(self, start: int) -> list[list[Token]]:
        """Return the tokens from index `start` on, split at the commas outside brackets; the commas are left out."""
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

    def text_from(self, token: Token) -> str:
        """Return the text of the line from a token to its end, without the remark."""
        return strip_remark(self.source, self.remark)[token.column - 1 :].strip()

    def expect_end(self, count: int) -> None:
        """Raise an error if the line has more than `count` tokens."""
        if len(self.tokens) > count:
            raise self.error("this does not belong here", self.tokens[count])

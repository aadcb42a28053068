"""The words of one line: quoted names, plain words, signs and the remark at its end, each with its column."""

from __future__ import annotations

import re

import msgspec

from replays.errors import CONTROL, NotationError

_TOKEN = re.compile(
    r"""(?P<space>\s+)
      | (?P<owner>[A-Za-z][\w-]*\.)?["“](?P<text>[^"“”]*)["”]
      | (?P<remark>\#(?![0-9]).*)
      | (?P<sign>[,()=:@?])
      | (?P<word>[^\s,()=:@?"“”]+)""",
    re.VERBOSE,
)


class Token(msgspec.Struct, frozen=True):
    """One word of a line. `kind` is `word`, `text` (it was quoted) or `sign`; `owner` a player written before a quoted name."""

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
    """Refuse characters that nobody can see: a name with them would do something to the screen of whoever reads the record."""
    found = CONTROL.search(source)
    if found is not None:
        says = f"a line of a transcript has no control characters such as U+{ord(found[0]):04X}"
        raise NotationError(says, number, source, found.start() + 1)

"""The layout that `fmt` gives every transcript; the moves stay the same."""

from __future__ import annotations

from replays.notation.lines import CardText, Document, Header, Line, Players, Setting, Start, Stock
from replays.notation.tokens import Token, lex

WIDEST = 44
"""Remarks of neighbouring lines stand in one column; a line at least this wide has its remark two spaces behind it."""


def formatted(document: Document) -> str:
    """Return the text of a transcript in the one layout.

    Set-up lines stand in two columns, remarks of neighbouring lines begin in one column, and words are one space apart.
    Blank lines at the beginning and the end are left out, and of several in a row one is kept. Card definitions keep
    their own layout; in expectations only runs of spaces are shortened.
    """
    lines: list[tuple[str, str]] = []
    width = _name_width(document)
    for line in document:
        if isinstance(line, CardText):
            lines += [(part.rstrip(), "") for part in line.source.split("\n")]
        else:
            text = _text(line, width)
            if text or line.remark or not lines or lines[-1] != ("", ""):
                lines.append((text, line.remark))
    while lines and lines[0] == ("", ""):
        del lines[0]
    while lines and lines[-1] == ("", ""):
        lines.pop()
    return "".join(f"{text}\n" for text in _with_remarks(lines))


def _name_width(document: Document) -> int:
    """Return the width of the first column of set-up lines: its longest text, `position` at least, and two spaces."""
    found = [len("position")]
    found += [len(_place(line)) for line in document if isinstance(line, Stock)]
    return max(found) + 2


def _place(line: Stock) -> str:
    """Return the player and the zone of a set-up line, or the zone alone if it belongs to nobody."""
    return f"{line.player} {line.zone}" if line.player else line.zone


def _text(line: Line, width: int) -> str:
    """Return one line in the layout, without its remark; `width` is that of the first column of set-up lines."""
    tokens, _ = lex(line.source.rstrip(), line.number)
    if isinstance(line, Stock):
        return _place(line).ljust(width) + _joined([token for token in tokens if token.column >= line.behind])
    if isinstance(line, Players | Start):
        return tokens[0].text.casefold().ljust(width) + _joined(tokens[1:])
    if isinstance(line, Header | Setting):
        return " ".join(token.written() for token in tokens)
    if tokens and tokens[0].kind == "word" and tokens[0].text.casefold() == "expect":
        # An expectation may be an expression, so no spaces are put between its tokens; runs of spaces become one.
        return line.words()
    return _joined(tokens)


def _joined(tokens: list[Token]) -> str:
    """Return tokens with one space between them; none before a comma, a colon or `)`, and none after `(`."""
    text = ""
    for token in tokens:
        tight = token.kind == "sign" and token.text in ",:)"
        if text and not tight and not text.endswith("("):
            text += " "
        text += token.written()
    return text


def _with_remarks(lines: list[tuple[str, str]]) -> list[str]:
    """Return the lines with their remarks; in lines between two blank ones, the remarks begin in one column."""
    found: list[str] = []
    at = 0
    while at < len(lines):
        stop = at
        while stop < len(lines) and lines[stop] != ("", ""):
            stop += 1
        block = lines[at:stop]
        short = [len(text) for text, remark in block if text and remark and len(text) < WIDEST]
        column = max(short, default=0) + 2
        for text, remark in block:
            if text and remark:
                found.append((text.ljust(column) if len(text) < WIDEST else f"{text}  ") + remark)
            else:
                found.append(text or remark)
        if stop < len(lines):
            found.append("")
        at = stop + 1
    return found

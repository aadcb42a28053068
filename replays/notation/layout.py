"""The formatter: one layout for every transcript, the same moves as before."""

from __future__ import annotations

from replays.notation.lines import CardText, Document, Header, Line, Players, Setting, Start, Stock
from replays.notation.tokens import Token, lex

WIDEST = 44
"""How far remarks are moved to the right to stand under one another."""


def formatted(document: Document) -> str:
    """The transcript in its usual layout: set-up in columns, remarks under one another, no two blank lines in a row."""
    lines: list[tuple[str, str]] = []
    wide = _name_width(document)
    for line in document:
        if isinstance(line, CardText):
            lines += [(part.rstrip(), "") for part in line.source.split("\n")]
        else:
            text = _text(line, wide)
            if text or line.remark or not lines or lines[-1] != ("", ""):
                lines.append((text, line.remark))
    while lines and lines[0] == ("", ""):
        del lines[0]
    while lines and lines[-1] == ("", ""):
        lines.pop()
    return "".join(f"{text}\n" for text in _with_remarks(lines))


def _name_width(document: Document) -> int:
    """The width of the first column of set-up lines: `position` or the longest player and zone."""
    found = [len("position")]
    found += [len(_place(line)) for line in document if isinstance(line, Stock)]
    return max(found) + 2


def _place(line: Stock) -> str:
    """The player and the zone or, of a zone of nobody, the zone alone."""
    return f"{line.player} {line.zone}" if line.player else line.zone


def _text(line: Line, wide: int) -> str:
    tokens, _ = lex(line.source.rstrip(), line.number)
    if isinstance(line, Stock):
        return _place(line).ljust(wide) + _joined(tokens[len(_place(line).split()) :])
    if isinstance(line, Players | Start):
        return tokens[0].text.ljust(wide) + _joined(tokens[1:])
    if isinstance(line, Header | Setting):
        return " ".join(token.written() for token in tokens)
    if tokens and tokens[0].kind == "word" and tokens[0].text == "expect":
        # An expectation may be an expression: its own spaces are kept, only those around it go.
        text = line.source.rstrip()
        return " ".join((text[: -len(line.remark)] if line.remark else text).split())
    return _joined(tokens)


def _joined(tokens: list[Token]) -> str:
    """Tokens with one space between them, none before a comma, a colon or a closing bracket, none after an opening one."""
    text = ""
    for token in tokens:
        tight = token.kind == "sign" and token.text in ",:)"
        if text and not tight and not text.endswith("("):
            text += " "
        text += token.written()
    return text


def _with_remarks(lines: list[tuple[str, str]]) -> list[str]:
    """Remarks of neighbouring lines begin in one column."""
    found: list[str] = []
    at = 0
    while at < len(lines):
        stop = at
        while stop < len(lines) and lines[stop] != ("", ""):
            stop += 1
        block = lines[at:stop]
        behind = [len(text) for text, remark in block if text and remark and len(text) < WIDEST]
        column = max(behind, default=0) + 2
        for text, remark in block:
            if text and remark:
                found.append(
                    text.ljust(column if len(text) < WIDEST else 0) + ("  " if len(text) >= WIDEST else "") + remark
                )
            else:
                found.append(text or remark)
        if stop < len(lines):
            found.append("")
        at = stop + 1
    return found

"""Reading lines that say what is so rather than what a player does: what is expected here, and how chance decided."""

from __future__ import annotations

from collections.abc import Callable

from replays.notation.lines import Expect, Outcome, Said
from replays.notation.moves import refs
from replays.notation.words import Words

ReadMove = Callable[[Words, int], Said]


def read_expect(words: Words, read: ReadMove) -> Expect:
    """What must be so here, of the table or of a move; `read` reads the move that begins at a word of the line."""
    if len(words.tokens) < 2:
        raise words.error("expect what? For example `expect ned in A.play`", words.tokens[0])
    second = words.tokens[1]
    text = words.rest(second)
    if second.text == "legal" and second.kind == "word":
        return words.line(Expect, kind="legal", text=text, column=second.column, move=read(words, 2))
    if second.text == "illegal" and second.kind == "word":
        return _expect_illegal(words, text, read)
    return words.line(Expect, kind="state", text=text, column=second.column)


def _expect_illegal(words: Words, text: str, read: ReadMove) -> Expect:
    colon = _colon(words) or 0
    rules = words.tokens[2:colon] if colon else words.tokens[2:]
    if len(rules) > 1 or (rules and rules[0].kind != "word"):
        raise words.error("write `expect illegal RULE`, or `expect illegal RULE: MOVE` with the address of one rule", rules[-1])
    move = read(words, colon + 1) if colon else None
    rule = rules[0].text if rules else ""
    return words.line(Expect, kind="illegal", text=text, column=words.tokens[1].column, rule=rule, move=move)


def read_outcome(words: Words) -> Outcome:
    """How chance decided something: `random`, or the order of a `shuffle`."""
    shuffle = words.tokens[0].text == "shuffle"
    colon = _colon(words) or len(words.tokens)
    what = " ".join(token.text for token in words.tokens[1:colon])
    if not what:
        raise words.error("say what: `random WHAT: …` or `shuffle ZONE: …`", words.tokens[0])
    items = tuple(refs(words.tokens[colon + 1 :], words.error, each=shuffle))
    return words.line(Outcome, what=what, items=items, shuffle=shuffle)


def _colon(words: Words) -> int | None:
    """The place of the first colon."""
    return next((at for at, token in enumerate(words.tokens) if token.kind == "sign" and token.text == ":"), None)

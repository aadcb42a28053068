"""Parsing a correction: `correct A power 3, by the judge`."""

from __future__ import annotations

import re
from collections.abc import Collection

from replays.notation.lines import Correction, Ref
from replays.notation.tokens import Token, Words

PEOPLE = ("the judge", "the recorder", "both players", "all players")
"""Who may correct a table, besides a single player."""
SHAPES = (
    "`correct A power 3, by the judge`, `correct ned kneeling, by the judge`, "
    "`correct ned in A.discard, by the judge` or `correct ice on ned, by the judge`"
)
MOST = 999_999
"""The highest number of tokens that can be written."""
_NUMBER = re.compile(r"[+-]?[0-9]+")


def read_correction(words: Words, seats: Collection[str]) -> Correction:
    """Return a line `correct …, by WHO`; what the names stand for is found when it is carried out.

    A line that does not say who corrects the table, or has another shape, is an error.
    """
    *before, last = words.split_at_commas(1)
    if not before or not last or last[0].kind != "word" or last[0].text != "by":
        who = f"`{'`, `'.join(PEOPLE)}` or a player"
        raise words.error(f"say at the end who corrects the table: `, by` and {who}", words.tokens[-1])
    by = " ".join(token.text for token in last[1:])
    if by not in PEOPLE and by not in seats:
        known = ", ".join((*PEOPLE, *seats))
        raise words.error(f"a table is corrected by one of these: {known}", (last[1:] or last)[0])
    if len(before) > 1:
        raise words.error("a line corrects one thing; write another line for the next", before[1][0])
    return _statement(words, before[0], by)


def _statement(words: Words, tokens: list[Token], by: str) -> Correction:
    """Return the correction that stands between `correct` and the comma."""
    for lead, aspect in (("in", "place"), ("on", "host")):
        at = next((at for at, token in enumerate(tokens) if token.kind == "word" and token.text == lead), None)
        if at is not None:
            value = _name(words, tokens[at + 1 :], tokens[at])
            return words.make_line(
                Correction, holder=_name(words, tokens[:at], tokens[at]), aspect=aspect, value=value, by=by
            )
    if len(tokens) >= 3 and _NUMBER.fullmatch(tokens[-1].text):
        return _tokens(words, tokens, by)
    if len(tokens) < 2 or tokens[-1].kind != "word":
        raise words.error(f"write {SHAPES}", (tokens or words.tokens)[0])
    negated = tokens[-2].kind == "word" and tokens[-2].text == "not"
    holder = _name(words, tokens[: -2 if negated else -1], tokens[-1])
    what = tokens[-1].text
    return words.make_line(Correction, holder=holder, aspect="mark", what=what, value=0 if negated else 1, by=by)


def _tokens(words: Words, tokens: list[Token], by: str) -> Correction:
    """Return the correction of a number of tokens, written `HOLDER WHAT NUMBER`."""
    *named, what, number = tokens
    if not number.text.isdecimal() or int(number.text[:7]) > MOST:
        raise words.error(f"a number of tokens is 0 to {MOST}, not {number.text}", number)
    holder = _name(words, named, what)
    return words.make_line(Correction, holder=holder, aspect="tokens", what=what.text, value=int(number.text), by=by)


def _name(words: Words, tokens: list[Token], beside: Token) -> Ref:
    """Return the name that some tokens are: a quoted title, or words beside one another."""
    if not tokens or any(token.kind == "sign" for token in tokens):
        raise words.error(f"write {SHAPES}", (tokens or [beside])[0])
    if len(tokens) > 1 and any(token.kind == "text" for token in tokens):
        raise words.error("there is one name too many here: write " + SHAPES, tokens[1])
    first = tokens[0]
    return Ref(" ".join(token.text for token in tokens), first.column, first.kind == "text", first.owner)

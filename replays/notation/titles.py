"""Titles without quotes: where words of a line are the title of a card, though lead words or commas stand in it.

`A play Put to the Sword on hound` names a card and a target. The words from the beginning of a name on are compared
with all titles of the game at once, so that the time for a line grows with its length alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

from replays.errors import NotationError
from replays.notation.tokens import Token, lex
from rules.books.folding import plain
from rules.kernel.notation import LEADS
from rules.kernel.pack import Pack

_Branches = dict[str, "_Branches"]
_END = ""
"""The key that says that a title ends here."""


class TitleTree:
    """Titles of cards, word by word, so that all of them are compared with the words of a line at once."""

    def __init__(self, titles: Iterable[str] = ()) -> None:
        self._branches: _Branches = {}
        for title in titles:
            self.add(title)

    def add(self, title: str) -> None:
        """Add a title; one with double quotes or a remark in it is left out, since it cannot be read from a line."""
        try:
            tokens, remark = lex(title, 0)
        except NotationError:
            return
        if remark or any(token.kind == "text" for token in tokens):
            return
        here = self._branches
        for token in tokens:
            here = here.setdefault(fold_token(token), {})
        here[_END] = {}

    def longest(self, tokens: list[Token], at: int) -> int:
        """Return how many tokens from an index on are the longest title that a name can end with; 0 if none is."""
        found, here = 0, self._branches
        for place in range(at, len(tokens)):
            if tokens[place].kind not in ("word", "sign") or fold_token(tokens[place]) not in here:
                break
            here = here[fold_token(tokens[place])]
            if _END in here and _ends_name(tokens, place + 1):
                found = place + 1 - at
        return found


def fold_token(token: Token) -> str:
    """Return a word or sign as titles are compared: in small letters, without accents and apostrophes."""
    return plain(token.text)


def is_lead(token: Token) -> bool:
    """Whether a token is one of the words that begin a part of a move, in any case."""
    return token.kind == "word" and token.text.casefold() in LEADS


def join_titles(
    tokens: list[Token],
    start: int,
    pack: Pack,
    short: Collection[str] = (),
    stated: TitleTree | None = None,
    every: bool = False,
) -> list[Token]:
    """Return the tokens of a line with each title that has a lead word or a sign in it as one token of kind `title`.

    Tokens before `start` are left alone. `short` are the short names of the transcript, in small letters, and `stated`
    the titles of cards that set-up lines placed. Titles that were stated come first, then all titles of the game; of
    several, the longest. A short name that could end there is the beginning of a title only if the title was stated:
    with `adept` as a short name, `play Adept of Shadows` names that very card. With `every`, a title of several words
    without lead words is one token, too, for lists in which each word is a name.
    """
    game = _titles_of(pack)
    found, at = tokens[:start], start
    while at < len(tokens):
        count = 0
        if _begins_name(tokens, at, start):
            alone = tokens[at].text.casefold() in short and _ends_name(tokens, at + 1)
            count = (stated.longest(tokens, at) if stated else 0) or (0 if alone else game.longest(tokens, at))
        part = tokens[at : at + max(count, 1)]
        special = every or any(
            token.kind == "sign" or is_lead(token) or token.text.casefold() == "by" for token in part
        )
        found += [_joined(part)] if count and special else part
        at += len(part)
    return found


def _joined(part: list[Token]) -> Token:
    """Return tokens that are one title as one token of kind `title`."""
    text = ""
    for token in part:
        text += token.text if token.kind == "sign" or not text else f" {token.text}"
    last = part[-1]
    return Token("title", text, part[0].column, wide=last.column + last.width - part[0].column)


def _begins_name(tokens: list[Token], at: int, start: int) -> bool:
    """Whether a name may begin at a token: at the start, behind a sign, a lead word, `by`, or a number of copies."""
    if tokens[at].kind != "word":
        return False
    before = tokens[at - 1]
    return (
        at == start
        or (before.kind == "sign" and before.text != "@")
        or is_lead(before)
        or before.text.casefold() == "by"
        or before.text.isdecimal()
    )


def _ends_name(tokens: list[Token], at: int) -> bool:
    """Whether a name may end before a token: at the end, or before a sign, a lead word, `by` or `x2`."""
    if at >= len(tokens):
        return True
    token = tokens[at]
    many = token.kind == "word" and token.text[:1] in "xX×" and token.text[1:].isdecimal()
    return token.kind == "sign" or is_lead(token) or many or token.text.casefold() == "by"


@lru_cache(maxsize=16)
def _titles_of(pack: Pack) -> TitleTree:
    """Return all titles of a game's cards."""
    return TitleTree(card.name for card in pack.cards.values())

"""The words that a part of a move may take, and the one that a written word stands for.

Case, accents, and hyphens or spaces inside a word make no difference: `Moat Cailin` is `moat-cailin`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.books.folding import plain
from rules.kernel.notation import Part
from rules.kernel.pack import Pack

ALIKE = 0.75
"""How alike two words are, from 0 to 1, from which on one is taken for a misspelling of the other."""


def words_for(part: Part, pack: Pack) -> tuple[str, ...]:
    """Return all words that a part may take in a game, with the cards a transcript adds; empty if any word may."""
    ids = (card.id for card in pack.cards.values() if card.type in part.known_types) if part.known_types else ()
    return (*part.known, *ids)


def folded(word: str) -> str:
    """Return a word as it is compared: small letters without accents, with hyphens for spaces."""
    return "-".join(plain(word).replace("_", "-").split())


def find_word(text: str, known: Iterable[str]) -> str:
    """Return the known word that a written one stands for, or an empty text; the very same spelling comes first."""
    listed = list(known)
    if text in listed:
        return text
    wanted = folded(text)
    return next((word for word in listed if folded(word) == wanted), "")


def find_word_or_title(text: str, known: Iterable[str], pack: Pack) -> str:
    """Return the known word that a written one stands for: itself, or the id of the card with that title."""
    listed = list(known)
    titled = (word for word in listed if word in pack.cards and folded(pack.cards[word].name) == folded(text))
    return find_word(text, listed) or next(titled, "")


def misspelt(text: str, known: Sequence[str]) -> str:
    """Return the known word that an unknown one is a misspelling of, or an empty text.

    A word that is like no known one was meant as it stands: `A challenge naval with x` is judged, and breaks a rule.
    """
    if find_word(text, known):
        return ""
    from difflib import get_close_matches  # not loaded where every word is known

    by_fold = {folded(word): word for word in known}
    close = get_close_matches(folded(text), by_fold, n=1, cutoff=ALIKE)
    return by_fold[close[0]] if close else ""


def list_words(words: Sequence[str]) -> str:
    """Return words as people list them: `military, intrigue or power`."""
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else "".join(words)

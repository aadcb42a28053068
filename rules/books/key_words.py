"""Key words of clauses in the language of their rulebook, so that a question in Polish or Ukrainian finds its clause.

The clauses are in English. A file for each language, and one for each game's own terms, say which words the rulebook's
language has for an English one; a clause carries those of all its words. A line is `English words = own words`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import msgspec

from rules.books.folding import words
from rules.books.shelf import language_of
from rules.books.stemming import english
from rules.data import keywords_text, source_text
from rules.errors import CardError

SKIPPED = frozenset(words(
    "a an and are be by happens happen can could do does for from have how i if in is it may might my of on or "
    "shall should that the there to what whether which whose why will with would you your "
    "aby albo ani bez będzie być bym by co czego czy czyli dla do gdy go i ich jak jaka jaki jakie "
    "jakim jej jego jest jeszcze jeśli jeżeli już kogo komu która które którego który którzy lub ma mam mają "
    "mieć moja moją moje mój mogą mogę można może na nad nie o od oraz po przy są się ta tak tam te tego ten to tu "
    "tych tym u w we wolno wtedy z za ze żeby robi robić dzieje dzieją stanie "
    "а або але б бо був була бути в від до є з за зі і із її його йому на над не ні о об по при про та так там те той "
    "ті у цей це ці чи чий чия що щоб як яка яке який які якого якій яку якщо можна може "
    "мій моя мою моє мої можу робити робить стається станеться"
))  # fmt: skip
"""Folded words of questions that say nothing about what is asked: question words, pronouns, prepositions."""


class KeyWords(msgspec.Struct, frozen=True):
    """What a rulebook's language calls English words: folded words by the stem of the English one."""

    by_stem: dict[str, tuple[str, ...]]

    def of(self, text: Iterable[str]) -> Iterator[str]:
        """Yield the key words of an English text, given as folded words; each once, in order."""
        seen: set[str] = set()
        for stem in dict.fromkeys(english(word) for word in text):
            for word in self.by_stem.get(stem, ()):
                if word not in seen:
                    seen.add(word)
                    yield word


@cache
def key_words(game: str) -> KeyWords:
    """Return the key words of a game: those of its rulebook's language, and its own terms."""
    by_stem: dict[str, list[str]] = {}
    for text in (keywords_text("en"), keywords_text(language_of(game)), source_text(game, "keywords.txt")):
        for stem, own in _parsed(text, game):
            by_stem.setdefault(stem, []).extend(own)
    return KeyWords({stem: tuple(dict.fromkeys(own)) for stem, own in by_stem.items()})


def _parsed(text: str, game: str) -> Iterator[tuple[str, list[str]]]:
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        left, equals, right = line.partition("=")
        own = [word for word in words(right) if word not in SKIPPED]
        if not equals or not own:
            raise CardError(f"not a line of key words: {line!r}", f"the key words of {game}")
        for word in words(left):
            yield english(word), own

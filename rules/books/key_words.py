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
    "a am an and are be been being by do does for from happen happens have has having he her his how i if in is "
    "it its me may might mine my of on or our she should shall someone somebody still that the their theirs them "
    "there they to us was we were what whether which whose why will with can could would you your yours aby albo "
    "ale ani bez będą będę będzie być był była było były bym byłby byłoby ci ciebie cię co coś czego czegoś czemu "
    "czy czyj czyja czyje czyli czym dla gdy gdyby go ich im innych iż ja jak jaka jaką jaki jakie jakiego jakiej "
    "jakim jakimi jakich jako je jej jego jemu jest jestem jeszcze jeśli jeżeli już ją każe kim kogo komu która "
    "którą które którego której któremu który których którym którymi którzy ktoś lub ma mam mają mamy masz mi "
    "mieć miał miała miało mieli mnie mną moi moich moim moimi moja moją moje mojego mojej mojemu mój mógł mogła "
    "mogą mogę może możemy możesz można mu na nad nadal nam nami nas nasz nasza nie niego niej niech nim nimi niż "
    "o od ono oraz oni one ona przy są się skoro ta tak taka taki takie tam te tego tej temu ten też tę tobie "
    "tobą tu twoja twoje twój ty tych tym tymi u w więc wolno wtedy wy z za ze żeby żebym robi robić robimy "
    "dzieje dzieją stanie а або але б бо був буде будуть була були було бути в вам вами вас ваш ваша він вона "
    "вони воно від всіх да до є ж за же з зі і із її їй їм їх його йому мав має маємо маєш мала маю мають мене "
    "мені ми мій мого моєї моєму можемо моя моє мої моїх мою може можеш можу можуть можна на над нам нас наш не "
    "неї нею ним них ні об о по при про свого себе собі та так такий там те той тобі треба ту ти тим тих у хай "
    "хтось це цей цього цьому цю ця ці чи чий чиї чия що щоб щось я як яка якає яке яким яких який які якої якого "
    "якому якою якій яку якщо робити робить стається станеться "
))  # fmt: skip
"""Folded words of questions that say nothing about what is asked: question words, pronouns, prepositions."""


class KeyWords(msgspec.Struct, frozen=True):
    """What a rulebook's language calls English words, and other English words for them: folded, by an English stem."""

    by_stem: dict[str, tuple[str, ...]]
    alike: dict[str, tuple[str, ...]]

    def of(self, text: Iterable[str]) -> Iterator[str]:
        """Yield the key words of an English text, given as folded words; each once, in order."""
        return _looked_up(self.by_stem, text)

    def like(self, text: Iterable[str]) -> Iterator[str]:
        """Yield the English words that people ask with for those of an English text; each once, in order."""
        return _looked_up(self.alike, text)


@cache
def key_words(game: str) -> KeyWords:
    """Return the key words of a game: those of its rulebook's language, its own terms, and other English words."""
    own = _table((keywords_text(language_of(game)), source_text(game, "keywords.txt")), game)
    return KeyWords(own, _table((keywords_text("en"),), game))


def _table(texts: Iterable[str], game: str) -> dict[str, tuple[str, ...]]:
    by_stem: dict[str, list[str]] = {}
    for text in texts:
        for stem, own in _parsed(text, game):
            by_stem.setdefault(stem, []).extend(own)
    return {stem: tuple(dict.fromkeys(own)) for stem, own in by_stem.items()}


def _looked_up(table: dict[str, tuple[str, ...]], text: Iterable[str]) -> Iterator[str]:
    stems = dict.fromkeys(english(word) for word in text)
    yield from dict.fromkeys(word for stem in stems for word in table.get(stem, ()))


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

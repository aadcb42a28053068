"""Declaring the words of the card language (`Lexicon`), and all that a game's card files may say (`Dialect`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rules.language.cards import Limit
from rules.language.expressions import Closure, Kind, Language, Word

Fn = Callable[..., Any]


class Lexicon:
    """A collection of words, begun with those of other lexicons. A later word of the same name replaces an earlier one.

    Each word is declared beside the function that computes it, with a sentence and an example for authors of cards:

        @WORDS.value("gold", "", "your gold", "gold == 0")
        def _gold(ctx: Context) -> int: ...
    """

    def __init__(self, *others: Lexicon) -> None:
        self.words: dict[str, Word] = {}
        for other in others:
            self.words.update(other.words)

    def add(
        self, kind: Kind, name: str, params: str, says: str, example: str, kinds: str = "", told: str = ""
    ) -> Callable[[Fn], Fn]:
        """Return a decorator that adds a word computed by the decorated function.

        `params` are the readings of its arguments, separated by spaces (see `Word`). `kinds` are the kinds of
        occurrences a trigger listens for. `says` and `example` are printed in the documentation of the words; `told` is
        the word in reasons (see `Word`).
        """

        def declare(call: Fn) -> Fn:
            self.words[name] = Word(name, kind, tuple(params.split()), call, says, example, tuple(kinds.split()), told)
            return call

        return declare

    def value(self, name: str, params: str, says: str, example: str, told: str = "") -> Callable[[Fn], Fn]:
        """Return a decorator that adds a value word: it computes something and changes nothing."""
        return self.add(Kind.VALUE, name, params, says, example, told=told)

    def trigger(self, name: str, kinds: str, says: str, example: str) -> None:
        """Add a trigger word for occurrences of these kinds; its arguments are conditions, and all must hold."""
        self.add(Kind.TRIGGER, name, "filter*", says, example, kinds)(_all_hold)

    def effect(self, name: str, params: str, says: str, example: str) -> Callable[[Fn], Fn]:
        """Return a decorator that adds an effect word: it returns the occurrences it would cause."""
        return self.add(Kind.EFFECT, name, params, says, example)

    def grant(self, name: str, params: str, says: str, example: str) -> None:
        """Add a grant word: something a card or a player can be given. Its first argument says what it is about."""
        self.add(Kind.GRANT, name, params, says, example)(lambda ctx, about="text": about)


def _all_hold(ctx: Any, *conditions: Closure) -> bool:
    return all(ctx.judge(condition, ctx.it) for condition in conditions)


class Dialect(msgspec.Struct, frozen=True):
    """All that the card files of a game may say.

    `language` knows the words. `kinds` are the kinds of abilities, each with what it is for the engine (such as
    `action` or `triggered`). `numbers` are a card's numbers; `signed` ones may be negative. `zone_kinds` are the zones
    an ability may name, and `homes` gives for a card type the zone its abilities work from unless they say.
    `filter_facts` are the facts written as filters. `periods` are the periods a card may name beside those every game
    has, each with the kinds of frames it stands for (separated by spaces). `usual_limit` holds for an action or
    triggered ability that states no `limit`.
    """

    language: Language
    kinds: Mapping[str, str] = {}
    numbers: frozenset[str] = frozenset()
    signed: frozenset[str] = frozenset()
    zone_kinds: frozenset[str] = frozenset()
    homes: Mapping[str, str] = {}
    filter_facts: frozenset[str] = frozenset()
    periods: Mapping[str, str] = {}
    usual_limit: Limit | None = None

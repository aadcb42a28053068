"""Where words of the card language are collected: those every pack shares, and those a pack adds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rules.language.cards import Limit
from rules.language.expressions import Closure, Kind, Language, Word

Fn = Callable[..., Any]


class Lexicon:
    """Words being collected. Each is declared beside the function that computes it, with a sentence and an example."""

    def __init__(self, *others: Lexicon) -> None:
        self.words: dict[str, Word] = {}
        for other in others:
            self.words.update(other.words)

    def add(self, kind: Kind, name: str, params: str, says: str, example: str, kinds: str = "") -> Callable[[Fn], Fn]:
        """Declare a word; `params` are readings separated by spaces, `kinds` the occurrences a trigger listens for."""

        def declare(call: Fn) -> Fn:
            self.words[name] = Word(name, kind, tuple(params.split()), call, says, example, tuple(kinds.split()))
            return call

        return declare

    def value(self, name: str, params: str, says: str, example: str) -> Callable[[Fn], Fn]:
        """Declare a word that computes something."""
        return self.add(Kind.VALUE, name, params, says, example)

    def trigger(self, name: str, kinds: str, says: str, example: str) -> None:
        """Declare a trigger: its arguments are conditions that must all hold of the occurrence."""
        self.add(Kind.TRIGGER, name, "filter*", says, example, kinds)(_all_hold)

    def effect(self, name: str, params: str, says: str, example: str) -> Callable[[Fn], Fn]:
        """Declare a word that makes occurrences."""
        return self.add(Kind.EFFECT, name, params, says, example)

    def grant(self, name: str, params: str, says: str, example: str) -> None:
        """Declare something a card or player can be given; its first argument says what it is about."""
        self.add(Kind.GRANT, name, params, says, example)(lambda ctx, about="text": about)


def _all_hold(ctx: Any, *conditions: Closure) -> bool:
    return all(ctx.judge(condition, ctx.it) for condition in conditions)


class Dialect(msgspec.Struct, frozen=True):
    """What the card files of a game may say: its words, its kinds of abilities and what each is for the engine, the
    numbers a card has (`signed` ones may be negative), the kinds of zones, where the abilities of a card type work from
    unless they say, which facts are filters, the periods a card may name with the kinds of frames each stands for, and the limit of an ability that
    states none."""

    language: Language
    kinds: Mapping[str, str] = {}
    numbers: frozenset[str] = frozenset()
    signed: frozenset[str] = frozenset()
    zone_kinds: frozenset[str] = frozenset()
    homes: Mapping[str, str] = {}
    filter_facts: frozenset[str] = frozenset()
    periods: Mapping[str, str] = {}
    usual_limit: Limit | None = None

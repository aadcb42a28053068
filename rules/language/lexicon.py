"""Where words of the card language are collected: those every pack shares, and those a pack adds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.kernel.context import Context
from rules.language.expressions import Closure, Kind, Word

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


def _all_hold(ctx: Context, *conditions: Closure) -> bool:
    return all(ctx.judge(condition, ctx.it) for condition in conditions)

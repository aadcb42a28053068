"""Cards and their abilities as data: the shape a card file is compiled into."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rules.language.expressions import Closure, Word

Number = int | None


class Trigger(msgspec.Struct, frozen=True):
    """One alternative of a `when`: the occurrence kinds it listens for, and what must be true of them."""

    word: str
    kinds: tuple[str, ...]
    matches: Closure


class Choice(msgspec.Struct, frozen=True):
    """Something to be chosen: from where, among what, how many, by whom; `ordered` ones in an order that matters."""

    name: str
    text: str
    accepts: Closure
    zones: tuple[str, ...]
    least: int = 1
    most: int = 1
    by: str = "you"
    total: Closure | None = None
    words: tuple[str, ...] = ()
    ordered: bool = False
    chooser: Closure | None = None
    count: Closure | None = None

    def bounds(self, ctx: Any) -> tuple[int, int]:
        """How many must and may be chosen now; a count the card computes is both."""
        if self.count is None:
            return self.least, self.most
        amount = max(0, int(self.count(ctx)))
        return amount, amount


class Effect(msgspec.Struct, frozen=True):
    """One effect word with its compiled arguments; calling it makes the occurrences it would cause."""

    word: Word
    arguments: tuple[Closure, ...]
    text: str

    def make(self, ctx: Any) -> Any:
        """The occurrences this effect would cause now."""
        return self.word.call(ctx, *[argument(ctx) for argument in self.arguments])


class Grant(msgspec.Struct, frozen=True):
    """What a constant ability or a lasting effect gives: a change of a value, an icon, a keyword, a prohibition …"""

    word: str
    about: str
    amount: Closure | None
    how: str
    text: str


class Sentence(msgspec.Struct, frozen=True):
    """A part of an effect that happens at once. `then` needs everything before it to have happened in full."""

    effects: tuple[Effect, ...]
    text: str
    then: bool = False
    may: bool = False
    condition: Closure | None = None
    choose: Choice | None = None
    until: str = ""
    to: Closure | None = None
    grants: tuple[Grant, ...] = ()


class Limit(msgspec.Struct, frozen=True):
    """At most `count` uses in a `period`; `title` counts every copy of the card by name."""

    count: int
    period: str
    title: bool = False


class Ability(msgspec.Struct, frozen=True):
    """A sentence, a trigger and an effect, side by side."""

    key: str
    kind: str
    says: str
    slot: str = ""
    phase: str = ""
    where: str = "play"
    triggers: tuple[Trigger, ...] = ()
    condition: Closure | None = None
    cost: tuple[Effect, ...] = ()
    cost_choice: Choice | None = None
    targets: tuple[Choice, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    limits: tuple[Limit, ...] = ()
    cancellable: bool = True
    affects: Closure | None = None
    players: Closure | None = None
    during: Closure | None = None
    grants: tuple[Grant, ...] = ()
    rule: str = ""
    later: tuple[Sentence, ...] = ()
    reaches: str = "play"
    x: Closure | None = None
    words: frozenset[str] = frozenset()
    """The words of the card language its texts use."""
    asks: str = ""

    @property
    def clause(self) -> str:
        """The clause on what it asks for, where the book has an entry named after its card: who chooses what, and how
        many.
        """
        entry = self.rule.partition("/")[2].partition("#")[0]
        return self.asks or (self.rule if entry and entry == self.key.rpartition("#")[0] else "")


class Card(msgspec.Struct, frozen=True):
    """A printed card: facts, and abilities in our own words."""

    id: str
    name: str
    type: str
    faction: str = ""
    unique: bool = False
    loyal: bool = False
    traits: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()
    numbers: Mapping[str, Number] = {}
    abilities: tuple[Ability, ...] = ()
    facts: Mapping[str, Any] = {}
    training: bool = False
    unwritten: bool = False

    def number(self, name: str) -> int:
        """A printed number; an absent one and a dash read as 0 where a number is needed."""
        return self.numbers.get(name) or 0


Cards = Mapping[str, Card]
FindCard = Callable[[str], Card]

UNKNOWN = Card(id="", name="unknown card", type="unknown")


class Portion(msgspec.Struct, frozen=True):
    """Some copies of one card."""

    count: int
    card: Card
    line: int = 0


class Deck(msgspec.Struct, frozen=True):
    """Everything of a deck list, by the heading it is under (`faction`, `agenda`, `plots`, `cards` …)."""

    parts: dict[str, tuple[Portion, ...]]

    def under(self, heading: str) -> tuple[Portion, ...]:
        """What is written under a heading."""
        return self.parts.get(heading, ())

    def size(self, heading: str) -> int:
        """How many cards are under a heading."""
        return sum(portion.count for portion in self.under(heading))


class DeckCheck(msgspec.Struct, frozen=True):
    """One condition of a legal deck, with its rule; `line` is the line that breaks it, if one does."""

    rule: str
    says: str
    holds: bool
    line: int = 0

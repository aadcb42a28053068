"""Cards, their abilities and deck lists as data: the shapes that card files and deck files are compiled into."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import msgspec

from rules.language.expressions import Closure, Word

Number = int | None
"""A printed number; None where an X or a dash is printed."""


class Card(msgspec.Struct, frozen=True, dict=True):
    """A printed card: its facts, and its abilities in our own words, which `compiled` compiles when they are asked for.

    `numbers` are printed values such as cost and strength; `dashes` names those printed as a dash, which is neither a
    number nor an X. `facts` are for the game's own code. A `training` card is for examples, not for decks. An
    `unwritten` card has abilities that nobody has written down yet; those do nothing.
    """

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
    dashes: frozenset[str] = frozenset()
    compiled: Callable[[], tuple[Ability, ...]] = tuple
    facts: Mapping[str, Any] = {}
    training: bool = False
    unwritten: bool = False

    @cached_property
    def abilities(self) -> tuple[Ability, ...]:
        """The abilities in the order of the card's text. The first time, raises `CardError` if one is written wrongly.

        Most games use few of a pack's cards, so that most abilities are never compiled.
        """
        return self.compiled()

    def number(self, name: str) -> int:
        """Return a printed number; 0 for an X, a dash, or a number the card does not have."""
        return self.numbers.get(name) or 0

    def shown(self, name: str) -> str:
        """Return a printed number as it stands on the card: `–` for a dash, `X` for an X."""
        value = self.numbers[name]
        return str(value) if value is not None else "–" if name in self.dashes else "X"


UNKNOWN = Card(id="", name="unknown card", type="unknown")
"""The card of every component whose printed card is not known."""


class Ability(msgspec.Struct, frozen=True):
    """One ability of a card, compiled from a `[[card.ability]]` table.

    The keys of that table are explained in `docs/abilities.md`. Some have another name here: `if` is `condition`,
    `pays` is `cost_choice`, `do` is `sentences`, `to` is `affects`, `while` is `during`. `key` is the card's id with
    the number of the ability, such as `kingslayer#1`. `slot` is the kind, with `!` if a trigger says that something
    *would* happen. `later` are the sentences of its delayed effect.
    """

    key: str
    kind: str
    says: str
    slot: str = ""
    phase: str = ""
    where: str = "play"
    triggers: tuple[Trigger, ...] = ()
    condition: Closure | None = None
    condition_text: str = ""
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
    """The words of the card language that its texts use."""
    asks: str = ""

    @property
    def clause(self) -> str:
        """The clause to cite when something is chosen or paid that the ability does not ask for.

        It is `asks`, else `rule` if the book's entry is named after the card, else an empty string.
        """
        entry = self.rule.partition("/")[2].partition("#")[0]
        return self.asks or (self.rule if entry and entry == self.key.rpartition("#")[0] else "")


class Trigger(msgspec.Struct, frozen=True):
    """One alternative of an ability's `when`: a trigger word, the kinds of occurrences it listens for, and a filter.

    `matches` says whether an occurrence of those kinds sets the ability off; `text` is its source.
    """

    word: str
    kinds: tuple[str, ...]
    matches: Closure
    text: str = ""


class Choice(msgspec.Struct, frozen=True):
    """Components or a word to be chosen for an ability, and who chooses.

    Components lie in `zones` and fit the filter `accepts`, whose source is `text`; `total` must hold of all that are
    chosen together. With `words`, one of these is named instead. `by` says who chooses (`you`, `opponent`, `each` …);
    `chooser` computes that player where `by` is an expression. `count` computes how many, in place of `least` and
    `most`. With `ordered`, the order of what is chosen matters. Without `aims`, what is picked is no target, such as a
    card to be sacrificed. The answer is kept in the frame under `name`.
    """

    name: str
    text: str
    accepts: Closure
    zones: tuple[str, ...]
    least: int = 1
    most: int = 1
    by: str = "you"
    total: Closure | None = None
    total_text: str = ""
    words: tuple[str, ...] = ()
    ordered: bool = False
    chooser: Closure | None = None
    count: Closure | None = None
    aims: bool = True

    def bounds(self, ctx: Any) -> tuple[int, int]:
        """Return how many must be chosen and how many may be; both are the computed `count` if there is one."""
        if self.count is None:
            return self.least, self.most
        amount = max(0, int(self.count(ctx)))
        return amount, amount


class Effect(msgspec.Struct, frozen=True):
    """An effect word with its compiled arguments, such as `kill(target)`; `text` is its source."""

    word: Word
    arguments: tuple[Closure, ...]
    text: str

    def make(self, ctx: Any) -> Any:
        """Return the occurrences that this effect would cause now, without causing them."""
        return self.word.call(ctx, *[argument(ctx) for argument in self.arguments])


class Grant(msgspec.Struct, frozen=True):
    """Something a constant ability or a lasting effect gives: a change of a value, an icon, a keyword, a prohibition.

    For `strength + 2`, `word` is `modify`, `about` is `strength`, `how` is `add` and `amount` computes 2. For a grant
    word such as `icon(military)`, `word` is that word, `about` its first argument and `how` is `has`.
    """

    word: str
    about: str
    amount: Closure | None
    how: str
    text: str


class Sentence(msgspec.Struct, frozen=True):
    """A part of an effect that happens at once.

    With `then`, it happens only if everything before it happened in full; with `may`, only if the player wants it; with
    `condition`, only if that holds. `choose` is chosen first. A sentence with `until` begins a lasting effect instead:
    it gives the `grants` to what `to` computes, until the end of that period.
    """

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
    """At most `count` uses by each player in a `period` such as `round`: of this copy or, with `title`, of any copy."""

    count: int
    period: str
    title: bool = False


class Portion(msgspec.Struct, frozen=True):
    """A line of a deck list: some copies of one card, and the number of the line."""

    count: int
    card: Card
    line: int = 0


class Deck(msgspec.Struct, frozen=True):
    """A deck list: its portions by the heading they are under (`faction`, `agenda`, `plots`, `cards` …)."""

    parts: dict[str, tuple[Portion, ...]]

    def under(self, heading: str) -> tuple[Portion, ...]:
        """Return the portions under a heading; none if the deck has no such heading."""
        return self.parts.get(heading, ())

    def size(self, heading: str) -> int:
        """Return how many cards are under a heading, every copy counted."""
        return sum(portion.count for portion in self.under(heading))


class DeckCheck(msgspec.Struct, frozen=True):
    """One condition of a legal deck, with its rule, and whether the deck meets it.

    `line` is the line of the deck list that breaks it, or 0.
    """

    rule: str
    says: str
    holds: bool
    line: int = 0

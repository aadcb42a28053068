"""What a pack gives the kernel: its words, cards, procedures and sequence as data, and a few questions only it can
answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Sequence as Several
from copy import copy
from typing import TYPE_CHECKING, Any, Self

import msgspec

from ledger.events import Component, Move, Occurrence, Seat, ZoneSpec
from ledger.table import Entity, Frame
from rules.errors import RulesError
from rules.kernel.notation import Notation
from rules.kernel.timing import Procedure, Sequence, Slot
from rules.language.cards import Ability, Card, Choice, Deck, DeckCheck, Limit
from rules.language.expressions import Closure
from rules.language.lexicon import Dialect

if TYPE_CHECKING:
    from rules.kernel.asks import Check, Pick
    from rules.kernel.context import Use
    from rules.kernel.position import Position


class Happening(msgspec.Struct, frozen=True):
    """What a kind of occurrence does to the table, whether it could change anything now, and how it reads.

    `whole` says whether it would be carried out in full: "then" and costs need that, reactions do not. `rule` is the clause
    that says what it does.
    """

    kind: str
    apply: Callable[[Position, Occurrence, Frame], None]
    could: Callable[[Position, Occurrence], bool]
    says: Callable[[Position, Occurrence], str]
    whole: Callable[[Position, Occurrence], bool] | None = None
    rule: str = ""


class Action(msgspec.Struct, frozen=True):
    """Something a player may do in a window that no card says, such as bringing a card into play."""

    verb: str
    offers: Callable[[Position, str, Frame], Iterable[Move]]
    checks: Callable[[Position, str, Move, Frame], list[Check]]
    perform: Callable[[Position, str, Move, Frame], None]


class Fading(msgspec.Struct, frozen=True):
    """Players' tokens that are set anew before anything asks for them: the rules do so while a frame of these kinds is
    open, cards by these words."""

    frames: frozenset[str]
    words: frozenset[str]


class Case(msgspec.Struct, frozen=True):
    """What failed, for whoever names the clause: whose it is, and the use, the target or the opportunity in question."""

    player: str = ""
    use: Use | None = None
    ability: Ability | None = None
    choice: Choice | None = None
    number: int = 0
    frame: Frame | None = None
    slot: Slot | None = None


Closer = Callable[["Position", Case], str]
"""A clause closer to what failed than the general one of a condition, or an empty string."""


class Pack:
    """A game. Subclasses fill in the data and answer the questions below."""

    id: str = ""
    title: str = ""
    version: str = "1.0"
    dialect: Dialect
    formats: Mapping[str, tuple[int, int]] = {}
    cards: dict[str, Card]
    procedures: Mapping[str, Procedure] = {}
    sequence: Sequence
    happenings: Mapping[str, Happening] = {}
    rules: Mapping[str, str] = {}
    closer: Mapping[str, Closer] = {}
    """For a condition that failed, what names a closer clause than `rules` does; `do VERB` is for what is nothing to do
    in a window.
    """
    actions: Several[Action] = ()
    periods: Mapping[str, str] = {}
    notation: Notation = Notation()
    deck_headings: Mapping[str, bool] = {"faction": False, "agenda": False, "plots": True, "cards": True}
    """The headings of a deck list, and whether each line under one begins with a number of copies."""
    bans: tuple[str, ...] = ()
    """What cards may say a player or a card "cannot" do that keeps an ability from being used: they are named with the
    reason.
    """
    idle_uses: bool = False
    """Whether an ability may be used, and a card named for it, that could change nothing."""
    fading: Mapping[str, Fading] = {}
    """Players' tokens that say nothing between the times they are set."""
    counts: frozenset[str] = frozenset({"round", "wave"})
    """Slots of frames in which a number is how many there are of something, and never a component's."""
    same_when_moved: bool = False
    """Whether a card that moved is still the same one: what it answered and what was used of it stays so."""

    def __init__(self) -> None:
        self.cards = {}
        self._filters: dict[str, Closure] = {}
        self._abilities: dict[str, Ability | None] = {}

    def extended(self, cards: Iterable[Card]) -> Self:
        """The same game with a judge's own cards beside the packaged ones (and before them, where an id is the same)."""
        other = copy(self)
        other.cards = {**self.cards, **{card.id: card for card in cards}}
        other._abilities = {}
        return other

    def check_cards(self, cards: Several[Card]) -> list[tuple[str, str]]:
        """What is wrong with the cards of a file taken together, such as a map: the id of a card and a sentence."""
        return []

    def rule(self, name: str) -> str:
        """The rule id the kernel's condition or step of this name stands for in this game."""
        return self.rules[name]

    def clause(self, pos: Position, condition: str, case: Case, general: str = "") -> str:
        """The clause a failed condition stands on: the closest the game has, else the general one."""
        found = self.closer.get(condition)
        return (found(pos, case) if found is not None else "") or general or self.rules[condition]

    def zones(self, seats: Several[Seat], format: str) -> tuple[ZoneSpec, ...]:
        """The zones of a game with these seats."""
        raise NotImplementedError

    def deal(self, seats: Several[Seat], format: str, pick: Pick) -> tuple[tuple[Seat, ...], tuple[Component, ...]]:
        """Seats with their factions and legal components for a random game; `pick` supplies the randomness."""
        raise NotImplementedError

    def abilities_of(self, pos: Position, entity: Entity) -> tuple[Ability, ...]:
        """What a component offers where it is, as it is marked."""
        raise NotImplementedError

    def in_play(self, pos: Position, entity: Entity) -> bool:
        """Whether a component is in play: mostly a matter of its zone, sometimes of its type or face too."""
        return pos.table.specs[entity.zone].inplay

    def zone_kind(self, pos: Position, entity: Entity) -> str:
        """The kind of zone a component is in, as abilities speak of it; several zones may be of one kind."""
        return entity.zone.partition(".")[2]

    def usable(self, pos: Position, entity: Entity, ability: Ability) -> bool:
        """Whether a component's text counts now (it is not blank)."""
        return True

    def forbidden(self, pos: Position, player: str, entity: Entity, ability: Ability) -> str:
        """The rule id of a prohibition on using this ability now, or an empty string."""
        return ""

    def extra_uses(self, pos: Position, use: Use, limit: Limit) -> int:
        """How many more uses than its limit says something grants an ability."""
        return 0

    def user(self, pos: Position, entity: Entity) -> str:
        """Whose the abilities of a component in play are to use: its controller's, unless another component gains them."""
        return entity.controller

    def ability(self, key: str) -> Ability | None:
        """The ability of this key, on whatever card; None if there is none."""
        if key not in self._abilities:
            card, _, number = key.rpartition("#")
            found = self.cards.get(card)
            at = int(number) - 1 if number.isdigit() else -1
            self._abilities[key] = found.abilities[at] if found is not None and 0 <= at < len(found.abilities) else None
        return self._abilities[key]

    def leads(self, pos: Position, frame: Frame) -> str:
        """Who has the first opportunity in an action window."""
        return pos.first

    def settle(self, pos: Position, changed: set[type[Any]]) -> bool:
        """Look at standing conditions and victory after events of these types; open a frame or end the game if one
        asks for it."""
        return False

    def survey(self, pos: Position) -> object | None:
        """What to look at before something happens, to notice afterwards what came of it; None if nothing asks for
        that.

        It is taken before every move and every moment, and kept as `pos.watch` for the questions asked in between
        (`settle`)."""
        return None

    def noticed(self, pos: Position, survey: Any) -> tuple[Occurrence, ...]:
        """What has also happened with a moment's occurrences, compared with the survey before them: abilities answer
        it, too.
        """
        return ()

    def played(self, pos: Position, player: str, entity: Entity, ability: Ability) -> tuple[Occurrence, ...]:
        """What using a card's ability also is, such as playing an event."""
        return ()

    def finished(self, pos: Position, frame: Frame) -> None:
        """What becomes of the card whose ability just resolved, before anyone may react."""

    def extra_cost(
        self, pos: Position, player: str, entity: Entity, ability: Ability, frame: Frame | None
    ) -> tuple[Occurrence, ...]:
        """What using a card costs beyond what its ability says, such as its printed price."""
        return ()

    def deck_checks(self, deck: Deck) -> list[DeckCheck]:
        """Every condition of a legal deck."""
        raise RulesError(f"the rules for building decks of {self.title or self.id} are not in this pack")

    def read_printed(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """The keys of a card file for a card as public card lists give it."""
        raise RulesError(f"public card lists of {self.title or self.id} cannot be read")

    def immune(self, pos: Position, number: int, source: int) -> bool:
        """Whether a component cannot be affected or chosen by effects of this source."""
        return False

    def unaffected(self, pos: Position, number: int, source: int) -> bool:
        """Whether no effect of this source touches a component, chosen or not."""
        return False

    def candidates(self, pos: Position, player: str, zone: str) -> Iterable[int]:
        """The components in the zones of a kind that an ability of this player may look among."""
        if zone == "play":
            return [n for name, spec in pos.table.specs.items() if spec.inplay for n in pos.table.zones[name]]
        return [n for name in pos.table.zones if name.partition(".")[2] == zone for n in pos.table.zones[name]]

    def filter(self, text: str) -> Closure:
        """A filter kept as text by a card's facts or an effect, compiled once."""
        found = self._filters.get(text)
        if found is None:
            found = self._filters[text] = self.dialect.language.compile(text)
        return found

    def name(self, pos: Position, number: int) -> str:
        """How a component is called in explanations."""
        return pos.card(number).name

"""`Pack`, the base class of every game: its data, and the questions that each game answers in its own way.

A pack is mostly data: words, cards, procedures, the trigger sequence, the clause behind each condition. The methods of
`Pack` are the questions that remain. Each has a default that fits most games; a pack overrides what its rulebook says
differently. docs/adding-a-game.md goes through all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Sequence as Several
from copy import copy
from typing import TYPE_CHECKING, Any, Protocol, Self

import msgspec

from ledger.events import Component, ControlChanged, Move, Moved, Occurrence, Seat, ZoneSpec
from ledger.table import Entity, Frame, Meanings
from rules.kernel.layout import Layout
from rules.kernel.notation import Notation
from rules.kernel.sayings import Sayings
from rules.kernel.timing import Procedure, Sequence, Slot
from rules.language.cards import Ability, Card, Choice, Deck, DeckCheck
from rules.language.expressions import Closure
from rules.language.lexicon import Dialect

if TYPE_CHECKING:
    from rules.kernel.asks import Ask, Check, Pick
    from rules.kernel.context import Use
    from rules.kernel.position import Position


class Happening(msgspec.Struct, frozen=True):
    """One kind of occurrence: how it changes the table, whether it could change anything now, and its sentence.

    `whole` tells whether it would be carried out in full (None: always). A "then" and a cost need that, reactions do
    not. `rule` is the clause that says what the occurrence does. `savable` tells whether a component that was saved
    from an earlier part of the same effect is spared this occurrence, too (None: never). `needs` says in words what it
    needs in order to change something: "only a kneeling card stands". `idle` tells whether an ability that brings it
    may be used although it could change nothing now: gold may be gained where there is no room for it.
    """

    kind: str
    apply: Callable[[Position, Occurrence, Frame], None]
    could: Callable[[Position, Occurrence], bool]
    says: Callable[[Position, Occurrence], str]
    whole: Callable[[Position, Occurrence], bool] | None = None
    rule: str = ""
    savable: Callable[[Occurrence], bool] | None = None
    needs: str = ""
    idle: bool = False


class Action(msgspec.Struct, frozen=True):
    """Something a player may do in an action window without a card's ability, such as bringing a card into play.

    `offers` lists legal moves worth listing, `checks` judges one move condition by condition, `perform` carries it out.
    """

    verb: str
    offers: Callable[[Position, str, Frame], Iterable[Move]]
    checks: Callable[[Position, str, Move, Frame], list[Check]]
    perform: Callable[[Position, str, Move, Frame], None]


class ZoneTable(msgspec.Struct, frozen=True):
    """The zones of a game as a literal: `owned` ones exist once a player, `shared` ones once.

    A row is the kind of zone, who may look into it ("all", "owner" or "none"), and whether what lies there is in play.
    The zone of kind `hand` of player A is called `A.hand`; a shared one by its kind alone. `homes` gives, for each type
    of card, the kinds of zones such a card ever lies in, owned or shared; `*` is every shared zone in play.
    """

    owned: tuple[tuple[str, str, bool], ...] = ()
    shared: tuple[tuple[str, str, bool], ...] = ()
    homes: Mapping[str, str] = {}

    def spelled_out(self, seats: Iterable[Seat]) -> tuple[ZoneSpec, ...]:
        """Return the zones of this table for these seats: each player's, then the shared ones."""
        owned = (
            ZoneSpec(f"{seat.player}.{kind}", seat.player, seen, inplay)
            for seat in seats
            for kind, seen, inplay in self.owned
        )
        return (*owned, *(ZoneSpec(kind, "", seen, inplay) for kind, seen, inplay in self.shared))


class Watch(Protocol):
    """Compares the table before and after something happens, for games whose cards answer a change of a value.

    An example is "after a character's strength is raised": no single occurrence says so, only the comparison shows it.
    """

    def before(self, pos: Position) -> object | None:
        """Return a measurement of the table as it is now, or None if no card in the game asks for a change."""

    def after(self, pos: Position, seen: Any) -> tuple[Occurrence, ...]:
        """Return the changes since the measurement `seen`, as occurrences that abilities may answer."""


class Deckbuilding(msgspec.Struct, frozen=True):
    """How decks of a game are written and judged.

    `headings` are the headings of a deck list, and whether each line under one begins with a number of copies.
    `checks` judges a deck against the cards of the pack, condition by condition.
    """

    headings: Mapping[str, bool]
    checks: Callable[[Mapping[str, Card], Deck], list[DeckCheck]]


class Fading(msgspec.Struct, frozen=True):
    """When the number of a kind of token matters: while a frame of these kinds is open, or if a card uses these words.

    At all other times it is set anew before anything reads it, so two tables that differ only in it are the same.
    `words` are words of the card language.
    """

    frames: frozenset[str]
    words: frozenset[str]


class Exploring(msgspec.Struct, frozen=True):
    """What helps `lastword explore` to recognise two situations as the same. It changes speed, never an answer.

    `fading` are players' tokens whose number does not matter most of the time. `counts` are names in frames' memory
    under which a number is an amount, never a component's number.
    """

    fading: Mapping[str, Fading] = {}
    counts: frozenset[str] = frozenset({"round", "wave"})


MEANINGS = Meanings(
    components=frozenset({"entity", "host", "playing"}),
    frames=frozenset({"began", "ended", "lasting", "saving", "replacing", "cancelling"}),
    secrets=frozenset(),
)
"""What every game's frames have: the component of an ability, the one it is attached to, the one being played."""


def meanings(components: str = "", named: str = "", frames: str = "", secrets: str = "") -> Meanings:
    """Return what every game's frames have and what this game adds to it, as words separated by spaces."""
    return Meanings(
        (MEANINGS.components or frozenset()) | frozenset(components.split()),
        frozenset(named.split()),
        MEANINGS.frames | frozenset(frames.split()),
        frozenset(secrets.split()),
    )


class Failure(msgspec.Struct, frozen=True):
    """The circumstances of a failed condition, for the function that names its clause.

    Conditions of a use give `use` and `ability`; those of a target `ability`, `number` (the component) and mostly
    `choice`; those of an opportunity `frame` and `slot` (None in an action window). `player` is the one whose move
    failed; for `priority` it is the player whose opportunity it is.
    """

    player: str = ""
    use: Use | None = None
    ability: Ability | None = None
    choice: Choice | None = None
    number: int = 0
    frame: Frame | None = None
    slot: Slot | None = None

    @property
    def of_use(self) -> Use:
        """The use whose condition failed. Only functions in `closer` for conditions of a use may ask for it."""
        assert self.use is not None
        return self.use


CloserClause = Callable[["Position", Failure], str]
"""Returns the clause that says exactly why a condition failed, or "" if the general one says it best."""


CloserWords = Callable[["Position", Failure], tuple[str, str] | None]
"""Returns what a failed condition needed and what was so instead, as two sentences; None if the shared words do."""


class AskedAt(msgspec.Struct, frozen=True):
    """When the question is asked that moves of a verb answer: the clause that says so, and a sentence.

    AskedAt("hbo/plot-1#1", "a plot is picked at the beginning of the plot phase")
    """

    rule: str
    says: str


Elsewhere = Callable[["Position", "Ask", str, Move], "list[Check]"]
"""Returns the conditions of a player's move at a question that it cannot answer; see `Ask.elsewhere`."""


AnsweredBefore = Callable[["Position", str, Move], "Check | None"]
"""Returns the failed condition of a player's second answer to a question asked once; None if there was no first."""


class Pack:
    """A game: its data, and its answers to the questions of the kernel."""

    id: str = ""
    title: str = ""
    version: str = "1.0"
    formats: Mapping[str, tuple[int, int]] = {}
    """Each format with the smallest and largest number of players; the first is the default."""
    dialect: Dialect
    """What the card files of this game may say."""
    cards: dict[str, Card]
    zone_table: ZoneTable = ZoneTable()
    procedures: Mapping[str, Procedure] = {}
    """The steps of each kind of frame."""
    sequence: Sequence
    """The windows around anything that happens."""
    happenings: Mapping[str, Happening] = {}
    """Every kind of occurrence."""
    rules: Mapping[str, str] = {}
    """The clause behind each condition and step the kernel knows by name."""
    closer: Mapping[str, CloserClause] = {}
    """For conditions that failed: functions that name a closer clause than `rules` does.

    The key `do VERB` is for a verb that is no action of the window it was tried in.
    """
    closer_words: Mapping[str, CloserWords] = {}
    """For conditions of a use or a target that failed: functions that say it closer than the words all games share.

    The key `do VERB` is for a verb that answers a question of its own, tried at another one: where it belongs, and what
    is so instead. `closer` then names the clause under the same key.
    """
    answered: Mapping[str, AnsweredBefore] = {}
    """For a verb, the function that returns the failed condition of a second answer, told instead of what is asked now.

    It returns None if the player has not answered such a question yet.
    """
    asked_at: Mapping[str, AskedAt] = {}
    """For verbs that answer a question of the rules: when that question is asked.

    Such a move that is tried at another question is refused by this clause alone, whoever is asked there.
    """
    actions: Several[Action] = ()
    notation: Notation = Notation()
    bans: tuple[str, ...] = ()
    """What a card may say a player or a card "cannot" do, so that an ability may not be used.

    A refusal names the cards that say so.
    """
    idle_uses: bool = False
    """Whether an ability may be used, or aimed at a card, although it could change nothing."""
    same_when_moved: bool = False
    """Whether a card that left its zone and came back is still the same one.

    Then the occurrences it answered and the uses made of it stay counted.
    """
    place_names: Mapping[str, str] = {}
    """What kinds of zones are called in sentences for people, where the kind itself is no name."""
    place_phrases: Mapping[str, str] = {}
    """For kinds of zones where something is not "in" the zone: where it is, in words, with the player as {who}.

        {"bid": "laid down as {who}'s bid", "road": "on the Great Road"}
    """
    choice_places: Mapping[str, str] = {}
    """For kinds of zones that choices look into: where a component chosen there is, in words.

    A refused choice then says it: "a card of Ada in the clash".
    """
    type_names: Mapping[str, str] = {}
    """What types of cards are called in sentences for people, where the type itself is no name."""
    prevented_uses: bool = True
    """Whether a use that ended because its cost was prevented counts toward limits."""
    paid_frames: Several[str] = ("ability",)
    """The kinds of frames in which a cost is paid first. A move made against the rules goes on in them unpaid."""
    watch: Watch | None = None
    deckbuilding: Deckbuilding | None = None
    printed: Callable[[Mapping[str, Any]], dict[str, Any]] | None = None
    """Turns a record of a public card list into the keys of a card file."""
    exploring: Exploring = Exploring()
    layout: Layout = Layout()
    """What the table looks like. A game that gives none is shown zone by zone."""
    sayings: Sayings = Sayings()
    """What frames remember and what is counted, in sentences. Keys without one are told by their words alone."""
    backs: Mapping[str, str] = {}
    """For types of cards that are told by their back: the mark of a card of that type which somebody does not know."""
    meanings: Meanings = Meanings()
    """The meanings of numbers in frames, and what is chosen in secret: a player's view leaves out what is hidden."""

    def __init__(self) -> None:
        self.cards = {}
        self._filters: dict[str, Closure] = {}
        self._abilities: dict[str, Ability | None] = {}
        self.elsewhere: Elsewhere | None = None
        """Says why a use or an action of a window answers no other question. The catalogue gives it to every game."""

    # Questions with an answer that fits every game. Packs do not override these.

    def rule(self, name: str) -> str:
        """Return the clause that a condition or step of the kernel stands for in this game; KeyError if it has none."""
        return self.rules[name]

    def clause(self, pos: Position, condition: str, failure: Failure, general: str = "") -> str:
        """Return the clause a failed condition stands on.

        It is the one that the game's function in `closer` names, else `general`, else the clause in `rules`.
        """
        find = self.closer.get(condition)
        return (find(pos, failure) if find is not None else "") or general or self.rules[condition]

    def ability(self, key: str) -> Ability | None:
        """Return the ability with this key, such as `eddard-stark#1`, or None if no card of the pack has it."""
        if key not in self._abilities:
            card, _, number = key.rpartition("#")
            found = self.cards.get(card)
            at = int(number) - 1 if number.isdigit() else -1
            self._abilities[key] = found.abilities[at] if found is not None and 0 <= at < len(found.abilities) else None
        return self._abilities[key]

    def filter(self, text: str) -> Closure:
        """Return a filter that a card or an effect keeps as text, compiled the first time it is asked for."""
        found = self._filters.get(text)
        if found is None:
            found = self._filters[text] = self.dialect.language.compile(text)
        return found

    # Setting up.

    def extended(self, cards: Iterable[Card]) -> Self:
        """Return a copy of the game with a judge's own cards added; they replace packaged ones with the same id.

        The game itself is not changed.
        """
        other = copy(self)
        other.cards = {**self.cards, **{card.id: card for card in cards}}
        other._abilities = {}
        return other

    def check_cards(self, cards: Several[Card]) -> list[tuple[str, str]]:
        """Return what is wrong with the cards of one file taken together (say, a map): a card's id and a sentence.

        By default nothing is looked at.
        """
        return []

    def zones(self, seats: Several[Seat], format: str) -> tuple[ZoneSpec, ...]:
        """Return every zone of a game with these seats."""
        return self.zone_table.spelled_out(seats)

    def deal(self, seats: Several[Seat], format: str, pick: Pick) -> tuple[tuple[Seat, ...], tuple[Component, ...]]:
        """Return for a random game the seats with their factions, and the components there are before setup.

        `pick` is the randomness. A pack that deals no random games raises `NotImplementedError`.
        """
        raise NotImplementedError

    # Components and their texts.

    def in_play(self, pos: Position, entity: Entity) -> bool:
        """Whether a component is in play: mostly a matter of its zone, in some games of its type or face too."""
        return pos.table.specs[entity.zone].inplay

    def zone_kind(self, pos: Position, entity: Entity) -> str:
        """Return the kind of zone a component is in, as card texts call it; several zones may be of one kind.

        By default it is `hand` for `A.hand`, and "" for every shared zone.
        """
        return entity.zone.partition(".")[2]

    def abilities_of(self, pos: Position, entity: Entity) -> tuple[Ability, ...]:
        """Return the abilities a component offers where it lies, as it is marked.

        By default they are the printed ones that work from there.
        """
        card = self.cards.get(entity.card)
        return self.working(pos, entity, card.abilities) if card is not None and card.abilities else ()

    def working(self, pos: Position, entity: Entity, abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
        """Return those of a component's abilities that work from the zone it is in."""
        where = "play" if self.in_play(pos, entity) else self.zone_kind(pos, entity)
        return tuple(ability for ability in abilities if ability.where == where)

    def usable(self, pos: Position, entity: Entity, ability: Ability) -> bool:
        """Whether the text of a component counts now (by default always); in most games a blank one does not."""
        return True

    def bearer(self, pos: Position, entity: Entity) -> Entity:
        """Return the component whose text an ability is; its controller uses the ability.

        That is the card itself (the default), unless another gains its text: the character an attachment is on.
        """
        return entity

    def candidates(self, pos: Position, player: str, zone: str) -> Iterable[int]:
        """Return the components a player's ability may look among when it names a kind of zone.

        By default they are those in every player's zone of the kind, and for `play` those in all zones in play.
        """
        if zone == "play":
            return [n for name, spec in pos.table.specs.items() if spec.inplay for n in pos.table.zones[name]]
        return [n for name in pos.table.zones if name.partition(".")[2] == zone for n in pos.table.zones[name]]

    def name(self, pos: Position, number: int) -> str:
        """Return the name of a component in sentences for people."""
        return pos.card(number).name

    def put_by_hand(self, pos: Position, number: int, zone: str, player: str) -> None:
        """Put a component into a zone, under the control of a player, because somebody corrects the table.

        What must not stay behind goes along: what is attached to a card that leaves play, its tokens, its part in a
        contest. Nothing is gained or answered. Only events of `ledger.events.Change` may be emitted. By default the
        component moves, and everything on it stays.
        """
        pos.emit(Moved(number, zone))
        if pos.entity(number).controller != player:
            pos.emit(ControlChanged(number, player))

    # Using abilities.

    def leads(self, pos: Position, frame: Frame) -> str:
        """Return the player who has the first opportunity in an action window; by default the first player."""
        return pos.first

    def forbidden(self, pos: Position, player: str, entity: Entity, ability: Ability) -> str:
        """Return the clause that forbids using this ability now although its own text would allow it, or ""."""
        return ""

    def extra_cost(
        self, pos: Position, player: str, entity: Entity, ability: Ability, frame: Frame | None
    ) -> tuple[Occurrence, ...]:
        """Return the cost of a use beyond what the ability says, such as the printed price of a card.

        `frame` is the frame of the use while it is being paid for; it is None while somebody only asks whether the use
        could be paid for, and then nothing may be emitted.
        """
        return ()

    def played(self, pos: Position, player: str, entity: Entity, ability: Ability) -> tuple[Occurrence, ...]:
        """Return the further occurrences that a use is: using the ability of an event card is playing that card."""
        return ()

    def finished(self, pos: Position, frame: Frame) -> None:
        """Put away the card whose ability has resolved or was cancelled, before anyone may react (default: do nothing).

        `frame` is the frame of the ability.
        """

    def immune(self, pos: Position, number: int, source: int) -> bool:
        """Whether a component cannot be chosen by an ability of this source."""
        return False

    def unaffected(self, pos: Position, number: int, source: int) -> bool:
        """Whether effects of this source do not touch a component, chosen or not."""
        return False

    # After every change.

    def settle(self, pos: Position, changed: set[type[Any]]) -> bool:
        """Look at standing conditions and victory after events of these types, and return whether anything was done.

        Where a condition asks for it, open a frame, put something right or end the game. By default nothing is done.
        """
        return False

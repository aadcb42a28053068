"""What an expression on a card can see: whose card it is, which component is being judged, and what triggered it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.events import LastKnown, Move, Occurrence
from ledger.table import Entity, Frame, Table
from rules.language.cards import Ability, Sentence
from rules.language.expressions import Closure, truth

if TYPE_CHECKING:
    from rules.kernel.position import Position
    from rules.kernel.timing import Slot
    from rules.language.cards import Ability, Card, Limit


PREVENTED = "prevented"
"""Stands before the key of a use that ended because its cost was prevented, in games where that is no use."""


class Context:
    """Everything the words of the card language can see.

    `self` is the card, `you` its player, `it` the component a filter judges, `player` the player a filter judges, `occ`
    the occurrence that triggered an ability (with its frame `moment` and its index `occ_index` there). `chosen` and
    `said` are the picks and words so far, by the name of the choice; `legal` are the legal targets that were found
    already. `paying` tells whether an effect word is paying a cost.
    """

    __slots__ = (
        "ability",
        "chosen",
        "frame",
        "it",
        "legal",
        "moment",
        "occ",
        "occ_index",
        "paying",
        "player",
        "pos",
        "said",
        "self",
        "you",
    )

    def __init__(self, pos: Position, source: int, you: str, ability: Ability | None = None) -> None:
        self.pos = pos
        self.self = source
        self.you = you
        self.ability = ability
        self.it: int = source
        self.occ: Occurrence | None = None
        self.occ_index = -1
        self.moment: Frame | None = None
        self.frame: Frame | None = None
        self.chosen: dict[str, list[int]] = {}
        self.legal: dict[str, list[int]] = {}
        self.said: dict[str, str] = {}
        self.player = ""
        self.paying = False

    @property
    def table(self) -> Table:
        """The table of the position."""
        return self.pos.table

    def triggered_by(self, moment: Frame, index: int) -> Context:
        """Set the occurrence that triggered the ability, and `it` to its subject; return the context itself."""
        self.moment = moment
        self.occ_index = index
        self.occ = moment.occurrences[index]
        self.it = self.occ.subject
        return self

    def last(self, number: int) -> LastKnown | None:
        """Return last-known information about a component, if it is the subject of the triggering occurrence.

        None for any other component, and while the occurrence is imminent.
        """
        occ = self.occ
        return occ.last if occ is not None and occ.subject == number else None

    def controller(self, number: int) -> str:
        """Return who controls a card; of the triggering occurrence's subject, who controlled it when it happened.

        Without a card (0), such as the bearer of an attachment that nothing bears, it is "".
        """
        last = self.last(number)
        return last.controller if last else self.table.entities[number].controller if number else ""

    def card(self, number: int) -> Card:
        """Return the printed card of a component, or the unknown card."""
        return self.pos.card(number)

    def entity(self, number: int) -> Entity:
        """Return a component."""
        return self.table.entities[number]

    def judge(self, accepts: Closure, number: int) -> bool:
        """Whether a filter accepts a component, which is `it` meanwhile."""
        before = self.it
        self.it = number
        try:
            return truth(accepts(self), self)
        finally:
            self.it = before


def context_of(pos: Position, frame: Frame) -> Context:
    """Return the context of a frame that resolves an ability: card, player and picks as the frame keeps them.

    It stays the same if the card leaves play or changes its controller. The triggering occurrence is set only while its
    moment is open.
    """
    data = frame.data
    ability = pos.pack.ability(str(data["ability"]))
    context = Context(pos, frame.number("entity"), frame.text("player"), ability)
    context.frame = frame
    if data.get("moment"):
        moment = pos.open_frame(frame.number("moment"))
        if moment is not None:
            context.triggered_by(moment, frame.number("occurrence"))
    for name, picks in data.items():
        if isinstance(picks, list):
            context.chosen[name] = frame.numbers(name)
    return context


def ability_of(pos: Position, frame: Frame) -> Ability:
    """Return the ability a frame resolves."""
    ability = pos.pack.ability(frame.text("ability"))
    assert ability is not None
    return ability


def sentences_of(pos: Position, frame: Frame) -> tuple[Sentence, ...]:
    """Return the sentences a frame resolves: those of the ability, or for a delayed effect the ability's `later`."""
    ability = ability_of(pos, frame)
    return ability.sentences if frame.kind == "ability" else ability.later


def _instance(pos: Position, entity: Entity) -> str:
    """Return a component and the event with which it came where it is, as text: that component as long as it stays."""
    return f"{entity.id}.{0 if pos.pack.same_when_moved else entity.since}"


class Use:
    """One use of an ability of a component by a player, legal or not.

    `occurrence` is the index in `frame` of the occurrence that triggers it; -1 for an action and other abilities
    without a trigger. `slot` is the window; None in an action window.
    """

    __slots__ = ("ability", "context", "entity", "frame", "occurrence", "player", "slot")

    def __init__(
        self,
        pos: Position,
        player: str,
        entity: int,
        ability: Ability,
        slot: Slot | None,
        frame: Frame,
        occurrence: int,
    ) -> None:
        self.player, self.entity, self.ability = player, entity, ability
        self.slot, self.frame, self.occurrence = slot, frame, occurrence
        self.context = Context(pos, entity, player, ability)
        if occurrence >= 0:
            self.context.triggered_by(frame, occurrence)

    def move(self) -> Move:
        """Return the move that makes this use."""
        return Move("use", self.entity, self.ability.key, amount=self.occurrence)

    def key(self, pos: Position) -> str:
        """Return the key of this instance of the ability.

        A card that left its zone and came back is another instance, unless the game says it is the same
        (`same_when_moved`). An ability that one card gives to another is an instance of the card that has it now
        (`Pack.bearer`): moved to a third card, it is another instance.
        """
        entity = pos.table.entities[self.entity]
        bearer = pos.pack.bearer(pos, entity)
        given = "" if bearer is entity else f"{_instance(pos, bearer)}."
        return f"{given}{_instance(pos, entity)}.{self.ability.key}"

    def limit_key(self, pos: Position, limit: Limit) -> str:
        """Return the key a limit counts under, for each player.

        It counts uses of this instance; a maximum (`limit.title`) counts those of every copy of the card.
        """
        title = f"max {self.ability.key}" if limit.title else self.key(pos)
        return f"{title} {self.player}"


def used(pos: Position, scope: int, key: str) -> int:
    """Return how often something was used within a frame, without uses that ended because their cost was prevented."""
    uses = pos.table.uses.get(scope, {})
    return uses.get(key, 0) - uses.get(f"{PREVENTED} {key}", 0)

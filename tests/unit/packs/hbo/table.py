"""A small table for tests of this pack: A plays Stark, B plays Lannister, and zones are given as lists of card ids."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.events import (
    Attached,
    Component,
    Counted,
    GameStarted,
    Introduced,
    Marked,
    Move,
    Occurrence,
    Seat,
    SeatChanged,
)
from ledger.table import Table
from rules.catalogue import load
from rules.engine import advance, decide, explain, legal, options
from rules.kernel.asks import PASS, Ask
from rules.kernel.notation import Where
from rules.kernel.position import Position
from rules.packs.hbo import board
from rules.packs.hbo.notation import place

SEATS = (Seat("A", "Anna", "stark"), Seat("B", "Borys", "lannister"))
Zones = dict[str, Sequence[str]]


GOLD = frozenset({("A", "gold"), ("B", "gold")})
"""The gold of both players is stated: it is what `Game` gives them."""


class Game:
    """A game in progress.

    Cards are named by id: `card-id:kneeling` kneels, `card-id:duplicate` lies under the copy before it.
    """

    def __init__(
        self, a: Zones, b: Zones, where: str = "challenges", active: str = "A", first: str = "A", **gold: int
    ) -> None:
        self.pack = load("hbo")
        self.pos = Position(self.pack, Table())
        self.pos.emit(GameStarted("hbo", "1.0", "duel", SEATS, self.pack.zones(SEATS, "duel")))
        parts: list[Component] = []
        marks: list[tuple[int, str]] = []
        for player, banner, zones in (("A", "stark-banner", a), ("B", "lannister-banner", b)):
            filled: Zones = {
                "banner": [banner],
                "plot": ["training-plot-muster"],
                "deck": ["training-road"] * 10,
                **zones,
            }
            for zone, cards in filled.items():
                for text in cards:
                    card, _, mark = text.partition(":")
                    assert card in self.pack.cards, card
                    parts.append(Component(len(parts) + 1, card, player, f"{player}.{zone}"))
                    if mark:
                        marks.append((len(parts), mark))
        self.pos.emit(Introduced(tuple(parts)))
        for number, mark in marks:
            self.pos.emit(Marked(number, mark))
            if mark == "duplicate":
                self.pos.emit(Attached(number, number - 1))
        for player, amount in gold.items():
            self.pos.emit(Counted(player, "gold", amount))
        self.pos.emit(SeatChanged("first", (first,)))
        if active:
            self.pos.emit(SeatChanged("active", (active,)))
        wrong = place(self.pos, Where(1, tuple(where.split()), {"active": active} if active else {}, GOLD))
        assert not wrong, wrong

    # --- reading ----------------------------------------------------------------------------------------------------

    def __getitem__(self, card: str) -> int:
        """Return the first component of a card, wherever it is."""
        return next(entity.id for entity in self.pos.table.entities.values() if entity.card == card)

    def all(self, card: str) -> list[int]:
        """Return every component of a card."""
        return [entity.id for entity in self.pos.table.entities.values() if entity.card == card]

    def where(self, card: str | int) -> str:
        """Return the zone a card lies in."""
        return self.pos.entity(card if isinstance(card, int) else self[card]).zone

    def kneels(self, card: str) -> bool:
        """Whether a card kneels."""
        return board.kneeling(self.pos, self[card])

    def power(self, holder: str) -> int:
        """Return the power on a card, or of a player."""
        if holder in ("A", "B"):
            return board.power_of(self.pos, holder)
        return self.pos.table.count(self[holder], "power")

    def gold(self, player: str) -> int:
        """Return a player's gold."""
        return self.pos.table.count(player, "gold")

    def hand(self, player: str) -> int:
        """Return how many cards a player holds."""
        return len(self.pos.zone(player, "hand"))

    @property
    def ask(self) -> Ask:
        """The pending decision."""
        ask = advance(self.pos)
        assert ask is not None, "the game is over"
        return ask

    @property
    def winner(self) -> str:
        """Return the player who has won, or an empty string."""
        advance(self.pos)
        return "".join(self.pos.table.winners or [])

    def uses(self) -> set[str]:
        """Return the ids of the cards that may be used or played now."""
        return {self.pos.entity(move.subject).card for move in options(self.pos) if move.verb in ("use", "marshal")}

    # --- playing ----------------------------------------------------------------------------------------------------

    def broken(self, player: str, move: Move) -> list[str]:
        """Return the rules a move would break now."""
        return [check.rule for check in explain(self.pos, player, move) if check.holds is False]

    def make(self, player: str, move: Move) -> None:
        """Make a move, which must be legal."""
        checks = explain(self.pos, player, move)
        assert legal(checks), [check for check in checks if not check.holds]
        decide(self.pos, player, move)

    def use_move(self, card: str | int, player: str = "", occurrence: int = -2) -> Move:
        """Return the move that uses a card now, or if none is legal the one that would use it."""
        number = card if isinstance(card, int) else self[card]
        for move in options(self.pos):
            if move.verb == "use" and move.subject == number and occurrence in (-2, move.amount):
                return move
        ability = self.pack.abilities_of(self.pos, self.pos.entity(number))
        assert ability, f"{card} offers nothing"
        return Move("use", number, ability[0].key, amount=max(occurrence, 0) if ability[0].triggers else -1)

    def use(self, player: str, card: str | int, *picks: str) -> None:
        """Use a card, and answer the choices it asks for with these cards."""
        self.make(player, self.use_move(card))
        for name in picks:
            self.make(player, Move("choose", picks=(self[name],)))

    def marshal(self, player: str, card: str | int, *hosts: str) -> None:
        """Play a card from hand."""
        number = card if isinstance(card, int) else self[card]
        self.make(player, Move("marshal", number, picks=tuple(self[host] for host in hosts)))

    def challenge(self, player: str, kind: str, *cards: str, stealth: Sequence[str] = ()) -> None:
        """Start a challenge, after passing in every window before it."""
        self.to("challenge")
        pairs = tuple(self[name] for name in stealth)
        self.make(player, Move("challenge", picks=tuple(self[card] for card in cards), words=(kind,), pairs=pairs))

    def defend(self, player: str, *cards: str) -> None:
        """Declare defenders, after passing in every window before that."""
        self.to("defend")
        self.make(player, Move("defend", picks=tuple(self[card] for card in cards)))

    def claim(self, player: str, *cards: str) -> None:
        """Choose who dies for claim, after passing in every window before that."""
        self.to("claim")
        self.make(player, Move("claim", picks=tuple(self[card] for card in cards)))

    def skip(self) -> None:
        """Pass, for the player who is asked."""
        self.make(self.ask.player, PASS)

    def to(self, verb: str) -> None:
        """Pass until a decision of this verb is pending."""
        while self.ask.verb != verb:
            self.skip()

    def to_step(self, kind: str, step: str) -> None:
        """Pass until the innermost frame is of this kind and stands at this step.

        Fail if something must be chosen on the way.
        """
        while True:
            advance(self.pos)
            frame = self.pos.table.top
            if frame.kind == kind and self.pack.procedures[kind].steps[frame.step].name == step:
                return
            self.skip()

    def happen(self, *parts: Occurrence) -> None:
        """Open a moment in which these occurrences happen by themselves."""
        self.pos.ask = None
        self.pos.open("moment", None, parts)

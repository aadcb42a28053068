"""A table for tests of the agot2 pack: a position in a few lines, then the moves the test is about.

`Table` starts from nothing: put cards where they should be, say which phase it is with `at`, then call `challenge`,
`use`, `act` … Each of these passes for the players until the move is possible, and fails the test if it never is.
Everything offered on the way is in `offered`, so that a test can also say what was not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ledger.events import (
    Attached,
    Component,
    ControlChanged,
    Counted,
    Event,
    FrameAdvanced,
    FrameOpened,
    GameStarted,
    Introduced,
    Marked,
    Move,
    Seat,
    SeatChanged,
)
from ledger.folding import fold
from ledger.table import Table as LedgerTable
from rules.catalogue import load
from rules.engine import advance, decide, explain, legal
from rules.kernel.asks import PASS, Ask, Choose, Say
from rules.kernel.position import Position
from rules.language.card_files import CardReader
from rules.packs.agot2 import board, values
from rules.packs.agot2.chapters.challenges import ChallengeInitiation
from rules.packs.agot2.chapters.phases import dominance_total
from rules.resolution.moments import Window
from rules.resolution.windows import ActionWindow

BELL = """
[[card]]
id = "bell"
name = "Bell"
type = "agenda"
[[card.ability]]
kind = "action"
says = "Rings, so that every action window is somebody's decision and the table stops there."
do = ['gain("rings", 1, you)']
"""
PACK = load("agot2")
PACK = PACK.extended(CardReader(PACK.dialect).read(BELL, "bell.toml"))
LOCAL = {"play", "hand", "deck", "discard", "dead", "plots", "used", "plot", "agenda", "title"}
PHASES = list(board.PHASES)
PATIENCE = 400


def card_id(name: str) -> str:
    """Return the id of the one card of this name."""
    found = [
        card.id for card in PACK.cards.values() if card.name == name and card.type not in ("attached", "duplicate")
    ]
    assert len(found) == 1, f"{len(found)} cards are called {name!r}"
    return found[0]


class Table:
    """A position that a test sets up and plays on."""

    def __init__(self, *players: str, cards: int = 20) -> None:
        letters = "ABCDEF"[: max(2, len(players))]
        houses = dict(zip(letters, players or ("stark", "lannister"), strict=True))
        seats = tuple(Seat(letter, letter, house) for letter, house in houses.items())
        self.format = "joust" if len(seats) == 2 else "melee"
        start: list[Event] = [GameStarted("agot2", "1.0", self.format, seats, PACK.zones(seats, self.format))]
        self.pos = Position(PACK, fold(start))
        self.players = letters
        self.last = 0
        self.offered: set[tuple[int, str]] = set()
        for letter, house in houses.items():
            faction = next(card.id for card in PACK.cards.values() if card.type == "faction" and card.faction == house)
            self._add(faction, letter, f"{letter}.faction")
            self._add("the-winds-of-winter", letter, f"{letter}.plot")
            self._add("bell", letter, f"{letter}.agenda")
            for _ in range(cards):
                self._add("", letter, f"{letter}.deck")

    # --- setting up -------------------------------------------------------------------------------------------------

    @property
    def table(self) -> LedgerTable:
        """The state of the game now."""
        return self.pos.table

    def _add(self, card: str, player: str, zone: str) -> int:
        self.last += 1
        self.pos.emit(Introduced((Component(self.last, card, player, zone),)))
        return self.last

    def put(self, player: str, zone: str, name: str) -> int:
        """Put a card into a player's zone and return its number; an empty name is an unknown card."""
        assert zone in LOCAL
        return self._add(card_id(name) if name else "", player, f"{player}.{zone}")

    def play(
        self, player: str, name: str, *, kneeling: bool = False, power: int = 0, duplicates: int = 0, by: str = ""
    ) -> int:
        """Put a card into play and return its number; `by` is the player who controls it, if not its owner."""
        number = self.put(player, "play", name)
        if kneeling:
            self.pos.emit(Marked(number, "kneeling"))
        if power:
            self.pos.emit(Counted(number, "power", power))
        for _ in range(duplicates):
            copy = self.put(player, "play", name)
            self.pos.emit(Marked(copy, "duplicate"))
            self.pos.emit(Attached(copy, number))
        if by:
            self.pos.emit(ControlChanged(number, by))
        return number

    def attach(self, player: str, name: str, host: int) -> int:
        """Put an attachment into play on a card and return its number."""
        number = self.put(player, "play", name)
        self.pos.emit(Attached(number, host))
        return number

    def hand(self, player: str, *names: str) -> list[int]:
        """Put cards into a player's hand and return their numbers."""
        return [self.put(player, "hand", name) for name in names]

    def top(self, player: str, *names: str) -> list[int]:
        """Put known cards on top of a deck, the first uppermost, and return their numbers."""
        numbers = [self.put(player, "deck", name) for name in names]
        deck = self.table.zones[f"{player}.deck"]
        self.table.zones[f"{player}.deck"] = numbers + [number for number in deck if number not in numbers]
        return numbers

    def plot(self, player: str, name: str) -> int:
        """Give a player another revealed plot and return its number."""
        old = self.table.zones[f"{player}.plot"].pop()
        del self.table.entities[old]
        return self.put(player, "plot", name)

    def gold(self, player: str, amount: int) -> None:
        """Add gold to a player's pool."""
        self.pos.emit(Counted(player, "gold", amount))

    def power(self, player: str, amount: int) -> None:
        """Add power to a player's faction card."""
        self.pos.emit(Counted(self.faction(player), "power", amount))

    def at(
        self, phase: str, *, first: str = "A", active: str = "", beginning: bool = False, rounds: bool = False
    ) -> Table:
        """Open the frames of a phase, at its beginning or where a player is about to become active.

        The table ends with the round unless more `rounds` are to follow.
        """
        self.pos.emit(SeatChanged("first", (first,)))
        if rounds:
            self.pos.emit(FrameOpened("game", {"round": 1}))
            self.pos.go(self.table.frames[-1], "rounds")
        self.pos.emit(FrameOpened("round", {"round": 1}))
        self.pos.emit(FrameAdvanced(self.table.frames[-1].id, PHASES.index(phase) + 1))
        order = self.pos.order(first)
        done = order[: order.index(active)] if active else []
        self.pos.emit(FrameOpened(phase, {"active done": list(done)} if done else {}))
        if not beginning:
            self.pos.emit(FrameAdvanced(self.table.frames[-1].id, 1))
        advance(self.pos)
        return self

    # --- playing ----------------------------------------------------------------------------------------------------

    def decide(self, player: str, move: Move) -> None:
        """Make a move that must be legal."""
        checks = explain(self.pos, player, move)
        assert legal(checks), [check for check in checks if not check.holds]
        decide(self.pos, player, move)

    def default(self, ask: Ask) -> None:
        """Answer for a player who wants nothing: pass, say no, or give the first answer; note what was offered."""
        self.offered |= (
            {(move.subject, move.ability) for move in ask.moves(self.pos) if move.verb == "use"}
            if _window(ask)
            else set()
        )
        if _window(ask) or isinstance(ask, ChallengeInitiation):
            decide(self.pos, ask.player, PASS)
        elif isinstance(ask, Say) and "no" in ask.words:
            self.decide(ask.player, Move(ask.verb, words=("no",)))
        else:
            self.decide(ask.player, next(ask.moves(self.pos)))

    def until(self, reached: Callable[[Ask], bool], what: str) -> Ask:
        """Let everyone do nothing until a decision fits, and return it; `what` says in words what never came."""
        for _ in range(PATIENCE):
            ask = advance(self.pos)
            assert ask is not None, f"the round is over before {what}"
            if reached(ask):
                return ask
            self.default(ask)
        raise AssertionError(f"never reached: {what}")

    def run(self, kind: str) -> Table:
        """Let everyone do nothing until no frame of this kind is open."""
        while (ask := advance(self.pos)) is not None and self.pos.enclosing(kind) is not None:
            self.default(ask)
        return self

    def challenge(
        self, player: str, kind: str, attackers: Sequence[int], stealth: Sequence[int] = (), against: str = ""
    ) -> Table:
        """Initiate a challenge; `stealth` holds attacker and target in turn."""
        self.until(
            lambda ask: isinstance(ask, ChallengeInitiation) and ask.player == player,
            f"{player} may initiate a challenge",
        )
        against = against or self.pos.opponents(player)[0]
        self.decide(player, Move("challenge", picks=tuple(attackers), words=(kind, against), pairs=tuple(stealth)))
        return self

    def defend(self, *defenders: int) -> Table:
        """Declare defenders."""
        ask = self.until(
            lambda ask: ask.verb == "defend" or isinstance(ask, ChallengeInitiation), "defenders are declared"
        )
        self.decide(ask.player, Move("defend", picks=defenders))
        return self

    def use(self, card: int, *picks: int, ability: int = 0, say: Sequence[str] = (), paid: Sequence[int] = ()) -> Table:
        """Use an ability of a card as soon as it is offered, and answer what it asks.

        `picks`, the words of `say` and the costs `paid` are given in the order they are asked for. A choice with one
        possible answer is not asked.
        """
        ask = self.until(lambda ask: self._use(ask, card, ability) is not None, f"{self.name(card)} may be used")
        move = self._use(ask, card, ability)
        assert move is not None
        inside = len(self.table.frames)
        self.decide(ask.player, move)
        chosen, words, costs = list(picks), list(say), list(paid)
        while (ask_ := advance(self.pos)) is not None and len(self.table.frames) > inside:
            chosen = [number for number in chosen if not self._known(inside, number)]
            if not chosen and not words and not costs:
                break
            self._answer(ask_, chosen, words, costs)
        assert not words, f"nobody asked for {words}"
        return self

    def _known(self, inside: int, number: int) -> bool:
        """Whether an ability opened since frame `inside` has chosen this card by itself, because there was no other."""
        return any(number in frame.numbers("target") + frame.numbers("chosen") for frame in self.table.frames[inside:])

    def _answer(self, ask: Ask, chosen: list[int], words: list[str], costs: list[int]) -> None:
        if isinstance(ask, Choose) and ask.slot == "paid" and costs:
            self.decide(ask.player, Move(ask.verb, picks=(costs.pop(0),)))
        elif isinstance(ask, Choose) and chosen and ask.frame.kind == "ability":
            count = min(ask.most, len(chosen))
            self.decide(ask.player, Move(ask.verb, picks=tuple(chosen.pop(0) for _ in range(count))))
        elif isinstance(ask, Say) and words:
            self.decide(ask.player, Move(ask.verb, words=(words.pop(0),)))
        else:
            self.default(ask)

    def _use(self, ask: Ask, card: int, ability: int) -> Move | None:
        if not _window(ask) and ask.verb != "use":
            return None
        for move in ask.moves(self.pos):
            if move.verb == "use" and move.subject == card and (not ability or move.ability.endswith(f"#{ability}")):
                return move
        return None

    def act(self, player: str, verb: str, card: int, host: int = 0, amount: int = 0) -> Table:
        """Marshal or ambush a card."""
        move = Move(verb, card, picks=(host,) if host else (), amount=amount)
        self.until(
            lambda ask: isinstance(ask, ActionWindow) and ask.player == player and move in ask.moves(self.pos),
            f"{player} may {verb}",
        )
        self.decide(player, move)
        return self

    def resolve(self) -> Table:
        """Let the challenge run to its end."""
        return self.run("challenge")

    def finish(self) -> Table:
        """Let the phase run to its end."""
        return self.run(next(frame.kind for frame in self.table.frames if frame.kind in PHASES))

    def choose(self, *picks: int, verb: str = "") -> Table:
        """Answer the next choice of cards."""
        ask = self.until(
            lambda ask: isinstance(ask, Choose) and (not verb or ask.verb == verb), "something is to be chosen"
        )
        self.decide(ask.player, Move(ask.verb, picks=picks))
        return self

    # --- asking -----------------------------------------------------------------------------------------------------

    def why_not(self, player: str, move: Move) -> list[str]:
        """Return the rules a move breaks here; the other players pass first where it is their opportunity."""
        ask = advance(self.pos)
        while ask is not None and _window(ask) and ask.player != player:
            self.default(ask)
            ask = advance(self.pos)
        return [check.rule for check in explain(self.pos, player, move) if check.holds is False]

    def was_offered(self, card: int, ability: int = 0) -> bool:
        """Whether an ability of a card could have been used in a window that was passed."""
        return any(subject == card and (not ability or key.endswith(f"#{ability}")) for subject, key in self.offered)

    def name(self, number: int) -> str:
        """Return the name of a card."""
        return self.pos.pack.name(self.pos, number)

    def zone(self, number: int) -> str:
        """Return the zone a card is in, such as `A.hand`."""
        return self.table.entities[number].zone

    def strength(self, number: int) -> int:
        """Return a character's STR."""
        return values.strength(self.pos, number)

    def kneels(self, number: int) -> bool:
        """Whether a card is kneeling."""
        return board.kneeling(self.pos, number)

    def faction(self, player: str) -> int:
        """Return a player's faction card."""
        return board.faction_card(self.pos, player)

    def power_of(self, player: str) -> int:
        """Return the power on all cards of a player."""
        return board.power_of(self.pos, player)

    def gold_of(self, player: str) -> int:
        """Return a player's gold."""
        return self.table.count(player, "gold")

    def value(self, player: str, name: str) -> int:
        """Return a value of a player's plot, such as `reserve`, after modifiers."""
        return values.plot_value(self.pos, player, name)

    def dominance(self, player: str) -> int:
        """Return a player's total for dominance."""
        return dominance_total(self.pos, player)

    def cards(self, player: str, zone: str) -> list[int]:
        """Return the cards in a player's zone."""
        return self.pos.zone(player, zone)


def facing_tywin(house: str, *names: str) -> tuple[Table, list[int], int]:
    """Return a table with A's characters of a house, B's Tywin and kneeling characters of both, and their numbers."""
    table = Table(house, "lannister")
    numbers = [table.play("A", name) for name in names]
    for player in "AABBB":
        table.play(player, "Burned Men", kneeling=True)
    return table, numbers, table.play("B", "Tywin Lannister")


def _window(ask: Ask) -> bool:
    """Whether a decision is an opportunity in a window."""
    return isinstance(ask, Window | ActionWindow)

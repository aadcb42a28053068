"""Random legal games, for tests and benchmarks: every decision answered with a legal move picked by a seeded generator."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ledger.events import Entry, Event, FrameOpened, GameStarted, Introduced, Origin, Seat
from ledger.table import Table
from replays.errors import ReplayError
from rules.asking import CHANCE, Pick
from rules.engine import advance, decide
from rules.pack import Pack
from rules.position import Position

LETTERS = "ABCDEFGH"
LONGEST = 20_000
"""Decisions after which a game that does not end is a fault of the rules or of the pack."""


class Simulation:
    """One random game: its position, and its entries as they are made."""

    def __init__(self, pack: Pack, players: int, format: str, seed: int) -> None:
        self.pack = pack
        self.generator = random.Random(f"{pack.id} {format} {players} {seed}")
        self.position = Position(pack, Table())
        self.seed = seed
        seats = tuple(Seat(letter, f"Player {letter}") for letter in LETTERS[:players])
        self.seats, parts = pack.deal(seats, format, self.pick)
        start: list[Event] = [
            GameStarted(pack.id, pack.version, format, self.seats, pack.zones(self.seats, format), {"seed": str(seed)}),
            Introduced(parts),
            FrameOpened("game"),
        ]
        for event in start:
            self.position.emit(event)
        advance(self.position)
        self.first = Entry(1, tuple(self.position.log), Origin.INPUT, len(start))

    @property
    def pick(self) -> Pick:
        """How the generator answers."""
        return self.generator.randrange

    def entries(self) -> Iterator[Entry]:
        """The whole game, an action at a time."""
        yield self.first
        position = self.position
        for _ in range(LONGEST):
            ask = advance(position)
            if ask is None:
                return
            move = ask.sample(position, self.pick)
            seq = position.table.seq + 1
            events = decide(position, ask.player, move)
            own = 2 if ask.player == CHANCE and len(events) > 1 else 1
            yield Entry(seq, tuple(events), Origin.INPUT, min(own, len(events)))
            position.log.clear()
        raise ReplayError(f"the game with seed {self.seed} did not end within {LONGEST} decisions; report it with its seed")

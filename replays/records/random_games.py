"""Random legal games, for tests and benchmarks: a seeded generator picks a legal answer to every decision."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ledger.entries import Entry, Origin
from ledger.events import Event, FrameClosed, FrameOpened, GameStarted, Introduced, Seat
from ledger.folding import apply
from ledger.table import Table, freeze
from replays.errors import ReplayError
from replays.records.rejudging import rejudge
from rules.engine import advance, decide
from rules.kernel.asks import CHANCE, Pick
from rules.kernel.pack import Pack
from rules.kernel.position import Position

LETTERS = "ABCDEFGH"
"""The letters of the players, in seating order."""
LONGEST = 20_000
"""The most decisions of a game; one that goes on longer is a fault of the rules or of the pack."""


class Simulation:
    """One random game: its position, and its entries as they are made.

    The same pack, format, number of players and seed give the same game.
    """

    def __init__(self, pack: Pack, players: int, format_: str, seed: int) -> None:
        self.pack = pack
        self.generator = random.Random(f"{pack.id} {format_} {players} {seed}")
        self.position = Position(pack, Table())
        self.seed = seed
        seats = tuple(Seat(letter, f"Player {letter}") for letter in LETTERS[:players])
        self.seats, parts = pack.deal(seats, format_, self.pick)
        start: list[Event] = [
            GameStarted(
                pack.id, pack.version, format_, self.seats, pack.zones(self.seats, format_), {"seed": str(seed)}
            ),
            Introduced(parts),
            FrameOpened("game"),
        ]
        for event in start:
            self.position.emit(event)
        advance(self.position)
        self.first = Entry(1, tuple(self.position.log), Origin.INPUT, len(start))

    @property
    def pick(self) -> Pick:
        """A function that draws a random number below its argument from this game's generator."""
        return self.generator.randrange

    def entries(self) -> Iterator[Entry]:
        """Play the game to its end, and yield its entries one by one as they are made, the opening first.

        A game can be played only once. One that does not end within `LONGEST` decisions raises a ReplayError.
        """
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
        raise ReplayError(
            f"the game with seed {self.seed} did not end within {LONGEST} decisions; report it with its seed"
        )


class Faults:
    """A search for faults in a random game, entry by entry; `found` has a sentence for each fault."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.table = Table()
        self.components = 0

    def look(self, entry: Entry) -> None:
        """Fold the next entry onto the search's own table, and keep every fault found after it.

        When a round ends, only the frame of the game may stay open. Every component must be in exactly one zone, and an
        attachment must be known to its host. No number of tokens may be negative.
        """
        for event in entry.events:
            closing = isinstance(event, FrameClosed) and self.table.frames and self.table.frames[-1].kind == "round"
            apply(self.table, event)
            if closing and len(self.table.frames) > 1:
                self.found.append(f"event {self.table.seq}: the round ended with frames still open")
            if isinstance(event, Introduced):
                self.components += len(event.components)
        self._conserved()

    def _conserved(self) -> None:
        """Keep a fault for components that are lost or double, for negative tokens, and for broken attachments."""
        table = self.table
        placed = [number for zone in table.zones.values() for number in zone]
        if len(placed) != self.components or len(set(placed)) != self.components:
            self.found.append(
                f"event {table.seq}: {len(placed)} components in the zones, {self.components} were brought"
            )
        for entity in table.entities.values():
            if any(amount < 0 for amount in entity.counters.values()):
                self.found.append(f"event {table.seq}: component {entity.id} has a negative number of tokens")
            if entity.host and entity.id not in table.entities[entity.host].attached:
                self.found.append(f"event {table.seq}: component {entity.id} is attached to one that does not know it")
        for player, counters in table.counters.items():
            if any(amount < 0 for amount in counters.values()):
                self.found.append(f"event {table.seq}: {player} has a negative number of tokens")


def examine(simulation: Simulation) -> tuple[list[Entry], list[str]]:
    """Play a random game to its end; return its entries and a sentence for every fault.

    Besides the faults of single tables, these are faults: folding the events gives another table than playing them, and
    judging the record again finds something wrong. A game that does not end raises a ReplayError.
    """
    faults = Faults()
    entries = []
    for entry in simulation.entries():
        faults.look(entry)
        entries.append(entry)
    if freeze(faults.table) != freeze(simulation.position.table):
        faults.found.append("replaying the events gives another table")
    faults.found += [f"event {finding.seq}: {finding.says}" for finding in rejudge(simulation.pack, entries)]
    return entries, faults.found

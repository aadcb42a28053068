"""Random legal games as lines of a transcript, each with its decision and the table before it."""

from __future__ import annotations

import random
from functools import lru_cache

import msgspec

from ledger.entries import Entry
from ledger.events import Move
from ledger.table import freeze, thaw
from replays.meaning.names import Names
from replays.meaning.writer import Writer
from replays.records.random_games import Simulation
from replays.records.rejudging import answer
from replays.records.transcript import transcribe
from rules.catalogue import load
from rules.engine import advance
from rules.kernel.asks import CHANCE, PASS
from rules.kernel.pack import Pack
from rules.kernel.position import Position
from rules.resolution.moments import Window
from rules.resolution.windows import ActionWindow

LENGTH = 200
"""The most entries of a game; random games may be over before."""


class Step(msgspec.Struct, frozen=True):
    """One decision of a game: its line, who made which move, and the frozen table before it.

    `window` is the number of the frame whose window the decision belongs to (0: it belongs to none), `slot` the name
    under which a frame keeps the answer, if it is the answer to a question.
    """

    line: str
    player: str
    move: Move
    table: bytes
    window: int
    slot: str

    @property
    def is_pass(self) -> bool:
        """Whether the player passes."""
        return self.move == PASS

    @property
    def is_chance(self) -> bool:
        """Whether this is a random outcome."""
        return self.player == CHANCE


class Game(msgspec.Struct, frozen=True):
    """A random legal game: the lines of its set-up, and its decisions in order."""

    pack: Pack
    seed: int
    head: tuple[str, ...]
    steps: tuple[Step, ...]

    @property
    def written(self) -> list[int]:
        """The indices of the decisions that somebody who leaves out every pass writes down."""
        return [at for at, step in enumerate(self.steps) if not step.is_pass]

    def before(self, at: int) -> Position:
        """Return a new position just before a decision."""
        return Position(self.pack, thaw(self.steps[at].table))

    def generator(self, purpose: str) -> random.Random:
        """Return a source of chance of its own for a purpose, the same at every call."""
        return random.Random(f"{purpose} {self.pack.id} {self.seed}")

    def text(self, lines: list[str]) -> str:
        """Return the transcript with these lines behind the set-up."""
        return "\n".join([*self.head, *lines]) + "\n"

    def number(self, place: int) -> int:
        """Return the number, in a transcript, of the line at a place among those behind the set-up."""
        return len(self.head) + place + 1


@lru_cache(maxsize=16)
def play(pack_id: str, seed: int) -> Game:
    """Play a random game of a pack in its first format with the fewest players, up to `LENGTH` entries."""
    pack = load(pack_id)
    format_, (players, _) = next(iter(pack.formats.items()))
    simulation = Simulation(pack, players, format_, seed)
    entries = simulation.entries()
    first = next(entries)
    table, steps = freeze(simulation.position.table), []
    writer = Writer(pack, Names(pack))
    for _, entry in zip(range(LENGTH - 1), entries, strict=False):
        steps.append(_step(writer, Position(pack, thaw(table)), entry, table))
        table = freeze(simulation.position.table)
    return Game(pack, seed, _head(pack, first), tuple(steps))


def _head(pack: Pack, first: Entry) -> tuple[str, ...]:
    """Return the set-up lines of a transcript in which illegal moves are noted and ignored."""
    lines = [line for line in transcribe(pack, [first]) if line and line != "passes written"]
    return (*lines, "on illegal ignore", "")


def _step(writer: Writer, position: Position, entry: Entry, table: bytes) -> Step:
    """Return the decision of an entry; the position is the one before it."""
    ask, made = advance(position), answer(entry)
    assert ask is not None
    assert made is not None
    player, move = made
    if player in (CHANCE, ask.player):
        line = writer.answer(position, ask, move)
    else:  # one of several players who choose at the same time
        line = writer.move(position, player, move, "")
    window = ask.frame.id if isinstance(ask, Window | ActionWindow) else 0
    return Step(line, player, move, table, window, getattr(ask, "slot", "") if not window else "")

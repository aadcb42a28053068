"""A record and its tables: entries, the pack they were played with, the names in it, the position at any event."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ledger.entries import Entry
from ledger.events import GameStarted
from ledger.folding import fold
from ledger.table import Table
from replays.errors import ReplayError
from replays.meaning.names import Names
from replays.records.results import Run
from rules.catalogue import load
from rules.kernel.pack import Pack
from rules.kernel.position import Position
from rules.language.card_files import CardReader


class Record(msgspec.Struct, frozen=True):
    """The entries of a stored game, or of a transcript that was run.

    `name` is how messages call it. `run` is everything that came of running the transcript; None for a stored game and
    for a part of a record. `at` is the event of an address such as `GAME@81`, if one was given.
    """

    name: str
    pack: Pack
    entries: tuple[Entry, ...]
    names: Names
    run: Run | None = None
    at: int | None = None

    @property
    def last(self) -> int:
        """The number of the last event; 0 for an empty record."""
        return self.entries[-1].seq + len(self.entries[-1].events) - 1 if self.entries else 0

    def index(self, seq: int | None) -> int:
        """Return the index of the entry that holds an event; of the last entry for None.

        An event that the record does not have raises ReplayError.
        """
        if seq is None:
            return len(self.entries) - 1
        for at, entry in enumerate(self.entries):
            if entry.seq <= seq < entry.seq + len(entry.events):
                return at
        raise ReplayError(f"{self.name} has events 1 to {self.last}, not {seq}")

    def end(self, at: int) -> int:
        """Return the number of the last event of an entry, by its index.

        Mostly a decision is pending after it. The game may be over, or an illegal move may have cut the entry short.
        """
        return self.entries[at].seq + len(self.entries[at].events) - 1

    def table(self, seq: int | None = None) -> Table:
        """Return the table after an event; after the last one for None, and empty for 0.

        An event that the record does not have raises ReplayError.
        """
        if seq is not None and not 0 <= seq <= self.last:
            raise ReplayError(f"{self.name} has events 1 to {self.last}, not {seq}")
        events = (event for entry in self.entries for event in entry.events)
        return fold(events if seq is None else (event for _, event in zip(range(seq), events, strict=False)))

    def up_to(self, seq: int | None) -> Record:
        """Return this record up to the end of the action that holds an event, without `run`; all of it for None.

        An event that the record does not have raises ReplayError.
        """
        if seq is None:
            return self
        return msgspec.structs.replace(self, entries=self.entries[: self.index(seq) + 1], run=None)

    def position(self, at: int) -> Position:
        """Return a new position after an entry, by its index; -1 is before the first."""
        return Position(self.pack, fold(event for entry in self.entries[: at + 1] for event in entry.events))


def of_run(run: Run, name: str) -> Record:
    """Return the record that a transcript became."""
    return Record(name, run.pack, run.entries, run.names, run)


def of_entries(name: str, entries: Sequence[Entry], at: int | None = None) -> Record:
    """Return the record of a stored game; the cards and short names it defines are read from its first event.

    `at` is the event of an address. If the first event does not start a game, ReplayError is raised.
    """
    start = entries[0].events[0] if entries and entries[0].events else None
    if not isinstance(start, GameStarted):
        raise ReplayError(f"{name} has no beginning the rules know: its first event does not start a game")
    pack = load(start.pack)
    if start.settings.get("cards"):
        pack = pack.extended(CardReader(pack.dialect).read(start.settings["cards"], f"the cards of {name}"))
    names = Names(pack)
    names.aliases.update(short_names(start.settings.get("names", "")))
    return Record(name, pack, tuple(entries), names, None, at)


def short_names(text: str) -> dict[str, int]:
    """Return the short names kept with a game, `ned 2, cat 4`, as component numbers by name.

    A part that is not a name and a number is skipped.
    """
    pairs = [part.split() for part in text.split(",") if part.strip()]
    return {pair[0]: int(pair[1]) for pair in pairs if len(pair) == 2 and pair[1].isdecimal()}

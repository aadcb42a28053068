"""A record and its tables: entries, the pack they were played with, the names in it, the position at any event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from ledger.entries import Entry
from ledger.events import GameStarted
from ledger.folding import fold
from ledger.table import Table
from replays.errors import ReplayError
from replays.meaning.names import Names
from replays.records.results import Run
from replays.records.views import Decision, Onlooker, player_of
from rules.catalogue import load
from rules.kernel.pack import Pack
from rules.kernel.position import Position
from rules.language.card_files import CardReader


class Record(msgspec.Struct, frozen=True):
    """The entries of a stored game, or of a transcript that was run.

    `name` is how messages call it. `run` is everything that came of running the transcript; None for a stored game and
    for a part of a record. `at` is the event of an address such as `GAME@81`, if one was given. `viewer` is the player
    as whom it is asked: tables and positions are then as that player knows them; the entries stay as recorded.
    """

    name: str
    pack: Pack
    entries: tuple[Entry, ...]
    names: Names
    run: Run | None = None
    at: int | None = None
    viewer: str = ""

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
        raise ReplayError(f"{self.name} has no event {seq}; its last is event {self.last}")

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
            raise ReplayError(f"{self.name} has no event {seq}; its last is event {self.last}")
        events = (event for entry in self.entries for event in entry.events)
        table = fold(events if seq is None else (event for _, event in zip(range(seq), events, strict=False)))
        return self.onlooker.table(table)

    @property
    def onlooker(self) -> Onlooker:
        """The onlooker whose knowledge the record is asked for: its viewer, or somebody who sees everything."""
        return Onlooker(self.pack, self.viewer)

    def players(self) -> dict[str, str]:
        """Return the players' names by letter; a seat without a name is called by its letter."""
        return {letter: seat.name or letter for letter, seat in self.table(min(1, self.last)).seats.items()}

    def viewer_of(self, word: str) -> str:
        """Return the letter of a player given by letter or name; "" for "". A stranger raises `LedgerError`."""
        return player_of(self.table(min(1, self.last)).seats, word) if word else ""

    def seen_at(self, place: int, viewer: str) -> Record:
        """Return this record up to the entry with index `place`, as a player knows it there; "" sees everything.

        The player is given by letter or name; a stranger raises `LedgerError`. Short names of cards that the player
        does not know there are left out, and so is what came of running a transcript.
        """
        if not viewer:
            return self
        table = self.position(place).table
        seen = Onlooker(self.pack, self.viewer_of(viewer))
        names = Names(self.pack)
        known = seen.table(table).entities
        names.aliases.update({alias: number for alias, number in self.names.aliases.items() if number in known})
        return msgspec.structs.replace(
            self, entries=self.entries[: place + 1], names=names, run=None, viewer=seen.player
        )

    def up_to(self, seq: int | None) -> Record:
        """Return this record up to the end of the action that holds an event, without `run`; all of it for None.

        An event that the record does not have raises ReplayError.
        """
        if seq is None:
            return self
        return msgspec.structs.replace(self, entries=self.entries[: self.index(seq) + 1], run=None)

    def position(self, at: int) -> Position:
        """Return a new position after an entry, by its index; -1 is before the first."""
        table = fold(event for entry in self.entries[: at + 1] for event in entry.events)
        return Position(self.pack, self.onlooker.table(table))

    def decision(self, at: int) -> Decision | None:
        """Return the decision after an entry, by its index, as the viewer knows it; None if the game is over."""
        events = (event for entry in self.entries[: at + 1] for event in entry.events)
        return self.onlooker.decision(fold(events))


def of_run(run: Run, name: str) -> Record:
    """Return the record that a transcript became."""
    return Record(name, run.pack, run.entries, run.names, run)


def of_entries(name: str, entries: Sequence[Entry], at: int | None = None) -> Record:
    """Return the record of a stored game; the cards and short names it defines are read from its first event.

    `at` is the event of an address. If the first event does not start a game, ReplayError is raised.
    """
    start = entries[0].events[0] if entries and entries[0].events else None
    if not isinstance(start, GameStarted):
        raise ReplayError(f"{name} cannot be read as a game: it does not begin with the start of one")
    pack = pack_of(start.pack, start.settings, name)
    names = Names(pack)
    names.aliases.update(short_names(start.settings.get("names", "")))
    return Record(name, pack, tuple(entries), names, None, at)


def pack_of(pack_id: str, settings: Mapping[str, str], name: str) -> Pack:
    """Return the pack that a game was played with: the shipped one, with the cards that the game itself defines.

    `name` is how messages call the game. An unknown pack raises RulesError.
    """
    pack = load(pack_id)
    if not settings.get("cards"):
        return pack
    return pack.extended(CardReader(pack.dialect).read(settings["cards"], f"the cards of {name}"))


def short_names(text: str) -> dict[str, int]:
    """Return the short names kept with a game, `ned 2, cat 4`, as component numbers by name.

    A part that is not a name and a number is skipped.
    """
    pairs = [part.split() for part in text.split(",") if part.strip()]
    return {pair[0]: int(pair[1]) for pair in pairs if len(pair) == 2 and pair[1].isdecimal()}

"""A record to look at: a transcript FILE, run now, or a GAME of the ledger."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from ledger.errors import UnknownGame
from ledger.events import Entry, GameStarted
from replays.cli._common import opened, split_address
from replays.errors import ReplayError
from rules.catalogue import load
from rules.pack import Pack


class Record(msgspec.Struct, frozen=True):
    """A record with the pack that knows its cards. `at` is the event a GAME@N named."""

    name: str
    pack: Pack
    entries: tuple[Entry, ...]
    at: int | None = None

    @property
    def last(self) -> int:
        """The number of the last event."""
        return self.entries[-1].seq + len(self.entries[-1].events) - 1 if self.entries else 0


def record_of(ctx: click.Context, word: str) -> Record:
    """The record a word names: a file if there is one of that name, else a game of the ledger."""
    path = Path(word)
    if path.is_file():
        return _from_file(path)
    name, at = split_address(word)
    try:
        with opened(ctx) as ledger:
            head = ledger.head(name)
            entries = tuple(ledger.entries(head))
            return Record(head.name, _pack_of(entries, head.name), entries, at)
    except UnknownGame as error:
        if path.suffix or "/" in word:
            raise ReplayError(f"there is no file {word}, and {error}") from None
        raise


def _from_file(path: Path) -> Record:
    from replays.notation.reading import read
    from replays.running import run

    def open_file(name: str) -> str:
        return (path.parent / name).read_text(encoding="utf-8")

    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ReplayError(f"{path} is no text in UTF-8 (byte {error.start} is not)") from None
    done = run(read(text, str(path), open_file))
    return Record(path.stem, done.pack, tuple(done.entries))


def _pack_of(entries: tuple[Entry, ...], name: str) -> Pack:
    for entry in entries[:1]:
        for event in entry.events:
            if isinstance(event, GameStarted):
                return load(event.pack)
    raise ReplayError(f"{name} does not begin with the start of a game, so its rules are not known")

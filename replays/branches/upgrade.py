"""Upgrading a game: the same decisions played by this engine into a new game, which names the old one."""

from __future__ import annotations

import msgspec

from ledger.entries import Entry
from ledger.events import GameStarted
from ledger.store import Ledger
from ledger.streams import Head
from replays.branches.engine_replay import EngineReplay
from replays.branches.storage import numbered, under_a_free_name
from replays.errors import ReplayError
from replays.records.engine import Scribe, engine_of, engines_of, stamped
from replays.records.record import Record

UPGRADED_FROM = "upgraded from"
"""The setting of a game that names the game it was upgraded from: name, last event, digest."""


def of_another_version(record: Record) -> bool:
    """Whether a record has an entry that another version than this one made."""
    return engines_of(record.entries) != {engine_of(record.pack.id)}


def upgrade(ledger: Ledger, old: Head, record: Record, name: str, scribe: Scribe) -> Head:
    """Store a game played again by this engine, and return the head of the new game; the old one stays as it is.

    Without a `name` it is called after the old one, as in `table-7-upgraded`. Raises `ReplayError` if this engine made
    the game already, or if it does not come to the same table at every decision.
    """
    if not of_another_version(record):
        raise ReplayError(f"{old.name} was recorded by this version: there is nothing to upgrade")
    replay = EngineReplay(record)
    replay.run()
    if not replay.faithful:
        raise ReplayError(_refusal(old, replay))
    entries = stamped(_naming(replay.entries, old), record.pack.id, scribe)
    note = f"upgraded from {old.name}@{old.last}"
    names = [name] if name else numbered(f"{old.name[:48]}-upgraded")
    return under_a_free_name(
        ledger,
        names,
        lambda chosen: ledger.start(
            chosen,
            pack=record.pack.id,
            pack_version=record.pack.version,
            note=note,
            created=scribe.recorded[:10],
            entries=entries,
        ),
    )


def _naming(entries: list[Entry], old: Head) -> list[Entry]:
    """Return the entries with the old game named in the settings of the new one, so that the chain covers the link."""
    first = entries[0]
    start = first.events[0]
    assert isinstance(start, GameStarted)
    settings = {**start.settings, UPGRADED_FROM: f"{old.name}@{old.last} {old.digest.hex()}"}
    linked = msgspec.structs.replace(start, settings=settings)
    return [msgspec.structs.replace(first, events=(linked, *first.events[1:])), *entries[1:]]


def _refusal(old: Head, replay: EngineReplay) -> str:
    first = replay.findings[0]
    return (
        f"{old.name} is not upgraded, because this version makes something else of it at event {first.seq}: "
        f"{first.about}: the record has {first.recorded}, this version {first.derived}. The game stays as it is; "
        f"`lastword verify {old.name}` lists the first differences"
    )

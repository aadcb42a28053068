"""Bringing a transcript into the ledger: run, then stored as a game under a name of its own."""

from __future__ import annotations

from pathlib import PurePath

from ledger.store import Ledger
from ledger.streams import Head
from replays.records import Record


def store(ledger: Ledger, record: Record, name: str = "") -> Head:
    """Store a record as a game; its name is the file's unless said, with a number behind it if that is taken."""
    wanted = name or PurePath(record.name).stem or "game"
    taken = {head.name for head in ledger.heads()}
    chosen, count = wanted, 1
    while not name and chosen in taken:
        count += 1
        chosen = f"{wanted}-{count}"
    head = ledger.start(chosen, pack=record.pack.id, pack_version=record.pack.version, note=f"from {PurePath(record.name).name}")
    return ledger.append(head, record.entries, table=record.run.table if record.run else None)

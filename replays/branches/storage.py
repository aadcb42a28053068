"""Storing a game or a branch in the ledger, under a name that is free."""

from __future__ import annotations

from pathlib import PurePath

from ledger.store import Ledger
from ledger.streams import Head
from replays.branches.branch import Branch
from replays.errors import ReplayError
from replays.records.record import Record


def store(ledger: Ledger, record: Record, name: str = "") -> Head:
    """Store a record in the ledger as a new game and return the game's head.

    Without a `name` it is called after its file, with a number behind that if the name is taken.
    """
    wanted = name or PurePath(record.name).stem or "game"
    taken = {head.name for head in ledger.heads()}
    chosen, count = wanted, 1
    while not name and chosen in taken:
        count += 1
        chosen = f"{wanted}-{count}"
    head = ledger.start(
        chosen, pack=record.pack.id, pack_version=record.pack.version, note=f"from {PurePath(record.name).name}"
    )
    return ledger.append(head, record.entries, table=record.run.table if record.run else None)


def store_branch(ledger: Ledger, parent: Head, branch: Branch, name: str = "", note: str = "") -> Head:
    """Store a branch of the game `parent` in the ledger and return its head.

    Without a `name` it is called after its game, as in `table-7-if-1`. Raise `ReplayError` if the name is taken.
    """
    taken = {head.name for head in ledger.heads()}
    if name in taken:
        raise ReplayError(f"the ledger already has {name!r}; give the branch another --name")
    count = 1
    while not name and f"{parent.name[:52]}-if-{count}" in taken:
        count += 1
    head = ledger.start(name or f"{parent.name[:52]}-if-{count}", parent=parent, at=branch.at, note=note)
    return ledger.append(head, branch.entries) if branch.entries else head

"""Keeping a new line: a branch of its game in the ledger, under a name of its own. The game itself is not touched."""

from __future__ import annotations

from ledger.store import Ledger
from ledger.streams import Head
from replays.errors import ReplayError
from replays.whatif.branching import Branch


def store_branch(ledger: Ledger, parent: Head, branch: Branch, name: str = "", note: str = "") -> Head:
    """Store a branch; it is called after its game unless said, with a number behind it."""
    taken = {head.name for head in ledger.heads()}
    if name in taken:
        raise ReplayError(f"the ledger already has {name!r}; give the branch another --name")
    count = 1
    while not name and f"{parent.name[:52]}-if-{count}" in taken:
        count += 1
    head = ledger.start(name or f"{parent.name[:52]}-if-{count}", parent=parent, at=branch.at, note=note)
    return ledger.append(head, branch.entries) if branch.entries else head

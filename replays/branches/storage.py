"""Storing a game or a branch in the ledger, under a name that is free."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count
from pathlib import PurePath
from typing import TypeVar

from ledger.errors import NameTaken
from ledger.store import Ledger
from ledger.streams import Head
from replays.branches.branch import Branch
from replays.errors import ReplayError
from replays.records.engine import UNKNOWN_SCRIBE, Scribe, stamped
from replays.records.record import Record

LONGEST_STEM = 58
"""Letters of a name that are kept when a number is put behind it."""
T = TypeVar("T")


def store(ledger: Ledger, record: Record, name: str = "", scribe: Scribe = UNKNOWN_SCRIBE) -> Head:
    """Store a record as a game, whole or not at all, and return its head.

    Without a `name` it is called after its file, with a number behind that if the name is taken. A given `name` that is
    taken raises `NameTaken`.
    """
    wanted = name or PurePath(record.name).stem or "game"
    return under_a_free_name(
        ledger,
        [wanted] if name else numbered(wanted),
        lambda chosen: ledger.start(
            chosen,
            pack=record.pack.id,
            pack_version=record.pack.version,
            note=f"from {PurePath(record.name).name}",
            created=scribe.recorded[:10],
            entries=stamped(record.entries, record.pack.id, scribe),
            table=record.run.table if record.run else None,
        ),
    )


def store_branch(
    ledger: Ledger, parent: Head, branch: Branch, name: str = "", note: str = "", scribe: Scribe = UNKNOWN_SCRIBE
) -> Head:
    """Store a branch, whole or not at all, and return its head.

    It is called after its game unless a name is given, with a number behind it.
    """
    if name and name in _taken(ledger):
        raise ReplayError(f"the ledger already has {name!r}; give the branch another --name")
    made = stamped(branch.entries, parent.about.pack, scribe)
    return under_a_free_name(
        ledger,
        [name] if name else numbered(f"{parent.name[:52]}-if", first=1),
        lambda chosen: ledger.start(
            chosen, parent=parent, at=branch.at, note=note, created=scribe.recorded[:10], entries=made
        ),
    )


def numbered(stem: str, first: int = 2) -> Iterator[str]:
    """Yield names for a stream, without end: `stem-1`, `stem-2` and so on; before `stem-2` comes the stem itself."""
    if first > 1:
        yield stem
    for number in count(first):
        yield f"{stem[:LONGEST_STEM]}-{number}"


def under_a_free_name(ledger: Ledger, names: Iterable[str], keep: Callable[[str], T]) -> T:
    """Call `keep` with the first of these names that is free, and return its answer.

    If somebody else takes the name in the meantime, the next one is tried; the last one's `NameTaken` is raised.
    """
    taken, refused = _taken(ledger), None
    for name in names:
        if name in taken:
            refused = NameTaken(f"the ledger already has a game {name!r}; choose another name")
            continue
        try:
            return keep(name)
        except NameTaken as error:
            refused = error
    raise refused or NameTaken("no name was given")


def _taken(ledger: Ledger) -> set[str]:
    return {row.name for row in ledger.stream_rows()}

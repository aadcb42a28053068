"""Checking a whole ledger: every stream from its first entry, and whether the streams are those that were opened.

Nothing is taken on trust: not the heads, not the register of streams, not the snapshots, which are folded again and
compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from ledger.chain import genesis, register_digest
from ledger.checkpoints import Checkpoint, checkpoint_digest
from ledger.errors import SEE_CHECK, Changed, LedgerError, Unreadable
from ledger.queries import PAGE, LedgerReader
from ledger.seals import Seal
from ledger.side_tables import Register, StreamRow
from ledger.signing import is_genuine
from ledger.stream_check import Finding, LeavingTables, Progress, StreamCheck
from ledger.streams import Head, Stored, owner_of_event, read_about

TOGETHER = 200
"""Streams that are read at a time, at most."""


class LedgerReport(msgspec.Struct, frozen=True):
    """The result of a check: how many streams and events it covered, the seals it met, and the findings."""

    streams: int
    events: int
    seals: list[Seal]
    findings: list[Finding]


def check(
    ledger: LedgerReader,
    only: set[str] | None = None,
    progress: Progress = lambda _: None,
    receipts: Sequence[Seal] = (),
    snapshots: bool = True,
) -> LedgerReport:
    """Check every stream of the ledger, or only the streams of these ids and those they branch from.

    A receipt is a seal that was kept elsewhere: somebody could have taken it out of the ledger itself. Each must be on
    one of the streams that are asked for, and that stream must still be the record that was sealed.

    Everything is read as it stood at one moment, so that nothing others write meanwhile looks like damage. The
    register, orphan entries and the database file are looked at only when everything is checked. `progress` is called
    with the number of events that were checked since the last call. Without `snapshots`, these are not looked at: they
    are a cache, and no part of the record.
    """
    with ledger.at_one_moment() as still:
        return _check(still, only, progress, receipts, snapshots)


def refuse_changed(ledger: LedgerReader, head: Head) -> None:
    """Raise `Changed` if a stream, or one it branches from, is not as it was written; do nothing if it is.

    To be asked before somebody relies on a record: a verdict on one that was changed would blame a player for it.
    """
    found = check(ledger, {head.id}, snapshots=False).findings
    if found:
        raise Changed(f"{head.name} is not as it was written: {found[0].says}; {SEE_CHECK}")


def _check(
    ledger: LedgerReader, only: set[str] | None, progress: Progress, receipts: Sequence[Seal], snapshots: bool
) -> LedgerReport:
    stored = ledger.stream_rows()
    counts = ledger.counts()
    findings: list[Finding] = []
    heads: dict[str, Head] = {}
    for row in stored:
        try:
            heads[row.id] = row.head()
        except Unreadable as error:
            if only is None or row.id in only:
                findings.append(Finding(row.name, row.id, 1, f"{error}: nothing after it can be checked"))
    wanted = set(heads) if only is None else _with_ancestors(heads, only)
    owners = _owners(heads)
    points = ledger.ask(lambda tables, cursor: tables.checkpoints(cursor))
    digests = _wanted_digests(heads, owners, receipts, points)
    sealed = ledger.ask(lambda tables, cursor: tables.sealed(cursor))
    with_snapshots = ledger.streams_with_snapshots() if snapshots else set()
    leaving = LeavingTables({(owners[one], heads[one].about.at) for one in wanted if one in owners})
    checks = {
        row.id: StreamCheck(
            *(ledger, row, heads[row.id], digests.get(row.id, set()), counts.get(row.id, 0)),
            owner=owners.get(row.id, ""),
            leaving=leaving,
            sealed=row.id in sealed,
            with_snapshots=row.id in with_snapshots,
        )
        for row in stored
        if row.id in wanted
    }
    for point in points:
        if point.id in checks:
            checks[point.id].name = point.name
    for stream, rows in _with_rows(ledger, checks.values()):
        findings.extend(stream.findings(progress, rows))
    for stream in checks.values():
        findings.extend(_check_trunk(stream, checks.get(owners.get(stream.row.id, ""))))
    for point in points:
        findings.extend(_check_checkpoint(point, checks.get(point.id)))
    for seal in receipts:
        findings.extend(_check_receipt(seal, checks.get(seal.id), only))
    if only is None:
        findings.extend(_check_register(ledger, stored, points))
        findings.extend(_find_orphans(ledger, stored, set(counts)))
        findings.extend(Finding("the file", "", 0, f"is damaged: {says}") for says in ledger.damage())
    events = sum(stream.last - stream.head.about.at for stream in checks.values())
    return LedgerReport(len(checks), events, [seal for stream in checks.values() for seal in stream.seals], findings)


def _check_receipt(seal: Seal, stream: StreamCheck | None, only: set[str] | None) -> Iterator[Finding]:
    """Compare a receipt with the chain as it was just walked; nothing is found, if the sealed record still stands."""
    if not is_genuine(seal):
        says = "the receipt is not genuine: its signature does not hold"
    elif only is not None and seal.id not in only:
        says = f"the receipt is for {seal.name}, which is none of those to be checked: it says nothing about them"
    elif stream is None:
        says = "the sealed record is not in the ledger: no stream has its id, or its description was changed"
    elif stream.digests.get(seal.last, b"").hex() != seal.digest:
        says = f"this is not the record that {seal.by} sealed on {seal.when}"
    else:
        return
    yield Finding(seal.name, seal.id, seal.last, says)


def _with_ancestors(heads: dict[str, Head], ids: set[str]) -> set[str]:
    """Return these ids and those of all streams they branch from."""
    found: set[str] = set()
    for start in ids:
        current = start
        while current in heads and current not in found:
            found.add(current)
            current = heads[current].about.parent
    return found


def _owners(heads: dict[str, Head]) -> dict[str, str]:
    """Return for each branch the id of the stream that holds the event it leaves at; none, if that is not in store.

    Ids are those of the rows, which a hand may have changed.
    """

    def head_of(stream: str) -> Head:
        if stream not in heads:
            raise LedgerError(f"stream {stream} is missing or unreadable")
        return heads[stream]

    found = {}
    for stream, head in heads.items():
        if head.about.parent:
            with suppress(LedgerError):
                found[stream] = owner_of_event(head_of(head.about.parent), head.about.at, head_of).id
    return found


def _with_rows(
    ledger: LedgerReader, checks: Iterable[StreamCheck]
) -> Iterator[tuple[StreamCheck, list[Stored] | None]]:
    """Yield the checks, each with the rows of its stream; None for a stream that is too long to be held in memory.

    Small streams are read many at a time: asking for each costs more than checking it.
    """
    few: list[StreamCheck] = []
    entries = 0
    for stream in checks:
        if few and (entries + stream.stored > PAGE or len(few) == TOGETHER):
            yield from _read_together(ledger, few)
            few, entries = [], 0
        few.append(stream)
        entries += stream.stored
    yield from _read_together(ledger, few)


def _read_together(ledger: LedgerReader, few: list[StreamCheck]) -> Iterator[tuple[StreamCheck, list[Stored] | None]]:
    found: dict[str, list[Stored]] | None = None
    if len(few) > 1:
        with suppress(LedgerError):  # each is read by itself, so that the damaged one is named
            found = ledger.rows_of([stream.head for stream in few])
    for stream in few:
        yield stream, None if found is None else found.get(stream.head.id, [])


def _wanted_digests(
    heads: dict[str, Head], owners: dict[str, str], receipts: Sequence[Seal], points: Sequence[Checkpoint]
) -> dict[str, set[int]]:
    """Return for each stream the events whose digests are compared later: of branches, receipts and checkpoints."""
    wanted: dict[str, set[int]] = {}
    for branch, owner in owners.items():
        wanted.setdefault(owner, set()).add(heads[branch].about.at)
    for stream, last in [*((seal.id, seal.last) for seal in receipts), *((point.id, point.last) for point in points)]:
        wanted.setdefault(stream, set()).add(last)
    return wanted


def _check_trunk(stream: StreamCheck, owner: StreamCheck | None) -> Iterator[Finding]:
    """Check that a branch still leaves the very record it left when it was opened."""
    about = stream.head.about
    if not about.parent:
        return
    if owner is None:
        yield Finding(about.name, about.id, about.at, "the game it branches from is missing or unreadable")
    elif owner.digests.get(about.at, b"").hex() != about.trunk:
        yield Finding(about.name, about.id, about.at, f"{owner.head.name} is no longer what this branched from")


def _check_checkpoint(point: Checkpoint, stream: StreamCheck | None) -> Iterator[Finding]:
    """Check that a stream still runs through what the register says it had come to."""
    if stream is not None and stream.digests.get(point.last) != point.digest:
        says = "the register says that the record had come to this event: it was cut back, or written anew since"
        yield Finding(stream.row.name, stream.row.id, point.last if type(point.last) is int else 0, says)


def _check_register(ledger: LedgerReader, stored: list[StreamRow], points: Sequence[Checkpoint]) -> Iterator[Finding]:
    """Check that the streams and checkpoints in store are those the register chained as they were made."""
    register = ledger.ask(lambda tables, cursor: tables.register(cursor))
    digest, made = Register().digest, _by_streams(points)
    for expected, row in enumerate(stored, 1):
        if row.number != expected:
            says = f"it is stream {row.number} in store, but {expected} by count: one is missing or was added"
            yield Finding(row.name, row.id, 0, says)
            return
        try:
            digest = register_digest(digest, genesis(read_about(row.about)))
        except Unreadable:
            return  # named already, as the stream it is
        for point in made.pop(expected, ()):
            digest = checkpoint_digest(digest, point)
    if register.streams != len(stored):
        says = f"{register.streams} streams were opened, but {len(stored)} are in store: one is missing or was added"
        yield Finding("the register", "", 0, says)
    elif register.digest != digest or made:
        yield Finding(
            *("the register", "", 0),
            "the games and checkpoints in the ledger are not those that were stored, or their digest was changed",
        )


def _by_streams(points: Sequence[Checkpoint]) -> dict[Any, list[Checkpoint]]:
    """Return the checkpoints by the number of streams that had been opened when they were made."""
    found: dict[Any, list[Checkpoint]] = {}
    for point in points:
        found.setdefault(point.streams, []).append(point)
    return found


def _find_orphans(ledger: LedgerReader, stored: list[StreamRow], with_entries: set[str]) -> Iterator[Finding]:
    """Find entries and seals whose stream does not exist."""
    known = {row.id for row in stored}
    for stream in sorted(with_entries - known):
        yield Finding(stream, stream, 1, "entries are in store, but no stream of this id is")
    for stream in sorted(ledger.ask(lambda tables, cursor: tables.sealed(cursor)) - known):
        yield Finding(stream, stream, 0, "a seal is in store, but no stream of this id is")

"""Asking a ledger without changing it: finding streams, reading their entries, and the table at any event."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from itertools import chain
from typing import Any, NamedTuple, Self, TypeVar

from ledger.address import LedgerApplication
from ledger.chain import genesis, split_row
from ledger.codec import GAME, Kind, Kinds
from ledger.entries import Entry, Envelope, envelopes
from ledger.errors import SEE_CHECK, AmbiguousName, LedgerError, UnknownGame, Unreadable, Unwritable
from ledger.faults import translated_faults
from ledger.folding import fold
from ledger.one_moment import PinnedDatastore, pinned_recorders
from ledger.side_tables import SideTables, StreamRow
from ledger.snapshots import Snapshot, Snapshots, SnapshotTaker
from ledger.streams import Head, Stored, may_name, owner_of_event
from ledger.table import Table

PAGE = 1_000
"""Rows that are read at a time."""
LAST = 2**62
"""An event number above all others."""
StreamRef = Head | str
"""A stream as a caller names it: by its head, or by its name, its id, or the beginning of either."""
T = TypeVar("T")


class Segment(NamedTuple):
    """The events `first` to `last` of one stream, as a part of a stream that branches from it or is it."""

    head: Head
    first: int
    last: int


class LedgerReader:
    """Everything that can be asked of an opened ledger without changing its record.

    Snapshots, which are only a cache, may be written on the way.
    """

    def __init__(self, application: LedgerApplication, kinds: Kinds, address: str) -> None:
        self.application, self.kinds, self.address = application, kinds, address
        self.recorder: Any = application.recorder
        assert application.snapshots is not None
        self.snapshots = Snapshots(application.snapshots.recorder)
        self.writable = application.writable

    @contextmanager
    def at_one_moment(self) -> Iterator[Self]:
        """Lend this ledger as it stands now: within the `with` block, every answer is of the same moment.

        Others may go on writing, and so may this ledger; what is lent is read-only. Example:
        `with ledger.at_one_moment() as still: check(still)`.
        """
        if isinstance(self.recorder.datastore, PinnedDatastore):
            yield self
            return
        with translated_faults(self.address), pinned_recorders(self.recorder, self.snapshots.recorder) as pinned:
            lent = copy(self)
            lent.recorder, lent.snapshots, lent.writable = pinned[0], Snapshots(pinned[1]), False
            yield lent

    def ask(self, question: Callable[[SideTables, Any], T]) -> T:
        """Call a question with the side tables and a cursor, in a transaction of its own, and return the answer."""
        with translated_faults(self.address):
            answer: T = self.recorder.with_side_tables(question)
            return answer

    def row_at_or_before(self, head: Head, seq: int) -> Stored | None:
        """Return the row of a stream that starts at this event, or else the last one that starts before it."""
        with translated_faults(self.address):
            found = self.recorder.select_events(head.about.uuid, lte=seq, desc=True, limit=1)
        return (found[0].originator_version, found[0].topic, found[0].state) if found else None

    def counts(self) -> dict[str, int]:
        """Return how many entries are stored under each id, whether a stream has that id or not."""
        with translated_faults(self.address):
            found: dict[str, int] = self.recorder.counts()
            return found

    def damage(self) -> list[str]:
        """Return what the database finds wrong with its own file, in its words; nothing, if the file is sound.

        What Last Word did not make in the file counts as damage, too. An error of the database is returned, not raised.
        """
        try:
            with translated_faults(self.address):
                found: list[str] = self.recorder.damage()
                return found
        except LedgerError as error:
            return [str(error)]

    def all_snapshots(self, head: Head) -> list[Snapshot]:
        """Return every snapshot of a stream as it is stored, sound or not."""
        with translated_faults(self.address):
            return self.snapshots.all(head.about.uuid)

    def streams_with_snapshots(self) -> set[str]:
        """Return the ids under which snapshots are stored, whether a stream has that id or not."""
        with translated_faults(self.address):
            return self.snapshots.streams()

    def stream_rows(self, kind: str | None = None) -> list[StreamRow]:
        """Return the rows of all streams, or of those of one kind, just as they are stored, sound or not.

        They come in the order in which the streams were opened.
        """
        return self.ask(lambda tables, cursor: tables.rows(cursor, kind))

    def kind(self, name: str) -> Kind[Any]:
        """Return the kind of stream of this name; raises `Unreadable` if there is none."""
        try:
            return self.kinds[name]
        except KeyError:
            raise Unreadable(f"streams of kind {name!r} are not known to this version of Last Word") from None

    def heads(self, kind: str | None = None) -> list[Head]:
        """Return the heads of all streams, or of those of one kind, in the order they were opened.

        Raises `Unreadable` if the row of one of them was damaged; `readable_heads` does not.
        """
        return [_head(row) for row in self.stream_rows(kind)]

    def readable_heads(self, kind: str | None = None) -> tuple[list[Head], list[str]]:
        """Return every stream of a kind whose row can be read, and a sentence for each row that cannot.

        One damaged row does not hide the others. A row that cannot be read counts for every kind.
        """
        found, faults = [], []
        for row in self.stream_rows():
            try:
                head = _head(row)
            except LedgerError as error:
                faults.append(str(error))
                continue
            if kind is None or head.kind == kind:
                found.append(head)
        return found, faults

    def games(self) -> list[Head]:
        """Return the heads of all games, branches included, in the order they were opened."""
        return self.heads(GAME.name)

    def head(self, stream: StreamRef) -> Head:
        """Return where a stream stands now; it is found by name, id, or the unique beginning of either.

        Raises `UnknownGame` if no stream or several are meant. A `Head` is looked up anew by its id.
        """
        return _head(self.row(stream.id if isinstance(stream, Head) else stream))

    def row(self, word: str) -> StreamRow:
        """Return the row of the one stream that a word names, just as it is stored, sound or not.

        Raises `UnknownGame` if no stream or several are meant.
        """
        found = self.ask(lambda tables, cursor: tables.find(cursor, word)) if may_name(word) else []
        if len(found) == 1:
            return found[0]
        if not found:
            raise UnknownGame(
                f"the ledger {self.address} has no game {word!r}; `lastword list` shows those it has", word
            )
        names = ", ".join(sorted(row.name for row in found)[:4])
        raise AmbiguousName(f"{word!r} may be any of {names}{' …' if len(found) > 4 else ''}; write more of it")

    def lineage(self, stream: StreamRef) -> list[Segment]:
        """Return the segments a stream is made of: those of its ancestors, oldest first, then its own."""
        head = stream if isinstance(stream, Head) else self.head(stream)
        segments = [Segment(head, head.about.at + 1, head.last)]
        while segments[0].head.about.parent:
            child = segments[0].head.about
            parent = owner_of_event(self.head(child.parent), child.at, self.head)
            if any(segment.head.number == parent.number for segment in segments):
                raise LedgerError(f"{head.name} is said to branch from itself; {SEE_CHECK}")
            segments.insert(0, Segment(parent, parent.about.at + 1, child.at))
        return segments

    def digest_at(self, stream: StreamRef, seq: int) -> bytes:
        """Return the chain's digest after an event (0: before the first).

        Raises `LedgerError` if there is no such event, or if it is inside an action: a branch leaves and a seal holds
        only where an entry ends.
        """
        for segment in reversed(self.lineage(stream)):
            if seq >= segment.first:
                break
            if seq == segment.head.about.at and not segment.head.about.parent:
                return genesis(segment.head.about)
        head = segment.head
        stored = self.row_at_or_before(head, min(seq, segment.last))
        if not stored or not segment.first <= seq <= segment.last:
            raise LedgerError(f"{head.name} has no event {seq}")
        entry = self.decode(stored, head)
        last = entry.seq + len(entry.events) - 1
        if last != seq:
            raise LedgerError(
                f"event {seq} of {head.name} is in the middle of a move that ends at event {last}; name that one"
            )
        return split_row(stored)[0]

    def entries(self, stream: StreamRef, start: int = 1, stop: int | None = None) -> Iterator[Any]:
        """Yield the entries from the one that holds event `start` to the one that holds `stop`, a page at a time.

        A branch begins with the entries of the streams it branches from. Raises `Unreadable` where an entry is missing:
        at the latest at the end, if the rows stop before the event that the head names.
        """
        for segment in self.lineage(stream):
            last = segment.last if stop is None else min(stop, segment.last)
            if start <= last:
                yield from self._segment_entries(segment, max(start, segment.first), last)

    def _segment_entries(self, segment: Segment, start: int, stop: int) -> Iterator[Any]:
        """Yield the entries of one segment, from the one that holds event `start`; raise `Unreadable` at a gap."""
        head, after = segment.head, start - 1
        if start > segment.first:
            first = self.row_at_or_before(head, start)
            after = first[0] - 1 if first else after
        reached = after
        for page in self.pages(head, after, stop):
            for stored in page:
                if stored[0] != reached + 1:
                    raise Unreadable(
                        f"{head.name} has no event {reached + 1}: what was stored there is gone; {SEE_CHECK}"
                    )
                entry = self.decode(stored, head)
                reached += len(entry.events)
                yield entry
        if reached < stop:
            raise Unreadable(f"{head.name} should go on to event {stop} and stops at {reached}; {SEE_CHECK}")

    def pages(self, head: Head, after: int, stop: int = LAST) -> Iterator[list[Stored]]:
        """Yield the stored rows of one stream that start after event `after` and up to `stop`, a page at a time.

        A long game is never held in memory as a whole.
        """
        while page := self._page(head, after, stop):
            yield page
            after = page[-1][0]
            if len(page) < PAGE:
                return

    def rows_of(self, heads: list[Head]) -> dict[str, list[Stored]]:
        """Return all stored rows of some small streams, in order, by the ids of the streams."""
        with translated_faults(self.address):
            found: dict[str, list[Stored]] = self.recorder.read_many([head.about.uuid for head in heads], -1, LAST)
            return found

    def _page(self, head: Head, after: int, stop: int) -> list[Stored]:
        with translated_faults(self.address):
            page: list[Stored] = self.recorder.read(head.about.uuid, after, stop, PAGE)
            return page

    def decode(self, stored: Stored, head: Head) -> Any:
        """Return the entry that a row holds; an error names the stream."""
        try:
            return self.kind(stored[1]).decode(split_row(stored)[1])
        except Unreadable as error:
            raise type(error)(f"{head.name}: {error}") from None

    def envelopes(self, stream: StreamRef, start: int = 1, stop: int | None = None) -> Iterator[Envelope]:
        """Yield the envelopes of the events from `start` to `stop` (the last, unless given)."""
        found: Iterator[Entry] = self.entries(stream, start, stop)  # it begins with a whole entry
        first = next(found, None)
        if first is None:
            return
        frames = [frame.id for frame in self.table_at(stream, first.seq - 1).frames]
        for item in envelopes(chain((first,), found), frames):
            if item.seq >= start and (stop is None or item.seq <= stop):
                yield item

    def table_at(self, stream: StreamRef, seq: int | None = None) -> Table:
        """Return the table after event `seq`, or after the last: from the nearest snapshot, folding the rest.

        Snapshots that became due on the way are kept, if the ledger may be written. Raises `LedgerError` if there is no
        such event.
        """
        segments = self.lineage(stream)
        target = segments[-1].last if seq is None else seq
        if not 0 <= target <= segments[-1].last:
            raise LedgerError(f"{segments[-1].head.name} has no event {target}; its last is event {segments[-1].last}")
        current = self._nearest(segments, target)
        for segment in segments:
            last = min(target, segment.last)
            if current.seq < last:
                self._fold(segment, current, last)
        return current

    def _nearest(self, segments: list[Segment], target: int) -> Table:
        """Return the latest table in a snapshot at or before an event, or an empty one."""
        with translated_faults(self.address):
            for segment in reversed(segments):
                last = min(target, segment.last)
                found = self.snapshots.nearest(segment.head.about.uuid, last) if last >= segment.first else None
                if found is not None:
                    return found
        return Table()

    def _fold(self, segment: Segment, current: Table, last: int) -> None:
        """Fold the events of a segment up to `last` into a table, and keep the snapshots that are due."""
        taker = SnapshotTaker(current.seq)
        for entry in self._segment_entries(segment, current.seq + 1, last):
            skip, want = current.seq + 1 - entry.seq, last + 1 - entry.seq
            fold(entry.events[skip:want] if skip or want < len(entry.events) else entry.events, current)
            if entry.seq + len(entry.events) - 1 == current.seq:
                taker.take_if_due(current)
        self._keep_snapshots(segment.head, taker)

    def _keep_snapshots(self, head: Head, taker: SnapshotTaker) -> None:
        if not taker.taken or not self.writable:
            return
        try:
            with translated_faults(self.address):
                self.snapshots.keep(head.about.uuid, taker.taken)
        except Unwritable:
            # Only the cache could not be written, on a full disk say: the answer is right all the same, and the next
            # append, which does matter, will say what is wrong.
            taker.taken.clear()


def _head(row: StreamRow) -> Head:
    try:
        return row.head()
    except Unreadable as error:
        raise Unreadable(f"{row.name}: {error}; {SEE_CHECK}") from None

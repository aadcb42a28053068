"""Reading a ledger: finding streams, streaming their entries, and the table at any event."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from ledger.address import LedgerApplication
from ledger.chain import genesis, split_row
from ledger.codec import GAME, Kind, Kinds
from ledger.entries import Entry, Envelope, envelopes
from ledger.errors import SEE_CHECK, LedgerError, UnknownGame, Unreadable, Unwritable
from ledger.faults import translated_faults
from ledger.folding import fold
from ledger.side_tables import SideTables, StreamRow
from ledger.snapshots import Snapshot, Snapshots, SnapshotTaker
from ledger.streams import Head, Stored, may_name
from ledger.table import Table

PAGE = 1_000
LAST = 2**62
StreamRef = Head | str
T = TypeVar("T")


class Segment(NamedTuple):
    """A stretch of one stream that a line of play runs through."""

    head: Head
    first: int
    last: int


class LedgerReader:
    """Everything one can ask of an opened ledger without changing it."""

    def __init__(self, application: LedgerApplication, kinds: Kinds, address: str) -> None:
        self.application, self.kinds, self.address = application, kinds, address
        self.recorder: Any = application.recorder
        assert application.snapshots is not None
        self.snapshots = Snapshots(application.snapshots.recorder)
        self.writable = application.writable

    def ask(self, question: Callable[[SideTables, Any], T]) -> T:
        """Ask the tables beside the entries."""
        with translated_faults(self.address):
            answer: T = self.recorder.with_side_tables(question)
            return answer

    def row_at_or_before(self, head: Head, seq: int) -> Stored | None:
        """The row of one stream that starts at an event, or last before it."""
        with translated_faults(self.address):
            found = self.recorder.select_events(head.about.uuid, lte=seq, desc=True, limit=1)
        return (found[0].originator_version, found[0].topic, found[0].state) if found else None

    def counts(self) -> dict[str, int]:
        """How many entries are stored under each id, whether a stream has that id or not."""
        with translated_faults(self.address):
            found: dict[str, int] = self.recorder.counts()
            return found

    def damage(self) -> list[str]:
        """What the database itself finds wrong with what it keeps, beneath anything that is written there."""
        try:
            with translated_faults(self.address):
                found: list[str] = self.recorder.damage()
                return found
        except LedgerError as error:
            return [str(error)]

    def all_snapshots(self, head: Head) -> list[Snapshot]:
        """Every snapshot of a stream as it is stored, sound or not."""
        with translated_faults(self.address):
            return self.snapshots.all(head.about.uuid)

    def stream_rows(self) -> list[StreamRow]:
        """Return every stream's row just as it is stored, sound or not, in the order the streams were opened."""
        return self.ask(lambda tables, cursor: tables.rows(cursor))

    def kind(self, name: str) -> Kind[Any]:
        """A kind of stream this program knows."""
        try:
            return self.kinds[name]
        except KeyError:
            raise Unreadable(f"streams of kind {name!r} are not known to this version of Last Word") from None

    def heads(self, kind: str | None = None) -> list[Head]:
        """Every stream, or every one of a kind, in the order they were opened."""
        found = map(_head, self.stream_rows())
        return [head for head in found if kind is None or head.kind == kind]

    def games(self) -> list[Head]:
        """Every game."""
        return self.heads(GAME.name)

    def head(self, stream: StreamRef) -> Head:
        """Where a stream stands now; it is found by name, id, or the unique beginning of either."""
        return _head(self.row(stream.id if isinstance(stream, Head) else stream))

    def row(self, word: str) -> StreamRow:
        """A stream's row just as it is stored, sound or not."""
        found = self.ask(lambda tables, cursor: tables.find(cursor, word)) if may_name(word) else []
        if len(found) == 1:
            return found[0]
        if not found:
            raise UnknownGame(f"the ledger {self.address} has no game {word!r}; `lastword list` shows those it has")
        names = ", ".join(sorted(row.name for row in found)[:4])
        raise UnknownGame(f"{word!r} may be any of {names}{' …' if len(found) > 4 else ''}; write more of it")

    def lineage(self, stream: StreamRef) -> list[Segment]:
        """The stretches a stream is made of, the oldest ancestor's first."""
        head = stream if isinstance(stream, Head) else self.head(stream)
        segments = [Segment(head, head.about.at + 1, head.last)]
        while segments[0].head.about.parent:
            child = segments[0].head.about
            parent = self.head(child.parent)
            if any(segment.head.number == parent.number for segment in segments):
                raise LedgerError(f"{head.name} is said to branch from itself; {SEE_CHECK}")
            segments.insert(0, Segment(parent, parent.about.at + 1, child.at))
        return segments

    def digest_at(self, stream: StreamRef, seq: int) -> bytes:
        """The chain's digest after an event that ends an entry."""
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
                f"event {seq} of {head.name} is inside an action, which ends at {last}: a branch leaves between actions"
            )
        return split_row(stored)[0]

    def entries(self, stream: StreamRef, start: int = 1, stop: int | None = None) -> Iterator[Any]:
        """The entries from the one that holds event `start` to the one that holds `stop`, read a page at a time."""
        for segment in self.lineage(stream):
            last = segment.last if stop is None else min(stop, segment.last)
            if start <= last:
                yield from self._segment_entries(segment, max(start, segment.first), last)

    def _segment_entries(self, segment: Segment, start: int, stop: int) -> Iterator[Any]:
        head, after = segment.head, start - 1
        if start > segment.first:
            holding = self.row_at_or_before(head, start)
            after = holding[0] - 1 if holding else after
        for page in self.pages(head, after, stop):
            for stored in page:
                yield self.decode(stored, head)

    def pages(self, head: Head, after: int, stop: int = LAST) -> Iterator[list[Stored]]:
        """Stored rows of one stream that start after an event, a page at a time: a long game is never held whole."""
        while page := self._page(head, after, stop):
            yield page
            after = page[-1][0]
            if len(page) < PAGE:
                return

    def _page(self, head: Head, after: int, stop: int) -> list[Stored]:
        with translated_faults(self.address):
            page: list[Stored] = self.recorder.read(head.about.uuid, after, stop, PAGE)
            return page

    def decode(self, stored: Stored, head: Head) -> Any:
        """The entry a row holds."""
        try:
            return self.kind(stored[1]).decode(split_row(stored)[1])
        except Unreadable as error:
            raise type(error)(f"{head.name}: {error}") from None

    def envelopes(self, stream: StreamRef, start: int = 1, stop: int | None = None) -> Iterator[Envelope]:
        """Events with everything known about them. They are counted from an entry's first, so the walk starts there."""
        found: Iterator[Entry] = self.entries(stream, start, stop)
        first = next(found, None)
        if first is None:
            return
        frames = [frame.id for frame in self.table_at(stream, first.seq - 1).frames]
        for item in envelopes(chain((first,), found), frames):
            if item.seq >= start and (stop is None or item.seq <= stop):
                yield item

    def table_at(self, stream: StreamRef, seq: int | None = None) -> Table:
        """The table after event `seq`, or after the last: from the nearest snapshot, folding the rest."""
        segments = self.lineage(stream)
        target = segments[-1].last if seq is None else seq
        if not 0 <= target <= segments[-1].last:
            raise LedgerError(f"{segments[-1].head.name} has events 1 to {segments[-1].last}, not {target}")
        current = self._nearest(segments, target)
        for segment in segments:
            last = min(target, segment.last)
            if current.seq < last:
                self._fold(segment, current, last)
        return current

    def _nearest(self, segments: list[Segment], target: int) -> Table:
        with translated_faults(self.address):
            for segment in reversed(segments):
                last = min(target, segment.last)
                found = self.snapshots.nearest(segment.head.about.uuid, last) if last >= segment.first else None
                if found is not None:
                    return found
        return Table()

    def _fold(self, segment: Segment, current: Table, last: int) -> None:
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
            # Only the cache could not be written, on a full disk say: the answer is right all the same, and the next append,
            # which does matter, will say what is wrong.
            taker.taken.clear()


def _head(row: StreamRow) -> Head:
    try:
        return row.head()
    except Unreadable as error:
        raise Unreadable(f"{row.name}: {error}; {SEE_CHECK}") from None

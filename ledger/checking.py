"""Walks a whole ledger from each stream's first entry and names the first bad event of each.

Nothing is taken on trust: not the heads, not the register of streams, not the snapshots, which are folded again and compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from ledger.books import StreamRow
from ledger.chain import SIZE, enrol, genesis, link, prefix
from ledger.codec import GAME
from ledger.errors import BrokenEvent, LedgerError, Unreadable
from ledger.folding import fold
from ledger.reading import Reader
from ledger.seals import Seal, read_seal, tally
from ledger.signing import genuine
from ledger.streams import Head, Stored, read_about
from ledger.table import Table, freeze

Progress = Callable[[int], None]


class Finding(msgspec.Struct, frozen=True):
    """One thing that is not as it was written: in which stream, at which event (0: the stream as a whole), and what."""

    game: str
    id: str
    seq: int
    says: str

    def __str__(self) -> str:
        return f"{self.game}@{self.seq}: {self.says}" if self.seq else f"{self.game}: {self.says}"


class Report(msgspec.Struct, frozen=True):
    """What a check went through, the seals it met, and what it found."""

    streams: int
    events: int
    seals: list[Seal]
    findings: list[Finding]


def check(ledger: Reader, only: set[str] | None = None, progress: Progress = lambda _: None) -> Report:
    """Check the ledger, or the streams of these ids and what they branch from."""
    stored = ledger.ask(lambda books, cursor: books.rows(cursor))
    findings: list[Finding] = []
    heads: dict[str, Head] = {}
    for row in stored:
        try:
            heads[row.id] = Head(read_about(row.about), row.number, row.last, row.digest, row.seals)
        except Unreadable as error:
            findings.append(Finding(row.name, row.id, 1, f"what this stream is was changed: {error}"))
    wanted = set(heads) if only is None else _with_ancestors(heads, only)
    walks = {row.id: Walk(ledger, heads[row.id], row, _branch_points(heads, row.id)) for row in stored if row.id in wanted}
    for walk in walks.values():
        findings.extend(walk.findings(progress))
    for walk in walks.values():
        findings.extend(_trunk(walk, walks))
    if only is None:
        findings.extend(_register(ledger, stored))
        findings.extend(_orphans(ledger, stored))
    events = sum(walk.last - walk.head.about.at for walk in walks.values())
    return Report(len(walks), events, [seal for walk in walks.values() for seal in walk.seals], findings)


def check_receipt(ledger: Reader, seal: Seal) -> list[Finding]:
    """Whether a seal that was kept elsewhere still holds here; a seal in the ledger itself could have been taken off."""
    if not genuine(seal):
        return [Finding(seal.name, seal.id, seal.last, "the receipt is not genuine: its signature does not hold")]
    try:
        same = ledger.digest_at(seal.id, seal.last) == bytes.fromhex(seal.digest)
    except LedgerError as error:
        return [Finding(seal.name, seal.id, seal.last, f"the sealed record is not in the ledger: {error}")]
    says = f"this is not the record that {seal.by} sealed on {seal.when}"
    return [] if same else [Finding(seal.name, seal.id, seal.last, says)]


class Walk:
    """The walk along one stream: its chain, its fold, its snapshots and its seals."""

    def __init__(self, ledger: Reader, head: Head, row: StreamRow, marks: set[int]) -> None:
        self.ledger, self.head, self.row = ledger, head, row
        self.last, self.digest = head.about.at, genesis(head.about)
        self.marks = marks
        self.digests: dict[int, bytes] = {self.last: self.digest}
        self.table: Table | None = None
        self.photographs: dict[int, bytes] = {}
        self.noted: list[Finding] = []
        self.seals: list[Seal] = []

    def findings(self, progress: Progress) -> Iterator[Finding]:
        """What is wrong with this stream; along the chain only the first thing, since it spoils everything after it."""
        row, about = self.row, self.head.about
        if (row.id, row.kind, row.name) != (about.id, about.kind, about.name):
            yield self._finding(0, "its id, kind or name was changed after it was opened")
        seals = self.ledger.ask(lambda books, cursor: books.seals(cursor, row.id))
        self.seals = [seal for seal in map(_try_seal, seals) if seal is not None]
        self.marks |= {seal.last for seal in self.seals}
        yield from self._snapshots()
        bad = self._chain(progress) or self._end()
        yield from self.noted
        if not bad:
            yield from (self._finding(seq, "its snapshot stands where no action ends") for seq in self.photographs)
        if bad:
            yield bad
        yield from self._seals(seals)

    def _chain(self, progress: Progress) -> Finding | None:
        head = self.head
        start = prefix(head.about.uuid, head.kind)
        try:
            self.table = self._base()
            for page in self.ledger.pages(head, -1):
                before = self.last
                for stored in page:
                    bad = self._entry(stored, start)
                    if bad:
                        return self._finding(self.last + 1, bad)
                progress(self.last - before)
        except BrokenEvent as error:
            return self._finding(self.table.seq + 1 if self.table else self.last + 1, f"cannot be true: {error}")
        except LedgerError as error:
            return self._finding(self.last + 1, f"cannot be read: {error}")
        return None

    def _entry(self, stored: Stored, start: bytes) -> str:
        """What is wrong with the next row; nothing, if it continues the chain."""
        version, kind, state = stored
        if version != self.last + 1:
            return f"is missing: the next entry in store starts at {version}"
        if type(state) is not bytes or len(state) <= SIZE:
            return "was changed: what is stored is not an entry"
        if kind != self.head.kind:
            return f"is stored as part of a {kind!r}, in a {self.head.kind!r}"
        digest = link(self.digest, start, version, state[SIZE:])
        if state[:SIZE] != digest:
            return "was changed, or something before it was: its digest does not follow from what is stored"
        entry = self.ledger.decode(stored, self.head)
        if entry.seq != version:
            return f"says it is event {entry.seq}"
        if self.table is not None:
            fold(entry.events, self.table)
        self.last += len(entry.events)
        self.digest = digest
        if self.last in self.marks:
            self.digests[self.last] = digest
        if self.last in self.photographs:
            self._photograph()
        return ""

    def _end(self) -> Finding | None:
        if self.last < self.row.last:
            return self._finding(self.last + 1, f"is missing: the head says there are events up to {self.row.last}")
        if self.last > self.row.last:
            return self._finding(self.row.last + 1, f"was added: the head says the last event is {self.row.last}")
        if self.digest != self.row.digest:
            return self._finding(self.last, "is not what the head's digest says")
        return None

    def _base(self) -> Table | None:
        about = self.head.about
        if self.head.kind != GAME.name:
            return None
        return self.ledger.table_at(about.parent, about.at) if about.parent else Table()

    def _snapshots(self) -> Iterator[Finding]:
        for snapshot in self.ledger.snapshots.all(self.head.about.uuid):
            if not snapshot.whole:
                yield self._finding(snapshot.seq, "its snapshot was changed (the record itself is checked apart)")
            elif snapshot.ours:
                self.photographs[snapshot.seq] = snapshot.data

    def _photograph(self) -> None:
        if self.table is None or self.photographs.pop(self.last) != freeze(self.table):
            self.noted.append(self._finding(self.last, "its snapshot is of another table than the events fold to"))

    def _seals(self, stored: list[bytes]) -> Iterator[Finding]:
        numbers = self.ledger.ask(lambda books, cursor: books.seal_numbers(cursor, self.row.id))
        if tally(stored) != self.row.seals or numbers != list(range(1, len(stored) + 1)):
            yield self._finding(0, "a seal was taken off, added or changed: the seals are not those its head counts")
        for data in stored:
            seal = _try_seal(data)
            if seal is None or seal.id != self.row.id or not genuine(seal):
                yield self._finding(seal.last if seal else 0, "a seal on it was changed or forged: its signature does not hold")
            elif self.digests.get(seal.last) != bytes.fromhex(seal.digest):
                who = f"{seal.by} (key {seal.fingerprint}) on {seal.when}"
                yield self._finding(seal.last, f"the seal by {who} no longer matches: this is not the record that was sealed")

    def _finding(self, seq: int, says: str) -> Finding:
        return Finding(self.row.name, self.row.id, seq, says)


def _try_seal(data: bytes) -> Seal | None:
    try:
        return read_seal(data)
    except Unreadable:
        return None


def _with_ancestors(heads: dict[str, Head], ids: set[str]) -> set[str]:
    found: set[str] = set()
    for start in ids:
        current = start
        while current in heads and current not in found:
            found.add(current)
            current = heads[current].about.parent
    return found


def _branch_points(heads: dict[str, Head], parent: str) -> set[int]:
    return {head.about.at for head in heads.values() if head.about.parent == parent}


def _trunk(walk: Walk, walks: dict[str, Walk]) -> Iterator[Finding]:
    about = walk.head.about
    if not about.parent:
        return
    parent = walks.get(about.parent)
    if parent is None:
        yield Finding(about.name, about.id, about.at, "the game it branches from is missing or unreadable")
    elif parent.digests.get(about.at, b"").hex() != about.trunk:
        yield Finding(about.name, about.id, about.at, f"{parent.head.name} is no longer what this branched from")


def _register(ledger: Reader, stored: list[StreamRow]) -> Iterator[Finding]:
    register = ledger.ask(lambda books, cursor: books.register(cursor))
    digest = type(register)().digest
    for expected, row in enumerate(stored, 1):
        if row.number != expected:
            yield Finding(
                row.name, row.id, 0, f"it is stream {row.number} in store, but {expected} by count: one is missing or was added"
            )
            return
        try:
            digest = enrol(digest, genesis(read_about(row.about)))
        except Unreadable:
            return  # named already, as the stream it is
    if register.streams != len(stored):
        says = f"{register.streams} streams were opened, but {len(stored)} are in store: one is missing or was added"
        yield Finding("the register", "", 0, says)
    elif register.digest != digest:
        yield Finding("the register", "", 0, "the streams in store are not those that were opened, or its digest was changed")


def _orphans(ledger: Reader, stored: list[StreamRow]) -> Iterator[Finding]:
    known = {row.id for row in stored}
    for stream in sorted(ledger.recorder.streams_with_entries() - known):
        yield Finding(stream, stream, 1, "entries are in store, but no stream of this id is")
    for stream in sorted(ledger.ask(lambda books, cursor: books.sealed(cursor)) - known):
        yield Finding(stream, stream, 0, "a seal is in store, but no stream of this id is")

"""Importing an export: it is checked line by line while it is stored, in a transaction that one bad line undoes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import count
from typing import NamedTuple
from uuid import UUID

from msgspec import structs

from ledger.codec import REVISIONS, RULEBOOK
from ledger.errors import LedgerError, NameTaken, Unreadable, Unwritable
from ledger.exchange import DERIVED_KINDS
from ledger.export_reader import ExportReader
from ledger.faults import translated_faults
from ledger.queries import LAST
from ledger.revisions import ClauseRevised
from ledger.seals import Seal, seal_bytes
from ledger.store import Ledger
from ledger.streams import Change, Head, Row

ONE_A_BOOK = (REVISIONS.name, RULEBOOK.name)
"""Kinds of streams of which a ledger uses one for each book."""


class Imported(NamedTuple):
    """The streams of an export by what became of them.

    `new` ones were stored, those the ledger had are `known`, and of `continued` ones it had only the beginning.
    `merged` are streams of its own that took what they lacked, and `left_out` those of the file that are not imported.
    `differing` names clauses that both ledgers revised for the same day with other words: ours stay.
    """

    new: list[Head]
    known: list[Head]
    continued: list[Head]
    merged: list[Head]
    left_out: list[Head]
    differing: list[str]


def import_streams(ledger: Ledger, lines: Iterable[bytes], *, rename: bool = False) -> Imported:
    """Import an export, all of it or nothing, and return what became of each stream.

    What is new is stored in one transaction; afterwards streams that were here get the seals they lack, and the
    revisions of a book that both ledgers have go into one stream. A stream the ledger already has, or has more of,
    stays as it is; of one that the file has more of, the rest is appended. Streams of `DERIVED_KINDS` and rulebook
    texts of a game that has one here are left out.

    Raises `BadFile` for a line that is wrong, and `NameTaken` if the ledger has another stream of the same name
    (unless `rename` is set: then a number is put behind the name) or another record of the same id, and `Unwritable` if
    the ledger is read-only.
    """
    if not ledger.writable:
        raise Unwritable(f"the ledger {ledger.address} is read-only here: nothing was imported")
    export = ExportReader(ledger, lines)
    plan = _Plan(ledger, export, rename)
    changes = [
        *(Change(structs.replace(ours, last=head.last, digest=head.digest), ours) for head, ours in plan.continued),
        *(Change(head, seals=tuple(map(seal_bytes, export.seals[head.id]))) for head in plan.done.new),
    ]
    to_stored = ledger.application.mapper.to_stored_event
    with translated_faults(ledger.address):
        ledger.recorder.insert_events(map(to_stored, plan.rows()), changes=changes)
    for head in (*plan.done.known, *plan.done.continued):
        _add_missing_seals(ledger, head, export.seals[head.id])
    plan.merge_revisions()
    return plan.done


class _Plan:
    """What is to become of each stream of an export, and the rows that are to be stored.

    `after` has for each stream that is stored the event behind which its rows are wanted, `continued` the streams of
    the file with ours, and `merging` the rows of revisions that go into a stream of ours.
    """

    def __init__(self, ledger: Ledger, export: ExportReader, rename: bool) -> None:
        self.ledger, self.export, self.rename = ledger, export, rename
        self.done = Imported([], [], [], [], [], [])
        self.after: dict[UUID, int] = {}
        self.continued: list[tuple[Head, Head]] = []
        self.merging: dict[UUID, tuple[Head, list[Row]]] = {}
        self.here: dict[str, Head] = {}
        self.names = set()
        for row in ledger.stream_rows():
            self.names.add(row.name)
            with suppress(Unreadable):  # a damaged stream takes no part, but its name is taken
                self.here[row.id] = row.head()
        for head in export.heads:
            self._place(head)

    def _place(self, head: Head) -> None:
        """Decide what becomes of one stream of the file."""
        ours = self.here.get(head.id)
        twin = self._twin(head)
        if head.kind in DERIVED_KINDS or (twin and head.kind == RULEBOOK.name):
            self.done.left_out.append(head)
        elif ours is not None:
            self._place_known(head, ours)
        elif twin is not None:
            self.merging[head.about.uuid] = (twin, [])
        else:
            self._place_new(head)

    def _twin(self, head: Head) -> Head | None:
        """Return our own stream of a kind of which a book has only one, if it is another than the file's."""
        if head.kind not in ONE_A_BOOK or head.id in self.here:
            return None
        return next((our for our in self.here.values() if (our.kind, our.about.pack) == _book(head)), None)

    def _place_known(self, head: Head, ours: Head) -> None:
        if ours.about == head.about and ours.last < head.last:
            self.continued.append((head, ours))
            self.done.continued.append(head)
            self.after[head.about.uuid] = ours.last
            if ours.last > ours.about.at:
                self.export.trunks[head.id, ours.last] = ""
        elif _has(self.ledger, ours, head):
            self.done.known.append(head)
        else:
            raise _another_record(head, ours)

    def _place_new(self, head: Head) -> None:
        if head.name in self.names:
            if not self.rename:
                raise NameTaken(
                    f"the ledger already has a game {head.name!r}: nothing was imported; "
                    "--rename imports the other one under another name"
                )
            head = structs.replace(head, alias=self._free_name(head.name))
        if head.alias and not self.ledger.ask(lambda tables, cursor: tables.has_checkpoints(cursor)):
            raise LedgerError(
                "nothing was imported: this ledger was made by version 0.1.0 and cannot store "
                f"{head.about.name!r} under another name; `lastword ledger checkpoint` brings the ledger up to date"
            )
        self.names.add(head.name)
        self.after[head.about.uuid] = -1
        self.done.new.append(head)

    def _free_name(self, name: str) -> str:
        taken = self.names | {other.name for other in self.export.heads}
        return next(free for free in (f"{name[:58]}-{number}" for number in count(2)) if free not in taken)

    def rows(self) -> Iterator[Row]:
        """Yield the rows that are to be stored; raises `BadFile` at the end if ours is no beginning of the file's."""
        for row in self.export.rows():
            if row.originator_id in self.merging:
                self.merging[row.originator_id][1].append(row)
            elif row.originator_version > self.after.get(row.originator_id, LAST):
                yield row
        for head, ours in self.continued:
            if ours.last > ours.about.at and self.export.trunks[head.id, ours.last] != ours.digest.hex():
                raise _another_record(head, ours)

    def merge_revisions(self) -> None:
        """Append to our own streams the revisions they lack; the ledger's own words for a clause and a day stay."""
        for ours, rows in self.merging.values():
            head = self.ledger.head(ours)
            kind = self.ledger.kind(head.kind)
            have = [event for entry in self.ledger.entries(head) for event in entry.events]
            days = {_clause_and_day(event): event.says for event in have}
            found = [event for row in rows for event in kind.decode(row.data).events]
            lacking = [event for event in found if _clause_and_day(event) not in days]
            differing = [event for event in found if days.get(_clause_and_day(event), event.says) != event.says]
            self.done.differing.extend(f"{event.rule}#{event.clause} from {event.effective} on" for event in differing)
            if lacking:
                head = self.ledger.append(head, [kind.entry(head.last + 1, tuple(lacking))])
            self.done.merged.append(head)


def _book(head: Head) -> tuple[str, str]:
    return head.kind, head.about.pack


def _clause_and_day(event: ClauseRevised) -> tuple[str, int, str]:
    return event.rule, event.clause, event.effective


def _has(ledger: Ledger, ours: Head, head: Head) -> bool:
    """Whether our stream is the record that the file has, or more of it."""
    if ours.about != head.about:
        return False
    if head.last == head.about.at:  # its digest is that of its description, which is the same
        return True
    try:
        return ledger.digest_at(ours, head.last) == head.digest
    except LedgerError:
        return False


def _another_record(head: Head, ours: Head) -> NameTaken:
    return NameTaken(
        f"the ledger has another record of {head.name} (it stands at event {ours.last}): nothing was imported; "
        "import the file into another ledger"
    )


def _add_missing_seals(ledger: Ledger, head: Head, seals: Sequence[Seal]) -> None:
    """Put on a stream those seals of the file that it lacks."""
    ours = ledger.seals(head.id) if seals else []
    for seal in seals:
        if seal not in ours:
            ledger.put_seal(ledger.head(head.id), seal)

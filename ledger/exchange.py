"""Exports and imports: a ledger's streams as lines of JSON, lossless both ways.

The first line says the format and, for each stream, what it is, where its record ends and who sealed it. Then come the
entries, a line each: the stream's place in the header, the digest, and the entry just as it is stored. Every line is
canonical and every digest is computed again on reading, so a file that was cut, reordered or edited is refused whole,
by line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import msgspec

from ledger.chain import entry_digest, genesis, split_row, stream_prefix
from ledger.codec import raw_entry
from ledger.errors import SEE_CHECK, LedgerError, Unreadable
from ledger.queries import LedgerReader
from ledger.seals import Seal, read_seal
from ledger.streams import Head

EXPORT_FORMAT = "lastword-ledger"
EXPORT_VERSION = 1
Count = Annotated[int, msgspec.Meta(ge=0, le=2**62)]


class ExportedStream(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stream in the header: what it is, its last event, how many entries, its chain head, and its seals."""

    id: str
    kind: str
    name: str
    pack: str
    pack_version: str
    note: str
    created: str
    parent: str
    at: Count
    trunk: str
    last: Count
    entries: Count
    head: str
    seals: list[Seal]


class ExportHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    format: str
    version: int
    streams: list[ExportedStream]


class ExportLine(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Every other line."""

    stream: int
    digest: str
    entry: list[Any]


JSON = msgspec.json.Encoder()


def export(ledger: LedgerReader, heads: Iterable[Head]) -> Iterator[bytes]:
    """The lines of an export, each with its end of line. What a branch stands on comes with it."""
    chosen = _with_ancestors(ledger, heads)
    streams = [_exported_stream(ledger, head) for head in chosen]
    yield JSON.encode(ExportHeader(EXPORT_FORMAT, EXPORT_VERSION, streams)) + b"\n"
    for place, head in enumerate(chosen):
        yield from _entry_lines(ledger, place, head)


def _with_ancestors(ledger: LedgerReader, heads: Iterable[Head]) -> list[Head]:
    """The streams and all they branch from: parents first, else by name, so that the order is no accident."""
    found: dict[str, Head] = {}
    for head in sorted(heads, key=lambda head: head.name):
        for segment in ledger.lineage(head):
            found.setdefault(segment.head.id, segment.head)
    return list(found.values())


def _exported_stream(ledger: LedgerReader, head: Head) -> ExportedStream:
    count = sum(len(page) for page in ledger.pages(head, -1, head.last))
    seals = [read_seal(data) for data in ledger.ask(lambda tables, cursor: tables.seals(cursor, head.id))]
    about = msgspec.structs.asdict(head.about)
    return ExportedStream(**about, last=head.last, entries=count, head=head.digest.hex(), seals=seals)


def _entry_lines(ledger: LedgerReader, place: int, head: Head) -> Iterator[bytes]:
    digest, start = genesis(head.about), stream_prefix(head.about.uuid, head.kind)
    for page in ledger.pages(head, -1, head.last):
        for stored in page:
            try:
                written, data = split_row(stored)
            except Unreadable as error:
                raise Unreadable(f"{head.name}: {error}; {SEE_CHECK}") from None
            digest = entry_digest(digest, start, stored[0], data)
            if digest != written:
                raise LedgerError(f"{head.name}@{stored[0]} was changed since it was written; {SEE_CHECK}")
            yield JSON.encode(ExportLine(place, digest.hex(), raw_entry(data))) + b"\n"
    if digest != head.digest:
        raise LedgerError(f"{head.name} does not end as its head says; {SEE_CHECK}")

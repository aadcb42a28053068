"""The format of exports, and writing them: a ledger's streams as lines of JSON, without loss.

The first line says the format and, for each stream, what it is, where its record ends and who sealed it. Then come the
entries, a line each: the stream's place in the header, the digest, and the entry just as it is stored. Every line is
canonical, and every digest is computed again on import. So a file that was cut, reordered or edited is refused as a
whole, and the first wrong line is named. `ledger/export_reader.py` reads what is written here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import msgspec

from ledger.chain import entry_digest, genesis, split_row, stream_prefix
from ledger.codec import VERDICTS, raw_entry
from ledger.errors import SEE_CHECK, LedgerError, Unreadable
from ledger.queries import LedgerReader
from ledger.seals import Seal, read_seal
from ledger.streams import Head

EXPORT_FORMAT = "lastword-ledger"
EXPORT_VERSION = 1
DERIVED_KINDS = frozenset({VERDICTS.name})
"""Kinds of streams that only say what can be derived from other streams, and are derived again where they are needed.

They are neither exported nor imported: a file could claim that games were judged, and found sound, that never were.
"""
Count = Annotated[int, msgspec.Meta(ge=0, le=2**62)]
"""A number of events or entries."""


class ExportedStream(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A stream in the header: the fields of its `About`, its last event, number of entries, digest and seals.

    `alias` is its name in the ledger that was exported, and is written only if that is another than it was given.
    """

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
    alias: str = ""


class ExportHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of an export."""

    format: str
    version: int
    streams: list[ExportedStream]


class ExportLine(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Every other line of an export: the stream's index in the header, the entry's digest in hex, and the entry."""

    stream: int
    digest: str
    entry: list[Any]


JSON = msgspec.json.Encoder()
"""Writes the lines; the import compares each with what this would write."""


def export(ledger: LedgerReader, heads: Iterable[Head]) -> Iterator[bytes]:
    """Yield the lines of an export of these streams and of all they branch from, each with its end of line.

    Streams of `DERIVED_KINDS` are left out. They are written as they stand when the first line is asked for, whatever
    is appended meanwhile. Raises `LedgerError` at the first entry that was changed since it was written.
    """
    with ledger.at_one_moment() as still:
        wanted = [still.head(head) for head in heads if head.kind not in DERIVED_KINDS]
        chosen = with_ancestors(still, wanted)
        streams = [_exported_stream(still, head) for head in chosen]
        yield JSON.encode(ExportHeader(EXPORT_FORMAT, EXPORT_VERSION, streams)) + b"\n"
        for place, head in enumerate(chosen):
            yield from _entry_lines(still, place, head)


def with_ancestors(ledger: LedgerReader, heads: Iterable[Head]) -> list[Head]:
    """Return the streams and all they name as parents, parents before their branches, otherwise by name."""
    found: dict[str, Head] = {}
    for head in sorted(heads, key=lambda head: head.name):
        line = [head]
        while line[0].about.parent and line[0].about.parent not in found:
            line.insert(0, ledger.head(line[0].about.parent))
            if line[0] in line[1:]:
                raise LedgerError(f"{head.name} is said to branch from itself; {SEE_CHECK}")
        for each in line:
            found.setdefault(each.id, each)
    return list(found.values())


def _exported_stream(ledger: LedgerReader, head: Head) -> ExportedStream:
    """Return a stream as the header describes it."""
    count = sum(len(page) for page in ledger.pages(head, -1, head.last))
    seals = [read_seal(data) for data in ledger.ask(lambda tables, cursor: tables.seals(cursor, head.id))]
    about = msgspec.structs.asdict(head.about)
    digest = head.digest.hex()
    return ExportedStream(**about, last=head.last, entries=count, head=digest, seals=seals, alias=head.alias)


def _entry_lines(ledger: LedgerReader, place: int, head: Head) -> Iterator[bytes]:
    """Yield a line for each entry of a stream, following its chain."""
    digest, prefix = genesis(head.about), stream_prefix(head.about.uuid, head.kind)
    for page in ledger.pages(head, -1, head.last):
        for stored in page:
            try:
                written, data = split_row(stored)
            except Unreadable as error:
                raise Unreadable(f"{head.name}: {error}; {SEE_CHECK}") from None
            digest = entry_digest(digest, prefix, stored[0], data)
            if digest != written:
                raise LedgerError(f"{head.name}@{stored[0]} was changed since it was written; {SEE_CHECK}")
            yield JSON.encode(ExportLine(place, digest.hex(), raw_entry(data))) + b"\n"
    if digest != head.digest:
        raise LedgerError(f"{head.name} does not end as its head says; {SEE_CHECK}")

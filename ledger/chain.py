"""The chain of digests: each entry's covers the one before it, so nothing in between can change unseen.

A stream's chain starts from what the stream is. The ledger's register chains the streams themselves in the order they
were opened, so a stream that vanishes whole is missed too.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from uuid import UUID

from msgspec import structs

from ledger.codec import E, Kind, Recorded
from ledger.errors import Unreadable, Unwritable
from ledger.streams import About, Head, Row, Stored, about_bytes

DIGEST_SIZE = 32
EMPTY_REGISTER = bytes(DIGEST_SIZE)


def genesis(about: About) -> bytes:
    """The digest a stream's chain starts from."""
    return sha256(b"lastword stream 1\0" + about_bytes(about)).digest()


def entry_digest(before: bytes, stream_prefix: bytes, version: int, data: bytes) -> bytes:
    """The digest of an entry, given the one before it and its stream's stream_prefix."""
    return sha256(b"%b%b%d\0%b" % (before, stream_prefix, version, data)).digest()


def stream_prefix(stream: UUID, kind: str) -> bytes:
    """What the digests of one stream have in common."""
    return stream.bytes + kind.encode() + b"\0"


def split_row(stored: Stored) -> tuple[bytes, bytes]:
    """A stored row's digest and its entry's bytes."""
    version, _, state = stored
    if type(state) is not bytes or len(state) <= DIGEST_SIZE:
        raise Unreadable(f"what is stored at event {version} is not an entry")
    return state[:DIGEST_SIZE], state[DIGEST_SIZE:]


def register_digest(register: bytes, start: bytes) -> bytes:
    """The register's digest after one more stream was opened."""
    return sha256(b"lastword register 1\0" + register + start).digest()


def chained_rows(head: Head, kind: Kind[E], entries: Iterable[E]) -> tuple[list[Row], Head]:
    """The rows that continue a stream with these entries, and its head after them."""
    stream, last, digest = head.about.uuid, head.last, head.digest
    start, name, encode = stream_prefix(stream, head.kind), head.kind, kind.encode
    made = []
    for entry in entries:
        if entry.seq != last + 1 or not entry.events:
            raise Unwritable(_misnumbered(head, entry, last))
        data = encode(entry)
        _check_readable(kind, data, entry)
        digest = entry_digest(digest, start, entry.seq, data)
        made.append(Row(stream, entry.seq, name, digest, data))
        last += len(entry.events)
    return made, structs.replace(head, last=last, digest=digest)


def _check_readable(kind: Kind[E], data: bytes, entry: E) -> None:
    """What is stored stays for ever: a field of a wrong type is refused now, not found by the reader years later."""
    try:
        kind.decode(data)
    except Unreadable as error:
        raise Unwritable(f"the entry at event {entry.seq} could not be read back: {error}") from None


def _misnumbered(head: Head, entry: Recorded, last: int) -> str:
    if not entry.events:
        return (
            f"the entry at event {entry.seq} of {head.name} has no events: an entry is one action and what came of it"
        )
    return f"the next event of {head.name} is {last + 1}, but the entry starts at {entry.seq}: events are numbered without gaps"

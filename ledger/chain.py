"""The chain of digests: each entry's digest covers the digest before it, so nothing in between can change unseen.

A stream's chain starts from the description of the stream (`About`). The ledger's register chains the streams
themselves in the order they were opened, so that a stream that vanishes as a whole is missed, too.
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
"""Bytes of a SHA-256 digest."""
EMPTY_REGISTER = bytes(DIGEST_SIZE)
"""The register's digest before any stream is opened."""


def genesis(about: About) -> bytes:
    """Return the digest that a stream's chain starts from: that of its description."""
    return sha256(b"lastword stream 1\0" + about_bytes(about)).digest()


def entry_digest(before: bytes, prefix: bytes, version: int, data: bytes) -> bytes:
    """Return the digest of an entry: over the digest before it, its `stream_prefix`, its first event and its bytes."""
    return sha256(b"%b%b%d\0%b" % (before, prefix, version, data)).digest()


def stream_prefix(stream: UUID, kind: str) -> bytes:
    """Return the bytes that go into every digest of one stream: its id and its kind."""
    return stream.bytes + kind.encode() + b"\0"


def split_row(stored: Stored) -> tuple[bytes, bytes]:
    """Split a stored row into its digest and its entry's bytes; raises `Unreadable` if it is too short to hold both."""
    version, _, state = stored
    if type(state) is not bytes or len(state) <= DIGEST_SIZE:
        raise Unreadable(f"what is stored at event {version} is not an entry")
    return state[:DIGEST_SIZE], state[DIGEST_SIZE:]


def register_digest(register: bytes, start: bytes) -> bytes:
    """Return the register's digest after a stream whose chain begins with `start` was opened."""
    return sha256(b"lastword register 1\0" + register + start).digest()


def chained_rows(head: Head, kind: Kind[E], entries: Iterable[E]) -> tuple[list[Row], Head]:
    """Return the rows that continue a stream with these entries, and its head after them; nothing is stored.

    Raises `Unwritable` if an entry does not begin at the next event, has no events, or could not be read back.
    """
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
    """Refuse bytes that do not decode: they would be stored for ever, and fail when somebody reads them years later."""
    try:
        kind.decode(data)
    except Unreadable as error:
        raise Unwritable(f"the entry at event {entry.seq} could not be read back: {error}") from None


def _misnumbered(head: Head, entry: Recorded, last: int) -> str:
    """Say why an entry cannot come after event `last`."""
    if not entry.events:
        return (
            f"the entry at event {entry.seq} of {head.name} has no events: an entry is one action and what came of it"
        )
    return (
        f"the next event of {head.name} is {last + 1}, but the entry starts at {entry.seq}: "
        "events are numbered without gaps"
    )

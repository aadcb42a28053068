"""How much a ledger holds: the entries, events, bytes and seals of every game and case."""

from __future__ import annotations

from msgspec import Struct

from ledger.store import Ledger
from ledger.streams import Head


class StreamAmounts(Struct, frozen=True):
    """How many entries, events, bytes and seals a stream has of its own, without those it branches from."""

    name: str
    kind: str
    entries: int
    events: int
    bytes: int
    seals: int


class LedgerAmounts(Struct, frozen=True):
    """What a ledger holds, as `ledger stats` counts it."""

    streams: list[StreamAmounts]
    entries: int
    events: int
    bytes: int


def amounts_of(ledger: Ledger) -> LedgerAmounts:
    """Return how much every game and case of a ledger holds, and all of them together."""
    found = [_stream(ledger, head) for head in ledger.heads()]
    entries, events, size = (sum(getattr(part, name) for part in found) for name in ("entries", "events", "bytes"))
    return LedgerAmounts(found, entries, events, size)


def _stream(ledger: Ledger, head: Head) -> StreamAmounts:
    entries = size = 0
    for page in ledger.pages(head, -1):
        entries += len(page)
        size += sum(len(state) for _, _, state in page)
    events = head.last - head.about.at
    return StreamAmounts(head.name, head.kind, entries, events, size, len(ledger.seals(head)))

"""Mapping rows to the library's stored events and back, by a closed table: stored data never names code to import."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from eventsourcing.persistence import JSONTranscoder, Mapper, StoredEvent

from ledger.chain import split_row
from ledger.codec import Kinds
from ledger.errors import FromTheFuture
from ledger.streams import Row


class ClosedMapper(Mapper[UUID]):
    """The mapper the library asks for. A stored event's topic is a kind of stream, its state a digest and an entry.

    The library's own mapper would import whatever class a topic names.
    """

    def __init__(self, kinds: Kinds) -> None:
        super().__init__(JSONTranscoder())  # asked for by the library, and never used
        self.kinds = kinds

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        """Return a row as the library stores it."""
        row: Row = domain_event
        return StoredEvent(row.originator_id, row.originator_version, row.kind, row.digest + row.data)

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        """Return what the library stored as a row.

        Raises `FromTheFuture` for an unknown kind of stream, and `Unreadable` for what is no entry.
        """
        kind, state = stored_event.topic, stored_event.state
        if kind not in self.kinds:
            raise FromTheFuture(
                f"the ledger holds a stream of kind {kind!r}, which this version of Last Word does not know"
            )
        digest, data = split_row((stored_event.originator_version, kind, state))
        stream = stored_event.originator_id
        assert isinstance(stream, UUID)
        return Row(stream, stored_event.originator_version, kind, digest, data)

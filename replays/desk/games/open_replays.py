"""The games that readers are looking at: each is read from the ledger once, and again when it has gone on."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from ledger.queries import LedgerReader
from ledger.streams import Head
from replays.records.record import of_entries
from replays.watching.replay import Replay

KEPT = 16
"""The most games that are kept ready; the one that was not asked for the longest goes first."""


class _Place:
    """The place of one replay, which is empty until the first request has made it; others for it wait meanwhile."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.replay: Replay | None = None


class OpenReplays:
    """Replays by stream and last event. Several requests may ask at a time; only those for one game wait for it."""

    def __init__(self, ledger: LedgerReader) -> None:
        self._ledger = ledger
        self._kept: OrderedDict[tuple[str, bytes, str], _Place] = OrderedDict()
        self._lock = Lock()

    def of(self, head: Head) -> Replay:
        """Return the replay of a game as it stands at this head."""
        key = (head.id, head.digest, head.name)
        with self._lock:
            place = self._kept.setdefault(key, _Place())
            self._kept.move_to_end(key)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        with place.lock:
            if place.replay is None:
                place.replay = Replay(of_entries(head.name, list(self._ledger.entries(head))))
            return place.replay

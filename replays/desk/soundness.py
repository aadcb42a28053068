"""Whether the ledger is as it was written: a check in the background, whose findings stand on every page."""

from __future__ import annotations

import logging
import threading
import time

from ledger.errors import LedgerError
from ledger.ledger_check import check
from ledger.store import Ledger

BEFORE = 2.0
"""Seconds before the first check, so that the first pages have the machine for themselves."""
PAUSE, TIMES = 60.0, 20
"""The least seconds between two checks; after a long one the pause is this many times as long as it took."""
REST = 4
"""How many times as long as it works a check rests, so that pages are answered meanwhile."""
log = logging.getLogger("lastword.desk")


class _Stopped(Exception):
    """The desk is being closed while a check is under way."""


class Soundness:
    """The result of the last check of a ledger. A thread of its own checks again from time to time."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._found: tuple[str, ...] = ()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="ledger check", daemon=True)

    @property
    def findings(self) -> tuple[str, ...]:
        """What the last check found, each as `GAME@EVENT: what is wrong there`; empty if nothing."""
        return self._found

    def start(self) -> None:
        """Begin to check in the background."""
        self._thread.start()

    def stop(self) -> None:
        """End checking, and wait until the ledger is no longer read."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join()

    def look(self) -> None:
        """Check the whole ledger now, and keep what is found. A ledger that cannot be read is a finding, too."""
        try:
            self._found = tuple(str(finding) for finding in check(self._ledger, progress=self._rested()).findings)
        except LedgerError as error:
            self._found = (str(error),)

    def _watch(self) -> None:
        pause = BEFORE
        while not self._closing.wait(pause):
            began = time.monotonic()
            try:
                self.look()
            except _Stopped:
                return
            except Exception as error:  # nobody waits for this thread: the log is where its fault can be seen
                log.error("the check of the ledger failed (%s: %s)", type(error).__name__, error, exc_info=error)
            pause = max(PAUSE, TIMES * (time.monotonic() - began))

    def _rested(self) -> _Rest:
        return _Rest(self._closing if threading.current_thread() is self._thread else None)


class _Rest:
    """The progress of a check: in the background, each stretch of work is followed by a rest."""

    def __init__(self, closing: threading.Event | None) -> None:
        self._closing, self._since = closing, time.monotonic()

    def __call__(self, _: int) -> None:
        if self._closing is None:
            return
        if self._closing.wait(min(1.0, REST * (time.monotonic() - self._since))):
            raise _Stopped
        self._since = time.monotonic()

"""Doing once what a form asks for, though it is sent twice: a double click stores one game and opens one case."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from threading import Lock

SECONDS = 10.0
"""How long the same form, sent by the same person, counts as sent by the same click."""


class Once:
    """What was done within the last seconds, by the form that asked for it. Requests share it, several at a time."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds, self._lock, self._doings = seconds, Lock(), dict[Hashable, _Doing]()

    def of(self, form: Hashable, work: Callable[[], str]) -> str:
        """Return the address that `work` leads to; if an equal form is being done or was just done, that one's.

        Work that raises an error counts as not done.
        """
        with self._lock:
            self._forget_old_ones()
            doing = self._doings.setdefault(form, _Doing())
        with doing.lock:
            doing.address = doing.address or work()
            return doing.address

    def _forget_old_ones(self) -> None:
        before = time.monotonic() - self._seconds
        self._doings = {form: doing for form, doing in self._doings.items() if doing.began > before}


class _Doing:
    """A form that is being done, since when, and the address that it led to."""

    def __init__(self) -> None:
        self.lock, self.began, self.address = Lock(), time.monotonic(), ""

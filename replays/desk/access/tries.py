"""Slowing people who guess passphrases: tries are counted for each address and in all, in bounded memory."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from math import ceil
from threading import Lock

FREE = 5
"""Wrong passphrases of one address after which it has to wait before the next."""
LONGEST = 900.0
"""The longest wait of one address, in seconds; each further wrong passphrase doubles the wait up to it."""
FORGOTTEN = 3600.0
"""Seconds without a try after which an address begins anew."""
ADDRESSES = 1000
"""The most addresses that are remembered; the one that tried longest ago is forgotten first."""
BURST, EVERY = 40, 3.0
"""Wrong passphrases of all addresses together: so many at once, and one more every so many seconds."""


class Tries:
    """The tries to log in of a running desk. A try counts as wrong from its beginning until it turns out right.

    Tries that run side by side are therefore counted, too.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, Lock()
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._left, self._filled = float(BURST), clock()

    def begin(self, address: str) -> int:
        """Count a try of an address and return 0; or return the seconds it has to wait first, and count nothing."""
        key, now = _network(address), self._clock()
        with self._lock:
            self._left = min(BURST, self._left + (now - self._filled) / EVERY)
            self._filled = now
            wait = max(self._wait(key, now), (1 - self._left) * EVERY)
            if wait > 0:
                return ceil(wait)
            self._left -= 1
            self._wrong[key] = (self._count(key, now) + 1, now)
            self._wrong.move_to_end(key)
            while len(self._wrong) > ADDRESSES:
                self._wrong.popitem(last=False)
            return 0

    def right(self, address: str) -> None:
        """Take the last try of an address back, since it was right, and what it tried before it."""
        with self._lock:
            self._wrong.pop(_network(address), None)
            self._left = min(BURST, self._left + 1)

    def _count(self, key: str, now: float) -> int:
        count, last = self._wrong.get(key, (0, now))
        return 0 if now - last > FORGOTTEN else count

    def _wait(self, key: str, now: float) -> float:
        """Return the seconds until an address may try again, 0 or less if it may now."""
        further = self._count(key, now) - FREE
        if further < 0:
            return 0.0
        return self._wrong[key][1] + min(2.0 ** min(further, 20), LONGEST) - now


def _network(address: str) -> str:
    """Return what counts as one address: of IPv6 the network of 64 bits, since one machine has all of it."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if found.version == 4:
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))

"""Log-ins of the desk: a passphrase or a one-time link becomes a log-in with a role and a name, which expires.

Passphrases are kept as scrypt digests, log-ins and links as digests of random words; all of it only in memory, so that
a desk that is started again knows nobody.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, Mapping
from threading import Lock

import msgspec

from replays.desk.access.roles import Role, roles_in_words
from replays.errors import ReplayError

HOURS = 12.0
"""Hours after which a log-in ends, and after which a link that nobody used is void, unless others are given."""
SHORTEST = 8
"""The least number of characters of a passphrase."""
LONGEST_NAME = 80
MOST = 500
"""The most log-ins of one role; a further one ends the oldest of the same role."""
SCRYPT = {"n": 2**14, "r": 8, "p": 1}
"""The cost of trying one passphrase: 16 MB, and some 50 ms of a core."""


class Login(msgspec.Struct, frozen=True):
    """A person at the desk: the role, the name as the person typed it, and the token that their changes must carry.

    `until` is when it ends, by the clock of the log-ins.
    """

    role: Role
    name: str
    token: str
    until: float = 0.0


class _Link(msgspec.Struct, frozen=True):
    role: Role
    until: float


class Logins:
    """The passphrases, one-time links and log-ins of a running desk. Requests share it, several at a time."""

    def __init__(
        self, passphrases: Mapping[Role, str], hours: float = HOURS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        _check_passphrases(passphrases)
        self.seconds, self._clock, self._lock = hours * 3600, clock, Lock()
        self._salt, self._one_at_a_time = secrets.token_bytes(16), Lock()
        self._digests = {role: self._digest(words) for role, words in passphrases.items()}
        self._links: dict[str, _Link] = {}
        self._logins: dict[str, Login] = {}

    def new_link(self, role: Role) -> str:
        """Make the secret word of a one-time link for a role, and return it."""
        word = secrets.token_urlsafe(24)
        with self._lock:
            self._links[_sha(word)] = _Link(role, self._clock() + self.seconds)
        return word

    def role_by_passphrase(self, passphrase: str) -> Role | None:
        """Return the role that a passphrase is for, None if it is wrong. Takes as long for a wrong one.

        Only one is tried at a time, so that many tries cannot take all memory and every core.
        """
        with self._one_at_a_time:
            given = self._digest(passphrase)
        right = [role for role, digest in self._digests.items() if hmac.compare_digest(digest, given)]
        return right[0] if right else None

    def role_by_link(self, word: str) -> Role | None:
        """Return the role of a one-time link and make the link void; None if it is void already or never was one."""
        with self._lock:
            found = self._links.pop(_sha(word), None)
        return found.role if found and found.until > self._clock() else None

    def knows_link(self, word: str) -> bool:
        """Whether a one-time link is still good; it stays so."""
        with self._lock:
            found = self._links.get(_sha(word))
        return found is not None and found.until > self._clock()

    def log_in(self, role: Role, name: str) -> str:
        """Make a log-in, and return the word for the cookie that shows it."""
        word, now = secrets.token_urlsafe(32), self._clock()
        with self._lock:
            self._logins = {key: login for key, login in self._logins.items() if login.until > now}
            same = [key for key, login in self._logins.items() if login.role == role]
            for key in same[: len(same) + 1 - MOST] if len(same) >= MOST else ():
                del self._logins[key]
            self._logins[_sha(word)] = Login(role, name, secrets.token_urlsafe(24), now + self.seconds)
        return word

    def login(self, word: str) -> Login | None:
        """Return the log-in that the word of a cookie shows; None if there is none, or it has ended."""
        with self._lock:
            found = self._logins.get(_sha(word))
        return found if found and found.until > self._clock() else None

    def log_out(self, word: str) -> None:
        """End the log-in that the word of a cookie shows, if there is one."""
        with self._lock:
            self._logins.pop(_sha(word), None)

    def _digest(self, passphrase: str) -> bytes:
        return hashlib.scrypt(passphrase.encode("utf-8", "surrogatepass"), salt=self._salt, **SCRYPT)


def checked_name(name: str) -> str:
    """Return the name that a person typed to log in, without blanks around it; refuse what is no name."""
    found = " ".join(name.split())
    if not found:
        raise ReplayError("type your name: it is recorded with what you do here")
    if len(found) > LONGEST_NAME or not found.isprintable():
        raise ReplayError(f"a name has at most {LONGEST_NAME} characters, all of them printable")
    return found


def _check_passphrases(passphrases: Mapping[Role, str]) -> None:
    for role, words in passphrases.items():
        if len(words) < SHORTEST:
            raise ReplayError(f"the passphrase for {role.option} needs at least {SHORTEST} characters")
    twice = [role for role, words in passphrases.items() if list(passphrases.values()).count(words) > 1]
    if twice:
        raise ReplayError(f"two roles have the same passphrase ({roles_in_words(twice)}); give each its own")


def _sha(word: str) -> str:
    return hashlib.sha256(word.encode("utf-8", "surrogatepass")).hexdigest()

"""What a running desk is: its ledger, the token of its forms, the hosts it answers to, and who may log in."""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Callable, Hashable
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from ledger.codec import CASE
from ledger.store import Ledger
from replays.cases.acts import Cases
from replays.cases.case import Case
from replays.desk.access.logins import Login, Logins
from replays.desk.access.roles import Role
from replays.desk.access.tries import Tries
from replays.desk.games.open_replays import OpenReplays
from replays.desk.once import Once
from replays.desk.soundness import Soundness
from replays.errors import ReplayError
from replays.reference.shelf import Shelf
from rules.books.shelf import packs_with_books

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
"""The names by which a browser on this machine may reach the desk."""
T = TypeVar("T")


class Settings(msgspec.Struct, frozen=True):
    """The settings of a desk.

    `token` must come with every change; each desk makes its own unless one is given. `hosts` are the names it answers
    to. `largest` is the most bytes of a request, and `recorded_by` is kept with what the desk stores. With `logins`
    everybody has to log in; without, whoever reaches the desk is its head judge, so it must listen on loopback alone.
    `secure` says that the desk speaks TLS. `key` is the private key, PEM, that it seals with; it is sent nowhere.
    """

    token: str = msgspec.field(default_factory=lambda: secrets.token_urlsafe(24))
    hosts: tuple[str, ...] = LOOPBACK
    largest: int = 2_000_000
    recorded_by: str = ""
    logins: Logins | None = None
    secure: bool = False
    key: bytes = b""

    @property
    def origin(self) -> str:
        """The beginning of every address of the desk, before the host."""
        return "https://" if self.secure else "http://"

    @property
    def cookie(self) -> str:
        """The name of the cookie that shows a log-in; over TLS one that only this very host can have set."""
        return "__Host-lastword-login" if self.secure else "lastword-login"


class Kept:
    """The last few results of costly work, by what they were made from: another tab of the same text costs nothing."""

    def __init__(self, most: int = 12) -> None:
        self._most, self._found, self._lock = most, dict[Hashable, Any](), Lock()

    def of(self, key: Hashable, work: Callable[[], T]) -> T:
        """Return what `work` gives, or gave the last time for an equal key."""
        with self._lock:
            if key in self._found:
                self._found[key] = self._found.pop(key)
                kept: T = self._found[key]
                return kept
        found = work()
        with self._lock:
            self._found[key] = found
            while len(self._found) > self._most:
                self._found.pop(next(iter(self._found)))
        return found


class Desk:
    """A running desk: its ledger, its settings, what it keeps ready, and the check of the ledger.

    It keeps the last verdicts, tables, and checked records of stored games.

    Requests share it, several at a time.
    """

    def __init__(self, ledger: Ledger, settings: Settings) -> None:
        self.ledger, self.settings = ledger, settings
        self.kept, self.tables, self.records = Kept(), Kept(most=200), Kept(most=24)
        self.replays = OpenReplays(ledger)
        self.once = Once()
        self.soundness = Soundness(ledger)
        self.logins, self.tries = settings.logins, Tries()

    def login(self, cookie: str) -> Login:
        """Return who sends a request with this cookie; somebody who has not logged in may do what anyone may.

        Without log-ins it is the person at this machine, who is head judge.
        """
        if self.logins is None:
            return Login(Role.HEAD_JUDGE, self.settings.recorded_by, self.settings.token)
        return self.logins.login(cookie) or Login(Role.ANYONE, "", self.settings.token)

    def cases_stand(self) -> tuple[tuple[str, int], ...]:
        """Return the last event of each case: it differs as soon as some case has changed."""
        return tuple((row.id, row.last) for row in self.ledger.stream_rows(CASE.name))

    def cases(self) -> list[Case]:
        """Return every case that can be read, in the order they were opened; read again after some case has changed."""
        return self.kept.of(("cases", self.cases_stand()), lambda: Cases(self.ledger, "").readable_cases()[0])

    def key(self) -> Ed25519PrivateKey:
        """Return the key that the desk seals with; refuse if it was started without one."""
        from ledger.signing import load_key

        if not self.settings.key:
            raise ReplayError("this desk has no key to seal with; start it with `lastword serve --key judge.pem`")
        return load_key(self.settings.key)

    def shelf(self, date: str = "") -> Shelf:
        """Return the books as they stand on a date, today unless given, with the revisions of the ledger."""
        return Shelf(self.ledger, date or today())

    def has_revisions(self) -> bool:
        """Whether the ledger revises a clause of any book, so that what is judged may depend on the date."""
        shelf = self.shelf()
        return any(shelf.versions(game) for game in packs_with_books())


def today() -> str:
    """Return the present day (UTC) as YYYY-MM-DD."""
    return datetime.datetime.now(datetime.UTC).date().isoformat()


def now() -> str:
    """Return the present time (UTC) to the second, as records keep it."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")

"""Streams: the description of one, its head, which says where its record stands, and the rows of its entries.

Games, cases, rule revisions and verdicts are all streams. A branch is a stream that names a parent and the event after
which it leaves it; its own events are numbered on from there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import UUID, uuid4

import msgspec

from ledger.errors import SEE_CHECK, UNDECODABLE, LedgerError, Unreadable, Unwritable
from ledger.facts import Fact

_NAME = re.compile(r"[^\W_][\w.\-]{0,63}")
"""A whole name."""
_PART = re.compile(r"[\w.\-]+")
"""Any beginning of a name or an id."""


class About(Fact):
    """The description of a stream, fixed when it is opened; its chain begins with the digest of it.

    `created` is a date. For a branch, `parent` is the parent's id, `at` the event after which it leaves, and `trunk`
    the parent's digest there in hex, so that a branch also vouches for the record it leaves. The parent holds event
    `at` itself; only branches that version 0.1.0 opened may name a branch that has the event from its own parent.
    """

    id: str
    kind: str
    name: str
    pack: str = ""
    pack_version: str = ""
    note: str = ""
    created: str = ""
    parent: str = ""
    at: int = 0
    trunk: str = ""

    @property
    def uuid(self) -> UUID:
        """The id as the library wants it."""
        return UUID(hex=self.id)


class Head(msgspec.Struct, frozen=True):
    """The point where a stream stands: its last event and the digest there. An append must present it.

    `number` counts the streams in the order they were opened, from 1 (0: not opened yet). `seals` is the tally of its
    seals. `alias` is its name in this ledger, if it was imported under another name than it was given.
    """

    about: About
    number: int
    last: int
    digest: bytes
    seals: bytes = b""
    alias: str = ""

    @property
    def id(self) -> str:
        """The stream's id."""
        return self.about.id

    @property
    def name(self) -> str:
        """The stream's name in this ledger."""
        return self.alias or self.about.name

    @property
    def kind(self) -> str:
        """The name of the stream's kind, such as `game`."""
        return self.about.kind


class Change(msgspec.Struct, frozen=True):
    """One step of a stream's head, written in the same transaction as the rows it covers.

    A new stream has no `before`, and may come with seals.
    """

    after: Head
    before: Head | None = None
    seals: tuple[bytes, ...] = ()


def owner_of_event(stream: Head, seq: int, head_of: Callable[[str], Head]) -> Head:
    """Return the stream that holds event `seq` of a stream: itself, or the ancestor it has the event from.

    `head_of` finds a stream by its id. Example: if `one` leaves `game` after event 20, event 12 of `one` is `game`'s.
    Raises `LedgerError` if the stream is said to branch from itself.
    """
    met = set()
    while stream.about.parent and seq <= stream.about.at:
        met.add(stream.id)
        stream = head_of(stream.about.parent)
        if stream.id in met:
            raise LedgerError(f"{stream.name} is said to branch from itself; {SEE_CHECK}")
    return stream


Stored = tuple[int, str, bytes]
"""A row as it is read: the number of its first event, its kind, and its digest followed by its entry's bytes."""


class Row(msgspec.Struct, frozen=True, gc=False):
    """An entry ready to be stored: its stream's id, the number of its first event, its kind, its digest, its bytes."""

    originator_id: UUID
    originator_version: int
    kind: str
    digest: bytes
    data: bytes


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(About)


def about_bytes(about: About) -> bytes:
    """Return the canonical bytes of a stream's description; raises `Unwritable` if a text in it cannot be encoded."""
    try:
        return _ENCODER.encode(about)
    except ValueError as error:
        raise Unwritable(f"the description of {about.name} cannot be written: {error}") from None


def read_about(data: bytes) -> About:
    """Return the description that these bytes hold; raises `Unreadable` if they were changed."""
    try:
        about = _DECODER.decode(data)
        sound = about.uuid.hex == about.id
    except (*UNDECODABLE, ValueError) as error:
        raise Unreadable(f"what it is was changed and cannot be read: {error}") from None
    if not sound:
        raise Unreadable(f"what it is was changed and cannot be read: its id {about.id!r} is not one")
    refuse_name(about.name)
    return about


def refuse_name(name: str) -> None:
    """Raise `Unreadable` for a stored name that could not have been given; names become names of files."""
    if not _NAME.fullmatch(name):
        raise Unreadable(f"its description was changed: its name {name!r} is not one that a game can have")


def new_id() -> str:
    """Return a random id, which no other stream has."""
    return uuid4().hex


def may_name(word: str) -> bool:
    """Whether a stream's name or id could begin with this word; if not, it need not be looked for."""
    return bool(_PART.fullmatch(word))


def check_name(name: str) -> str:
    """Return a name for a stream; raises `LedgerError` unless it can be typed in an address such as `GAME@12`."""
    if not _NAME.fullmatch(name):
        raise LedgerError(
            f"{name!r} cannot be the name of a game: it must start with a letter or digit and go on with letters, "
            "digits, dots, dashes or underscores, 64 at most"
        )
    return name

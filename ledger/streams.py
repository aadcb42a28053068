"""What the ledger keeps of a stream beside its entries: what it is, and where its record stands.

Games, cases, rule revisions and branches are all streams. A branch names its parent and the event after which it leaves
it; its own events go on from there.
"""

from __future__ import annotations

import re
from uuid import UUID, uuid4

import msgspec

from ledger.errors import UNDECODABLE, LedgerError, Unreadable, Unwritable
from ledger.facts import Fact

_NAME = re.compile(r"[^\W_][\w.\-]{0,63}")
_PART = re.compile(r"[\w.\-]+")


class About(Fact):
    """What a stream is. Fixed when it is opened, and the first thing its chain covers.

    `trunk` is the parent's digest where a branch leaves it, so a branch also vouches for what it stands on.
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
        return UUID(hex=self.id)


class Head(msgspec.Struct, frozen=True):
    """Where a stream stands: its last event and the digest there. It is also the token an append must present."""

    about: About
    number: int
    last: int
    digest: bytes
    seals: bytes = b""

    @property
    def id(self) -> str:
        return self.about.id

    @property
    def name(self) -> str:
        return self.about.name

    @property
    def kind(self) -> str:
        return self.about.kind


class Change(msgspec.Struct, frozen=True):
    """One step of a stream's head, made in the same transaction as the rows it covers. A new stream has no `before`."""

    after: Head
    before: Head | None = None
    seals: tuple[bytes, ...] = ()


Stored = tuple[int, str, bytes]
"""A row as it is read: the number of its first event, its kind, and its digest followed by its bytes."""


class Row(msgspec.Struct, frozen=True, gc=False):
    """A stored entry: the stream it belongs to, the number of its first event, its kind, its digest and its bytes."""

    originator_id: UUID
    originator_version: int
    kind: str
    digest: bytes
    data: bytes


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(About)


def about_bytes(about: About) -> bytes:
    """The canonical bytes of what a stream is."""
    try:
        return _ENCODER.encode(about)
    except ValueError as error:
        raise Unwritable(f"what {about.name} is cannot be written: {error}") from None


def read_about(data: bytes) -> About:
    """What a stream is, from its bytes."""
    try:
        about = _DECODER.decode(data)
        sound = about.uuid.hex == about.id
    except (*UNDECODABLE, ValueError) as error:
        raise Unreadable(f"what it is was changed and cannot be read: {error}") from None
    if not sound:
        raise Unreadable(f"what it is was changed and cannot be read: its id {about.id!r} is not one")
    return about


def new_id() -> str:
    """An id no other stream has."""
    return uuid4().hex


def may_name(word: str) -> bool:
    """Whether a stream's name or id could begin like this: nothing else need be looked for."""
    return bool(_PART.fullmatch(word))


def check_name(name: str) -> str:
    """The name, if it can be typed as an address: `GAME@N` must stay unambiguous."""
    if not _NAME.fullmatch(name):
        raise LedgerError(
            f"{name!r} cannot be the name of a game: it must start with a letter or digit and go on with letters, digits, "
            "dots, dashes or underscores, 64 at most"
        )
    return name

"""Seals as they are stored: who vouched for which head of a stream, when, and the signature that proves it.

The chain alone shows every change but one: somebody may write the whole chain anew. A seal shows that, too, as long as
its key is kept elsewhere: without the key nobody can make the seal again over another record. `ledger/signing.py` makes
seals and verifies them.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

import msgspec

from ledger.errors import UNDECODABLE, Unreadable
from ledger.facts import Fact


class Seal(Fact):
    """A signed statement by somebody that a stream stood at event `last` with this digest.

    `id` and `name` are the stream's. `digest`, the public `key` and `signature` are hex.
    """

    id: str
    name: str
    last: int
    digest: str
    by: str
    when: str
    key: str
    signature: str

    @property
    def fingerprint(self) -> str:
        """A short form of the key, to be compared with the one the signer gave out."""
        return fingerprint(self.key)


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Seal)


def fingerprint(public: str) -> str:
    """Return sixteen hex digits that stand for a public key."""
    return sha256(public.encode()).hexdigest()[:16]


def seal_bytes(seal: Seal) -> bytes:
    """Return the bytes a seal is stored as."""
    return _ENCODER.encode(seal)


def read_seal(data: bytes) -> Seal:
    """Return the seal that these bytes hold; raises `Unreadable` if they hold none."""
    try:
        return _DECODER.decode(data)
    except UNDECODABLE as error:
        raise Unreadable(f"a seal cannot be read: {error}") from None


def tally(seals: Iterable[bytes]) -> bytes:
    """Return one digest over all seals of a stream; empty bytes, if there are none.

    The stream's head keeps it, so that a seal that was taken off is missed.
    """
    stored = list(seals)
    return sha256(b"".join(sha256(seal).digest() for seal in stored)).digest() if stored else b""


def signed_bytes(seal: Seal) -> bytes:
    """Return the bytes that are signed: everything in the seal but the signature."""
    return b"lastword seal 1\0" + _ENCODER.encode(msgspec.structs.replace(seal, signature=""))


def read_receipt(data: bytes) -> Seal:
    """Return the seal in the text of a receipt, as `ledger seal --json` prints it; raises `Unreadable` for another."""
    try:
        given = msgspec.json.decode(data, type=dict[str, Any])
        return msgspec.convert(list(msgspec.structs.asdict(Seal(**given)).values()), Seal)
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError):
        raise Unreadable("the receipt is not a seal as `lastword ledger seal --json` prints it") from None

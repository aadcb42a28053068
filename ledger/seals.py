"""Seals as they are kept: who vouched for which head of a game, when, and the signature that proves it.

The chain alone shows a change to whoever does not expect the whole of it to be rewritten. A seal shows that too, as
long as its key is kept elsewhere: nobody without the key can make it again over another record (`ledger/signing.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

import msgspec

from ledger.errors import UNDECODABLE, Unreadable
from ledger.facts import Fact


class Seal(Fact):
    """Who vouched for which head, and when; `key` and `signature` are hex."""

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
        """A short form of the key, to be compared with what the signer gave out."""
        return fingerprint(self.key)


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Seal)


def fingerprint(public: str) -> str:
    """Sixteen hex digits that stand for a public key."""
    return sha256(public.encode()).hexdigest()[:16]


def seal_bytes(seal: Seal) -> bytes:
    """A seal as it is stored."""
    return _ENCODER.encode(seal)


def read_seal(data: bytes) -> Seal:
    """A stored seal."""
    try:
        return _DECODER.decode(data)
    except UNDECODABLE as error:
        raise Unreadable(f"a seal cannot be read: {error}") from None


def tally(seals: Iterable[bytes]) -> bytes:
    """One digest over all seals of a stream, kept in its head so that a seal taken off is missed; none has none."""
    stored = list(seals)
    return sha256(b"".join(sha256(seal).digest() for seal in stored)).digest() if stored else b""


def signed_bytes(seal: Seal) -> bytes:
    """What the signature is over: everything in the seal but the signature."""
    return b"lastword seal 1\0" + _ENCODER.encode(msgspec.structs.replace(seal, signature=""))

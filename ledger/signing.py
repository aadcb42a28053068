"""Making and verifying seals with Ed25519 keys."""

from __future__ import annotations

import msgspec
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from ledger.errors import BadKey, LedgerError
from ledger.seals import Seal, signed_bytes
from ledger.streams import Head


def new_key() -> bytes:
    """Make a new private key and return it as a PEM text."""
    return Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def load_key(pem: bytes) -> Ed25519PrivateKey:
    """Return the private key in a PEM text; raises `BadKey` unless it is an unencrypted Ed25519 key."""
    try:
        key = load_pem_private_key(pem, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise BadKey("this is not an unencrypted private key in PEM form") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise BadKey("this is a private key of another kind; a seal needs an Ed25519 key")
    return key


def sign(head: Head, key: Ed25519PrivateKey, by: str, when: str) -> Seal:
    """Return a signed seal on a stream as it stands at this head; nothing is stored.

    `by` is the name of who vouches for the record, `when` the date. Raises `LedgerError` for a stream without events of
    its own, and without a name.
    """
    if head.last == head.about.at:
        raise LedgerError(f"nobody has made a move on {head.name} yet: there is nothing to seal")
    if not by.strip():
        raise LedgerError("a seal names the person who vouches for the record: say who, with --by NAME")
    public = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()
    unsigned = Seal(head.id, head.name, head.last, head.digest.hex(), by, when, public, "")
    try:
        return msgspec.structs.replace(unsigned, signature=key.sign(signed_bytes(unsigned)).hex())
    except ValueError as error:
        raise LedgerError(f"the seal cannot be written: {error}") from None


def is_genuine(seal: Seal) -> bool:
    """Whether a seal's signature was made with its key, over exactly this seal."""
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(seal.key))
        signature = bytes.fromhex(seal.signature)
        public.verify(signature, signed_bytes(seal))
    except (InvalidSignature, ValueError, OverflowError):
        return False
    return signature.hex() == seal.signature  # hex may be written in more ways than one; a seal is written in one

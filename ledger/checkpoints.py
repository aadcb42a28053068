"""Checkpoints: where a stream stood when it was opened, sealed, or when somebody asked for one, kept in the register.

A stream's head is the last link of its chain. Whoever cuts a stream back can cut its head back with it, since the
digest to put there stands in the entry before: no digest has to be computed. The register's digest runs over every
checkpoint, and nobody can put an earlier one in its place without computing it.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec

_ENCODER = msgspec.msgpack.Encoder()


class Checkpoint(msgspec.Struct, frozen=True, array_like=True):
    """One checkpoint just as it is stored: a stream's id, its name in this ledger, its last event and the digest there.

    `number` counts the checkpoints from 1, and `streams` the streams that had been opened. SQLite lets a person put
    anything into any column, so the numbers may be no numbers.
    """

    number: Any
    streams: Any
    id: str
    name: str
    last: Any
    digest: bytes


def checkpoint_digest(register: bytes, checkpoint: Checkpoint) -> bytes:
    """Return the register's digest after a checkpoint was made."""
    return sha256(b"lastword checkpoint 1\0" + register + _ENCODER.encode(checkpoint)).digest()

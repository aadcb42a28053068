"""Keys in files: read to sign a record, and never overwritten."""

from __future__ import annotations

from pathlib import Path

from replays.cli._outputs import new_file
from replays.errors import ReplayError


def read_key(path: Path) -> bytes:
    """Return the bytes of a private key; raises `ReplayError` if the file cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        if isinstance(error, FileNotFoundError):
            raise ReplayError(f"there is no key {path}; add --new-key to make one and seal with it") from None
        raise ReplayError(f"the key {path} cannot be read: {error.strerror}") from None


def write_key(path: Path, pem: bytes) -> None:
    """Write a new key that only its owner may read; raises `ReplayError` if there is a file of that name."""
    try:
        with new_file(path, 0o600) as file:
            file.write(pem)
    except FileExistsError:
        raise ReplayError(
            f"there is a file {path} already, and a key is never overwritten; leave out --new-key to use it"
        ) from None

"""Files beside a ledger: exports, which are written whole or not at all, and keys, which are never overwritten."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO

from replays.errors import ReplayError


def write_whole(path: Path, lines: Iterable[bytes], advance: Callable[[int], None]) -> None:
    """Write an export to a file that gets its name only when it is whole, calling `advance` as events are written.

    A device or a pipe is written to directly. An export cut short by a fault is removed.
    """
    if path.is_dir():
        raise ReplayError(f"{path} is a directory; an export is a file")
    if path.exists() and not path.is_file():  # a device or a pipe is written to, not replaced
        with path.open("wb") as file:
            copy(lines, file, advance)
        return
    partial = Path(f"{path}.partial")
    try:
        with partial.open("wb") as file:
            copy(lines, file, advance)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def copy(lines: Iterable[bytes], file: IO[bytes], advance: Callable[[int], None]) -> None:
    """Write the lines of an export to an open file, and call `advance` with about how many events each holds."""
    for line in lines:
        file.write(line)
        advance(line.count(b'["'))


def read_key(path: Path) -> bytes:
    """Return the bytes of a private key file; one that cannot be read is refused with the way to make one."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise ReplayError(
            f"the key {path} cannot be read: {error.strerror}; `lastword ledger seal --new-key` makes one"
        ) from None


def write_key(path: Path, pem: bytes) -> None:
    """Write a new key to a file that only its owner may read; refuse a path that exists."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise ReplayError(f"there is a file {path} already; a key is never overwritten") from None
    with os.fdopen(descriptor, "wb") as file:
        file.write(pem)

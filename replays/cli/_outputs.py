"""Writing the file that `-o` names: whole or not at all, never over a ledger or a key, and over nothing unlike it."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

import click

from replays.errors import ReplayError

NEVER = {b"SQLite format 3\0": "a ledger or another database", b"-----BEGIN": "a key"}
"""The beginnings of files that are not overwritten even with `--force`, and what such a file is."""
BESIDE_A_LEDGER = ("", "-wal", "-shm", "-journal")
"""The endings of the files that belong to a ledger in a file, behind the ledger's own name."""
PAGE = ("an HTML page", (b"<!DOCTYPE html>", b"<!doctype html>", b"<html"))
KINDS = {
    ".svg": ("an SVG picture", (b"<?xml", b"<svg", b"<!DOCTYPE svg")),
    ".png": ("a PNG picture", (b"\x89PNG",)),
    ".pdf": ("a PDF file", (b"%PDF",)),
    ".dot": ("a DOT file", (b"digraph", b"graph", b"strict", b"//")),
    ".html": PAGE,
    ".htm": PAGE,
    ".jsonl": ("an export of a ledger", (b'{"format":"lastword-ledger",',)),
}
"""What a file is by the ending of its name, and how such a file may begin. Other files are text and begin anyhow."""


def write_output(path: Path, data: bytes | str) -> None:
    """Write what a verb made to the file that `-o` names, whole or not at all.

    A file of that name is replaced if it begins like what its ending says it is, or is empty. Raises `ReplayError` if
    it is anything else.
    """
    check_target(path, instead="give -o another name, or move that file away first")
    write_whole(path, [data.encode() if isinstance(data, str) else data])


def check_target(path: Path, kind: str = "", *, force: bool = False, instead: str = "--force overwrites it") -> None:
    """Raise `ReplayError` for a file that must not be overwritten, before any work is done.

    `kind` is the ending that says what is to be written, the file's own unless given. With `force`, a file that begins
    otherwise is overwritten, too, but never a ledger or a key. `instead` says what a user can do about a refusal.
    """
    what, begins = KINDS.get(kind or path.suffix.lower(), ("a file", (b"",)))
    if path.is_dir():
        raise ReplayError(f"{path} is a directory; {what} is a file")
    if _belongs_to_ledger(path):
        raise ReplayError(f"{path} belongs to the ledger in use: it is never overwritten; give -o another name")
    if path.name.endswith(BESIDE_A_LEDGER[1:]):
        raise ReplayError(f"{path} would lie where SQLite keeps the last entries of a ledger; give -o another name")
    if not path.is_file():
        return
    with path.open("rb") as file:
        opening = file.read(max(map(len, (*begins, *NEVER))))
    for sign, never in NEVER.items():
        if opening.startswith(sign):
            raise ReplayError(f"{path} is {never}: it is never overwritten; give -o another name")
    if opening and not opening.startswith(begins) and not force:
        raise ReplayError(f"there is a file {path}, and it is not {what}; {instead}")


def _belongs_to_ledger(path: Path) -> bool:
    """Whether a file is the ledger that the running verb uses, or one that the database keeps beside it."""
    context = click.get_current_context(silent=True)
    ledger = context.find_root().obj if context else None
    return bool(ledger) and path.absolute() in {Path(f"{ledger}{ending}").absolute() for ending in BESIDE_A_LEDGER}


def write_whole(path: Path, chunks: Iterable[bytes]) -> None:
    """Write a file that appears under its name only when all of it is on the disk.

    A fault on the way leaves what was there before. A device or a pipe is written to, not replaced; a link is.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            file.writelines(chunks)
        return
    partial = path.with_name(f".{path.name[:100]}.{secrets.token_hex(4)}.partial")
    try:
        with _removed_on_failure(partial):
            with new_file(partial, 0o666) as file:
                file.writelines(chunks)
            partial.replace(path)
    except OSError as error:
        error.filename = str(path)  # the name the user gave, not the one it had meanwhile
        raise
    _sync_folder(path.absolute().parent)


@contextmanager
def new_file(path: Path, mode: int) -> Iterator[IO[bytes]]:
    """Open a new file for writing, and see to it that it is on the disk at the end of the `with` block.

    Raises `FileExistsError` if there is anything of that name, be it a link that somebody planted. A file that could
    not be written is removed.
    """
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), mode)
    with _removed_on_failure(path), os.fdopen(descriptor, "wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


def counted_lines(lines: Iterable[bytes], advance: Callable[[int], None]) -> Iterator[bytes]:
    """Yield the lines of an export, telling `advance` how many events each brings."""
    for line in lines:
        yield line
        advance(line.count(b'["'))


@contextmanager
def _removed_on_failure(path: Path) -> Iterator[None]:
    try:
        yield
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise


def _sync_folder(folder: Path) -> None:
    """Wait until the folder's list of names is on the disk, where the system can do that."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

"""What `GAME|FILE` stands for: a transcript that is read and run, or a stored game."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from ledger.errors import LedgerError
from replays.cli._common import opened, split_address
from replays.errors import NotationError, ReplayError
from replays.notation.lines import Document
from replays.notation.parser import read
from replays.reading.runner import run
from replays.records.record import Record, of_entries, of_run

LARGEST = 20_000_000
"""Bytes of a transcript; a larger file is not one."""
NARROWEST = 24
"""Columns: on a narrower terminal words would be cut."""
MARKED = 4
"""Columns a line is set in at the most that begins with a mark or a label; what stands further in is quoted."""


def is_file(word: str) -> bool:
    """Whether a word means a transcript: `-` for standard input, or anything there is that can be read."""
    return word == "-" or (Path(word).exists() and not Path(word).is_dir())


def read_text(word: str) -> str:
    """The text of a transcript; what is not text is refused with its line."""
    data = sys.stdin.buffer.read(LARGEST + 1) if word == "-" else _bytes(Path(word))
    if len(data) > LARGEST:
        raise ReplayError(f"{word} is larger than a transcript can be ({LARGEST:,} bytes)")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise NotationError("this is not UTF-8 text", line, file=word) from None


def _bytes(path: Path) -> bytes:
    if path.is_dir():
        raise ReplayError(f"{path} is a folder, not a transcript")
    with path.open("rb") as file:
        return file.read(LARGEST + 1)


def read_document(word: str) -> Document:
    """The transcript in a file; card files it names are looked for beside it."""
    return document_of(read_text(word), word)


def document_of(text: str, word: str) -> Document:
    """The transcript a text is that was read from a file, or from standard input."""
    folder = Path() if word == "-" else Path(word).parent
    return read(text, word, lambda name: (folder / name).read_text(encoding="utf-8"))


def record_of(ctx: click.Context, word: str) -> Record:
    """The record a word stands for: a file if there is one of that name, else a game of the ledger."""
    if is_file(word):
        return of_run(run(read_document(word)), "transcript" if word == "-" else Path(word).stem)
    name, at = split_address(word)
    with no_file(word), opened(ctx) as ledger:
        head = ledger.head(name)
        return of_entries(head.name, list(ledger.entries(head)), at)


@contextmanager
def no_file(word: str) -> Iterator[None]:
    """Whatever is done with a word that should be a game: when there is none, say that it is no transcript either."""
    try:
        yield
    except LedgerError as error:
        if Path(word).is_dir():
            raise ReplayError(f"{word} is a folder, not a transcript, and {error}") from None
        if "/" in word or Path(word).suffix:
            raise ReplayError(f"there is no file {word}, and {error}") from None
        raise


def show(lines: Iterable[Text] | Text) -> None:
    """Print styled lines: colours on a terminal, wrapped to its width there; plain text in a pipe, never cut or
    wrapped.
    """
    talking = sys.stdout.isatty()
    width = max(NARROWEST, shutil.get_terminal_size().columns) if talking else None
    console = Console(highlight=False, soft_wrap=True, width=width)
    for line in [lines] if isinstance(lines, Text) else lines:
        for part in wrapped(line, console) if talking else (line,):
            console.print(part)


def wrapped(line: Text, console: Console) -> Iterator[Text]:
    """A line in as many as it takes. What goes on stands under the text, not under its mark; a quotation under itself."""
    indent = len(line.plain) - len(line.plain.lstrip())
    hanging = indent if indent > MARKED else indent + 2
    for at, part in enumerate(line[indent:].wrap(console, console.width - hanging) or [Text()]):
        part.rstrip()
        yield Text(" " * (hanging if at else indent)) + part


__all__ = ["Record", "is_file", "read_document", "read_text", "record_of", "show"]

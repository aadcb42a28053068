"""Records that a `GAME|FILE` argument names: a transcript, read and run, or a stored game; and styled lines printed."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from ledger.errors import LedgerError
from replays.cli._common import opened, split_address
from replays.errors import NotationError, ReplayError
from replays.notation.lines import Document
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.record import Record, of_entries, of_run
from replays.wording.styled import Styled

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

LARGEST = 20_000_000
"""The most bytes of a transcript; a larger file is refused."""
NARROWEST = 24
"""The least columns that lines are wrapped to, however narrow the terminal is."""
MARKED = 4
"""The most columns by which a line with a mark or a label is indented; a line further in is a quotation."""


def is_file(word: str) -> bool:
    """Whether a GAME|FILE argument names a transcript: `-` for standard input, or a path that exists and is no folder.

    Any other argument names a stored game.
    """
    return word == "-" or (Path(word).exists() and not Path(word).is_dir())


def read_text(word: str) -> str:
    """Return the text of the transcript a path (or `-`) names; refuse one too large or not UTF-8, with the line."""
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
    """Read the transcript a path (or `-`) names; card files that it names are looked for in the same folder."""
    return document_of(read_text(word), word)


def document_of(text: str, word: str) -> Document:
    """Parse the text of a transcript that was read from path `word` (or `-`).

    Errors name the path, and card files that the transcript names are looked for in its folder.
    """
    folder = Path() if word == "-" else Path(word).parent
    return read(text, word, lambda name: (folder / name).read_text(encoding="utf-8"))


def record_of(ctx: click.Context, word: str, at: int | None = None, *, checked: bool = False) -> Record:
    """Return the record that a GAME|FILE argument names: a file of that name is run, else a stored game is loaded.

    The whole record is returned; its `at` is the event that `GAME@N` or `at`, the value of `--at`, names. With
    `checked`, a stored game that is not as it was written is refused: a verdict on it would
    blame a player for what somebody changed.
    """
    if is_file(word):
        record = of_run(run(read_document(word)), "transcript" if word == "-" else Path(word).stem)
        return msgspec.structs.replace(record, at=at)
    name, at = split_address(word, at)
    with as_missing_file(word), opened(ctx) as ledger:
        head = ledger.head(name)
        if checked:
            from ledger.ledger_check import refuse_changed

            refuse_changed(ledger, head)
        return of_entries(head.name, list(ledger.entries(head)), at)


@contextmanager
def as_missing_file(word: str) -> Iterator[None]:
    """Within a `with`, report a game that is not found as a missing file, too, if `word` looks like a path.

    A slash, an ending, or a folder of that name makes it look like one.
    """
    try:
        yield
    except LedgerError as error:
        if Path(word).is_dir():
            raise ReplayError(f"{word} is a folder, not a transcript, and {error}") from None
        if "/" in word or Path(word).suffix:
            raise ReplayError(f"there is no file {word}, and {error}") from None
        raise


def print_styled(lines: Iterable[Styled]) -> None:
    """Print styled lines: coloured and wrapped to its width on a terminal, as plain unwrapped text in a pipe."""
    if not sys.stdout.isatty():
        for line in lines:
            click.echo(line.plain)
        return
    from shutil import get_terminal_size

    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=True, width=max(NARROWEST, get_terminal_size().columns))
    for line in lines:
        for part in wrapped(Text.assemble(*line.parts), console):
            console.print(part)


def wrapped(line: Text, console: Console) -> Iterator[Text]:
    """Yield a line in as many as the width takes; later ones stand under the text, not under its mark."""
    from rich.text import Text

    indent = len(line.plain) - len(line.plain.lstrip())
    hanging = indent if indent > MARKED else indent + 2
    for at, part in enumerate(line[indent:].wrap(console, console.width - hanging) or [Text()]):
        part.rstrip()
        yield Text(" " * (hanging if at else indent)) + part

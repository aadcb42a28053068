"""Documents that verbs print with `--json` and that no other room makes: files that were written, amounts, errors."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType, field


class TranscriptError(Struct, frozen=True):
    """An error in a transcript: where it is, a sentence, the line as written, and words that are known there."""

    file: str
    line: int
    column: int
    says: str
    source: str
    known: tuple[str, ...]


class TranscriptErrors(Struct, frozen=True):
    """All errors of a transcript that cannot be read: printed in place of the verb's own document, with exit code 2."""

    errors: list[TranscriptError]


class FormattedFile(Struct, frozen=True):
    """A transcript that `fmt` looked at: whether its layout changes. `text` is there for standard input (`-`) alone."""

    file: str
    changes: bool
    text: str | UnsetType = UNSET


class StepAnswer(Struct, frozen=True):
    """The answer of `step` to one command, on a line of its own.

    It says which event the reader is at, the last event of the record, who looks (`as`, empty: everything is shown),
    the lines that were shown, and what was wrong with the command ("" if nothing was).
    """

    command: str
    at: int
    last: int
    viewer: str = field(name="as")
    shown: list[str]
    error: str


class ListedCard(Struct, frozen=True):
    """A card in one row, as `cards list` and `cards find` print it."""

    game: str
    name: str
    type: str
    id: str


class ImportedCards(Struct, frozen=True):
    """The cards that `cards import` read: how many, the file it wrote (null: none), and without a file the text."""

    game: str
    cards: int
    file: str | None
    text: str | UnsetType = UNSET


class WrittenReport(Struct, frozen=True):
    """The report of a case that `case export` wrote."""

    case: str
    file: str


class WrittenBook(Struct, frozen=True):
    """The book that `rules book` wrote, with the date of its rules."""

    file: str
    game: str
    title: str
    entries: int
    rules_as_of: str


class CheckpointsMade(Struct, frozen=True):
    """The streams whose place `ledger checkpoint` noted, by name."""

    checkpoints: list[str]


class ExportedStreams(Struct, frozen=True):
    """The file that `ledger export` wrote, the streams in it by name, and the number of their events."""

    file: str
    streams: list[str]
    events: int


class ImportedStreams(Struct, frozen=True):
    """The streams that `ledger import` read, by name, and what became of each.

    `differing` lists clauses that both ledgers revise with different words.
    """

    imported: list[str]
    known: list[str]
    continued: list[str]
    merged: list[str]
    left_out: list[str]
    differing: list[str]


class UpgradedGame(Struct, frozen=True):
    """The new game that `ledger upgrade` made, and the game and event it was made from."""

    name: str
    id: str
    events: int
    upgraded_from: str


class DeskLink(Struct, frozen=True):
    """A link that logs one person in, once."""

    role: str
    address: str


class DeskPlace(Struct, frozen=True):
    """Where the desk is; the links that `serve --link` asked for."""

    address: str
    links: list[DeskLink] | UnsetType = UNSET


class ToldStep(Struct, frozen=True):
    """A step of the demo: why it is done, the command, its exit code, and what it printed on stdout."""

    why: str
    command: str
    exit: int
    printed: str


class ToldDemo(Struct, frozen=True):
    """Everything the demo did, and the folder it did it in."""

    folder: str
    steps: list[ToldStep]

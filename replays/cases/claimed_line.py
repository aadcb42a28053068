"""The moves that a claim brings: run, stored, and judged.

They are a transcript of their own, or a fragment: moves that go on from the game and are stored as a branch of it. A
fragment leaves the game before the disputed action, so that a side may say what should have been done instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from ledger.codec import GAME
from ledger.entries import Entry
from ledger.rulings import ClaimedLine, LineVerdict, LineViolation
from ledger.store import Ledger, NewStream
from ledger.streams import About, Head, check_name, new_id
from replays.branches.continuation import play_on
from replays.errors import NotationError
from replays.notation.parser import no_files, read
from replays.reading.reader import run
from replays.records.engine import UNKNOWN_SCRIBE, Scribe, stamped
from replays.records.reasons import in_words
from replays.records.record import Record, of_run
from replays.records.rejudging import answer
from replays.records.results import Run

OpenFile = Callable[[str], str]


def is_whole(text: str) -> bool:
    """Whether a text is a transcript of its own: its first line that is no comment begins with `lastword`."""
    lines = (line.strip() for line in text.splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    return first.split()[:1] == ["lastword"]


def leaving_event(record: Record, at: int) -> int:
    """Return the event after which a fragment leaves the game: the last one of the action before the disputed one.

    If the dispute is about the first entry, it is the last event of that entry.
    """
    return record.end(max(0, record.index(at) - 1))


class ClaimedStream(NamedTuple):
    """A claimed line as the case keeps it, and the stream of its moves, which is not opened yet."""

    line: ClaimedLine
    stream: NewStream


def claim_line(
    ledger: Ledger,
    game: Head,
    record: Record,
    at: int,
    name: str,
    text: str,
    file: str,
    open_file: OpenFile = no_files,
    scribe: Scribe = UNKNOWN_SCRIBE,
) -> ClaimedStream:
    """Run the moves of a claim and return them with their verdict and their stream, which is not opened yet.

    `record` is the disputed game with head `game`, and `at` the disputed event; a text that is a transcript of its own
    does not use them. `text` was read from `file`. A text that cannot be read raises `NotationError`, and nothing is
    stored.
    """
    note = f"a claim, from {file}"
    if is_whole(text):
        leaves, made = 0, run(read(text, file, open_file))
        told = of_run(made, name)
        about = About(new_id(), GAME.name, check_name(name), told.pack.id, told.pack.version, note)
        entries = told.entries
        stream = ledger.new_stream(about, stamped(entries, told.pack.id, scribe))
    else:
        leaves = leaving_event(record, at)
        made = run_fragment(record, leaves, text, file)
        about = About(new_id(), GAME.name, check_name(name), note=note)
        entries = made.entries
        stream = ledger.new_stream(about, stamped(entries, record.pack.id, scribe), parent=game, at=leaves)
    return ClaimedStream(ClaimedLine(file, text, about.id, name, leaves, line_verdict(made, entries)), stream)


def line_verdict(made: Run, entries: tuple[Entry, ...]) -> LineVerdict:
    """Return the verdict on a line that was run, as a claim keeps it: what is broken, unmet and assumed.

    `entries` are the entries of the line's own, without those of the game it leaves.
    """
    broken = tuple(
        LineViolation(
            violation.seq,
            violation.player,
            violation.text,
            violation.rules,
            in_words(violation.reasons),
        )
        for violation in made.violations
    )
    unmet = tuple(
        f"line {item.line}: {item.text}{f' ({item.says})' if item.says else ''}"
        for item in made.expected
        if not item.held
    )
    decisions = sum(1 for entry in entries if answer(entry) is not None)
    return LineVerdict(
        sum(len(entry.events) for entry in entries),
        decisions,
        broken,
        unmet,
        tuple(guess.says for guess in made.assumed),
    )


def run_fragment(record: Record, leaves: int, text: str, file: str = "") -> Run:
    """Run moves that go on after event `leaves` of a game; the run holds only the entries of the fragment."""
    at = record.index(leaves)
    try:
        made, _ = play_on(record, at, text)
    except NotationError as error:
        error.file = error.file or file
        raise
    return msgspec.structs.replace(made, entries=made.entries[at + 1 :])

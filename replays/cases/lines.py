"""The line a claim is about: a transcript of its own, or moves that go on from the disputed point as a branch of the game.

A fragment leaves the game before the disputed action, so that a side may say what should have been done instead of it.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from ledger.entries import Entry
from ledger.events import Identified
from ledger.rulings import Broken, Line, Verdict
from ledger.store import Ledger
from ledger.streams import Head
from ledger.table import Table
from replays.errors import NotationError
from replays.learning import Learned
from replays.notation.lines import Document
from replays.notation.lines import Line as Written
from replays.notation.reading import no_files, read
from replays.notation.writing import Writer
from replays.reasons import in_words
from replays.recording import Recording
from replays.records import Record, of_run
from replays.rejudging import answer
from replays.results import Run
from replays.running import Runner, run
from replays.searching import Anchor, outer_frame
from rules.position import Position

HEADING = 3
"""Lines put before a fragment so that it can be read: the header, the players, and that moves follow."""

OpenFile = Callable[[str], str]


def is_whole(text: str) -> bool:
    """Whether a text is a transcript of its own, and no fragment."""
    lines = (line.strip() for line in text.splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    return first.split()[:1] == ["lastword"]


def leaving(record: Record, at: int) -> int:
    """The event after which a fragment leaves: the end of the action before the disputed one."""
    return record.end(max(0, record.index(at) - 1))


def claim_line(
    ledger: Ledger, game: Head, record: Record, at: int, name: str, text: str, file: str, open_file: OpenFile = no_files
) -> Line:
    """Run a claimed line, store it as a stream of its own, and give it with its verdict."""
    if is_whole(text):
        whole = run(read(text, file, open_file))
        told = of_run(whole, name)
        head = ledger.start(name, pack=told.pack.id, pack_version=told.pack.version, note=f"a claim, from {file}")
        ledger.append(head, told.entries)
        return Line(file, text, head.id, head.name, 0, verdict(whole, told.entries))
    leaves = leaving(record, at)
    branch = run_fragment(record, leaves, text, file)
    own = tuple(entry for entry in branch.entries if entry.seq > leaves)
    head = ledger.start(name, parent=_trunk(ledger, game, leaves), at=leaves, note=f"a claim, from {file}")
    ledger.append(head, own)
    return Line(file, text, head.id, head.name, leaves, verdict(branch, own))


def _trunk(ledger: Ledger, game: Head, leaves: int) -> Head:
    """The stream a line leaves: the game, or, where the game is a branch that had not left yet, what it branched from."""
    return next(segment.head for segment in ledger.lineage(game) if segment.first <= leaves <= segment.last)


def verdict(made: Run, entries: tuple[Entry, ...]) -> Verdict:
    """What there is to say about a line that was run."""
    broken = tuple(
        Broken(
            violation.seq,
            violation.player,
            violation.text,
            tuple(reason.rule for reason in violation.reasons),
            in_words(violation.reasons),
        )
        for violation in made.violations
    )
    unmet = tuple(f"line {item.line}: {item.text}{f' ({item.says})' if item.says else ''}" for item in made.expected if not item.held)
    decisions = sum(1 for entry in entries if answer(entry) is not None)
    return Verdict(
        sum(len(entry.events) for entry in entries), decisions, broken, unmet, tuple(guess.says for guess in made.assumed)
    )


def run_fragment(record: Record, leaves: int, text: str, file: str = "") -> Run:
    """Run moves that go on after an event of a game. What is not legal is noted and ignored unless the fragment says otherwise."""
    document = _document(record, text, file)
    learned: dict[int, str] = {}
    while True:
        try:
            made = Continuation(document, record, leaves, learned).run()
            return msgspec.structs.replace(made, entries=_split(made.entries, leaves))
        except Learned as news:
            if not news.number:
                raise NotationError(f"nobody has `{news.card}` at this point of the game", file=file) from None
            learned[news.number] = news.card
        except NotationError as error:
            error.file = error.file or file
            raise


def _document(record: Record, text: str, file: str) -> Document:
    """A fragment as a transcript of the game it belongs to, its lines numbered as they are in the file."""
    table = record.table(1)
    seats = ", ".join(
        " ".join(part for part in (seat.player, f'"{seat.name}"' if seat.name else "", seat.faction) if part)
        for seat in table.seats.values()
    )
    try:
        found = read(f"lastword 1 {record.pack.id} {table.format}\nplayers {seats}\nmoves\n{text}", file)
    except NotationError as error:
        error.line = max(1, error.line - HEADING)
        raise
    lines = tuple(_renumbered(line) for line in found.lines if line.number > HEADING)
    if all(type(line) is Written for line in lines):
        raise NotationError("nothing is written here: a line is the moves that would have been played", file=file)
    return msgspec.structs.replace(found, pack=record.pack, lines=lines)


def _renumbered(line: Written) -> Written:
    changes: dict[str, object] = {"number": line.number - HEADING}
    inner = getattr(line, "move", None)
    if isinstance(inner, Written):
        changes["move"] = _renumbered(inner)
    return msgspec.structs.replace(line, **changes)


def _split(entries: tuple[Entry, ...], leaves: int) -> tuple[Entry, ...]:
    """The first entry of a continuation holds the whole game before it; what follows that is the line's own."""
    first, *rest = entries
    if len(first.events) <= leaves:
        return tuple(rest)
    return (Entry(leaves + 1, first.events[leaves:], first.origin, len(first.events) - leaves), *rest)


class Continuation(Runner):
    """A run that begins where a game stood after an event."""

    def __init__(self, document: Document, record: Record, leaves: int, learned: dict[int, str]) -> None:
        super().__init__(document, {}, [])
        before = [event for entry in record.entries for event in entry.events][:leaves]

        def opening() -> Position:
            pos = Position(record.pack, Table())
            for event in (*before, *(Identified(number, card) for number, card in learned.items())):
                pos.emit(event)
            return pos

        self.names = record.names
        self.opening.open_zones.clear()
        self.recording = Recording(record.pack, opening, self.recording.origin)
        self.writer = Writer(record.pack, record.names)
        self.applying = False
        self.anchor = Anchor(0, outer_frame(self.recording.pos))

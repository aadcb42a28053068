"""One dispute from transcript to ruling: what `lastword demo` shows.

Borys attacks, Anna chooses Eddard for claim and saves him with his duplicate, and Borys wants to cancel the save.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from rich.text import Text

from ledger.checking import check
from ledger.events import ViolationNoted
from ledger.exchange import export
from ledger.signing import load_key, new_key, sign
from ledger.store import Ledger
from replays.explaining import options
from replays.importing import store
from replays.notation.reading import read
from replays.records import Record, of_run
from replays.running import run as run_transcript
from replays.showing import table_lines
from replays.verdicts import check_lines, report_lines
from replays.verifying import verify
from rules.catalogue import playthroughs

GAME, DISPUTE, NAME = "agot2", "cancelling-a-duplicates-save.lw", "demo"


def run(folder: Path) -> Iterator[Text]:
    """The dispute step by step; everything it makes is kept in the folder."""
    path = folder / "demo.db"
    for leftover in folder.glob("demo.db*"):
        leftover.unlink()
    text = next(text for name, text in playthroughs(GAME) if name == DISPUTE)
    file = folder / "dispute.lw"
    file.write_text(text, encoding="utf-8")
    yield _title(f"the dispute, as a judge writes it down ({file})")
    yield Text(text)
    record = of_run(run_transcript(read(text, DISPUTE)), NAME)
    yield from _verdict(record)
    with Ledger.open(str(path)) as ledger:
        head = store(ledger, record, NAME)
        yield _title(f"stored as {NAME}, {head.last} events in {path}; the table when the move was tried, event {_tried(record)}")
        yield from (Text(line) for line in table_lines(ledger.table_at(head, _tried(record))))
        ledger.put_seal(head, sign(head, load_key(new_key()), "Head judge", "2026-01-01"))
        exported = folder / "demo.jsonl"
        exported.write_bytes(b"".join(export(ledger, [head])))
        yield _title(f"sealed and exported to {exported}; everything checks: {not check(ledger).findings}")
    yield _title("then somebody changes one byte of a copy")
    yield from _tampered(path, folder / "demo-tampered.db")


def _title(text: str) -> Text:
    return Text(f"\n== {text}", "bold")


def _verdict(record: Record) -> Iterator[Text]:
    yield _title("the verdict")
    yield from report_lines(verify(record))
    assert record.run is not None
    violation = record.run.violations[0]
    yield _title(f"why {violation.text!r} is not legal, condition by condition")
    for condition in violation.checks:
        yield from check_lines(condition, words=condition.holds is False)
    found = options(record, None)
    yield _title(f"so Eddard is saved, and the game goes on: {found.player} decides ({found.where})")
    yield from (Text(f"  {move}") for move in found.moves)


def _tried(record: Record) -> int:
    return next(event.at for entry in record.entries for event in entry.events if isinstance(event, ViolationNoted))


def _tampered(path: Path, copy: Path) -> Iterator[Text]:
    copy.write_bytes(path.read_bytes())
    with closing(sqlite3.connect(copy)) as database, database:
        rows = database.execute("SELECT originator_version, state FROM stored_events ORDER BY originator_version DESC").fetchall()
        version, state = next((version, state) for version, state in rows if b"saved" in state)
        changed = state.replace(b"saved", b"faved", 1)
        database.execute("UPDATE stored_events SET state = ? WHERE originator_version = ?", (changed, version))
    with Ledger.open(str(copy)) as ledger:
        yield from (Text(str(finding)) for finding in check(ledger).findings)

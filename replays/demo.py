"""A small game made by hand, through the ledger: what `lastword demo` shows."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from ledger.checking import check
from ledger.events import (
    Component,
    Counted,
    Entry,
    Event,
    FrameAdvanced,
    FrameClosed,
    FrameOpened,
    GameStarted,
    Introduced,
    Marked,
    Move,
    Moved,
    MoveMade,
    Occurrence,
    OccurrenceChanged,
    Origin,
    Outcome,
    Passed,
    Seat,
    SeatChanged,
    State,
    ZoneSpec,
)
from ledger.exchange import export
from ledger.signing import load_key, new_key, sign
from ledger.store import Ledger
from replays.showing import envelope_line, table_lines

NAME = "demo"
PACK = "hand-made"
HOUND, NED, COPY = 1, 2, 3


def run(folder: Path) -> Iterator[str]:
    """Record, read back, seal, export, tamper with a copy; the story as lines."""
    path = folder / "demo.db"
    for leftover in folder.glob("demo.db*"):
        leftover.unlink()
    with Ledger.open(str(path)) as ledger:
        head = ledger.start(NAME, pack=PACK, pack_version="1", note="made by hand")
        head = ledger.append(head, entries())
        yield f"== {head.last} events were recorded in {path}"
        yield from (envelope_line(item) for item in ledger.envelopes(head))
        yield f"== the table in the middle of it, while {NAME}@11 is resolved"
        yield from table_lines(ledger.table_at(head, 11))
        ledger.put_seal(head, sign(head, load_key(new_key()), "Head judge", "2026-01-01"))
        file = folder / "demo.jsonl"
        file.write_bytes(b"".join(export(ledger, [head])))
        yield f"== sealed, and exported to {file}; everything checks: {not check(ledger).findings}"
    yield "== then somebody changes one byte of a copy"
    yield from _tampered(path, folder / "demo-tampered.db")


def _tampered(path: Path, copy: Path) -> Iterator[str]:
    copy.write_bytes(path.read_bytes())
    with closing(sqlite3.connect(copy)) as database, database:
        state = database.execute("SELECT state FROM stored_events WHERE originator_version = 12").fetchone()[0]
        database.execute("UPDATE stored_events SET state = ? WHERE originator_version = 12", (state.replace(b"saved", b"faved"),))
    with Ledger.open(str(copy)) as ledger:
        yield from (str(finding) for finding in check(ledger).findings)


def entries() -> Iterator[Entry]:
    """Borys attacks; Anna's Eddard would be killed, and his duplicate saves him."""
    seq = 1
    for origin, by, events in _actions():
        yield Entry(seq, events, origin=origin, by=by)
        seq += len(events)


def _actions() -> Iterator[tuple[Origin, str, tuple[Event, ...]]]:
    yield Origin.INPUT, "", _setup()
    yield (
        Origin.INPUT,
        "",
        (
            MoveMade("B", Move("challenge", HOUND, words=("military", "A"))),
            Marked(HOUND, "kneeling"),
            FrameOpened("challenge", {"attacker": "B", "defender": "A", "kind": "military"}),
        ),
    )
    challenge = 7
    yield Origin.INPUT, "", (Passed("A"), FrameAdvanced(challenge, 1, {"winner": "B"}))
    killed = Occurrence("killed", NED, "A", source=HOUND)
    yield Origin.INPUT, "", (MoveMade("A", Move("claim", NED)), FrameOpened("moment", None, (killed,)))
    moment = 11
    yield (
        Origin.ASSERTED,
        "A",
        (
            MoveMade("A", Move("use", COPY, "duplicate")),
            Moved(COPY, "A.discard"),
            OccurrenceChanged(moment, 0, State.SAVED, by=COPY),
            FrameClosed(moment, Outcome.PREVENTED, (State.SAVED,)),
        ),
    )
    yield Origin.INPUT, "", (Counted("B", "power", 1), FrameClosed(challenge))


def _setup() -> tuple[Event, ...]:
    zones = tuple(ZoneSpec(f"{player}.{zone}", player, seen) for player in "AB" for zone, seen in _ZONES)
    cards = (
        Component(HOUND, "the-hound", "B", "B.play"),
        Component(NED, "eddard-stark", "A", "A.play"),
        Component(COPY, "eddard-stark", "A", "A.play"),
        *(Component(number, "", "A", "A.hand") for number in range(4, 7)),
        *(Component(number, f"card-{number}", "B", "B.deck") for number in range(7, 10)),
    )
    seats = (Seat("A", "Anna", "stark"), Seat("B", "Borys", "lannister"))
    return (
        GameStarted(PACK, "1", "joust", seats, zones),
        Introduced(cards),
        SeatChanged("first", ("A",)),
        SeatChanged("active", ("B",)),
    )


_ZONES = (("deck", "none"), ("hand", "owner"), ("play", "all"), ("discard", "all"))

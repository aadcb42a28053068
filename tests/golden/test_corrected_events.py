"""Corrections as they were first written stay readable: the file beside this one is never written again."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from ledger.entries import Entry, Origin
from ledger.events import (
    Attached,
    ControlChanged,
    Corrected,
    Counted,
    EffectBegan,
    EffectEnded,
    FrameAdvanced,
    FrameOpened,
    Marked,
    Moved,
)
from ledger.exchange import export
from ledger.importing import import_streams
from ledger.ledger_check import check
from ledger.store import Ledger
from tests.samples import setup

FILE = Path(__file__).with_name("events-corrected.jsonl")
DIGEST = "434fa7da66da02e44729b0e864a7c2a51c828dbf13abf4e38739623741943342"


def corrected_game() -> list[Entry]:
    """Return a game that folds, with a correction of every aspect and every type of change inside one."""
    place = (
        *(Attached(3, 0), Moved(3, "A.hand"), Counted(2, "power", -2), EffectEnded(8), Marked(2, "kneeling", False)),
        *(FrameAdvanced(3, 1, {"attackers": [4]}), Moved(2, "A.discard", 0, "up"), ControlChanged(2, "A")),
    )
    return [
        Entry(1, (*setup(), FrameOpened("challenge", {"attackers": [2, 4]}))),
        Entry(4, (Moved(2, "A.play"), Moved(3, "A.play"), Attached(3, 2), Counted(2, "power", 2))),
        Entry(8, (EffectBegan(3, "ability", "A", (2,)), Marked(2, "kneeling"), ControlChanged(2, "B"))),
        Entry(11, (Corrected("A", "tokens", "gold", 0, 3, "the judge", 12, (Counted("A", "gold", 3),)),), line=12),
        Entry(
            12,
            (Corrected(2, "mark", "bowed", 0, 1, "A", 13, (Marked(2, "bowed"),)),),
            by="A",
            origin=Origin.ASSERTED,
            line=13,
        ),
        Entry(13, (Corrected(2, "face", "", "up", "down", "both players", 14, (Moved(2, "A.play", 0, "down"),)),)),
        Entry(14, (Corrected(3, "host", "", 2, 5, "the recorder", 15, (Moved(5, "A.play"), Attached(3, 5))),)),
        Entry(15, (Corrected(3, "host", "", 5, 2, "the judge", 16, (Attached(3, 2),)),)),
        Entry(16, (Corrected(2, "place", "", "B.play", "A.discard", "the judge", 17, place),)),
    ]


def test_the_file_is_the_one_that_was_committed() -> None:
    assert sha256(FILE.read_bytes()).hexdigest() == DIGEST, "old records cannot be rewritten: add an upcaster instead"


def test_corrections_are_read_and_mean_the_same() -> None:
    with Ledger.open("memory:") as ledger, FILE.open("rb") as lines:
        import_streams(ledger, lines)
        assert check(ledger).findings == []
        assert list(ledger.entries("corrected")) == corrected_game()
        assert b"".join(export(ledger, ledger.heads())) == FILE.read_bytes()
        table = ledger.table_at("corrected")
    assert table.entities[2].zone == "A.discard"
    assert table.effects == {}
    assert table.counters["A"] == {"gold": 3}

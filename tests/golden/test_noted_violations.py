"""Noted violations stay readable: those of the first version, and those with reasons, whose file is never rewritten."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from ledger.codec import GAME, raw_bytes
from ledger.entries import Entry
from ledger.events import Move, Reason, ViolationNoted
from ledger.exchange import export
from ledger.importing import import_streams
from ledger.ledger_check import check
from ledger.store import Ledger
from tests.samples import setup

FILE = Path(__file__).with_name("events-violation-2.jsonl")
DIGEST = "45a0c4ac21ca44052d8e8eecc8584a4fd069598cc079f0d554efd38b2a1a0498"


def noted_game() -> list[Entry]:
    """Return a game with a violation that has two reasons, and one whose record gives none in words."""
    told = (
        Reason("test/cost#1", "It costs 4 gold.", "Łucja has 3 gold."),
        Reason("test/rule#2", "The card must be standing.", "It is kneeling."),
    )
    return [
        Entry(1, setup()),
        Entry(3, (ViolationNoted("A", Move("play", 4), told, True, 12, 2),), line=12),
        Entry(4, (ViolationNoted("B", Move("pass"), (Reason("test/rule#1"),)),)),
    ]


def test_the_file_is_the_one_that_was_committed() -> None:
    assert sha256(FILE.read_bytes()).hexdigest() == DIGEST, "old records cannot be rewritten: add an upcaster instead"


def test_reasons_are_read_and_mean_the_same() -> None:
    with Ledger.open("memory:") as ledger, FILE.open("rb") as lines:
        import_streams(ledger, lines)
        assert check(ledger).findings == []
        assert list(ledger.entries("noted")) == noted_game()
        assert b"".join(export(ledger, ledger.heads())) == FILE.read_bytes()


@pytest.mark.parametrize(
    ("rules", "says", "reasons"),
    [
        (["a/b#1"], "not so: it stands", (Reason("a/b#1", "it stands"),)),
        (["a/b#1", "a/c#1"], "not so: a, and b; not so: c", (Reason("a/b#1", "a, and b"), Reason("a/c#1", "c"))),
        (["a/b#1", "a/c#1"], "not so: a; not so: b; not so: c", (Reason("a/b#1", "a; b; c"), Reason("a/c#1"))),
        (["a/b#1", "a/c#1"], "not now", (Reason("a/b#1", saw="not now"), Reason("a/c#1"))),
        ([], "not now", ()),
    ],
)
def test_the_prose_of_the_first_version_is_split_by_rules(
    rules: list[str], says: str, reasons: tuple[Reason, ...]
) -> None:
    stored = [3, [["violation", "A", ["pass"], rules, says, True, 12, 2]]]
    event = GAME.decode(raw_bytes(stored)).events[0]
    assert event == ViolationNoted("A", Move("pass"), reasons, True, 12, 2)
    assert event.rules == tuple(rules)

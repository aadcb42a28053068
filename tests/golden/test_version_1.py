"""Events of version 1 stay readable for ever: the file beside this one is never written again."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from ledger.codec import GAME, raw_entry, split_tag
from ledger.exchange import export
from ledger.importing import import_streams
from ledger.ledger_check import check
from ledger.store import Ledger
from tests.samples import every_event

FILE = Path(__file__).with_name("events-v1.jsonl")
DIGEST = "df42bff7dd0b40c4cc7a3c9dd662bae71c66999448ed7e0391ba37ff1b215696"
TAGS = {
    *(
        "game",
        "open",
        "step",
        "occ",
        "close",
        "move",
        "pass",
        "retract",
        "violation",
        "bring",
        "to",
        "count",
        "mark",
        "attach",
    ),
    *("control", "know", "show", "shuffle", "roll", "begin", "end", "use", "seat", "over"),
}


def test_the_file_is_the_one_that_was_committed() -> None:
    assert sha256(FILE.read_bytes()).hexdigest() == DIGEST, "old records cannot be rewritten: add an upcaster instead"


def test_version_1_is_read_and_means_the_same() -> None:
    with Ledger.open("memory:") as ledger, FILE.open("rb") as lines:
        import_streams(ledger, lines)
        assert check(ledger).findings == []
        assert list(ledger.entries("version-1")) == every_event()
        assert b"".join(export(ledger, ledger.heads())) == FILE.read_bytes()


def test_the_file_has_every_type_of_version_1() -> None:
    with Ledger.open("memory:") as ledger, FILE.open("rb") as lines:
        import_streams(ledger, lines)
        stored = [raw_entry(row[2][32:]) for page in ledger.pages(ledger.head("version-1"), -1) for row in page]
    assert {event[0] for entry in stored for event in entry[1]} == TAGS


def test_every_type_has_a_version_1() -> None:
    """No type of event that version 1 had was dropped. A type added later belongs in a file of its own version."""
    assert {split_tag(tag)[0] for tag in GAME.tags} >= TAGS

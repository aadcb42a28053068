"""The codec: closed, compact, able to read the past, and honest about the future."""

from __future__ import annotations

import msgspec
import pytest

from ledger.codec import GAME, KINDS, Kind, raw_bytes, raw_entry, split_tag
from ledger.entries import Entry
from ledger.errors import FromTheFuture, Unreadable
from ledger.events import Fact, Moved
from tests.samples import every_event


class Greeted(Fact, tag="greet.3"):
    """The current struct: two names."""

    first: str
    last: str


class GreetedOnce(Fact, tag="greet"):
    name: str


class GreetedTwice(Fact, tag="greet.2"):
    name: str
    loudly: bool


class Left(Fact, tag="left"):
    name: str


class Visit(Fact):
    seq: int
    events: tuple[Greeted | Left, ...]
    note: str = ""


VISIT: Kind[Visit] = Kind(
    "visit",
    Visit,
    {
        GreetedOnce: lambda old: Greeted(old.name, ""),
        GreetedTwice: lambda old: Greeted(old.name, "!" if old.loudly else ""),
    },
)


def test_every_event_comes_back() -> None:
    for entry in every_event():
        assert GAME.decode(GAME.encode(entry)) == entry


def test_an_event_is_a_few_bytes() -> None:
    assert len(GAME.encode(Entry(1_000, (Moved(12, "A.hand"),)))) < 40


def test_older_events_are_brought_up_to_date() -> None:
    data = raw_bytes([7, [["greet", "Ada"], ["left", "Bob"], ["greet.2", "Cyd", True], ["greet.3", "Dee", "Doe"]], "n"])
    assert VISIT.decode(data) == Visit(
        7, (Greeted("Ada", ""), Left("Bob"), Greeted("Cyd", "!"), Greeted("Dee", "Doe")), "n"
    )


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (
            [7, [["left", "Bob"], ["greet.4", "Ada"]]],
            r"event 8 is of type `greet.4`; this version .* knows `greet` up to version 3",
        ),
        ([7, [["sang", "Ada"]]], r"event 7 is of type `sang`, which this version of Last Word does not know"),
        ([7, [["left", "Ada", "quietly"]]], r"event 7, a `left`, has fields this version of Last Word does not know"),
        (
            [7, [["left", "Ada"]], "n", "more"],
            r"the entry at event 7 has fields this version of Last Word does not know",
        ),
    ],
)
def test_the_future_is_refused_by_name(raw: object, says: str) -> None:
    with pytest.raises(FromTheFuture, match=says):
        VISIT.decode(raw_bytes(raw))


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "not an entry"),
        (b"\xc1", "not an entry"),
        (raw_bytes({"seq": 1}), "an entry is an array"),
        (raw_bytes([7, [["left", 3]]]), "event 7 is not a `left`"),
        (raw_bytes([7, [[]]]), "event 7 has no type"),
        (raw_bytes([7, [], 3]), "not one of a visit"),
        (b"\x92\x01\x91" * 2_000 + b"\x90", "not an entry|has no type"),
        (raw_bytes([1, [["left", "x"]]]).replace(b"x", b"\xff"), "not an entry"),
    ],
)
def test_what_is_no_entry_is_refused(data: bytes, says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        VISIT.decode(data)


def test_exports_carry_entries_of_any_version() -> None:
    data = raw_bytes([7, [["greet", "Ada"]], ""])
    assert raw_bytes(raw_entry(data)) == data
    for entry in every_event():
        data = GAME.encode(entry)
        assert raw_bytes(msgspec.json.decode(msgspec.json.encode(raw_entry(data)))) == data


def test_tags_name_their_version() -> None:
    assert split_tag("to") == ("to", 1)
    assert split_tag("to.2") == ("to", 2)
    assert split_tag("a.b.12") == ("a.b", 12)
    assert split_tag("odd.²") == ("odd.²", 1)


def test_no_two_types_of_a_kind_share_a_tag() -> None:
    for kind in KINDS.values():
        assert not set(kind.tags) & set(kind.past)

"""An export that is not as it was written is refused as a whole, and the line at fault is named."""

from __future__ import annotations

import random
from collections.abc import Callable
from io import BytesIO
from typing import Any

import msgspec
import pytest
from msgspec import structs

from ledger.entries import Entry
from ledger.errors import BadFile, LedgerError, NameTaken
from ledger.events import Rolled
from ledger.exchange import export
from ledger.importing import import_streams
from ledger.ledger_check import check
from ledger.signing import load_key, new_key, sign
from ledger.store import Ledger
from tests.samples import every_event, game


@pytest.fixture(scope="module")
def lines() -> list[bytes]:
    """An export of two games and a branch: lines 2 to 12 are alpha's, 13 the branch's, 14 on beta's."""
    with Ledger.open("memory:") as ledger:
        head = ledger.append(ledger.start("alpha", pack="test", pack_version="1"), every_event())
        ledger.put_seal(head, sign(head, load_key(new_key()), "Ada", "2026-01-01"))
        ledger.append(ledger.start("aside", parent="alpha", at=4), [Entry(5, (Rolled("die", (1,)),))])
        ledger.append(ledger.start("beta", pack="test"), game(3))
        return list(export(ledger, ledger.heads()))


def refused(changed: bytes, into: Ledger | None = None) -> str:
    """Import a wrong export into a ledger and return the error; the ledger must stay as it was."""
    with into or Ledger.open("memory:") as ledger:
        before = ledger.heads()
        with pytest.raises(LedgerError) as error:
            import_streams(ledger, BytesIO(changed))
        assert ledger.heads() == before
        assert check(ledger).findings == []
    return str(error.value)


def header(lines: list[bytes], change: Callable[[dict[str, Any]], object]) -> bytes:
    raw = msgspec.json.decode(lines[0])
    change(raw)
    return msgspec.json.encode(raw) + b"\n" + b"".join(lines[1:])


def test_the_header_says_what_is_inside(lines: list[bytes]) -> None:
    first = msgspec.json.decode(lines[0])
    assert (first["format"], first["version"]) == ("lastword-ledger", 1)
    assert [(stream["name"], stream["pack"], stream["last"]) for stream in first["streams"]] == [
        ("alpha", "test", 27),
        ("aside", "test", 5),
        ("beta", "test", 26),
    ]


def test_cut_anywhere(lines: list[bytes]) -> None:
    whole = b"".join(lines)
    for size in {*range(0, len(whole) - 1, 97), len(whole) - 1}:
        assert "nothing was imported" in refused(whole[:size])
    assert refused(b"".join(lines[:-1])).startswith(f"line {len(lines)}: the file is cut off here")


def test_reordered(lines: list[bytes]) -> None:
    assert refused(b"".join([*lines[:4], lines[5], lines[4], *lines[6:]])).startswith(
        "line 5: lines are missing or moved"
    )
    assert refused(b"".join([*lines[:3], *lines[4:]])).startswith("line 4: lines are missing or moved")
    assert "line 4: lines are missing or moved" in refused(b"".join([*lines[:3], lines[2], *lines[3:]]))


def test_longer_than_it_says(lines: list[bytes]) -> None:
    assert "there is more in the file" in refused(b"".join([*lines, lines[-1]]))


def test_edited(lines: list[bytes]) -> None:
    assert refused(b"".join(lines).replace(b'"gold",-3', b'"gold",-2', 1)).startswith(
        "line 6: event 11 of alpha was edited"
    )
    assert refused(b"".join([lines[0], lines[1].replace(b",", b", ", 1), *lines[2:]])).startswith(
        "line 2: event 1 of alpha was edited"
    )


def test_any_single_byte(lines: list[bytes]) -> None:
    whole = b"".join(lines)
    chance = random.Random(3)
    for _ in range(300):
        at = chance.randrange(len(whole))
        refused(whole[:at] + bytes([whole[at] ^ (1 << chance.randrange(8))]) + whole[at + 1 :])


def test_foreign() -> None:
    for text in (
        b"",
        b"\n",
        b"{}\n",
        b"lastword 1 agot2 joust\n",
        b"\xff\xfe\n",
        b'{"format":"other"}\n',
        b"[" * 5_000 + b"\n",
    ):
        assert refused(text).startswith("line 1: ")


def test_from_a_newer_version(lines: list[bytes]) -> None:
    assert "format version 2; this Last Word reads version 1" in refused(
        header(lines, lambda raw: raw.update(version=2))
    )
    assert "line 1: the header is not one of version 1" in refused(header(lines, lambda raw: raw.update(more=2)))
    newer = lines[0].replace(b'"kind":"game","name":"beta"', b'"kind":"saga","name":"beta"')
    assert "a kind (saga) this version of Last Word does not know" in refused(newer + b"".join(lines[1:]))


def test_a_header_that_cannot_be(lines: list[bytes]) -> None:
    def first(raw: Any) -> dict[str, Any]:
        stream: dict[str, Any] = raw["streams"][0]
        return stream

    for number in (-1, 2**62 + 1, 2**70):
        assert "line 1: the header is not one of version 1" in refused(
            header(lines, lambda raw, last=number: first(raw).update(last=last))
        )
    assert "line 1: the header names a stream twice" in refused(
        header(lines, lambda raw: raw["streams"].append(first(raw)))
    )
    assert "line 1: a seal on alpha is not genuine" in refused(
        header(lines, lambda raw: first(raw)["seals"][0].__setitem__(2, 2**70))
    )


def test_a_branch_without_its_trunk(lines: list[bytes]) -> None:
    raw = msgspec.json.decode(lines[0])
    raw["streams"] = raw["streams"][1:2]
    alone = msgspec.json.encode(raw) + b"\n" + lines[11].replace(b"[1,", b"[0,", 1)
    assert "neither in the file nor in the ledger" in refused(alone)


def test_a_seal_that_is_not_genuine(lines: list[bytes]) -> None:
    assert "a seal on alpha is not genuine" in refused(b"".join(lines).replace(b'"Ada"', b'"Eve"', 1))


def test_another_game_of_the_same_name_or_id(lines: list[bytes]) -> None:
    ledger = Ledger.open("memory:")
    ledger.start("beta")
    assert "already has a game 'beta'" in refused(b"".join(lines), ledger)
    first = msgspec.json.decode(lines[0])["streams"][0]
    with Ledger.open("memory:") as other:
        other.append(other.start("renamed", id=first["id"]), game(1))
        with pytest.raises(NameTaken, match="another record of alpha"):
            import_streams(other, BytesIO(b"".join(lines)))


def test_a_ledger_that_is_ahead_keeps_what_it_has(lines: list[bytes]) -> None:
    with Ledger.open("memory:") as ledger:
        import_streams(ledger, BytesIO(b"".join(lines)))
        ledger.append("beta", [Entry(27, (Rolled("die", (2,)),))])
        new, known, *_ = import_streams(ledger, BytesIO(b"".join(lines)))
        assert (new, len(known)) == ([], 3)
        assert ledger.head("beta").last == 27


def test_a_bad_file_knows_its_line() -> None:
    assert BadFile(7, "no").line == 7


def test_a_record_that_is_here_already_takes_the_seals_it_lacks() -> None:
    with Ledger.open("memory:") as theirs, Ledger.open("memory:") as ours:
        head = theirs.append(theirs.start("alpha", pack="test"), game(3))
        import_streams(ours, export(theirs, theirs.heads()))
        theirs.put_seal(head, sign(head, load_key(new_key()), "Ada", "2026-01-01"))
        for _ in range(2):
            assert import_streams(ours, export(theirs, theirs.heads()))[0] == []
            assert ours.seals("alpha") == theirs.seals("alpha") != []
        assert check(ours).findings == []


def test_a_genuine_seal_over_another_record_is_not_planted() -> None:
    """Eve signs what she likes with a key of her own; put on our game, it would make every check raise an alarm."""
    with Ledger.open("memory:") as theirs, Ledger.open("memory:") as ours:
        head = theirs.append(theirs.start("alpha", pack="test"), game(3))
        import_streams(ours, export(theirs, theirs.heads()))
        lie = structs.replace(head, digest=bytes(32))
        theirs.put_seal(head, sign(lie, load_key(new_key()), "Eve", "2026-01-01"))
        planted = b"".join(export(theirs, theirs.heads()))
        assert "a seal on alpha is over another record" in refused(planted)
        with pytest.raises(BadFile, match="a seal on alpha is over another record"):
            import_streams(ours, BytesIO(planted))
        assert (ours.seals("alpha"), check(ours).findings) == ([], [])


def test_a_seal_over_more_than_the_file_holds_is_left_out() -> None:
    """Version 0.1.0 wrote such files if somebody appended to a game and sealed it during the export."""
    with Ledger.open("memory:") as theirs, Ledger.open("memory:") as ours:
        head = theirs.append(theirs.start("alpha", pack="test"), game(3))
        later = structs.replace(head, last=head.last + 5)
        theirs.put_seal(head, sign(later, load_key(new_key()), "Ada", "2026-01-01"))
        import_streams(ours, export(theirs, theirs.heads()))
        assert (ours.seals("alpha"), check(ours).findings) == ([], [])

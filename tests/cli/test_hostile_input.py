"""Wrong input, by mistake or on purpose, is refused with a sentence that says what to do, and leaves nothing behind."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.cli.typed import lastword, started
from tests.sequences import SAVE

HUGE = "9" * 30
READERS = ("verify", "windows", "options", "state", "draw", "step", "explore", "branch")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with the disputed save, in a ledger too, and things that are no transcript."""
    (tmp_path / "dispute.lw").write_text(SAVE, encoding="utf-8")
    (tmp_path / "binary.lw").write_bytes(bytes(range(255, 0, -1)))
    (tmp_path / "empty.lw").touch()
    (tmp_path / "folder.lw").mkdir()
    (tmp_path / "chess.lw").write_text("lastword 1 chess blitz\n", encoding="utf-8")
    lastword(tmp_path, "import", "dispute.lw", "--name", "table")
    return tmp_path


@pytest.mark.parametrize("verb", READERS)
def test_what_is_no_transcript_is_refused_by_every_verb(home: Path, verb: str) -> None:
    for word, says in {
        "binary.lw": "not UTF-8 text",
        "empty.lw": "there is no transcript here",
        "folder.lw": "folder.lw is a folder, not a transcript",
        "missing.lw": "there is no file missing.lw",
        "chess.lw": "there is no game `chess`; there are agot2, hbo",
        f"table@{HUGE}": "; its last is event 2",
        "table@x": "is no address",
    }.items():
        assert says in lastword(home, verb, word, exits=2, stdin=""), (verb, word)


@pytest.mark.parametrize("verb", ["verify", "windows"])
def test_an_address_judges_up_to_its_event(home: Path, verb: str) -> None:
    whole, part = lastword(home, verb, "table", exits=int(verb == "verify")), lastword(home, verb, "table@64")
    assert whole != part
    assert "has no event 0" in lastword(home, verb, "table@0", exits=2)


def test_whatever_can_be_read_is_a_file(home: Path) -> None:
    os.mkfifo(home / "pipe.lw")
    writer = os.fork()
    if not writer:
        (home / "pipe.lw").write_text(SAVE, encoding="utf-8")
        os._exit(0)
    assert "line 16" in started(home, "verify", "pipe.lw").stdout
    os.waitpid(writer, 0)
    assert "there is no transcript here" in lastword(home, "verify", "/dev/null", exits=2)


@pytest.mark.parametrize(
    ("was", "now", "says"),
    [
        ("B gold    3", f"B gold    {HUGE}", "how many?"),
        ("round 3", f"round {HUGE}", "a round is a number"),
        ("5 unknown", "999999 unknown", "from 1 to 400 cards"),
        ('"Anna"', '"An\x1b[31mna"', "no control characters such as U+001B"),
        ('"Anna"', '"A\u202enna"', "no control characters such as U+202E"),
        ("A claim ned", "A claim \x00", "no control characters such as U+0000"),
    ],
)
def test_what_nobody_can_have_meant_is_pointed_at(home: Path, was: str, now: str, says: str) -> None:
    (home / "odd.lw").write_text(SAVE.replace(was, now), encoding="utf-8")
    shown = lastword(home, "verify", "odd.lw", exits=2)
    assert says in shown
    assert "^" in shown
    assert not set("\x1b\x00\u202e") & set(shown)


def test_a_very_long_line_is_not_repeated_in_full(home: Path) -> None:
    (home / "long.lw").write_text(f"{SAVE}B play {'y' * 100_000}\n", encoding="utf-8")
    assert len(lastword(home, "verify", "long.lw", exits=2)) < 1_000


def test_names_in_any_alphabet(home: Path) -> None:
    (home / "names.lw").write_text(SAVE.replace('"Anna"', '"Żółć 李雷 🐺"').replace("ned", "nęd"), encoding="utf-8")
    lastword(home, "import", "names.lw")
    assert "Żółć 李雷 🐺" in lastword(home, "state", "names")
    assert "nęd" in lastword(home, "options", "names@64")
    assert "Żółć 李雷 🐺" in lastword(home, "step", "names.lw", stdin="event\n")
    lastword(home, "draw", "names", "-o", "names.svg")


def test_carriage_returns_and_a_mark_of_byte_order_are_read(home: Path) -> None:
    (home / "windows.lw").write_bytes(b"\xef\xbb\xbf" + SAVE.replace("\n", "\r\n").encode())
    told = json.loads(lastword(home, "verify", "windows.lw", "--json"))
    assert told["violations"][0]["line"] == 16


def test_a_rulebook_without_a_known_heading_is_not_kept(home: Path) -> None:
    for file in ("empty.lw", "chess.lw"):
        assert "none of the headings of the rulebook that our book of agot2 is about" in lastword(
            home, "rules", "attach", "agot2", file, exits=2
        )
    assert "agot2/cancel" in lastword(home, "rules", "show", "agot2/cancel")


def test_cases_are_told_what_is_missing(home: Path) -> None:
    lastword(home, "case", "open", "table", "--question", "May it?")
    claim = ("case", "claim", "case-table-1", "--by", "A", "--says", "No.", "--line")
    assert "there are no moves here" in lastword(home, *claim, "empty.lw", exits=2)
    rule = ("case", "rule", "case-table-1", "--finding", "No.", "--cite", "agot2/duplicates#5")
    lastword(home, *rule)
    assert "ruling 2 by a judge" in lastword(home, *rule, exits=2)
    done = started(home, "case", "list", "--as-of", "2020-01-01")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "no case was open on 2020-01-01\n")


def test_a_clause_that_never_was_has_no_history(home: Path) -> None:
    assert "never had a clause 99" in lastword(home, "rules", "history", "agot2/cancel#99", exits=2)


def test_a_move_given_as_a_file_is_told_from_one(home: Path) -> None:
    assert "a move itself is given with -m" in lastword(home, "branch", "table@64", "A use duplicate of ned", exits=2)
    assert lastword(home, "simulate", "hbo", "--games", "1").startswith("1 game of hbo")

"""Garbage in a transcript or in its cards is refused with its line and exit code 2: never a traceback, never a hang."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ledger.errors import LedgerError
from replays.errors import NotationError, ReplayError
from replays.notation.layout import formatted
from replays.notation.parser import read
from replays.reading.reader import run
from rules.catalogue import pack_ids, playthroughs
from rules.errors import RulesError

WORDS = [
    *(
        "A",
        "B",
        "with",
        "against",
        "of",
        "use",
        "play",
        "pass",
        "claim",
        "expect",
        "illegal",
        "legal",
        "unknown",
        "#99999",
    ),
    *(
        "@",
        "?",
        '"',
        "(",
        ")",
        ",",
        "=",
        ":",
        "position",
        "round",
        "999999999999",
        "\x00",
        "\ud7ff",
        "cards begin",
        "cards end",
    ),
    *(
        "[[card]]",
        "x2",
        "nobody",
        "shuffle A.deck:",
        "random",
        "retract",
        "says:",
        "A.play",
        "==",
        "strength(ned)",
        "((((((((",
        "#",
    ),
    *("\t", "ż", "-1", "1-99999999", "lastword 1 agot2 joust", "moves", "passes written", "on illegal apply"),
]
SLOWEST = 20.0


def seeds() -> list[str]:
    """Return the transcripts to damage: every playthrough of every pack."""
    return [text for game in pack_ids() for _, text in playthroughs(game)]


def damaged(text: str, generator: random.Random) -> str:
    """Return a transcript with one to four random faults."""
    lines = text.split("\n")
    for _ in range(generator.randint(1, 4)):
        at = generator.randrange(len(lines))
        line = lines[at]
        kind = generator.randrange(8)
        if kind == 0 and line:
            cut = generator.randrange(len(line))
            lines[at] = line[:cut] + line[cut + 1 :]
        elif kind == 1:
            cut = generator.randrange(len(line) + 1)
            lines[at] = f"{line[:cut]} {generator.choice(WORDS)} {line[cut:]}"
        elif kind == 2:
            lines.insert(at, generator.choice(lines))
        elif kind == 3:
            del lines[at]
            lines = lines or [""]
        elif kind == 4:
            words = line.split()
            generator.shuffle(words)
            lines[at] = " ".join(words)
        elif kind == 5:
            lines[at] = " ".join(generator.choice(WORDS) for _ in range(generator.randint(1, 9)))
        elif kind == 6:
            lines[at] = line.replace('"', "", 1)
        else:
            lines = lines[:at] or [""]
    return "\n".join(lines)


@pytest.mark.slow
def test_fuzzed_transcripts_are_run_or_refused_with_their_line(full: bool) -> None:
    generator = random.Random(20)
    texts = seeds()
    refused = 0
    for _ in range(500 if full else 120):
        text = damaged(generator.choice(texts), generator)
        began = time.monotonic()
        error = problem(text)
        assert time.monotonic() - began < SLOWEST, text
        if error is not None:
            refused += 1
            assert isinstance(error, NotationError), f"{type(error).__name__} without a line: {error}\n{text}"
            assert 1 <= error.line <= text.count("\n") + 1, f"{error} has no line:\n{text}"
    assert refused > 20


def problem(text: str) -> Exception | None:
    """Return the error that refuses a transcript, or None; an error of any other family fails the test."""
    try:
        document = read(text)
        assert document.text() == text
        formatted(document)
        run(document)
    except (ReplayError, RulesError, LedgerError) as error:
        return error
    return None


@pytest.mark.parametrize(
    "data",
    [b"", b"\x00\xff\xfe", b"lastword 1 agot2 joust\n\xff", b"lastword 1 nothing\n", b"cards begin\n", b"\n" * 9],
)
def test_the_command_refuses_garbage_with_exit_2(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "garbage.lw"
    file.write_bytes(data)
    done = subprocess.run(
        [sys.executable, "-m", "replays.cli.main", "verify", str(file)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "garbage.lw" in done.stderr

"""Verdicts on a terminal: wrapped to its width under their own indents; in a pipe, a line stays a line."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import termios
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.cli.typed import COMMAND, environment, started


def on_a_terminal(home: Path, *words: str, columns: int, **more: str) -> list[str]:
    """Return the lines that a terminal of so many columns shows, without colours."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    kept = {
        key: value for key, value in environment(TERM="xterm", NO_COLOR="1", **more).items() if more or key != "COLUMNS"
    }
    process = subprocess.Popen(
        [*COMMAND, *words], cwd=home, env=kept, stdin=slave, stdout=slave, stderr=slave, close_fds=True
    )
    os.close(slave)
    shown = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        shown += part
    process.wait(timeout=60)
    os.close(master)
    text = shown.decode("utf-8").replace("\r\n", "\n")
    for style in ("\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[3m", "\x1b[2;3m", "\x1b[1;3m"):
        text = text.replace(style, "")
    return text.splitlines()


@pytest.mark.parametrize("verb", [("verify", "dispute.lw"), ("why", "dispute.lw", "--line", "16")])
def test_verdicts_are_wrapped_to_the_terminal(home: Path, verb: tuple[str, ...]) -> None:
    plain = started(home, *verb, COLUMNS="40").stdout
    assert max(map(len, plain.splitlines())) > 100
    shown = on_a_terminal(home, *verb, columns=50)
    assert "\x1b" not in "".join(shown)
    assert max(map(cell_len, shown)) <= 50
    assert " ".join(" ".join(shown).split()) == " ".join(plain.split())
    assert "\n".join(on_a_terminal(home, *verb, columns=400)) + "\n" == plain


def test_what_goes_on_keeps_its_indent(home: Path) -> None:
    shown = on_a_terminal(home, "verify", "dispute.lw", columns=50)
    at = next(number for number, line in enumerate(shown) if "agot2/triggering-condition#1" in line)
    assert shown[at].startswith("  ✗ agot2")
    assert shown[at + 1].startswith("    Judgment may be used only")
    quoted = next(number for number, line in enumerate(shown) if "A triggering condition is" in line)
    assert all(line.startswith("      ") and line[6] != " " for line in shown[quoted : quoted + 3])


def test_columns_overrule_what_the_terminal_says(home: Path) -> None:
    assert max(map(cell_len, on_a_terminal(home, "verify", "dispute.lw", columns=50, COLUMNS="70"))) in range(51, 71)

"""Turning DOT text into a picture, with the program `dot` or, where it is missing, the Python package `pygraphviz`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec

from replays.errors import ReplayError

FORMATS = ("svg", "png", "pdf")
"""The formats a picture can be drawn in."""
DENSITY = "110"
"""The resolution of a PNG, in dots an inch."""

HOW = (
    "install Graphviz (its command is `dot`) or the Python package `pygraphviz` and run this again, "
    "or turn the .dot file into a picture elsewhere"
)
"""Advice for a person on whose machine nothing can draw; the second half of an error message."""


class NoGraphviz(ReplayError):
    """Raised when neither `dot` nor `pygraphviz` is installed."""


def renderer() -> str:
    """Return the name of what will draw here: "dot", "pygraphviz", or "" if neither is installed."""
    if shutil.which("dot"):
        return "dot"
    return "pygraphviz" if find_spec("pygraphviz") else ""


def render(source: str, kind: str, using: str | None = None) -> bytes:
    """Return DOT text as a picture of one of the `FORMATS`, drawn in a process of its own.

    `using` names the renderer to take, "dot" or "pygraphviz", which must be installed; by default it is the one
    `renderer` finds. Raise `NoGraphviz` if there is none, and `ReplayError` for an unknown format or if Graphviz fails.
    """
    if kind not in FORMATS:
        raise ReplayError(f"pictures are written as {', '.join(FORMATS)} or dot, not as {kind!r}")
    tool = renderer() if using is None else using
    if tool == "dot":
        command = ["dot", f"-T{kind}"]
    elif tool == "pygraphviz":
        command = [sys.executable, "-m", "replays.diagrams.wheel", kind]
    else:
        raise NoGraphviz(f"no Graphviz was found: {HOW}")
    if kind == "png" and tool == "dot":
        command.append(f"-Gdpi={DENSITY}")
    return _run(command, source)


def _run(command: list[str], source: str) -> bytes:
    """Run a command with DOT text as its input and return its output; raise `ReplayError` if it fails."""
    # A process of its own: Graphviz writes warnings about fonts to stderr, and a fault in it must not take us along.
    done = subprocess.run(command, input=source.encode(), capture_output=True, check=False)
    if done.returncode or not done.stdout:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        reason = said[-1] if said else f"exit {done.returncode}"
        raise ReplayError(f"Graphviz could not draw this ({reason}); the .dot file can be written with -o FILE.dot")
    return done.stdout

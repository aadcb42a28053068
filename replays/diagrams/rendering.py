"""Turning DOT text into a picture, with the program `dot` or, where it is missing, the Python package `pygraphviz`."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from importlib.util import find_spec

from replays.errors import ReplayError

FORMATS = ("svg", "png", "pdf")
"""The formats a picture can be drawn in."""
DENSITY = "110"
"""The resolution of a PNG, in dots an inch."""

A4, MARGIN = (595.0, 842.0), 24.0
"""A sheet of A4 and its margin, in points: what a PDF is drawn on."""
_SIZE = re.compile(r'<svg width="(?P<width>[0-9.]+)pt" height="(?P<height>[0-9.]+)pt"')

HOW = (
    "Install Graphviz (its command is `dot`) or the Python package `pygraphviz`, or ask for -o FILE.dot and turn that "
    "into a picture elsewhere."
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
        raise NoGraphviz(f"no Graphviz was found. {HOW}")
    if kind == "pdf":
        source = _on_a4(source, render(source, "svg", tool).decode())
    if kind == "png" and tool == "dot":
        command.append(f"-Gdpi={DENSITY}")
    return _run(command, source)


def _on_a4(source: str, svg: str) -> str:
    """Return DOT text that is drawn on a sheet of A4, upright or lying, never enlarged; `svg` is it drawn freely."""
    found = _SIZE.search(svg)
    if found is None:
        return source
    width, height = float(found["width"]), float(found["height"])
    sheet = A4 if height >= width else A4[::-1]
    scale = min(1.0, (sheet[0] - 2 * MARGIN) / width, (sheet[1] - 2 * MARGIN) / height)
    head, brace, rest = source.partition("{")
    return f'{head}{brace}\n\tgraph [margin=0 viewport="{sheet[0]},{sheet[1]},{scale:.4f}"]{rest}'


def _run(command: list[str], source: str) -> bytes:
    """Run a command with DOT text as its input and return its output; raise `ReplayError` if it fails."""
    # A process of its own: Graphviz writes warnings about fonts to stderr, and a fault in it must not take us along.
    done = subprocess.run(command, input=source.encode(), capture_output=True, check=False)
    if done.returncode or not done.stdout:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        reason = said[-1] if said else f"exit {done.returncode}"
        raise ReplayError(f"Graphviz could not draw this ({reason}); the .dot file can be written with -o FILE.dot")
    return done.stdout

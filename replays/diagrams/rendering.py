"""From DOT text to a picture: with `dot` if it is installed, else with the Graphviz inside the pygraphviz wheel."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec

from replays.errors import ReplayError

FORMATS = ("svg", "png", "pdf")
DENSITY = "110"
"""Dots an inch of a PNG."""

HOW = (
    "install Graphviz (its command is `dot`) or the Python package `pygraphviz` and run this again, "
    "or turn the .dot file into a picture elsewhere"
)


class NoGraphviz(ReplayError):
    """Nothing on this machine can draw."""


def renderer() -> str:
    """What will draw: `dot`, `pygraphviz` or nothing."""
    if shutil.which("dot"):
        return "dot"
    return "pygraphviz" if find_spec("pygraphviz") else ""


def render(source: str, kind: str, using: str | None = None) -> bytes:
    """DOT text as a picture."""
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
    # A process of its own: Graphviz writes warnings about fonts to stderr, and a fault in it must not take us along.
    done = subprocess.run(command, input=source.encode(), capture_output=True, check=False)
    if done.returncode or not done.stdout:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise ReplayError(
            f"Graphviz could not draw this ({said[-1] if said else f'exit {done.returncode}'}); the .dot file can be written with -o FILE.dot"
        )
    return done.stdout

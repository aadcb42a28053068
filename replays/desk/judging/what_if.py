"""What-ifs of a transcript: the text with an illegal move played all the same, or cut at a line to go on from."""

from __future__ import annotations

from replays.errors import ReplayError

PLAYED, CUT = "played", "from-here"


def what_if(text: str, kind: str, line: int) -> str:
    """Return the text of a what-if about a line.

    `played` plays the move of that line as if it were legal, and judges the rest after it. `from-here` keeps the lines
    up to that one, so that other moves can be written after it.
    """
    lines = text.rstrip("\n").split("\n")
    if not 1 <= line <= len(lines):
        raise ReplayError(f"the text has {len(lines)} lines: there is no line {line}")
    if kind == PLAYED:
        before, move, after = lines[: line - 1], lines[line - 1], lines[line:]
        return "\n".join([*before, "on illegal apply", move, "on illegal ignore", *after]) + "\n"
    if kind == CUT:
        return "\n".join(lines[:line]) + "\n"
    raise ReplayError(f"there is no what-if {kind!r}")

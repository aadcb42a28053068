"""Writing pictures: to the file the user named, in the format its name says, several pages as several files."""

from __future__ import annotations

from pathlib import Path

from graphviz import Digraph

from replays.cli._common import note
from replays.diagrams.rendering import FORMATS, HOW, render, renderer
from replays.errors import ReplayError

SUFFIXES = (*FORMATS, "dot")


def check_output(output: Path) -> None:
    """Refuse a name whose ending says no format we write, before any work is done."""
    if output.suffix.lstrip(".").lower() not in SUFFIXES:
        raise ReplayError(f"{output} should end in one of .{', .'.join(SUFFIXES)}")


def write_pictures(graphs: list[Digraph], output: Path) -> tuple[list[Path], bool]:
    """Write each graph; without any Graphviz write DOT and say how to get pictures. Returns the files, and whether they
    are pictures.
    """
    kind = output.suffix.lstrip(".").lower()
    tool = renderer()
    drawn = kind == "dot" or bool(tool)
    written = []
    for number, graph in enumerate(graphs, 1):
        path = output if len(graphs) == 1 else output.with_name(f"{output.stem}-{number}{output.suffix}")
        if kind == "dot" or not tool:
            path = path.with_suffix(".dot")
            path.write_text(graph.source, encoding="utf-8")
        else:
            path.write_bytes(render(graph.source, kind, tool))
        written.append(path)
    if not drawn:
        names = ", ".join(str(path) for path in written)
        note(f"no Graphviz was found, so {names} was written instead of a picture: {HOW}")
    return written, drawn

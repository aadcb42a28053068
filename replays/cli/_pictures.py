"""Pictures written to the file a user named, in the format of its ending; several pages are several files."""

from __future__ import annotations

from pathlib import Path

import click
from graphviz import Digraph

from replays.cli._common import note
from replays.cli._outputs import write_output
from replays.diagrams.rendering import FORMATS, HOW, render, renderer
from replays.errors import ReplayError

SUFFIXES = (*FORMATS, "dot")
"""The endings of files that pictures are written to."""

output_option = click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="FILE.svg, .png, .pdf or .dot (unless given: NAME.svg in this folder).",
)
book_option = click.option(
    "--book",
    default="",
    metavar="ADDRESS",
    help="Page that rule links lead to (unless given: PACK.html beside the picture).",
)


def check_output(output: Path) -> None:
    """Refuse an output file whose ending is none of `SUFFIXES`; called before any work is done."""
    if output.suffix.lstrip(".").lower() not in SUFFIXES:
        raise ReplayError(f"{output} should end in one of .{', .'.join(SUFFIXES)}")


def write_pictures(graphs: list[Digraph], output: Path) -> tuple[list[Path], bool]:
    """Write each graph in the format of the file's ending; return the files, and whether they are as asked for.

    Several graphs are written as `NAME-1.svg`, `NAME-2.svg` and so on. Where no Graphviz is installed, DOT files are
    written instead, and a note says how to get pictures.
    """
    kind = output.suffix.lstrip(".").lower()
    tool = renderer()
    drawn = kind == "dot" or bool(tool)
    written = []
    for number, graph in enumerate(graphs, 1):
        path = output if len(graphs) == 1 else output.with_name(f"{output.stem}-{number}{output.suffix}")
        if kind == "dot" or not tool:
            path = path.with_suffix(".dot")
            write_output(path, graph.source)
        else:
            write_output(path, render(graph.source, kind, tool))
        written.append(path)
    if not drawn:
        names = ", ".join(str(path) for path in written)
        note(f"no Graphviz was found, so {names} was written instead of a picture: {HOW}")
    return written, drawn

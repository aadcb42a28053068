"""Pictures written to the file a user named, in the format of its ending; several pages are several files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from graphviz import Digraph

from replays.cli._outputs import write_output
from replays.diagrams.rendering import FORMATS, HOW, NoGraphviz, render, renderer
from replays.errors import ReplayError

F = TypeVar("F", bound=Callable[..., Any])
SUFFIXES = (*FORMATS, "dot")
"""The endings of files that pictures are written to."""


def output_option(usual: str) -> Callable[[F], F]:
    """Return the option `-o`; `usual` is the name of the file that is written without it."""
    return click.option(
        "-o",
        "--output",
        metavar="FILE",
        type=click.Path(dir_okay=False, path_type=Path),
        help=f"The picture: FILE.svg, .png, .pdf or .dot (unless given: {usual} in this folder).",
    )


book_option = click.option(
    "--book",
    default="",
    metavar="ADDRESS",
    help="The page of the rules that links in the picture lead to (unless given: PACK.html beside it).",
)


def check_output(output: Path) -> None:
    """Refuse an output file whose ending is none of `SUFFIXES`, or a picture where nothing can draw one.

    It is called before any work is done.
    """
    if output.suffix.lstrip(".").lower() not in SUFFIXES:
        raise ReplayError(f"{output} should end in one of .{', .'.join(SUFFIXES)}")
    if output.suffix.lower() != ".dot" and not renderer():
        raise NoGraphviz(f"{output} cannot be drawn: no Graphviz was found. {HOW}")


def write_pictures(graphs: list[Digraph], output: Path) -> list[Path]:
    """Write each graph in the format of the file's ending and return the files.

    Several graphs are written as `NAME-1.svg`, `NAME-2.svg` and so on. Raise `NoGraphviz` if nothing can draw here.
    """
    kind = output.suffix.lstrip(".").lower()
    written = []
    for number, graph in enumerate(graphs, 1):
        path = output if len(graphs) == 1 else output.with_name(f"{output.stem}-{number}{output.suffix}")
        write_output(path, graph.source if kind == "dot" else render(graph.source, kind))
        written.append(path)
    return written

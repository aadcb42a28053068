"""A program that draws with the Graphviz inside the pygraphviz wheel: `python -m replays.diagrams.wheel FORMAT`.

It reads DOT text from stdin and writes the picture to stdout.
"""

from __future__ import annotations

import sys

from replays.diagrams.rendering import DENSITY


def main(kind: str) -> None:
    """Read DOT text from stdin and write it to stdout as a picture of a format: "svg", "png" or "pdf"."""
    import pygraphviz

    graph = pygraphviz.AGraph(string=sys.stdin.buffer.read().decode())
    if kind == "png":
        graph.graph_attr["dpi"] = DENSITY
    sys.stdout.buffer.write(graph.draw(format=kind, prog=dict(graph.graph_attr).get("layout") or "dot"))


if __name__ == "__main__":
    main(sys.argv[1])

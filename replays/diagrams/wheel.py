"""Draw DOT from stdin to stdout with the Graphviz inside the pygraphviz wheel: `python -m replays.diagrams.wheel LAYOUT FORMAT`."""

from __future__ import annotations

import sys

from replays.diagrams.rendering import DENSITY


def main(layout: str, format: str) -> None:
    """Read, lay out, write."""
    import pygraphviz

    graph = pygraphviz.AGraph(string=sys.stdin.buffer.read().decode())
    if format == "png":
        graph.graph_attr["dpi"] = DENSITY
    sys.stdout.buffer.write(graph.draw(format=format, prog=layout))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])

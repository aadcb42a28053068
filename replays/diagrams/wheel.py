"""Draw DOT from stdin to stdout with the Graphviz inside the pygraphviz wheel: `python -m replays.diagrams.wheel
FORMAT`.
"""

from __future__ import annotations

import sys

from replays.diagrams.rendering import DENSITY


def main(kind: str) -> None:
    """Read, lay out, write."""
    import pygraphviz

    graph = pygraphviz.AGraph(string=sys.stdin.buffer.read().decode())
    if kind == "png":
        graph.graph_attr["dpi"] = DENSITY
    sys.stdout.buffer.write(graph.draw(format=kind, prog=dict(graph.graph_attr).get("layout") or "dot"))


if __name__ == "__main__":
    main(sys.argv[1])

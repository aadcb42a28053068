"""The decisions of an exploration as a graph: who decides what, which answers lead where, and how the lines end."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap

from graphviz import Digraph

from replays.diagrams.themes import FONT, LIGHT, Theme
from replays.whatif.exploring import Graph
from rules.asking import CHANCE

MOST = 60
"""Situations that fit a picture; of more, only those on the shortest lines are drawn, and the picture says so."""

_ENDS = {True: ("✓ so", "#CCEBDD", "#053B2C"), False: ("✗ not so", "#FFD8C8", "#7A1E00"), None: ("■ ends", "#E3E7EB", "#1A1D20")}


def decisions_graph(graph: Graph, text: Callable[[int, int], str], title: str, theme: Theme = LIGHT) -> Digraph:
    """The graph of an exploration; `text` writes the answer at a place of a node."""
    chosen = _chosen(graph)
    left = len(graph.nodes) - len(chosen)
    picture = Digraph(
        name="decisions",
        graph_attr={
            "bgcolor": theme.paper, "rankdir": "LR", "fontname": FONT, "fontsize": "12", "fontcolor": theme.ink, "labelloc": "t",
            "label": title + (f"   ({left} more situations are not drawn)" if left else ""),
        },
        node_attr={"fontname": FONT, "fontsize": "10", "shape": "box", "style": "rounded,filled", "color": theme.edge},
        edge_attr={"fontname": FONT, "fontsize": "9", "color": theme.edge, "fontcolor": theme.ink},
    )  # fmt: skip
    for number in chosen:
        node = graph.nodes[number]
        if node.end:
            label, ground, ink = _ENDS[node.value]
            picture.node(f"n{number}", label, fillcolor=ground, fontcolor=ink, shape="box", style="filled")
        else:
            who = "chance" if node.player == CHANCE else node.player
            picture.node(f"n{number}", "\n".join(wrap(f"{who}: {node.says}", 30)), fillcolor=theme.node, fontcolor=theme.ink)
    for number in chosen:
        labels: dict[int, list[str]] = {}
        for at, target in enumerate(graph.nodes[number].next):
            if target in chosen:
                labels.setdefault(target, []).append(text(number, at))
        for target, texts in labels.items():
            shown = [*texts[:3], f"and {len(texts) - 3} more"] if len(texts) > 4 else texts
            picture.edge(f"n{number}", f"n{target}", "\n".join("\n".join(wrap(part, 34)) for part in shown))
    return picture


def _chosen(graph: Graph) -> list[int]:
    """All situations, or those on the shortest line to each way a line can end."""
    if len(graph.nodes) <= MOST:
        return list(range(len(graph.nodes)))
    kept: set[int] = {graph.root}
    for value in (True, False, None):
        ends = [number for number, node in enumerate(graph.nodes) if node.end and node.value is value]
        number = min(ends, key=lambda end: graph.nodes[end].depth, default=graph.root)
        while number != graph.root:
            kept.add(number)
            came = graph.nodes[number].came
            assert came is not None
            number = came[0]
    return sorted(kept)

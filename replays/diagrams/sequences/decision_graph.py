"""The decisions of an exploration as a graph: who decides what, which answers lead where, and how the lines end.

Where something was asked, what is settled is drawn as its answer: the picture shows the decisions on which it still
depends.
"""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap

from graphviz import Digraph

from replays.diagrams.themes import FONT, LIGHT, Theme
from replays.whatif.conclusion import NO, YES, reach
from replays.whatif.exploration import Graph
from rules.kernel.asks import CHANCE

MOST = 60
"""Situations that fit a picture; of more, only those on the shortest lines are drawn, and the picture says so."""

_ENDS = {
    YES: ("✓ so", "#CCEBDD", "#053B2C"),
    NO: ("✗ not so", "#FFD8C8", "#7A1E00"),
    0: ("■ ends", "#E3E7EB", "#1A1D20"),
}
_NAMES = {YES: "so", NO: "not so"}


def decisions_graph(graph: Graph, text: Callable[[int, int], str], title: str, theme: Theme = LIGHT) -> Digraph:
    """The graph of an exploration; `text` writes the answer at a place of a node."""
    settled = _settled(graph)
    chosen = _chosen(graph, settled)
    left = len(graph.nodes) - len({*settled, *chosen})
    picture = Digraph(
        name="decisions",
        graph_attr={
            "bgcolor": theme.paper, "rankdir": "LR", "fontname": FONT, "fontsize": "12", "fontcolor": theme.ink, "labelloc": "t",
            "label": title + (f"   ({left} more situations are not drawn)" if left else ""),
        },
        node_attr={"fontname": FONT, "fontsize": "10", "shape": "box", "style": "rounded,filled", "color": theme.edge},
        edge_attr={"fontname": FONT, "fontsize": "9", "color": theme.edge, "fontcolor": theme.ink},
    )  # fmt: skip
    names = {number: _NAMES.get(settled.get(number, 0), f"n{number}") for number in chosen}
    for name, number in {name: number for number, name in names.items()}.items():
        _node(picture, graph, number, name, settled, theme)
    for number in chosen:
        if number in settled:
            continue
        labels: dict[str, list[str]] = {}
        for at, target in enumerate(graph.nodes[number].next):
            if target in names:
                labels.setdefault(names[target], []).append(text(number, at))
        for name, texts in labels.items():
            shown = [*texts[:3], f"and {len(texts) - 3} more"] if len(texts) > 4 else texts
            picture.edge(f"n{number}", name, "\n".join("\n".join(wrap(part, 34)) for part in shown))
    return picture


def _node(picture: Digraph, graph: Graph, number: int, name: str, settled: dict[int, int], theme: Theme) -> None:
    node = graph.nodes[number]
    if number in settled or node.end:
        label, ground, ink = _ENDS[settled.get(number, 0)]
        picture.node(name, label, fillcolor=ground, fontcolor=ink, shape="box", style="filled")
        return
    who = "chance" if node.player == CHANCE else node.player
    says = f"{who}: {node.says}" if node.player else "not looked into"
    picture.node(name, "\n".join(wrap(says, 30)), fillcolor=theme.node, fontcolor=theme.ink)


def _settled(graph: Graph) -> dict[int, int]:
    """The situations after which what was asked can only end one way, and which; none where a limit left some unknown."""
    if graph.stopped:
        return {number: YES if node.value else NO for number, node in enumerate(graph.nodes) if node.value is not None}
    return {number: value for number, value in enumerate(reach(graph.nodes)) if value in _NAMES}


def _chosen(graph: Graph, settled: dict[int, int]) -> list[int]:
    """All situations that are not settled and what their answers settle; of too many, those on the shortest line to
    each end.
    """
    unsettled = [number for number in range(len(graph.nodes)) if number not in settled]
    if len(unsettled) <= MOST:
        after = [target for number in unsettled for target in graph.nodes[number].next if target in settled]
        return sorted({graph.root, *unsettled, *after})
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

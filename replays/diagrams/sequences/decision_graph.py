"""The decisions of an exploration as a graph: who decides what, where each answer leads, and how the lines end.

Where something was asked, a situation whose answer is settled is drawn as that answer. So the picture shows the
decisions on which the answer still depends. If a limit stopped the exploration, only its ends are drawn as answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from textwrap import wrap

from graphviz import Digraph

from replays.diagrams.themes import FONT, LIGHT, Theme
from replays.whatif.conclusion import NO, YES, reach
from replays.whatif.exploration import Graph
from rules.kernel.asks import CHANCE

MOST = 60
"""Situations without a settled answer that fit a picture.

Of more, only those on a shortest line to each kind of end are drawn, and the picture says how many it leaves out.
"""

_ENDS = {
    YES: ("✓ so", "#CCEBDD", "#053B2C"),
    NO: ("✗ not so", "#FFD8C8", "#7A1E00"),
    0: ("■ ends", "#E3E7EB", "#1A1D20"),
}
"""The label, ground and ink of an end; 0 is one of which nothing was asked."""

_NAMES = {YES: "so", NO: "not so"}
"""The name of the one node that stands for all situations settled this way."""


def decisions_graph(
    graph: Graph, text: Callable[[int, int], str], title: str, names: Mapping[str, str], theme: Theme = LIGHT
) -> Digraph:
    """Return the picture of an exploration; `text(node, index)` gives the words of an answer at a node.

    `names` has the players' names by letter.
    """
    settled = _settled(graph)
    drawn = _drawn(graph, settled)
    left = len(graph.nodes) - len({*settled, *drawn})
    picture = Digraph(
        name="decisions",
        graph_attr={
            "bgcolor": theme.paper, "rankdir": "LR", "fontname": FONT, "fontsize": "12", "fontcolor": theme.ink,
            "labelloc": "t", "label": title + (f"   ({left} more situations are not drawn)" if left else ""),
        },
        node_attr={"fontname": FONT, "fontsize": "10", "shape": "box", "style": "rounded,filled", "color": theme.edge},
        edge_attr={"fontname": FONT, "fontsize": "9", "color": theme.edge, "fontcolor": theme.ink},
    )  # fmt: skip
    called = {number: _NAMES.get(settled.get(number, 0), f"n{number}") for number in drawn}
    for name, number in {name: number for number, name in called.items()}.items():
        node = graph.nodes[number]
        if number in settled or node.end:
            _draw_end(picture, name, settled.get(number, 0))
        else:
            who = "chance" if node.player == CHANCE else names.get(node.player, node.player)
            says = f"{who}: {node.says}" if node.player else "not looked into"
            picture.node(name, "\n".join(wrap(says, 30)), fillcolor=theme.node, fontcolor=theme.ink)
    for number in drawn:
        if number not in settled:
            _draw_answers(picture, number, graph.nodes[number].next, called, text)
    return picture


def _draw_end(picture: Digraph, name: str, answer: int) -> None:
    """Draw an end, or a settled situation, as its answer."""
    label, ground, ink = _ENDS[answer]
    picture.node(name, label, fillcolor=ground, fontcolor=ink, shape="box", style="filled")


def _draw_answers(
    picture: Digraph, number: int, targets: Iterable[int], names: dict[int, str], text: Callable[[int, int], str]
) -> None:
    """Draw one edge from a situation to each drawn one its answers lead to, labelled with all answers that do."""
    labels: dict[str, list[str]] = {}
    for place, target in enumerate(targets):
        if target in names:
            labels.setdefault(names[target], []).append(text(number, place))
    for name, texts in labels.items():
        shown = [*texts[:3], f"and {len(texts) - 3} more"] if len(texts) > 4 else texts
        picture.edge(f"n{number}", name, "\n".join("\n".join(wrap(part, 34)) for part in shown))


def _settled(graph: Graph) -> dict[int, int]:
    """Return the situations from which every line ends with the same answer, each with that answer, YES or NO.

    If a limit stopped the exploration, only the ends themselves are settled.
    """
    if graph.stopped:
        return {number: YES if node.value else NO for number, node in enumerate(graph.nodes) if node.value is not None}
    return {number: value for number, value in enumerate(reach(graph.nodes)) if value in _NAMES}


def _drawn(graph: Graph, settled: dict[int, int]) -> list[int]:
    """Return the situations to draw: all that are not settled, and the settled ones right after them.

    If more than `MOST` are not settled, only those on the shortest line to an end of each kind are drawn.
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

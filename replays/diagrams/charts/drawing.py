"""Drawing a timing chart: its columns side by side, the boxes of each in one line from top to bottom.

Windows have a double border; a dashed line surrounds the boxes of a loop.
"""

from __future__ import annotations

from html import escape
from itertools import pairwise
from textwrap import wrap

from graphviz import Digraph

from replays.diagrams.charts.outline import FORCED, HAPPENS, Box, Column, Loop, boxes
from replays.diagrams.links import Links
from replays.diagrams.themes import FONT, Theme
from rules.kernel.timing import Look

_BREAK = '<BR ALIGN="LEFT"/>'
WIDTH = 25
"""Characters of a line in a box."""


def chart_graph(title: str, columns: list[Column], theme: Theme, links: Links) -> Digraph:
    """Return the graph of a chart, with an arrow from each column to the next. Sets the `key` of each box."""
    graph = Digraph(
        name="chart",
        graph_attr={
            "bgcolor": theme.paper,
            "fontname": FONT,
            "fontsize": "14",
            "fontcolor": theme.ink,
            "label": title,
            "labelloc": "t",
            "labeljust": "l",
            "compound": "true",
            "nodesep": "0.3",
            "ranksep": "0.22",
            "splines": "line",
        },
        node_attr={
            "shape": "box",
            "fontname": FONT,
            "fontsize": "9",
            "width": "2.05",
            "height": "0.3",
            "style": "filled",
        },
        edge_attr={"color": theme.edge, "arrowsize": "0.6"},
    )
    firsts: list[tuple[str, str]] = []
    for number, column in enumerate(columns):
        names = _keys(number, column)
        graph.subgraph(_column(number, column, theme, links))
        for one, other in pairwise(names):
            graph.edge(one, other, weight="50")
        if names:
            firsts.append((names[0], f"cluster_{number}"))
    for (one, tail), (other, head) in pairwise(firsts):
        graph.edge(one, other, constraint="false", ltail=tail, lhead=head, arrowsize="1.1", penwidth="1.6")
    return graph


def _keys(number: int, column: Column) -> list[str]:
    """Give every box of a column a `key` of its own and return the keys in order.

    A procedure that is opened twice is drawn twice, so names are not enough. Graphviz would read a colon as a port.
    """
    found = list(boxes(column.items))
    for at, box in enumerate(found):
        box.key = f"c{number}.{at} {box.name}".replace(":", " ")
    return [box.key for box in found]


def _column(number: int, column: Column, theme: Theme, links: Links) -> Digraph:
    """Return the cluster of a column, filled with its boxes and loops."""
    cluster = Digraph(
        name=f"cluster_{number}",
        graph_attr={
            "label": f"<<B>{_BREAK.join(escape(line) for line in wrap(column.title, 26))}</B>{_BREAK}>",
            "labeljust": "l",
            "fontsize": "11",
            "fontname": FONT,
            "fontcolor": theme.ink,
            "style": "rounded,filled",
            "fillcolor": theme.cluster[number % 2],
            "color": theme.cluster_edge,
            "margin": "12",
        },
    )
    if column.rule:
        cluster.graph_attr["URL"] = links.rule_address(column.rule)
    _fill(cluster, number, column.items, theme, links, "")
    return cluster


def _fill(cluster: Digraph, number: int, items: list[Box | Loop], theme: Theme, links: Links, path: str) -> None:
    """Draw boxes and loops into a cluster. `path` holds the places of the loops around them, so that names differ."""
    for at, item in enumerate(items):
        if isinstance(item, Box):
            cluster.node(item.key, group=f"c{number}", **_box_look(item, theme, links))
            continue
        ground, edge, ink = theme.loop
        where = f"{path}_{at}"
        inner = Digraph(
            name=f"cluster_{number}{where}",
            graph_attr={
                "label": f"↻ {item.label}",
                "labeljust": "l",
                "fontsize": "8",
                "fontname": FONT,
                "fontcolor": ink,
                "style": "rounded,filled,dashed",
                "fillcolor": ground,
                "color": edge,
                "penwidth": "1.3",
                "margin": "10",
            },
        )
        _fill(inner, number, item.items, theme, links, where)
        cluster.subgraph(inner)


def _box_look(box: Box, theme: Theme, links: Links) -> dict[str, str]:
    """Return the Graphviz attributes of a box. Its border and a glyph say what it is, also without colour."""
    look = {"fillcolor": theme.node, "color": theme.edge, "fontcolor": theme.ink, "tooltip": box.rule or box.label}
    text = f"{box.number}  {box.label}" if box.number else box.label
    if box.look in (Look.WINDOW, Look.SPECIAL):
        look["fillcolor"], look["color"], look["fontcolor"] = theme.window
        look |= {"peripheries": "2", "penwidth": "1.6"}
        text = f"◆ {text.upper() if not box.number else text}"
    elif box.look == Look.OPTIONAL:
        look["fillcolor"], look["color"], look["fontcolor"] = theme.optional
        look["style"] = "filled,dashed"
        text = f"◇ {text}"
    elif box.look == Look.LOOP:
        look["fillcolor"], look["color"], look["fontcolor"] = theme.turn
        look |= {"style": "filled,rounded", "penwidth": "1.6"}
        text = f"↻ {text}"
    elif box.look == FORCED:
        look["fillcolor"], look["color"], look["fontcolor"] = theme.optional
        text = f"‼ {text}"
    elif box.look == HAPPENS:
        look |= {"penwidth": "2.4"}
        text = f"● {text}"
    lines = wrap(text, WIDTH)
    if box.mark:
        look["fillcolor"], look["color"], look["fontcolor"] = theme.marked
        look["penwidth"] = "2.6"
        lines.insert(0, box.mark)
    look["label"] = "\n".join(lines)
    if box.rule:
        look["URL"] = links.rule_address(box.rule)
    return look

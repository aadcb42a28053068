"""The clusters style of a sequence diagram: a chain of boxes, with a larger box around each nested sequence.

It suits short sequences and slides.
"""

from __future__ import annotations

from html import escape
from itertools import pairwise
from textwrap import wrap

from graphviz import Digraph

from replays.diagrams.labels import Labels
from replays.diagrams.links import Links
from replays.diagrams.row_kinds import GLYPHS, Kind
from replays.diagrams.sequences.story import Row, Story
from replays.diagrams.themes import FONT, Theme

CLUSTER_PAGE = 26
"""Rows of a page: boxes are taller than the rows of a stack, and so many fit on a sheet of A4."""
WIDTH = 56
"""Characters of a line in a box."""


def clusters_graph(story: Story, theme: Theme, labels: Labels, links: Links) -> Digraph:
    """Return the graph of a story, or of one of its pages, in the clusters style."""
    graph = Digraph(
        name="sequence",
        graph_attr={
            "bgcolor": theme.paper,
            "fontname": FONT,
            "fontsize": "13",
            "fontcolor": theme.ink,
            "labelloc": "t",
            "label": story.title + story.page_note(labels),
        },
        node_attr={
            "shape": "box",
            "style": "rounded,filled",
            "fontname": FONT,
            "fontsize": "10",
            "fillcolor": theme.node,
            "color": theme.edge,
        },
        edge_attr={"color": theme.edge, "arrowsize": "0.7"},
    )
    graph.graph_attr["nodesep"], graph.graph_attr["ranksep"] = "0.2", "0.25"
    nested: list[tuple[Digraph, Row]] = []
    names = [f"e{row.seq}.{at}" for at, row in enumerate(story.rows)]
    for row, name in zip(story.rows, names, strict=True):
        _close(graph, nested, row.depth, row.frame)
        while len(nested) < row.depth:
            nested.append((_cluster(story, row, len(nested) + 1, theme, labels), row))
        (nested[-1][0] if nested else graph).node(name, **_look(row, theme, links))
    _close(graph, nested, 0, -1)
    for one, other in pairwise(names):
        graph.edge(one, other, weight="10")
    return graph


def _close(graph: Digraph, nested: list[tuple[Digraph, Row]], depth: int, frame: int) -> None:
    """Put the clusters that end before a row of this depth and frame into the ones around them.

    A row of another frame at the same depth ends a cluster, too.
    """
    while len(nested) > depth or (
        nested and len(nested) == depth and nested[-1][1].depth == depth and nested[-1][1].frame != frame
    ):
        done, _ = nested.pop()
        (nested[-1][0] if nested else graph).subgraph(done)


def _cluster(story: Story, row: Row, depth: int, theme: Theme, labels: Labels) -> Digraph:
    """Return the empty cluster at a depth that begins with a row, labelled with the number of its sequence."""
    number = story.numbers.get(row.frame) if row.depth == depth else None
    label = f"{labels.sequence} S{number} · {labels.depth} {depth}" if number else f"{labels.depth} {depth}"
    return Digraph(
        name=f"cluster_{row.seq}_{depth}",
        graph_attr={
            "label": label, "labeljust": "l", "fontsize": "9", "style": "rounded,filled",
            "fillcolor": theme.cluster[(depth - 1) % 2], "color": theme.depth(depth)[0], "fontcolor": theme.ink,
            "fontname": FONT, "penwidth": "1.4",
        },
    )  # fmt: skip


def _look(row: Row, theme: Theme, links: Links) -> dict[str, str]:
    """Return the Graphviz attributes of a row's box."""
    paint = theme.paints[row.kind]
    step = f"[{row.step}] " if row.step else ""
    order = f"  ▶R{row.order}" if row.order else ""
    lines = wrap(f"{row.seq}. {step}{GLYPHS[row.kind]} {row.text}{order}", WIDTH)
    look = {
        "label": _escaped("\n".join(lines)),
        "fillcolor": paint.ground or theme.node,
        "fontcolor": paint.ink,
        "tooltip": f"{links.game}@{row.seq}",
    }
    if row.rule:
        look["URL"] = links.rule_address(row.rule)
    if row.kind is Kind.CANCELLED:
        look["style"] = "filled,dashed"
        look["label"] = "<<S>" + "</S><BR/><S>".join(escape(line) for line in lines) + "</S>>"
    elif row.kind is Kind.VIOLATION:
        look["color"], look["penwidth"] = theme.window[1], "2.5"
    elif row.kind is Kind.HAPPENED:
        look["color"] = theme.depths[2]
    elif row.kind in (Kind.USED, Kind.CHOSE):
        look["color"] = theme.depths[0]
    return look


def _escaped(text: str) -> str:
    """Return text with its backslashes doubled, since Graphviz reads a single one as the start of an escape."""
    return text.replace("\\", "\\\\")

"""The timing charts printed in a game's book: its round and its trigger sequence."""

from __future__ import annotations

import re

from graphviz import Digraph

from replays.diagrams.charts.drawing import chart_graph
from replays.diagrams.charts.outline import ChartReader
from replays.diagrams.labels import labels_of
from replays.diagrams.links import HERE, Links
from replays.diagrams.rendering import render, renderer
from replays.diagrams.themes import LIGHT
from rules.catalogue import load, pack_ids

_ID = re.compile(r'(?<=\bid=")')
"""The place in SVG text just before the value of an `id`."""


def timing_charts(game: str) -> tuple[tuple[str, str], ...]:
    """Return the charts of a game's book, each as a title and SVG text.

    There are none if the game's rules are not implemented, or if this machine has nothing to draw with.
    """
    if game not in pack_ids() or not renderer():
        return ()
    pack = load(game)
    reader = ChartReader(pack, labels_of("en"))
    links = Links(book=HERE)
    charts = [("The round", chart_graph("", reader.round(), LIGHT, links))]
    if pack.sequence.slots:
        charts.append(("The trigger sequence", chart_graph("", [reader.sequence("trigger")], LIGHT, links)))
    return tuple((title, _svg(graph, f"chart-{number}-")) for number, (title, graph) in enumerate(charts, 1))


def _svg(graph: Digraph, prefix: str) -> str:
    """Return a graph as SVG text with `prefix` before each id, since several pictures share one page."""
    return _ID.sub(prefix, render(graph.source, "svg").decode())

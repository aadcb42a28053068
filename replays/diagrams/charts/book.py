"""The timing charts of a book: the round and the trigger sequence, drawn from the pack's timing."""

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


def timing_charts(game: str) -> tuple[tuple[str, str], ...]:
    """A game's charts, each a title and SVG text. A book is complete without any: no Graphviz, or no engine yet."""
    if game not in pack_ids() or not renderer():
        return ()
    outliner = ChartReader(load(game), labels_of("en"))
    links = Links(book=HERE)
    charts = [("The round", chart_graph("", outliner.round(), LIGHT, links))]
    if load(game).sequence.slots:
        charts.append(("The trigger sequence", chart_graph("", [outliner.sequence("trigger")], LIGHT, links)))
    return tuple((title, _svg(graph, f"chart-{number}-")) for number, (title, graph) in enumerate(charts, 1))


def _svg(graph: Digraph, prefix: str) -> str:
    """SVG text whose ids are its own: several pictures share a page."""
    return _ID.sub(prefix, render(graph.source, "svg").decode())

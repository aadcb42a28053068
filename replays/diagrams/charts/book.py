"""The timing charts printed in a game's book: its round and its trigger sequence."""

from __future__ import annotations

import re

from replays.diagrams.charts.drawing import chart_graph
from replays.diagrams.charts.outline import ChartReader, Column
from replays.diagrams.labels import labels_of
from replays.diagrams.links import HERE, Links
from replays.diagrams.rendering import render, renderer
from replays.diagrams.themes import DARK, LIGHT, Theme
from rules.catalogue import load, pack_ids

_ID = re.compile(r'(?<=\bid=")')
"""The place in SVG text just before the value of an `id`."""


def timing_charts(game: str) -> tuple[tuple[str, str, str], ...]:
    """Return the charts of a game's book, each as a title and SVG text, light and dark.

    There are none if the game's rules are not implemented, or if this machine has nothing to draw with.
    """
    if game not in pack_ids() or not renderer():
        return ()
    pack = load(game)
    reader = ChartReader(pack, labels_of("en"))
    charts = [("The round", reader.round())]
    if pack.sequence.slots:
        charts.append(("The trigger sequence", [reader.sequence("trigger")]))
    return tuple(
        (title, _svg(columns, LIGHT, f"chart-{number}-"), _svg(columns, DARK, f"dark-chart-{number}-"))
        for number, (title, columns) in enumerate(charts, 1)
    )


def _svg(columns: list[Column], theme: Theme, prefix: str) -> str:
    """Return a chart as SVG text with `prefix` before each id, since several pictures share one page."""
    graph = chart_graph("", columns, theme, Links(book=HERE))
    return _ID.sub(prefix, render(graph.source, "svg").decode())

"""Charts of several games side by side: boxes that do the same job stand in the same row."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from textwrap import wrap

import msgspec
from graphviz import Digraph

from replays.diagrams.charts.outline import FORCED, HAPPENS, Box, Column, boxes
from replays.diagrams.links import Links
from replays.diagrams.themes import FONT, Shades, Theme
from rules.kernel.timing import Look
from rules.kernel.timing import Sequence as Trigger

WIDTH = 30
"""Characters of a cell's line."""

_GLYPHS = {Look.WINDOW: "◆", Look.SPECIAL: "◆", Look.OPTIONAL: "◇", Look.LOOP: "↻", FORCED: "‼", HAPPENS: "●"}


class ComparedColumn(msgspec.Struct, frozen=True):
    """One game's column: its title, its boxes, and for each box the name of its place, which other games may share."""

    title: str
    boxes: tuple[Box, ...]
    places: tuple[str, ...]


def trigger_places(sequence: Trigger) -> tuple[str, ...]:
    """Return the name of each place in a game's trigger sequence, in words that all games share.

    They are "imminent", "happens", "would", "before" and "after". The last three are followed by " forced" in a slot
    for forced abilities. A place that would occur twice has the name of its slot added.
    """
    places = ["imminent"] if sequence.imminent else []
    for slot in sequence.slots:
        if not slot.listens:
            places.append("happens")
            continue
        side = "after" if slot.after else "would" if all(name.endswith("!") for name in slot.listens) else "before"
        place = f"{side} forced" if slot.forced else side
        places.append(place if place not in places else f"{place} {slot.name}")
    return tuple(places)


def compared(title: str, column: Column, places: Sequence[str] = ()) -> ComparedColumn:
    """Return a chart's column with the place of each box; if no `places` are given, they are the names of the steps."""
    found = tuple(boxes(column.items))
    return ComparedColumn(title, found, tuple(places) or tuple(box.name.partition("/")[2] for box in found))


def compare_graph(title: str, columns: Sequence[ComparedColumn], theme: Theme, links: Links) -> Digraph:
    """Return a graph with one table: a column for each game, and a row for each place that any of them has.

    Of several boxes that one game has at one place, only the first is drawn.
    """
    graph = Digraph(name="compare", graph_attr={"bgcolor": theme.paper, "pad": "0.08", "margin": "0", "fontname": FONT})
    rows = merged_places([column.places for column in columns])
    parts = ['<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="4" CELLPADDING="5">']
    heading = f'<FONT POINT-SIZE="13"><B>{escape(title)}</B></FONT>'
    parts.append(f'<TR><TD COLSPAN="{len(columns)}" ALIGN="LEFT">{heading}</TD></TR>')
    parts.append("<TR>" + "".join(_head(column.title, theme) for column in columns) + "</TR>")
    parts += ["<TR>" + "".join(_cell(column, place, theme, links) for column in columns) + "</TR>" for place in rows]
    parts.append("</TABLE>")
    graph.node(
        "compare", label="<" + "\n".join(parts) + ">", shape="plain", fontname=FONT, fontsize="10", fontcolor=theme.ink
    )
    return graph


def merged_places(lists: Sequence[Sequence[str]]) -> list[str]:
    """Return every place once, in each game's own order as far as the games before it leave that open.

    For example, `[["a", "c"], ["a", "b", "c"]]` gives `["a", "b", "c"]`.
    """
    rows: list[str] = []
    for places in lists:
        at = 0
        for place in places:
            if place in rows:
                at = max(at, rows.index(place) + 1)
            else:
                rows.insert(at, place)
                at += 1
    return rows


def _head(title: str, theme: Theme) -> str:
    """Return the cell at the head of a game's column."""
    text = "".join(f'{escape(line)}<BR ALIGN="LEFT"/>' for line in wrap(title, WIDTH))
    return f'<TD BGCOLOR="{theme.head}" ALIGN="LEFT"><FONT COLOR="{theme.head_ink}"><B>{text}</B></FONT></TD>'


def _cell(column: ComparedColumn, place: str, theme: Theme, links: Links) -> str:
    """Return the cell of a game's column at a place; a dash if the game has no such place."""
    found = [box for box, here in zip(column.boxes, column.places, strict=True) if here == place]
    if not found:
        return f'<TD><FONT COLOR="{theme.faint}">—</FONT></TD>'
    box = found[0]
    ground, edge, ink = _shades(box, theme)
    border = 'BORDER="3" STYLE="ROUNDED"' if box.look in (Look.WINDOW, Look.SPECIAL) else 'BORDER="1"'
    glyph = _GLYPHS.get(box.look, "")
    lines = wrap(" ".join(part for part in (box.number, glyph, box.label) if part), WIDTH)
    text = '<BR ALIGN="LEFT"/>'.join(escape(line) for line in lines)
    rule = f'<BR ALIGN="LEFT"/><FONT POINT-SIZE="8"><U>{escape(box.rule)}</U></FONT>' if box.rule else ""
    link = links.rule(box.rule) if box.rule else ""
    return (
        f'<TD {border} COLOR="{edge}" BGCOLOR="{ground}" ALIGN="LEFT" {link}>'
        f'<FONT COLOR="{ink}">{text}{rule}<BR ALIGN="LEFT"/></FONT></TD>'
    )


def _shades(box: Box, theme: Theme) -> Shades:
    """Return the colours of a box by its look."""
    if box.look in (Look.WINDOW, Look.SPECIAL):
        return theme.window
    if box.look in (FORCED, Look.OPTIONAL):
        return theme.optional
    if box.look == HAPPENS:
        return theme.turn
    return theme.node, theme.edge, theme.ink

"""Two lines of a game side by side: the last rows they share in grey, then the rows of each."""

from __future__ import annotations

from html import escape
from itertools import zip_longest
from textwrap import wrap

from graphviz import Digraph

from replays.diagrams.labels import labels_of
from replays.diagrams.row_kinds import GLYPHS
from replays.diagrams.sequences.diagram import tell
from replays.diagrams.sequences.story import Row
from replays.diagrams.sequences.stretch import Stretch
from replays.diagrams.sequences.trimming import Detail
from replays.diagrams.themes import FONT, LIGHT, Theme
from replays.records.record import Record

SHARED = 12
"""Rows of the common part that are shown, the last ones; the picture says how many it leaves out."""
WIDTH = 60
"""Characters of a line of text."""


def beside_graph(a: Record, b: Record, common: int, names: tuple[str, str], theme: Theme = LIGHT) -> Digraph:
    """Return the graph of two lines in one table, under their names, each line to its end.

    `common` is the last event they share.
    """
    left, right = _rows(a), _rows(b)
    shared = [row for row in left if row.seq <= common]
    rows = [_title(*names, theme)]
    if len(shared) > SHARED:
        rows.append(_shared_row(f"… {len(shared) - SHARED} rows before", theme))
    rows += [_shared_row(_text(row), theme, row.seq) for row in shared[-SHARED:]]
    after_a, after_b = [row for row in left if row.seq > common], [row for row in right if row.seq > common]
    rows += [f"<TR>{_cells(one, theme)}{_cells(other, theme)}</TR>" for one, other in zip_longest(after_a, after_b)]
    table = '<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="1" CELLPADDING="3">' + "\n".join(rows) + "</TABLE>"
    graph = Digraph(name="beside", graph_attr={"bgcolor": theme.paper, "pad": "0.08", "fontname": FONT})
    graph.node("beside", label=f"<{table}>", shape="plain", fontname=FONT, fontsize="10", fontcolor=theme.ink)
    return graph


def _rows(record: Record) -> list[Row]:
    """Return the rows of a whole record, from the last event of its set-up on."""
    first = record.entries[0].own if record.entries else 1
    stretch = Stretch(first, record.last, 0)
    return tell(record.entries, record.pack, stretch, labels_of("en"), Detail.NORMAL, record.name).rows


def _title(a: str, b: str, theme: Theme) -> str:
    cell = '<TD COLSPAN="2" ALIGN="LEFT" BGCOLOR="{}"><FONT COLOR="{}"><B>{}</B></FONT></TD>'
    return "<TR>" + "".join(cell.format(theme.head, theme.head_ink, escape(name)) for name in (a, b)) + "</TR>"


def _text(row: Row) -> str:
    return f"{'  ' * row.depth}{GLYPHS[row.kind]} {row.text}"


def _shared_row(text: str, theme: Theme, seq: int = 0) -> str:
    """Return a table row across both lines, in grey, with the number of its event if it has one."""
    ink = f'<FONT COLOR="{theme.faint}">'
    number = f'<TD ALIGN="RIGHT">{ink}{seq or " "}</FONT></TD>'
    return f'<TR>{number}<TD COLSPAN="3" ALIGN="LEFT" BGCOLOR="{theme.lane}">{ink}{_lines(text)}</FONT></TD></TR>'


def _cells(row: Row | None, theme: Theme) -> str:
    """Return the two cells of one line's row, its number and its text; empty ones where the other line is longer."""
    if row is None:
        return '<TD COLSPAN="2"> </TD>'
    paint = theme.paints[row.kind]
    ground = f' BGCOLOR="{paint.ground}"' if paint.ground else ""
    number = f'<TD ALIGN="RIGHT"><FONT COLOR="{theme.faint}">{row.seq}</FONT></TD>'
    return f'{number}<TD ALIGN="LEFT"{ground}><FONT COLOR="{paint.ink}">{_lines(_text(row))}</FONT></TD>'


def _lines(text: str) -> str:
    """Return text as HTML in lines of at most `WIDTH` characters, each indented as the text is."""
    indent = len(text) - len(text.lstrip())
    parts = wrap(text.strip(), WIDTH) or [" "]
    return '<BR ALIGN="LEFT"/>'.join("\u00a0" * indent + escape(part) for part in parts) + '<BR ALIGN="LEFT"/>'

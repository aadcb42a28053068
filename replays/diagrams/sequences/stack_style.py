"""The stack style of a sequence diagram: one table with a bar for each level of nesting and a lane for each player."""

from __future__ import annotations

from html import escape
from textwrap import wrap

from graphviz import Digraph

from replays.diagrams.labels import Labels
from replays.diagrams.links import Links
from replays.diagrams.row_kinds import GLYPHS, Kind
from replays.diagrams.sequences.story import FIRST, NOTHING, PASS, Row, Story
from replays.diagrams.themes import FONT, Theme

WIDTH = 92
"""Characters of a line of text in a row."""

BAR = 16
"""The width of a bar, in points."""
LETTER = 5.6
"""The average width of a letter, in points; in bold it is a tenth more."""
LANE = 70
"""The width of a player's lane, in points."""
MARGINS = 200
"""The width of the columns for numbers and rules together, in points."""

_BREAK = '<BR ALIGN="LEFT"/>'

_BASIC = (Kind.IMMINENT, Kind.USED, Kind.FORCED, Kind.HAPPENED, Kind.PASSED, Kind.CANCELLED, Kind.VIOLATION)
"""Kinds of rows that the legend always explains; the others only if they are shown."""


def stack_graph(story: Story, theme: Theme, labels: Labels, links: Links) -> Digraph:
    """Return the graph of a story, or of one of its pages, in the stack style: a single node that is a table."""
    graph = Digraph(
        name="sequence", graph_attr={"bgcolor": theme.paper, "pad": "0.08", "margin": "0", "fontname": FONT}
    )
    table = _Table(story, theme, labels, links)
    graph.node("sequence", label=f"<{table.html()}>", shape="plain", fontname=FONT, fontsize="10", fontcolor=theme.ink)
    return graph


class _Table:
    """The table of one page, written in the HTML that Graphviz understands.

    `room` and `width` are the widths of the text column and of the whole table, in points. `anchored` are the events
    that have an anchor already.
    """

    def __init__(self, story: Story, theme: Theme, labels: Labels, links: Links) -> None:
        self.story, self.theme, self.labels, self.links = story, theme, labels, links
        self.levels = story.levels
        self.columns = 2 + self.levels + 1 + len(story.lanes) + 1
        self.anchored: set[int] = set()
        self.room = max((_room(row, self.levels) for row in story.rows), default=0)
        beside = MARGINS + BAR * self.levels + LANE * len(story.lanes)
        self.room = max(self.room, round((len(story.title) + 12) * LETTER * 1.5) - beside)
        self.width = self.room + beside
        self.bars = [self._bar_cells(depth) for depth in range(self.levels)]

    def html(self) -> str:
        """Return the whole table as text."""
        parts = ['<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="2">', self._title(), self._header()]
        parts += [self._row(row, bars) for row, bars in zip(self.story.rows, self.story.bars, strict=True)]
        parts += [self._legend(), "</TABLE>"]
        return "\n".join(parts)

    def _title(self) -> str:
        page = self.story.page_note(self.labels)
        return (
            f'<TR><TD COLSPAN="{self.columns}" ALIGN="LEFT" CELLPADDING="4">'
            f'<FONT POINT-SIZE="13"><B>{escape(self.story.title)}</B></FONT>'
            f'<FONT COLOR="{self.theme.faint}">{escape(page) or " "}</FONT></TD></TR>'
        )

    def _header(self) -> str:
        """Return the row of column headings."""
        head, ink = self.theme.head, self.theme.head_ink

        def cell(text: str, align: str = "LEFT", attributes: str = "") -> str:
            return f'<TD BGCOLOR="{head}" ALIGN="{align}"{attributes}><FONT COLOR="{ink}"><B>{text}</B></FONT></TD>'

        cells = [cell(escape(self.labels.log), "RIGHT"), cell(escape(self.labels.step), "CENTER")]
        cells += [cell(str(depth), "CENTER", f' WIDTH="{BAR}"') for depth in range(self.levels)]
        cells.append(cell(f"◀ {escape(self.labels.heading)}", attributes=f' WIDTH="{self.room}"'))
        for lane in self.story.lanes:
            star = f" {FIRST}" if lane.player == self.story.first else ""
            cells.append(cell(f"{escape(lane.name)}{star}", "CENTER", f' WIDTH="{LANE - 4}"'))
        cells.append(cell(escape(self.labels.rule)))
        return f"<TR>{''.join(cells)}</TR>"

    def _row(self, row: Row, bars: tuple[bool, ...]) -> str:
        paint = self.theme.paints[row.kind]
        ground = f' BGCOLOR="{paint.ground}"' if paint.ground else ""
        link = self.links.event(row.seq, row.seq not in self.anchored)
        cells = [
            f'<TD ALIGN="RIGHT" {link}><FONT COLOR="{self.theme.faint}">{row.seq}</FONT></TD>',
            f'<TD{ground}><FONT COLOR="{paint.ink}"><B>{escape(_steps(row)) or " "}</B></FONT></TD>',
            "".join(self.bars[depth][begins] for depth, begins in enumerate(bars)),
            f'<TD ALIGN="LEFT" COLSPAN="{self.levels - row.depth}"{ground}>{self._text(row)}</TD>',
        ]
        self.anchored.add(row.seq)
        cells += [self._lane(row, number, lane.player) for number, lane in enumerate(self.story.lanes)]
        cells.append(self._rule(row.rule))
        return f"<TR>{''.join(cells)}</TR>"

    def _bar_cells(self, depth: int) -> tuple[str, str]:
        """Return the cell of a level's bar without and with its digit."""
        colour, ink = self.theme.depth(depth)
        digit = f'<FONT COLOR="{ink}" POINT-SIZE="8"><B>{depth}</B></FONT>'
        plain, numbered = (f'<TD BGCOLOR="{colour}" WIDTH="{BAR}">{text}</TD>' for text in (" ", digit))
        return plain, numbered

    def _text(self, row: Row) -> str:
        """Return the text of a row with its glyph, wrapped, and its aside behind it."""
        paint = self.theme.paints[row.kind]
        order = f"R{row.order} " if row.order else ""
        said = f"{order}{row.text}"
        lines = [said] if len(said) <= WIDTH else wrap(said, WIDTH)
        text = _BREAK.join(_styled(escape(line), paint.bold, paint.struck) for line in lines)
        aside = " · ".join(part for part in (self.story.sequence_note(row, self.labels), row.aside) if part)
        # A browser may set the text a little wider than Graphviz measured it; the gap keeps the aside clear of it.
        gap = "\N{NO-BREAK SPACE}" * (2 + len(lines[-1]) // 25)
        tail = f'<FONT COLOR="{self.theme.faint}" POINT-SIZE="8">{gap}{escape(aside)}</FONT>' if aside else ""
        end = _BREAK if len(lines) > 1 else ""
        return f'<FONT COLOR="{paint.ink}">{_styled(GLYPHS[row.kind], paint.bold, False)} {text}</FONT>{tail}{end}'

    def _lane(self, row: Row, number: int, player: str) -> str:
        """Return the cell of a player's lane in a row."""
        mark = row.lanes.get(player, "")
        shown = self.labels.one_pass if mark == PASS else mark
        ground = f' BGCOLOR="{self.theme.lane}"' if number % 2 == 0 else ""
        ink = self.theme.faint if mark in (PASS, NOTHING) else self.theme.ink
        return f'<TD{ground}><FONT COLOR="{ink}">{escape(shown) or " "}</FONT></TD>'

    def _rule(self, rule: str) -> str:
        """Return the cell with the link to a rule."""
        if not rule:
            return "<TD> </TD>"
        short = rule.partition("/")[2] or rule
        text = f'<FONT COLOR="{self.theme.link}" POINT-SIZE="9"><U>{escape(short)}</U></FONT>'
        return f'<TD ALIGN="LEFT" {self.links.rule(rule)}>{text}</TD>'

    def _legend(self) -> str:
        """Return the last row: the basic glyphs, and those of other kinds that are shown."""
        shown = {row.kind for row in self.story.rows}
        words = self.labels.legend
        parts = [f"{GLYPHS[kind]} {words[kind]}" for kind in _BASIC]
        parts.append(f"{FIRST} {words['first']}")
        extra = [
            f"{GLYPHS[kind]} {words[kind]}" for kind in GLYPHS if kind in shown and kind not in _BASIC and kind in words
        ]
        if any(NOTHING in row.lanes.values() for row in self.story.rows):
            extra.append(f"{NOTHING} {words['nothing']}")
        text = _BREAK.join(escape(line) for line in _filled([*parts, *extra], round(self.width / LETTER)))
        return (
            f'<TR><TD COLSPAN="{self.columns}" ALIGN="LEFT" CELLPADDING="4">'
            f'<FONT COLOR="{self.theme.faint}" POINT-SIZE="9">{text}{_BREAK}</FONT></TD></TR>'
        )


def _room(row: Row, levels: int) -> int:
    """Return the width to reserve for a row's text, in points.

    A text wider than its columns would stretch the bars it lies over.
    """
    bold = 1.12 if row.kind in (Kind.HAPPENED, Kind.STEP) else 1
    letters = min(len(row.text) + 6, WIDTH + 2) * bold + 0.8 * (len(row.aside) + 10)
    return round(letters * LETTER) - BAR * (levels - 1 - row.depth)


def _filled(parts: list[str], width: int) -> list[str]:
    """Return the parts in lines of at most `width` characters, since a longer line would stretch the table."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + 3 + len(part) <= width:
            lines[-1] += f"   {part}"
        else:
            lines.append(part)
    return lines


def _steps(row: Row) -> str:
    """Return the number of a row's step, or the range of numbers if it stands for several empty windows."""
    return f"{row.step}–{row.until}" if row.until and row.until != row.step and row.kind is Kind.EMPTY else row.step


def _styled(text: str, bold: bool, struck: bool) -> str:
    if struck:
        text = f"<S>{text}</S>"
    return f"<B>{text}</B>" if bold else text

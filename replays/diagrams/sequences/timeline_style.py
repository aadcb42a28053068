"""The timeline style: how deep the stack was at each event, with the deepest moments and the phases named."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from graphviz import Digraph

from ledger.entries import Entry
from ledger.events import FrameOpened
from ledger.table import Frame
from replays.diagrams import step_names
from replays.diagrams.frame_kinds import framework_kinds
from replays.diagrams.labels import Labels
from replays.diagrams.links import Links
from replays.diagrams.sequences import titles
from replays.diagrams.sequences.stretch import Stretch
from replays.diagrams.themes import FONT, Theme
from replays.meaning.steps import USES
from replays.records.walk import Span, Visitor, Walk, spans
from rules.kernel.pack import Pack

LAYOUT = "nop"
"""Everything has its place already; Graphviz only draws it."""
WIDTH, LEVEL, LETTER = 1200.0, 16.0, 5.2
"""Points: the width of the picture, the height of a level, the width of a small letter."""
BINS = 600
"""Columns of the picture; what is narrower is drawn as deep as its deepest point."""
NAMED = 14
"""Moments that get a label, at most."""
APART = 0.04
"""How far apart they are at least, as a part of the whole."""


class Bump(msgspec.Struct, frozen=True):
    """A deep moment: where, how deep, and what it was."""

    seq: int
    depth: int
    text: str


class Timeline(msgspec.Struct, frozen=True):
    """Depth by event from `first` to `last`; `bands` are the phases under it."""

    title: str
    first: int
    last: int
    depths: tuple[int, ...]
    bumps: tuple[Bump, ...]
    bands: tuple[tuple[int, int, str], ...]


def envelope(spans: Sequence[Span], first: int, last: int, base: int) -> tuple[int, ...]:
    """The deepest level in each column of the picture, 0 being the root's own."""
    count = min(BINS, last - first + 1)
    depths = [0] * count
    scale = count / (last - first + 1)
    for span in spans:
        depth = span.depth - base
        if depth <= 0 or span.last < first or span.id > last:
            continue
        start = int((max(span.id, first) - first) * scale)
        stop = int((min(span.last, last) - first) * scale)
        for column in range(start, min(stop, count - 1) + 1):
            if depths[column] < depth:
                depths[column] = depth
    return tuple(depths)


def deepest(spans: Sequence[Span], first: int, last: int, base: int) -> list[Span]:
    """The frames to be named: those no other is inside, the deepest first, none too close to another."""
    inside = [span for span in spans if first <= span.id <= last and span.depth > base]
    parents = {span.parent for span in inside}
    inside = [span for span in inside if span.id not in parents]
    apart = (last - first + 1) * APART
    named: list[Span] = []
    for span in sorted(inside, key=lambda span: (-span.depth, span.id)):
        if len(named) == NAMED:
            break
        if all(abs(span.id - other.id) >= apart for other in named):
            named.append(span)
    return named


def timeline_graph(line: Timeline, theme: Theme, labels: Labels, links: Links) -> Digraph:
    """The picture: every part has its place, so the layout only draws."""
    graph = Digraph(
        name="timeline",
        graph_attr={
            "layout": LAYOUT,
            "bgcolor": theme.paper,
            "pad": "0.15",
            "splines": "line",
            "outputorder": "nodesfirst",
            "fontname": FONT,
        },
        node_attr={
            "shape": "box",
            "style": "filled",
            "penwidth": "0",
            "fontname": FONT,
            "fontsize": "9",
            "margin": "0",
        },
    )
    levels = max(line.depths, default=0)
    _levels(graph, line, levels, theme)
    rows = _bumps(graph, line, levels, theme, links)
    _bands(graph, line, theme)
    _axis(graph, line, labels, theme)
    _text(graph, "title", line.title, 0, (levels + rows + 2) * LEVEL, theme.ink, 13)
    return graph


def _x(line: Timeline, seq: float) -> float:
    return (seq - line.first) / (line.last - line.first + 1) * WIDTH


def _levels(graph: Digraph, line: Timeline, levels: int, theme: Theme) -> None:
    """For each level a bar wherever the stack was at least so deep."""
    step = WIDTH / len(line.depths)
    for level in range(1, levels + 1):
        colour, ink = theme.depth(level - 1)
        for start, stop in _runs(line.depths, level):
            width = (stop - start) * step
            label = str(level) if width > 14 else ""
            _box(
                graph,
                f"d{level}.{start}",
                start * step + width / 2,
                (level - 0.5) * LEVEL,
                width,
                LEVEL,
                colour,
                ink,
                label,
            )


def _runs(depths: Sequence[int], level: int) -> list[tuple[int, int]]:
    found = []
    start = -1
    for column, depth in enumerate([*depths, 0]):
        if depth >= level and start < 0:
            start = column
        elif depth < level and start >= 0:
            found.append((start, column))
            start = -1
    return found


def _bumps(graph: Digraph, line: Timeline, levels: int, theme: Theme, links: Links) -> int:
    """Labels above the deepest moments; returns how many rows they need.

    From right to left, each label goes above all it would cover, so that no leader crosses a label.
    """
    placed: list[tuple[float, float, int]] = []
    for bump in sorted(line.bumps, key=lambda bump: -bump.seq):
        x = _x(line, bump.seq)
        text = f"{bump.depth} · @{bump.seq} {bump.text}"
        end = x + len(text) * LETTER + 10
        row = 1 + max((under for left, _, under in placed if left < end), default=-1)
        row = row if any(left < end for left, _, _ in placed) else 0
        placed.append((x, end, row))
        y = (levels + 1.2 + row) * LEVEL
        name = f"b{bump.seq}"
        _text(graph, name, text, x - 4, y, theme.ink, 8, anchor=f"event-{bump.seq}", tooltip=f"{links.game}@{bump.seq}")
        _box(graph, f"{name}.foot", x, bump.depth * LEVEL, 0.1, 0.1, theme.ink, theme.ink, "")
        _box(graph, f"{name}.head", x, y - 6, 0.1, 0.1, theme.ink, theme.ink, "")
        graph.edge(f"{name}.foot", f"{name}.head", arrowhead="none", color=theme.faint, penwidth="0.7")
    return 1 + max((row for _, _, row in placed), default=0)


def _bands(graph: Digraph, line: Timeline, theme: Theme) -> None:
    for number, (first, last, title) in enumerate(line.bands):
        start, stop = _x(line, max(first, line.first)), _x(line, min(last, line.last) + 1)
        room = int((stop - start) / LETTER) - 1
        label = title if len(title) <= room else title[: max(0, room - 1)] + "…" if room > 3 else ""
        colour = theme.cluster[number % 2] if number % 2 else theme.turn[0]
        _box(
            graph, f"p{number}", (start + stop) / 2, -0.7 * LEVEL, stop - start, LEVEL, colour, theme.ink, label, title
        )


def _axis(graph: Digraph, line: Timeline, labels: Labels, theme: Theme) -> None:
    step = max(1, (line.last - line.first) // 12)
    size = 10 ** (len(str(step)) - 1)
    step = -(-step // size) * size
    number = -(-line.first // step) * step
    while number <= line.last:
        x = _x(line, number)
        if x < WIDTH - 60:
            _text(graph, f"t{number}", str(number), x, -2 * LEVEL, theme.faint, 8)
        number += step
    _text(graph, "axis", labels.event, WIDTH - 40, -2 * LEVEL, theme.faint, 8)


def _box(
    graph: Digraph,
    name: str,
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str,
    ink: str,
    label: str,
    tooltip: str = "",
) -> None:
    graph.node(
        name.replace(":", " "),
        label=label,
        pos=f"{x:.1f},{y:.1f}!",
        width=f"{width / 72:.4f}",
        height=f"{height / 72:.4f}",
        fixedsize="true",
        fillcolor=fill,
        fontcolor=ink,
        tooltip=tooltip or label or " ",
    )


def _text(
    graph: Digraph, name: str, text: str, x: float, y: float, ink: str, size: int, anchor: str = "", tooltip: str = ""
) -> None:
    """Text that begins at x: a box as wide as it, with the text at its left."""
    width = max(20.0, len(text) * LETTER * size / 8)
    more = {"id": anchor, "URL": f"#a_{anchor}"} if anchor else {}
    graph.node(
        name,
        label=f"{text}\\l",
        pos=f"{x + width / 2:.1f},{y:.1f}!",
        width=f"{width / 72:.4f}",
        height="0.2",
        fixedsize="true",
        style="",
        shape="plaintext",
        fontsize=str(size),
        fontcolor=ink,
        tooltip=tooltip or " ",
        **more,
    )


LONGEST = 34


class Namer(Visitor):
    """Keeps the names of some frames, as they are at their opening."""

    def __init__(self, wanted: set[int], labels: Labels) -> None:
        self.wanted, self.labels = wanted, labels
        self.names: dict[int, str] = {}

    def opened(self, walk: Walk, frame: Frame, event: FrameOpened) -> None:
        if frame.id not in self.wanted:
            return
        text = titles.frame_title(walk.pos, frame)
        if frame.kind in USES:
            text = titles.ability_words(walk.pos, frame.number("entity"), frame.text("ability"), self.labels)
        step = walk.openers.get(frame.id)
        if not frame.occurrences and step is not None and frame.kind in (step.name, step.opens):
            text = step_names.label_of(step, self.labels)
        self.names[frame.id] = text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"


def tell_depth(entries: Sequence[Entry], pack: Pack, stretch: Stretch, labels: Labels, title: str) -> Timeline:
    """The timeline of a stretch of a record."""
    found = spans(entries)
    peaks = deepest(found, stretch.first, stretch.last, stretch.base)[:NAMED]
    phases = [
        span for span in found if span.last >= stretch.first and span.id <= stretch.last and _is_phase(span.kind, pack)
    ]
    namer = Namer({span.id for span in [*peaks, *phases]}, labels)
    Walk(pack, namer).run(entries, stretch.last)
    bumps = tuple(Bump(span.id, span.depth - stretch.base, namer.names.get(span.id, span.kind)) for span in peaks)
    bands = tuple((span.id, span.last, namer.names.get(span.id, span.kind)) for span in phases)
    depths = envelope(found, stretch.first, stretch.last, stretch.base)
    return Timeline(title, stretch.first, stretch.last, depths, bumps, bands)


def _is_phase(kind: str, pack: Pack) -> bool:
    return kind in framework_kinds(pack) - {"game", pack.dialect.periods.get("round", "round")}

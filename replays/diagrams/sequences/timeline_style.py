"""The timeline style: how deep the stack was at each event, with the deepest frames and the phases named."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from graphviz import Digraph

from ledger.entries import Entry
from ledger.events import FrameOpened
from ledger.table import Frame
from replays.diagrams import step_names
from replays.diagrams.labels import Labels
from replays.diagrams.links import Links
from replays.diagrams.sequences import titles
from replays.diagrams.sequences.stretch import Stretch
from replays.diagrams.themes import FONT, Theme
from replays.meaning.frame_kinds import framework_kinds
from replays.meaning.steps import USES
from replays.records.walk import Span, Visitor, Walk, spans
from rules.kernel.pack import Pack

BINS = 600
"""Columns of the picture at most. A column that covers several events is as deep as the deepest of them."""
NAMED = 14
"""Frames that get a label, at most."""
APART = 0.04
"""The least distance between two of them, as a part of the whole stretch."""
LONGEST = 34
"""Characters of a label."""

WIDTH, LEVEL, LETTER = 1200.0, 16.0, 5.2
"""In points: the width of the picture, the height of a level, the width of a small letter."""


class Bump(msgspec.Struct, frozen=True):
    """A labelled frame: the event that opened it, its depth, and its name."""

    seq: int
    depth: int
    text: str


class Timeline(msgspec.Struct, frozen=True):
    """The contents of a timeline from event `first` to `last`.

    `depths` is the greatest depth in each column of the picture, `bumps` are the labelled frames, and `bands` the
    phases under them, each with its first event, its last event and its name.
    """

    title: str
    first: int
    last: int
    depths: tuple[int, ...]
    bumps: tuple[Bump, ...]
    bands: tuple[tuple[int, int, str], ...]


def tell_depth(
    entries: Sequence[Entry], pack: Pack, stretch: Stretch, labels: Labels, title: str, viewer: str = ""
) -> Timeline:
    """Return the timeline of a stretch of a record, with names in the language of `labels`.

    `viewer` is the player as whom it is told; "" for everything.
    """
    found = spans(entries)
    peaks = deepest(found, stretch.first, stretch.last, stretch.base)
    phases = [
        span for span in found if span.last >= stretch.first and span.id <= stretch.last and _is_phase(span.kind, pack)
    ]
    namer = FrameNamer({span.id for span in [*peaks, *phases]}, labels)
    Walk(pack, namer, viewer=viewer).run(entries, stretch.last)
    bumps = tuple(Bump(span.id, span.depth - stretch.base, namer.names.get(span.id, span.kind)) for span in peaks)
    bands = tuple((span.id, span.last, namer.names.get(span.id, span.kind)) for span in phases)
    depths = envelope(found, stretch.first, stretch.last, stretch.base)
    return Timeline(title, stretch.first, stretch.last, depths, bumps, bands)


def envelope(spans: Sequence[Span], first: int, last: int, base: int) -> tuple[int, ...]:
    """Return the greatest depth in each column of the picture of events `first` to `last`.

    Depth counts from `base`, the depth of the diagram's root, so that the root itself is 0.
    """
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
    """Return the frames to be labelled: at most `NAMED`, the deepest first, no two closer than `APART`.

    Only frames opened between events `first` and `last` and deeper than `base` are labelled: the abilities used, or,
    where there are none, the frames that no other is inside. What is paid within an ability is not named.
    """
    inside = [span for span in spans if first <= span.id <= last and span.depth > base]
    parents = {span.parent for span in inside}
    uses = [span for span in inside if span.kind in USES]
    worth_naming = uses or [span for span in inside if span.id not in parents]
    apart = (last - first + 1) * APART
    named: list[Span] = []
    for span in sorted(worth_naming, key=lambda span: (-span.depth, span.id)):
        if len(named) == NAMED:
            break
        if all(abs(span.id - other.id) >= apart for other in named):
            named.append(span)
    return named


def _is_phase(kind: str, pack: Pack) -> bool:
    """Whether frames of a kind are phases, or the set-up."""
    return kind in framework_kinds(pack) - {"game", pack.dialect.periods.get("round", "round")}


class FrameNamer(Visitor):
    """Collects, during a walk, the names of the `wanted` frames as they are when each is opened."""

    def __init__(self, wanted: set[int], labels: Labels) -> None:
        self.wanted, self.labels = wanted, labels
        self.names: dict[int, str] = {}

    def opened(self, walk: Walk, frame: Frame, event: FrameOpened) -> None:
        if frame.id not in self.wanted:
            return
        text = titles.frame_title(walk.pos, frame, self.labels)
        if frame.kind in USES:
            text = titles.ability_words(walk.pos, frame.number("entity"), frame.text("ability"), self.labels)
        step = walk.openers.get(frame.id)
        if not frame.occurrences and step is not None and frame.kind in (step.name, step.opens):
            text = step_names.label_of(step, self.labels)
        self.names[frame.id] = text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"


def timeline_graph(line: Timeline, theme: Theme, labels: Labels, links: Links) -> Digraph:
    """Return the graph of a timeline. Every node has its place already, so Graphviz only draws it (layout "nop")."""
    graph = Digraph(
        name="timeline",
        graph_attr={
            "layout": "nop",
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
    _draw_levels(graph, line, levels, theme)
    rows = _draw_bumps(graph, line, levels, theme, links)
    _draw_bands(graph, line, theme)
    _draw_axis(graph, line, labels, theme)
    _draw_text(graph, "title", line.title, 0, (levels + rows + 2) * LEVEL, theme.ink, 13)
    return graph


def _x(line: Timeline, seq: float) -> float:
    """Return the horizontal place of an event in the picture, in points."""
    return (seq - line.first) / (line.last - line.first + 1) * WIDTH


def _draw_levels(graph: Digraph, line: Timeline, levels: int, theme: Theme) -> None:
    """Draw, for each level, a bar wherever the stack was at least so deep."""
    step = WIDTH / len(line.depths)
    for level in range(1, levels + 1):
        colour, ink = theme.depth(level - 1)
        y = (level - 0.5) * LEVEL
        for start, stop in _runs(line.depths, level):
            width = (stop - start) * step
            label = str(level) if width > 14 else ""
            _draw_box(graph, f"d{level}.{start}", start * step + width / 2, y, width, LEVEL, colour, ink, label)


def _runs(depths: Sequence[int], level: int) -> list[tuple[int, int]]:
    """Return where the depth is at least `level` without a break: each run as its first column and the one after it."""
    found = []
    start = -1
    for column, depth in enumerate([*depths, 0]):
        if depth >= level and start < 0:
            start = column
        elif depth < level and start >= 0:
            found.append((start, column))
            start = -1
    return found


def _draw_bumps(graph: Digraph, line: Timeline, levels: int, theme: Theme, links: Links) -> int:
    """Draw the labels above the deepest frames, each with a line down to its frame; return how many rows they need.

    From right to left, each label is put above all those it would cover, so that no line crosses a label.
    """
    placed: list[tuple[float, int]] = []
    for bump in sorted(line.bumps, key=lambda bump: -bump.seq):
        x = _x(line, bump.seq)
        text = f"{bump.depth} · @{bump.seq} {bump.text}"
        end = x + len(text) * LETTER + 10
        row = 1 + max((under for left, under in placed if left < end), default=-1)
        placed.append((x, row))
        y = (levels + 1.2 + row) * LEVEL
        name, tooltip = f"b{bump.seq}", f"{links.game}@{bump.seq}"
        _draw_text(graph, name, text, x - 4, y, theme.ink, 8, anchor=f"event-{bump.seq}", tooltip=tooltip)
        _draw_box(graph, f"{name}.foot", x, bump.depth * LEVEL, 0.1, 0.1, theme.ink, theme.ink, "")
        _draw_box(graph, f"{name}.head", x, y - 6, 0.1, 0.1, theme.ink, theme.ink, "")
        graph.edge(f"{name}.foot", f"{name}.head", arrowhead="none", color=theme.faint, penwidth="0.7")
    return 1 + max((row for _, row in placed), default=0)


def _draw_bands(graph: Digraph, line: Timeline, theme: Theme) -> None:
    """Draw a band for each phase under the levels, with as much of its name as has room."""
    for number, (first, last, title) in enumerate(line.bands):
        start, stop = _x(line, max(first, line.first)), _x(line, min(last, line.last) + 1)
        x, y, width = (start + stop) / 2, -0.7 * LEVEL, stop - start
        label = _shortened(title, int(width / LETTER) - 1)
        colour = theme.cluster[1] if number % 2 else theme.turn[0]
        _draw_box(graph, f"p{number}", x, y, width, LEVEL, colour, theme.ink, label, title)


def _shortened(title: str, room: int) -> str:
    """Return a title if it has at most `room` characters, else its beginning, or "" if the room is too small."""
    if len(title) <= room:
        return title
    return title[: room - 1] + "…" if room > 3 else ""


def _draw_axis(graph: Digraph, line: Timeline, labels: Labels, theme: Theme) -> None:
    """Write the numbers of about twelve events under the bands, at round intervals."""
    step = max(1, (line.last - line.first) // 12)
    size = 10 ** (len(str(step)) - 1)
    step = -(-step // size) * size
    number = -(-line.first // step) * step
    while number <= line.last:
        x = _x(line, number)
        if x < WIDTH - 60:
            _draw_text(graph, f"t{number}", str(number), x, -2 * LEVEL, theme.faint, 8)
        number += step
    _draw_text(graph, "axis", labels.event, WIDTH - 40, -2 * LEVEL, theme.faint, 8)


def _draw_box(
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
    """Add a box with its centre at (x, y), in points; Graphviz would read a colon in its name as a port."""
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


def _draw_text(
    graph: Digraph, name: str, text: str, x: float, y: float, ink: str, size: int, anchor: str = "", tooltip: str = ""
) -> None:
    """Add text that begins at x, in points; with an `anchor`, it is a link to itself that others can lead to."""
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

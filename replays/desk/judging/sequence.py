"""The sequence around an event: as a table, and as the pictures that `lastword draw` makes."""

from __future__ import annotations

import msgspec
from graphviz import Digraph
from markupsafe import Markup

from replays.diagrams.inline_svg import inline
from replays.diagrams.labels import Labels, labels_of
from replays.diagrams.links import Links
from replays.diagrams.rendering import render, renderer
from replays.diagrams.sequences.diagram import draw, tell
from replays.diagrams.sequences.story import Story
from replays.diagrams.sequences.stretch import Stretch, choose
from replays.diagrams.sequences.timeline_style import tell_depth, timeline_graph
from replays.diagrams.sequences.trimming import Detail
from replays.diagrams.themes import theme_of
from replays.records.record import Record
from replays.records.walk import spans

WORDS = msgspec.structs.replace(labels_of("en"), not_allowed="not legal")
"""The words of the rows: what failed is told by the verdict beside them."""


class ShownSequence(msgspec.Struct, frozen=True):
    """The sequence around an event: its rows, and pictures as markup if a style that is drawn was asked for.

    `drawable` says that pictures can be drawn on this machine.
    """

    story: Story
    first: int
    last: int
    style: str
    drawable: bool
    pictures: tuple[Markup, ...] = ()

    @property
    def title(self) -> str:
        """What the sequence is about, without its address."""
        return self.story.rows[0].text if self.story.rows else "Nothing was resolved here"

    @property
    def labels(self) -> Labels:
        """The words of its rows."""
        return WORDS


def shown_sequence(record: Record, seq: int | None, style: str) -> ShownSequence:
    """Return the sequence around an event, or the most interesting one; in a drawn style with its pictures."""
    stretch = _stretch(record, seq)
    story = tell(record.entries, record.pack, stretch, WORDS, Detail.NORMAL, record.name)
    drawable = bool(renderer())
    pictures = tuple(_inlined(record, seq, style)) if style != "stack" and drawable else ()
    return ShownSequence(story, stretch.first, stretch.last, style, drawable, pictures)


def drawn(record: Record, seq: int | None, style: str, theme: str = "light") -> list[Digraph]:
    """Return the graphs of a sequence, just as `lastword draw` makes them."""
    labels, colours, links = labels_of("en"), theme_of(theme), Links(record.name)
    if style == "timeline":
        root = next(iter(spans(record.entries)), None)
        whole = Stretch(root.id if root else 1, record.last, 0)
        title = f"{record.name} @{whole.first}–{whole.last}"
        return [timeline_graph(tell_depth(record.entries, record.pack, whole, labels, title), colours, labels, links)]
    story = tell(record.entries, record.pack, _stretch(record, seq), labels, Detail.NORMAL, record.name)
    return draw(story, style, colours, labels, links)


def _stretch(record: Record, seq: int | None) -> Stretch:
    return choose(record.entries, record.pack, seq if seq and 1 <= seq <= record.last else None)


def _inlined(record: Record, seq: int | None, style: str) -> list[Markup]:
    """Return the pictures of a sequence as markup for a page, in the light and in the dark colours."""
    found = []
    for theme, prefix in (("light", "l"), ("dark", "d")):
        graphs = drawn(record, seq, style, theme)
        pictures = [
            inline(render(graph.source, "svg").decode(), f"{prefix}{number}-", f"Sequence in {record.name}, {style}")[0]
            for number, graph in enumerate(graphs)
        ]
        shown = "".join(
            f'<div class="{"day" if theme == "light" else "night"}">{picture}</div>' for picture in pictures
        )
        found.append(Markup(shown))
    return found

"""A sequence diagram from a record: choose the stretch, tell it, trim it, draw it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphviz import Digraph

from ledger.entries import Entry
from ledger.folding import fold
from ledger.table import Table
from replays.diagrams.labels import Labels, counted
from replays.diagrams.links import Links
from replays.diagrams.sequences.clusters_style import clusters_graph
from replays.diagrams.sequences.row_builder import RowBuilder
from replays.diagrams.sequences.stack_style import stack_graph
from replays.diagrams.sequences.story import Lane, Row, Story
from replays.diagrams.sequences.stretch import Stretch
from replays.diagrams.sequences.trimming import Detail, collapse, numbered, paged, trim
from replays.diagrams.themes import Theme
from replays.records.walk import Walk, violations
from rules.kernel.pack import Pack


def tell(
    entries: Sequence[Entry],
    pack: Pack,
    stretch: Stretch,
    labels: Labels,
    detail: Detail = Detail.NORMAL,
    game: str = "",
    title: str = "",
) -> Story:
    """The story of a stretch of a record."""
    table = _table_before(entries, stretch.first)
    first = table.role("first")
    teller = RowBuilder(labels, stretch.base, violations(entries))
    walk = Walk(pack, teller, table)
    walk.run(_from(entries, stretch.first), stretch.last)
    teller.finish(walk)
    rows = trim(teller.rows, detail)
    seats = walk.pos.table.seats
    lanes = tuple(Lane(player, seat.name or player) for player, seat in seats.items())
    story = Story(game, "", rows, lanes, first or walk.pos.first, *numbered(rows))
    story.title = title or _title(story, rows, labels)
    return story


def _title(story: Story, rows: list[Row], labels: Labels) -> str:
    about = rows[0].text if rows else labels.sequence
    if len(about) > 70:
        about = about[:69].rstrip() + "…"
    place = f"{story.game}@{rows[0].seq}" if story.game and rows else ""
    return " – ".join(part for part in (about, place) if part) + f" ({counted(labels, story.levels)})"


def _table_before(entries: Sequence[Entry], first: int) -> Table:
    table = Table()
    for entry in entries:
        if entry.seq >= first:
            break
        fold(entry.events[: first - entry.seq], table)
    return table


def _from(entries: Sequence[Entry], first: int) -> Iterable[Entry]:
    return (entry for entry in entries if entry.seq + len(entry.events) > first)


def draw(
    story: Story,
    style: str,
    theme: Theme,
    labels: Labels,
    links: Links,
    depth: int | None = None,
    pages: int | None = None,
) -> list[Digraph]:
    """The pages of a story, as graphs."""
    if depth is not None:
        story = collapse(story, depth, labels)
    graph = clusters_graph if style == "clusters" else stack_graph
    return [graph(page, theme, labels, links) for page in paged(story, pages)]
